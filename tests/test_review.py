"""Reviews: marks with honest errors, luck and choice that add up, nothing that a seat could not know; the command."""

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Console

from elftafel import games
from elftafel.bots import errors as honest
from elftafel.bots import review as reviewing
from elftafel.bots.bot import Bot
from elftafel.bots.errors import SEARCHES, mean_of, means_of
from elftafel.bots.judging import (
    BATCHES,
    PIECES,
    Loss,
    Mark,
    Spot,
    best_move,
    chances_after,
    gains,
    gap,
    in_doubt,
    loss_against,
    mark_of,
    shares,
)
from elftafel.bots.levels import Budget
from elftafel.bots.review import Cause, Hindsight, Review, Told, Turn, places_of, review, told_of, turns_of
from elftafel.bots.thinking import Standing
from elftafel.cli import main
from elftafel.errors import BadInput, BadLog, OtherRules
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.match import Match, MatchLog, Seat, export_log, import_log, seed_from
from elftafel.terminal.review import show
from tests.games.elfer_raus import test_rules as elfer

pytestmark = [
    pytest.mark.skipif(PLAIN, reason="many walks"),
    pytest.mark.xdist_group("search-elfer_raus"),
]
FEW = Budget(iterations=100)


def played(levels: Sequence[str] = ("casual", "easy"), rounds: int = 1) -> MatchLog:
    """A match of bots that decide at once."""
    game = games.load("elfer_raus")
    seats = tuple(Seat(f"{level} {i}", level) for i, level in enumerate(levels))
    match = Match(game, game.facts.read_options({}, len(seats)), seats, seed_from("review"), rounds)
    bots = [Bot(game, level, seed) for seed, level in enumerate(levels)]
    while True:
        while not match.state.over:
            match.apply(bots[int(match.state.seat)].choose(match.state))
        if match.over:
            return match.log()
        match.next_round()


@pytest.fixture(scope="module")
def log() -> MatchLog:
    return played(rounds=2)


@pytest.fixture(scope="module")
def found(log: MatchLog) -> Review:
    return review(log, FEW)


def spot_of(state: Any, action: int, standing: Standing | None = None) -> Spot:
    game = games.load("elfer_raus")
    return Spot(game, state, standing or Standing((0, 0)), tuple(game.legal(state)), action, 7)


def judged(spot: Spot, iterations: int = 400) -> tuple[int, Loss]:
    state = spot.known()
    best = best_move(spot, state, iterations)
    return best, loss_against(spot, state, best, iterations)


# Marks


def test_losing_at_once_instead_of_going_out_is_a_blunder_and_going_out_is_fine() -> None:
    state = elfer.scene("r11 g11-12", "r12", "g13", laid=1)
    out, end = elfer.action("r12"), elfer.END
    best, loss = judged(spot_of(state, end))
    assert (best, loss.value, mark_of(loss)) == (out, 1.0, Mark.BLUNDER)
    assert 0 < loss.error < 0.01
    best, loss = judged(spot_of(state, out))
    assert (best, loss, mark_of(loss)) == (out, Loss(0.0, 0.0), Mark.FINE)


def test_only_what_is_beyond_two_standard_errors_is_marked() -> None:
    for value, error, mark in (
        (0.029, 0.001, Mark.FINE),
        (0.03, 0.001, Mark.INACCURACY),
        (0.069, 0.01, Mark.INACCURACY),
        (0.07, 0.034, Mark.MISTAKE),
        (0.07, 0.036, Mark.FINE),
        (0.15, 0.01, Mark.BLUNDER),
        (0.9, 0.46, Mark.FINE),
        (-0.5, 0.01, Mark.FINE),
    ):
        assert mark_of(Loss(value, error)) == mark, value
    assert in_doubt(Loss(0.02, 0.006))
    assert not in_doubt(Loss(0.02, 0.004))


def test_the_claimed_error_is_the_real_spread_if_deals_are_independent_and_if_batches_differ() -> None:
    luck = np.random.default_rng(1)
    for linked in (0.0, 0.02):
        found = [
            gap(luck.normal(0.05, 0.06, (BATCHES, PIECES)) + luck.normal(0, linked, (BATCHES, 1)), 1000)
            for _ in range(3000)
        ]
        spread = float(np.std([one.value for one in found]))
        claimed = math.sqrt(float(np.mean([one.error**2 for one in found])))
        assert 0.8 < spread / claimed < 1.2, linked


def test_slices_of_any_size_give_an_honest_error() -> None:
    luck = np.random.default_rng(2)
    found = []
    for _ in range(2000):
        searches = []
        for _ in range(SEARCHES):
            counts = luck.integers(1, 30, 10).astype(float)
            shift = luck.normal(0, 0.03)
            searches.append((counts * (0.1 + shift) + np.sqrt(counts) * luck.normal(0, 0.3, 10), counts))
        found.append(mean_of(searches))
    values, errors = np.array(found).T
    assert values.mean() == pytest.approx(0.1, abs=0.005)
    assert 0.8 < values.std() / math.sqrt((errors**2).mean()) < 1.2


def test_one_slice_a_search_tells_by_how_much_searches_differ() -> None:
    one = np.array([4.0])
    mean, error = mean_of([(one * value, one) for value in (0.1, 0.3)])
    assert mean == pytest.approx(0.2)
    assert error == pytest.approx(math.hypot(0.1, 1 / 8))
    assert mean_of([(one * 0.5, one)]) == (0.5, 0.25)


def test_the_error_of_one_search_is_widened_for_what_links_its_deals() -> None:
    tries, won = np.array([[100.0]]), np.array([[50.0]])
    errors = [float(means_of(tries, won, won, 0.0, links)[1][0]) for links in (1.0, 2.0)]
    assert errors == pytest.approx([0.05, 0.1])
    assert honest.linked(games.facts("jatten")) == 1 < honest.linked(games.facts("elevens"))


def test_a_few_equal_deals_do_not_look_certain() -> None:
    assert gap(np.zeros((BATCHES, PIECES)), 1).error == pytest.approx(1 / (BATCHES * PIECES))


# Luck and choice


def test_every_seat_s_result_is_the_sum_of_its_parts(found: Review, log: MatchLog) -> None:
    assert log.result is not None
    for seat, account in enumerate(found.seats):
        parts = account.even + account.choices + account.others + account.deal + account.draw
        assert parts == pytest.approx(account.result, abs=1e-12)
        assert account.result == (1 / len(log.result.winners) if seat in log.result.winners else 0)
        assert account.decisions == sum(decision.seat == seat for decision in found.decisions)
        assert account.choices == pytest.approx(sum(d.gain for d in found.decisions if d.seat == seat))
        assert sum(account.marks.values()) == account.decisions
    for part in ("result", "deal"):
        whole = 1 if part == "result" else 0
        assert sum(getattr(account, part) for account in found.seats) == pytest.approx(whole, abs=1e-5), part
    assert sum(a.choices + a.others for a in found.seats) == pytest.approx(0, abs=1e-5)


def test_a_sensible_choice_gains_nothing_and_others_are_weighed_against_it() -> None:
    state = elfer.scene("r11 g11-12", "r12", "g13", laid=1)
    for action, gained in ((elfer.action("r12"), 0.0), (elfer.END, -1.0)):
        spot = spot_of(state, action)
        gain, _ = gains(spot, spot.known(), 40)
        assert gain.tolist() == pytest.approx([gained, -gained])


def test_shares_between_rounds_are_those_of_the_search() -> None:
    state = elfer.scene("r11 g11-12", "r12", "g13", laid=1)
    for totals, left in (((0, 0), 0), ((3, -4), 2), ((0, -13), 0)):
        spot = spot_of(state, elfer.END, Standing(totals, left))
        after = shares(spot, state, [elfer.END], 4, True, 1)[0]
        points = (-12, 0)
        expected = chances_after([t + p for t, p in zip(totals, points, strict=True)], left, spot.game.facts.swing)
        assert after.tolist() == pytest.approx(expected.tolist(), abs=1e-6)


def test_within_two_errors_nothing_is_said_about_choices() -> None:
    assert told_of(Loss(0.05, 0.03)) == Told.UNCLEAR
    assert told_of(Loss(0.0, 0.0)) == Told.UNCLEAR
    assert told_of(Loss(0.07, 0.03)) == Told.GAINED
    assert told_of(Loss(-0.07, 0.03)) == Told.COST


# What a review says


def test_every_decision_with_a_choice_is_judged_with_reasons(found: Review, log: MatchLog) -> None:
    spots = [place for place in places_of(log, 0) if place.spot is not None]
    assert [(d.ply, d.round) for d in found.decisions] == [(place.ply, place.round) for place in spots]
    for decision in found.decisions:
        assert decision.played == log.actions[decision.ply][0]
        assert 1 <= len(decision.why) <= 3
        assert 1 <= len(decision.instead) <= 3
        assert decision.mark == mark_of(Loss(decision.loss, decision.error))
    marked = found.marked()
    assert all(d.mark != Mark.FINE for d in marked)
    assert [d.loss for d in marked] == sorted((d.loss for d in marked), reverse=True)
    assert set(map(id, marked)) == {id(d) for seat in range(2) for d in found.marked(seat)}


def test_the_chart_ends_with_the_result_and_at_most_three_points_turn_it(found: Review) -> None:
    assert found.chart[-1].chances == tuple(account.result for account in found.seats)
    for point in found.chart:
        assert sum(point.chances) == pytest.approx(1, abs=1e-5)
    assert len(found.turns) <= 3
    assert [turn.point for turn in found.turns] == sorted(turn.point for turn in found.turns)
    for turn in found.turns:
        assert found.chart[turn.point].chances[turn.seat] == turn.after
        assert found.chart[turn.point - 1].chances[turn.seat] == turn.before
        assert abs(turn.after - turn.before) >= 0.1
        assert (turn.decision is not None) == (turn.cause == Cause.CHOICE)


def test_a_deal_and_a_marked_choice_are_named_as_what_turned_a_match(found: Review, log: MatchLog) -> None:
    places = list(places_of(log, 0))
    flat = [msgspec.structs.replace(point, chances=(0.5, 0.5)) for point in found.chart]
    second = next(i for i, place in enumerate(places) if place.round == 2)
    for i in range(second, len(flat)):
        flat[i] = msgspec.structs.replace(flat[i], chances=(0.9, 0.1))
    (turn,) = turns_of(tuple(flat), places, found.decisions)
    assert (turn.point, turn.cause, turn.decision) == (second, Cause.DEAL, None)
    blamed = tuple(msgspec.structs.replace(d, mark=Mark.BLUNDER) for d in found.decisions)
    flat[second] = msgspec.structs.replace(flat[second], chances=(0.5, 0.5))
    (turn,) = turns_of(tuple(flat), places, blamed)
    assert turn.cause == Cause.CHOICE
    assert turn.decision is not None
    assert blamed[turn.decision].ply == flat[second].ply


def test_open_cards_are_told_apart_from_what_could_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = spot_of(elfer.scene("r11 g11-12", "r12", "g13", laid=1), elfer.END)
    assert reviewing.hindsight(spot, elfer.action("r12"), Mark.BLUNDER, 200) == Hindsight.NOTHING
    assert reviewing.hindsight(spot, elfer.END, Mark.FINE, 200) == Hindsight.UNLUCKY
    monkeypatch.setattr(reviewing, "loss_against", lambda *_, **__: Loss(-0.2, 0.01))
    assert reviewing.hindsight(spot, elfer.action("r12"), Mark.BLUNDER, 200) == Hindsight.LUCKY


def test_marks_and_gains_do_not_depend_on_what_the_seat_could_not_know(log: MatchLog) -> None:
    spots = [place.spot for place in places_of(log, 0) if place.spot is not None]
    luck = new_luck(5)
    changed = 0
    for spot in spots[3::12]:
        other = record.copy(spot.state)
        verbs.redeal(other, spot.seat, luck)
        changed += other.hands.tolist() != spot.state.hands.tolist()
        exchanged = msgspec.structs.replace(spot, state=other)
        assert judged(spot, 100) == judged(exchanged, 100)
        one, two = (gains(each, each.known(), 40) for each in (spot, exchanged))
        assert (one[0].tolist(), one[1].tolist()) == (two[0].tolist(), two[1].tolist())
    assert changed > 2, "late in a round everything is known"


def test_the_same_seed_gives_the_same_review_on_any_number_of_threads(log: MatchLog, found: Review) -> None:
    again = review(log, msgspec.structs.replace(FEW, threads=3))
    assert again == found
    first = next(place.spot for place in places_of(log, 0) if place.spot is not None)
    other = next(place.spot for place in places_of(log, 1) if place.spot is not None)
    assert first.seed != other.seed
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review).seats == found.seats


def test_progress_is_told_and_can_stop_it(log: MatchLog, found: Review) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        review(log, FEW, progress=stop)
    assert told == [(1, len(found.decisions)), (2, len(found.decisions)), (3, len(found.decisions))]


# What cannot be reviewed


def test_what_cannot_be_reviewed_is_refused(log: MatchLog, monkeypatch: pytest.MonkeyPatch) -> None:
    running = msgspec.structs.replace(log, actions=log.actions[:20], result=None)
    with pytest.raises(BadInput, match="reviewed when it is over"):
        review(running, FEW)
    with pytest.raises(OtherRules, match="version 99"):
        review(msgspec.structs.replace(log, rules_version=99), FEW)
    with pytest.raises(BadLog, match="no result"):
        review(msgspec.structs.replace(log, result=None), FEW)
    for budget, says in (
        (Budget(seconds=1.0), "counts iterations"),
        (Budget(iterations=99), "100 to 1000000"),
        (Budget(iterations=2_000_000), "100 to 1000000"),
        (Budget(iterations=200, threads=0), "1 to 64"),
    ):
        with pytest.raises(BadInput, match=says):
            review(log, budget)
    monkeypatch.setattr(reviewing, "places_of", lambda *_: iter(()))
    with pytest.raises(BadInput, match="nobody had a choice"):
        review(log, FEW)


# The command


@pytest.fixture(scope="module")
def file(log: MatchLog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "match.json"
    path.write_bytes(export_log(log))
    return path


def test_the_command_prints_json_and_writes_a_page(
    file: Path, found: Review, capsys: pytest.CaptureFixture[str]
) -> None:
    page = file.parent / "review.html"
    assert main(["review", str(file), "--budget", "100", "--json", "--html", str(page)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == json.loads(msgspec.json.encode(found))
    assert "The page is in" in err
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<svg" in text
    assert not [part for part in ("http:", "https:", "src=", "<script", "<link") if part in text]


def test_a_review_is_told_in_words(log: MatchLog, found: Review) -> None:
    told = StringIO()
    marked = tuple(
        msgspec.structs.replace(decision, mark=Mark.BLUNDER, loss=0.2, error=0.01, hindsight=Hindsight.LUCKY)
        for decision in found.decisions[:2]
    )
    turn = Turn(1, 0, 0.2, 0.5, Cause.CHOICE, 0)
    accounts = (
        msgspec.structs.replace(found.seats[0], choices=-0.2, choices_error=0.02, told=Told.COST),
        msgspec.structs.replace(found.seats[1], told=Told.UNCLEAR),
    )
    shown = msgspec.structs.replace(found, decisions=marked, seats=accounts, turns=(turn,))
    show(log, shown, None, Console(file=told, width=200))
    text = told.getvalue()
    for part in (
        "2 decisions with a choice",
        "casual 0: its choices cost about 20 % of a win (± 2)",
        "easy 1: mostly luck",
        "from 20 to 50 %",
        "would win about 20 % (± 1) more often",
        "nobody could have known",
    ):
        assert part in text
    told = StringIO()
    show(log, msgspec.structs.replace(shown, decisions=(), turns=()), 1, Console(file=told, width=200))
    assert "No decision can be told from the best one." in told.getvalue()
    assert "casual 0: its" not in told.getvalue()


def test_the_command_refuses_what_it_cannot_review(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = file.parent / "running.json"
    log = import_log(file.read_bytes())
    running.write_bytes(export_log(msgspec.structs.replace(log, actions=log.actions[:20], result=None)))
    (file.parent / "text.json").write_text("hello")
    for arguments, says in (
        ([str(file.parent / "none.json")], "cannot be read"),
        ([str(file.parent / "text.json")], "no match log"),
        ([str(running)], "reviewed when it is over"),
        ([str(file), "--budget", "1s"], "counts iterations"),
        ([str(file), "--budget", "long"], "a budget is"),
        ([str(file), "--seat", "3"], "seats 1 to 2"),
        ([str(file), "--html", str(file.parent)], "can be written"),
    ):
        assert main(["review", *arguments]) == 2
        assert says in capsys.readouterr().err


def test_a_process_of_its_own_tells_its_progress_and_the_same_review(file: Path, found: Review) -> None:
    """What a server starts: `python -m elftafel.bots.reviewing`."""
    command = [sys.executable, "-m", "elftafel.bots.reviewing", "100", "0"]
    done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=True)
    *steps, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert steps[-1] == {"done": len(found.decisions), "total": len(found.decisions)}
    assert last["review"] == json.loads(msgspec.json.encode(found))
    wrong = subprocess.run(command, input=b"hello", capture_output=True, check=True)
    assert "no match log" in json.loads(wrong.stdout)["problem"]
