"""A trained policy plays in NumPy alone, without torch, and says for what it was trained."""

import sys
from pathlib import Path

import numpy as np
import pytest

from elftafel import games
from elftafel.bots.levels import read_bot
from elftafel.bots.outside import OutsideBot
from elftafel.cli import main
from elftafel.cli_train import module_of
from elftafel.errors import BadInput
from elftafel.train.plan import TrainingPlan
from elftafel.train.player import Learned, Meaning, Weights, read_weights, write_weights

GAME = games.NAMES[0]
FACTS = games.facts(GAME)


def any_weights(hidden: int = 8) -> Weights:
    rng, width = np.random.default_rng(1), FACTS.observation_length
    shapes = {
        "first.weight": (hidden, width),
        "first.bias": (hidden,),
        "second.weight": (hidden, hidden),
        "second.bias": (hidden,),
        "policy.weight": (FACTS.action_count, hidden),
        "policy.bias": (FACTS.action_count,),
    }
    found = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    return {**found, "shift": np.zeros(width, np.float32), "scale": np.ones(width, np.float32)}


def test_it_plays_from_its_folder_as_a_policy_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a_run"
    folder.mkdir()
    write_weights(folder, Meaning(GAME, 3), any_weights())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    game = games.load(GAME)
    state, _ = game.new_round(FACTS.read_options({}, 3), 3, 0, bytes(32), 0)
    bot = OutsideBot(game, read_bot(f"{module_of(Path('a_run'))}:Policy", yardstick=True))
    assert bot.choose(state) in game.legal(state)


def test_it_takes_the_best_legal_action_or_draws_one(tmp_path: Path) -> None:
    write_weights(tmp_path, Meaning(GAME, 2), any_weights())
    rng = np.random.default_rng(2)
    features = rng.integers(0, 2, (20, FACTS.observation_length)).astype(np.int8)
    mask = (rng.random((20, FACTS.action_count)) < 0.2).astype(np.int8)
    for drawn in (False, True):
        actions = Learned(tmp_path, GAME, 2, drawn).act(features, mask)
        assert mask[np.arange(20), actions].all()


def test_another_table_or_a_broken_file_is_refused(tmp_path: Path) -> None:
    write_weights(tmp_path, Meaning(GAME, 2), any_weights())
    with pytest.raises(BadInput, match="it was trained for"):
        Learned(tmp_path, GAME, 3)
    path = tmp_path / "policy.npz"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadInput, match="a policy that `elftafel train` wrote"):
        read_weights(tmp_path)


@pytest.mark.parametrize(
    "wrong", [{"players": 99}, {"decisions": -1}, {"decisions": 0}, {"hidden": 0}, {"clone_decisions": 1}]
)
def test_a_plan_that_cannot_be_trained_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadInput, match=next(iter(wrong))):
        TrainingPlan(**{"game": GAME, "players": 2, **wrong}).check()  # type: ignore[arg-type]


def test_without_torch_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("elftafel.cli_train.find_spec", lambda name: None)
    assert main(["train", GAME]) == 2
    assert "pip install 'elftafel[train]'" in capsys.readouterr().err
