"""Studies: figures that can be known beforehand, parts that continue, and the page."""

import json
import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from elftafel import games
from elftafel.cli import main
from elftafel.lab import measures, skill, study, study_page
from elftafel.lab.charts import nice_ticks
from elftafel.lab.estimates import Estimate
from elftafel.lab.study import Measured, Part, Sizes, Study, StudyPlan

ONE = Estimate(0.5, 0.4, 0.6)


def dealt(
    deals: int, players: int, card: float, better: float, later: float, first: float = 0.0
) -> np.ndarray[Any, Any]:
    """Points by deal, rotation and seat, with luck and skill of known size. Seat 0 starts."""
    rng = np.random.default_rng(1)
    points = np.repeat(card * rng.standard_normal((deals, 1, players)), 2, axis=1)
    points += later * rng.standard_normal(points.shape)
    points[:, :, 0] += first
    for rotation in range(2):
        points[:, rotation, rotation::2] += better  # the seats of the better level
    return points


def test_luck_and_skill_are_found_as_they_were_put_in() -> None:
    points = dealt(20_000, 4, card=2.0, better=2.0, later=1.0)
    found = skill.skill_figures(points, np.zeros(20_000, int), ("good", "bad"))
    whole = 4 + 1 + 1  # cards, the better player (± 1), what comes later
    for name, true in (("player", 1 / whole), ("deal", 4 / whole), ("rest", 1 / whole), ("place", 0)):
        part = getattr(found.of_points, name)
        assert part.value == pytest.approx(true, abs=0.02)
        assert part.low - 0.01 <= true <= part.high + 0.01
    assert sum(part.value for _, part in skill.named_parts(found.of_points)) == pytest.approx(1)
    assert found.lead.value == pytest.approx(2, abs=0.05)
    # Two seats differ by 2 with a variance of 2 (4 + 1): (1.645 √10 / 2)² rounds.
    assert found.rounds_to_lead is not None
    assert found.rounds_to_lead.value == pytest.approx(7, abs=1)
    assert dict(found.curve)[10] > 0.95 > dict(found.curve)[3]


def test_a_place_that_wins_is_no_skill() -> None:
    points = dealt(20_000, 3, card=0.0, better=0.0, later=1.0, first=3.0)
    found = skill.skill_figures(points, np.zeros(20_000, int), ("good", "bad"))
    assert found.of_points.place.value == pytest.approx(2 / 3, abs=0.02)  # variance 2 of 2 + 1
    assert found.of_points.player.value < 0.01
    assert abs(found.of_points.deal.value) < 0.02


def test_a_lead_that_may_be_nothing_has_no_number_of_rounds_beyond_doubt() -> None:
    assert skill.rounds_to_lead(Estimate(-0.1, -0.2, 0.0), np.zeros(3)) is None
    open_end = skill.rounds_to_lead(Estimate(1.0, -1.0, 3.0), np.array([-30.0, 32.0]))
    assert open_end is not None
    assert open_end.high is None
    assert skill.said_rounds(open_end) == skill.said_rounds(None) == "not told apart"
    assert skill.said_rounds(Estimate(6.2, 4.1, 2e6)) == "7 (5 or more)"
    assert skill.said_rounds(Estimate(6.2, 4.1, 9.0)) == "7 (5–9)"


def test_matches_tell_who_led_and_how_often_that_changed() -> None:
    matches = np.array([[[5, 0], [0, 9]], [[5, 0], [1, 0]], [[1, 1], [2, 0]]])
    wins, changes = measures.matches_of(matches)
    assert wins[0].value == pytest.approx((0 + 1 + 0.5) / 3)
    assert wins[1].value == 1
    assert changes.value == pytest.approx(1 / 3)


def test_the_story_of_a_round_counts_leads_beyond_the_error() -> None:
    seen = np.array([[0.5, 0.5], [0.45, 0.55], [0.2, 0.8], [0.05, 0.95], [0.0, 1.0]])
    assert measures.story_of(seen, 100) == (1, 0.75)
    assert measures.story_of(np.array([[0.95, 0.05], [1.0, 0.0]]), 100) == (0, 0.0)


def test_entropy_is_that_of_the_counts_with_the_correction_of_small_samples() -> None:
    assert measures.entropy_of([8]) == 0
    assert measures.entropy_of([4, 4]) == pytest.approx(1 + 1 / (16 * math.log(2)))


def test_lengths_fall_into_bars_that_hold_all_rounds() -> None:
    bars = measures.bars_of(np.arange(1, 1001).astype(float))
    assert len(bars) <= measures.BARS + 1
    assert sum(part for _, part in bars) == pytest.approx(1)


def test_ticks_are_round_numbers() -> None:
    assert nice_ticks(430) == [0, 100, 200, 300, 400]
    assert nice_ticks(95) == [0, 20, 40, 60, 80]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_plan_has_every_number_of_players_and_every_option(name: str) -> None:
    plan, facts = study.plan_of(name), games.facts(name)
    low, high = facts.players
    for kind in ("shape", "quick", "thorough", "tension", "choices"):
        assert {part.players for part in plan.parts if part.kind == kind} == set(range(low, high + 1))
    changed = {part.option for part in plan.parts} - {None}
    assert changed == {field.name for field in msgspec.structs.fields(facts.options)}
    assert len(set(plan.parts)) == len(plan.parts)


def fabricated(part: Part) -> Any:
    """Figures of the right form without playing."""
    players = part.players
    if part.kind == "shape":
        return measures.Shape(
            rounds=20, wins=(ONE,) * players, points=(ONE,) * players, ties=ONE, length=ONE,
            length_quantiles=(1, 2, 3, 4, 5), length_bars=((10, 0.2), (12, 0.5), (14, 0.3)), branching=ONE, forced=ONE,
            bits=ONE, bits_a_round=ONE, match_rounds=players, leader_wins=(ONE,) * players, match_lead_changes=ONE,
        )  # fmt: skip
    if part.kind == "tension":
        many = (ONE,) * (measures.POINTS + 1)
        return measures.Tension(rounds=20, playouts=20, winner=many, lead_changes=ONE, decided=ONE, comebacks=ONE)
    if part.kind == "choices":
        return measures.Choices(decisions=20, legal_bits=ONE, entropy=ONE, agreed=ONE, casual=ONE)
    return skill.skill_figures(dealt(40, players, 1, 1, 1), np.zeros(40, int), study.QUICK)


def test_a_study_that_was_stopped_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "cache_folder", lambda: tmp_path / "compiled")
    plan = study.plan_of("nimmt11", 0.001)
    done: list[int] = []

    def measure(plan: StudyPlan, number: int) -> Measured:
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append(number)
        return Measured(number, fabricated(plan.parts[number]))

    monkeypatch.setattr(study, "measure", measure)
    with pytest.raises(KeyboardInterrupt):
        study.conduct(plan)
    path = study.usual_path(plan)
    with path.open("ab") as file:
        file.write(b'{"number":7,"figu')  # killed while it wrote
    first, done = done, []

    def go_on(plan: StudyPlan, number: int) -> Measured:
        done.append(number)
        return Measured(number, fabricated(plan.parts[number]))

    monkeypatch.setattr(study, "measure", go_on)
    whole = study.conduct(plan)
    assert not set(first) & set(done)
    assert sorted(first + done) == list(range(len(plan.parts))) == [one.number for one in whole.measured]
    done.clear()
    assert study.conduct(plan) == whole
    assert done == []


def test_a_page_is_whole_has_both_lights_and_says_how_it_was_made(tmp_path: Path) -> None:
    for name in ("elfer_raus", "nimmt11"):
        plan = study.plan_of(name, 0.5, "a & b")
        found = Study(plan, tuple(Measured(i, fabricated(part)) for i, part in enumerate(plan.parts)))
        page, figures = study_page.write_study(found, tmp_path)
        text = page.read_text(encoding="utf-8")
        assert len(text) < 150_000
        assert figures.stat().st_size < 150_000
        for picture in re.findall(r"<svg.*?</svg>", text, re.S):
            assert ElementTree.fromstring(picture).attrib["role"] == "img"
        assert text.count("<svg") >= 7
        assert "prefers-color-scheme: dark" in text
        assert "http" not in text  # it loads nothing
        assert f"elftafel study {name} --scale 0.5 --seed &#x27;a &amp; b&#x27;" in text
        assert all(option in text for option, _ in study.changes_of(games.facts(name)))
        told = json.loads(figures.read_text(encoding="utf-8"))
        assert len(told["measured"]) == len(plan.parts)


def test_sizes_stay_large_enough_for_intervals() -> None:
    assert min(msgspec.structs.astuple(Sizes().times(0.0001))) >= 20


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("study jatten --scale 0", "scale"),
        ("study jatten --jobs 0", "jobs"),
        ("study jatten --out /nowhere/at/all", "a folder that exists"),
        ("study jatten --jobs 2 --ray", "the cluster decides"),
    ],
)
def test_wrong_options_are_refused_before_the_work(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    assert says in capsys.readouterr().err
