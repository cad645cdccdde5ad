"""OpenSpiel: its own tests, and that resampling changes nothing that the player knows."""

import pickle
from typing import Any

import numpy as np
import pytest

from elftafel import games
from elftafel.errors import BadInput
from elftafel.rl.names import spiel_name
from elftafel.rl.table import EpisodeTable
from elftafel.rl.terms import Terms
from tests.conftest import MORE

pyspiel: Any = pytest.importorskip("pyspiel")
pytest.importorskip("elftafel.rl.spiel")

FIRST = games.NAMES[0]


def load(name: str, **parameters: Any) -> Any:
    told = ",".join(f"{key}={value}" for key, value in parameters.items())
    return pyspiel.load_game(f"{spiel_name(name)}({told})")


@pytest.mark.parametrize("name", games.NAMES if MORE > 1 else (FIRST,))
def test_open_spiels_own_simulation_with_serialization_and_masks(name: str) -> None:
    pyspiel.random_sim_test(load(name, deals=20, history=32), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_state_is_the_table_of_the_same_seed(name: str) -> None:
    low, _ = games.facts(name).players
    state, table = load(name, deals=20).new_initial_state(), EpisodeTable(Terms.of(name, low))
    assert state.is_chance_node()
    state.apply_action(7)
    table.begin(7)
    rng = np.random.default_rng(1)
    for ply in range(40):
        if table.over:
            break
        assert state.current_player() == table.seat
        assert state.legal_actions() == table.legal
        assert (np.array(state.observation_tensor(0)) == table.observe(0)).all()
        action = int(rng.choice(table.legal))
        if ply % 10 == 0:
            other = state.clone()
            other.apply_action(action)
            assert state.current_player() == table.seat
            assert pickle.loads(pickle.dumps(state)).information_state_string(0) == state.information_state_string(0)
        state.apply_action(action)
        table.play(action)
    assert state.returns() == pytest.approx(table.rewards.tolist())


@pytest.mark.parametrize("name", games.NAMES)
def test_resampling_leaves_what_the_player_knows_and_changes_the_rest(name: str) -> None:
    state = load(name, deals=20).new_initial_state()
    state.apply_action(3)
    rng = np.random.default_rng(2)
    changed = 0
    for ply in range(25):
        if state.is_terminal():
            break
        if ply % 6 == 0:
            player = ply % 2
            other = state.resample_from_infostate(player, rng.random)
            for tell in ("information_state_string", "information_state_tensor", "observation_string"):
                assert getattr(other, tell)(player) == getattr(state, tell)(player)
            changed += other.observation_string(1 - player) != state.observation_string(1 - player)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert changed


def test_histories_differ_where_observations_may_not() -> None:
    state = load(FIRST, deals=20).new_initial_state()
    state.apply_action(3)
    before = state.information_state_string(0)
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0).startswith(before)
    assert len(state.information_state_tensor(0)) > len(state.observation_tensor(0))


def test_bad_parameters_say_what_would_be_right() -> None:
    with pytest.raises(BadInput, match="players is 9"):
        load(FIRST, players=9)
    with pytest.raises(BadInput, match="options is"):
        load(FIRST, options="{")
    with pytest.raises(BadInput, match="at least 1"):
        load(FIRST, deals=0)
