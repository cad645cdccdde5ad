"""Training: each seat's outcomes reach its own decisions; imitation and self-play end above random; runs go on."""

import runpy
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch (make torch)")

from elftafel import games  # noqa: E402
from elftafel.errors import BadInput  # noqa: E402
from elftafel.rl.terms import Terms  # noqa: E402
from elftafel.train import learn, selfplay  # noqa: E402
from elftafel.train.duel import duel  # noqa: E402
from elftafel.train.plan import CurvePoint, TrainingPlan  # noqa: E402
from elftafel.train.player import Learned  # noqa: E402
from tests.conftest import MORE  # noqa: E402

GAME = games.NAMES[0]
ROOT = Path(__file__).resolve().parents[2]
SHORT: dict[str, Any] = {
    "hidden": 32, "batch": 32, "steps": 64, "clone_decisions": 6000, "clone_rows": 64, "deals": 20, "every": 1,
    "rows": 256,
}  # fmt: skip


def test_what_a_seat_is_paid_reaches_its_own_decisions_and_no_forced_move() -> None:
    seats = np.array([[0], [1], [0], [1], [0]])
    values = np.array([[0.1], [0.2], [0.0], [0.4], [0.5]], np.float32)
    choice = np.array([[True], [True], [False], [True], [True]])
    ended = np.array([[False], [False], [False], [True], [False]])
    paid = np.zeros((5, 1, 2), np.float32)
    paid[3, 0] = [1, -1]
    gains, known = selfplay.advantages(seats, values, choice, ended, paid, smoothing=1.0)
    assert known[:, 0].tolist() == [True, True, False, True, False]  # the last belongs to a round that goes on
    assert gains[:, 0] == pytest.approx([1 - 0.1, -1 - 0.2, 0, -1 - 0.4, 0], abs=1e-6)
    half, _ = selfplay.advantages(seats, values, choice, ended, paid, smoothing=0.5)
    assert half[1, 0] == pytest.approx((0.4 - 0.2) + 0.5 * (-1 - 0.4))


def test_imitation_and_self_play_end_above_random_and_a_run_continues(tmp_path: Path) -> None:
    plan = TrainingPlan(game=GAME, players=3, clone="casual", decisions=3000, **SHORT)
    points: list[CurvePoint] = []
    learn.train(plan, tmp_path, tell=points.append)
    assert points[0].part == "clone"
    assert points[-1].decisions >= 3000
    share = duel(Learned(tmp_path, GAME, 3), Terms.of(GAME, 3), "random", 100)
    assert share.low is not None
    assert share.low > 0.5
    lines = (tmp_path / "curve.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=CurvePoint) for line in lines] == points
    learn.train(plan, tmp_path, tell=points.append)
    assert len(lines) == len(points)  # nothing was left to do
    with pytest.raises(BadInput, match="another decisions is there: give --fresh"):
        learn.train(msgspec.structs.replace(plan, decisions=4000), tmp_path)


def test_the_same_plan_gives_the_same_policy_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    plan = TrainingPlan(game=GAME, players=2, decisions=2500, **SHORT)
    learn.train(plan, tmp_path / "one")
    learn.train(plan, tmp_path / "two")
    one, two = ((tmp_path / name / "policy.npz").read_bytes() for name in ("one", "two"))
    assert one == two

    def stop(point: CurvePoint) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn.train(plan, tmp_path / "three", tell=stop)
    points: list[CurvePoint] = []
    learn.train(plan, tmp_path / "three", tell=points.append)
    assert points[-1].decisions >= 2500


def test_the_example_goes_from_nothing_to_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "argv", ["train.py", GAME, "1500", "2"])
    runpy.run_path(str(ROOT / "examples" / "train.py"))
    told = capsys.readouterr().out
    assert "clone: " in told
    assert "play: " in told
    assert "casual" in told
    assert f"runs.{GAME}.policy:Policy" in told


@pytest.mark.skipif(MORE == 1, reason="two minutes: in make test-all")
@pytest.mark.parametrize("name", games.NAMES)
def test_self_play_from_nothing_ends_above_random(name: str, tmp_path: Path) -> None:
    terms = Terms.of(name)
    plan = TrainingPlan(game=name, players=terms.players, decisions=400_000, hidden=64, every=1000, deals=20, rate=1e-3)
    learn.train(plan, tmp_path)
    share = duel(Learned(tmp_path, name, terms.players), terms, "random", 300)
    assert share.low is not None
    assert share.low > 0.5
