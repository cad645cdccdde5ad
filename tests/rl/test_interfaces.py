"""Gymnasium and PettingZoo: their own tests, and ours that all interfaces agree."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import elftafel.rl
from elftafel import games
from elftafel.errors import BadInput, IllegalMove
from elftafel.rl import ElftafelVectorEnv
from elftafel.rl.names import gymnasium_id, zoo_name
from elftafel.rl.zoo import GameEnv
from tests.conftest import MORE

FIRST = games.NAMES[0]


def zoo(name: str) -> Any:
    return getattr(elftafel.rl, zoo_name(name))


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of others print, and warn of what is meant: observations are dictionaries."""
    warnings.filterwarnings("ignore", module="pettingzoo|gymnasium")
    monkeypatch.setattr("builtins.print", lambda *words, **how: None)


@pytest.mark.parametrize("name", games.NAMES)
def test_pettingzoos_own_test_of_the_api(name: str) -> None:
    api_test(zoo(name).env(players=games.facts(name).players[0]), num_cycles=60 * MORE)


@pytest.mark.parametrize("name", games.NAMES)
def test_pettingzoos_own_test_of_seeds(name: str) -> None:
    seed_test(zoo(name).env, num_cycles=20 * MORE)


@pytest.mark.parametrize("name", games.NAMES)
def test_pettingzoos_own_test_of_rendering(name: str) -> None:
    render_test(zoo(name).env)


@pytest.mark.skipif(MORE == 1, reason="takes five seconds")
def test_pettingzoos_own_benchmark_runs() -> None:
    performance_benchmark(zoo(FIRST).env())


def test_histories_can_be_observed() -> None:
    env = zoo(FIRST).env(players=3, history=5)
    env.reset(seed=1)
    for _ in range(6):
        seen, *_ = env.last()
        assert env.observation_space(env.agent_selection).contains(seen)
        env.step(int(seen["action_mask"].argmax()))
    assert (env.observe("seat_0")["history"][-1] != env.observe("seat_1")["history"][-1]).any()  # who, from each seat
    learner = gymnasium.make(gymnasium_id(FIRST), players=2, history=5, bots="random")
    seen, _ = learner.reset(seed=1)
    assert learner.observation_space.contains(seen)
    with pytest.raises(BadInput, match="history is -1"):
        zoo(FIRST).env(history=-1)


def test_an_episode_can_be_cut_off() -> None:
    env = zoo(FIRST).env(players=3, max_cycles=4)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))
        decisions += not (terminated or truncated)
        assert not terminated
    assert decisions == 12


def test_pettingzoos_registry_has_the_games() -> None:
    registry = pytest.importorskip("pettingzoo.env_registry.registration")
    for name in games.NAMES:
        assert f"elftafel/{name}-v1" in registry.aec_registry
    env = pettingzoo.make("aec", f"elftafel/{FIRST}-v1", players=3)
    env.reset(seed=1)
    assert env.num_agents == 3


@pytest.mark.parametrize("name", games.NAMES)
def test_gymnasiums_own_check(name: str) -> None:
    env = gymnasium.make(gymnasium_id(name), bots="casual", illegal="end", render_mode="ansi")
    check_env(env.unwrapped)


def test_a_learner_plays_whole_episodes_beside_bots_of_all_kinds() -> None:
    env = gymnasium.make(gymnasium_id(FIRST), players=4, bots=["random", "easy", "strong@20"], reward="points")
    rng = random.Random(1)
    for seed in (1, None, None):
        seen, info = env.reset(seed=seed)
        terminated, reward = False, 0.0
        while not terminated:
            masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
            assert (masks == info["action_mask"]).all()
            assert env.observation_space.contains(seen)
            seen, paid, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(masks).tolist()))
            reward += float(paid)
            assert not truncated
        assert reward <= 0  # points of this game are never positive
        assert not info["action_mask"].any()


def test_make_vec_makes_many_learners() -> None:
    envs = gymnasium.make_vec(gymnasium_id(FIRST), num_envs=3, players=2, bots="random")
    _, infos = envs.reset(seed=1)
    for _ in range(50):
        actions = np.array([mask.argmax() for mask in infos["action_mask"]])
        _, _, _, _, infos = envs.step(actions)


def test_a_learner_has_the_cards_of_the_seed() -> None:
    one = gymnasium.make(gymnasium_id(FIRST), players=2, bots="random")
    first, _ = one.reset(seed=4)
    again, _ = one.reset(seed=4)
    other, _ = one.reset()
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_agrees_with_pettingzoo_step_by_step(mode: AutoresetMode) -> None:
    count = 3
    envs = ElftafelVectorEnv(FIRST, count, players=3, reward="points", autoreset_mode=mode)
    tables = [GameEnv(FIRST, players=3, reward="points") for _ in range(count)]
    seen, infos = envs.reset(seed=11)
    for i, table in enumerate(tables):
        table.reset(seed=11 + i)
    assert envs.metadata["autoreset_mode"] is mode
    rng, ended = random.Random(1), 0
    waiting = [False] * count
    while ended < 4:
        assert envs.observation_space.contains(seen)
        for i, table in enumerate(tables):
            if not (waiting[i] and mode is not AutoresetMode.NEXT_STEP):
                expected = table.observe(table.agent_selection)
                assert seen["seat"][i] == infos["seats"][i]
                if not waiting[i]:
                    assert (seen["observation"][i] == expected["observation"]).all()
                    assert (seen["action_mask"][i] == expected["action_mask"]).all()
                    assert table.agent_selection == f"seat_{seen['seat'][i]}"
        actions = np.array([rng.choice(np.flatnonzero(m).tolist() or [0]) for m in seen["action_mask"]])
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for i, table in enumerate(tables):
            if waiting[i]:
                assert (rewards[i], terminated[i]) == (0, False)
                table.reset()
                waiting[i] = False
                continue
            actor = table.agent_selection
            table.step(int(actions[i]))
            assert rewards[i] == pytest.approx(table.rewards[actor])
            assert infos["rewards"][i] == pytest.approx(list(table.rewards.values()))
            assert terminated[i] == table.terminations[actor]
            if terminated[i]:
                ended += 1
                if mode is AutoresetMode.SAME_STEP:
                    final = infos["final_obs"][i]
                    assert (final["observation"] == table.observe(actor)["observation"]).all()
                    table.reset()
                else:
                    waiting[i] = True
        if mode is AutoresetMode.DISABLED and any(waiting):
            with pytest.raises(BadInput, match="reset them first"):
                envs.step(actions)
            which = np.array(waiting)
            seen, infos = envs.reset(options={"reset_mask": which})
            for i in np.flatnonzero(which).tolist():
                tables[i].reset()
                waiting[i] = False


def test_without_copies_the_same_arrays_come_back() -> None:
    envs = ElftafelVectorEnv(FIRST, 2, copy=False)
    first, _ = envs.reset(seed=1)
    second, *_ = envs.step(first["action_mask"].argmax(axis=1))
    assert second["observation"] is first["observation"]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: elftafel.rl.elftafel_chess_v1, "module is 'elftafel_chess_v1': one of"),
        (lambda: gymnasium.make(gymnasium_id(FIRST), bots=["easy"]), "bots is"),
        (lambda: gymnasium.make(gymnasium_id(FIRST), bots="grandmaster"), "the levels are"),
        (lambda: gymnasium.make(gymnasium_id(FIRST), seat=4), "the seats are 0 to 3"),
        (lambda: gymnasium.make(gymnasium_id(FIRST), illegal="ignore"), "illegal is 'ignore'"),
        (lambda: GameEnv(FIRST, max_cycles=0), "max_cycles is 0"),
        (lambda: GameEnv(FIRST, render_mode="film"), "render_mode is 'film'"),
        (lambda: ElftafelVectorEnv(FIRST, 2).reset(options={"reset_mask": np.ones(3, bool)}), "reset_mask"),
        (lambda: ElftafelVectorEnv(FIRST, 2).reset(seed=[1, None]), "seed is"),
    ],
)
def test_bad_input_says_what_would_be_right(make: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        make()


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    env = zoo(FIRST).env()
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="ER-4"):
        env.step(80)
    with pytest.raises(BadInput, match="a whole number from 0 to 80"):
        env.step(1.5)
    learner = gymnasium.make(gymnasium_id(FIRST), illegal="end").unwrapped
    _, info = learner.reset(seed=1)
    _, reward, terminated, _, info = learner.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
