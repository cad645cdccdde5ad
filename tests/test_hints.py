"""Hints: order, figures and their errors, reasons, and that they tell only what the seat may know."""

import json
import re
import string
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from elftafel import games
from elftafel.bots.hints import Hint, hints, in_order
from elftafel.bots.levels import Budget, read_budget
from elftafel.bots.thinking import Standing, Verdict
from elftafel.errors import BadInput
from elftafel.games.drawing import say_reason
from elftafel.games.messages import NOTHING_BETTER, Reason
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.jit import PLAIN
from elftafel.match import Match, Seat, export_log, seed_from
from elftafel.terminal.play import Quit, TerminalTable
from tests.games.elfer_raus import test_rules as elfer
from tests.settings import covering

WALKS = Budget(iterations=60 if PLAIN else 400)
DECODER = msgspec.json.Decoder(tuple[Hint, ...])


@pytest.fixture(scope="module")
def game() -> Any:
    return games.load("elfer_raus")


def new_match(game: Any, plies: int = 6) -> Match:
    seats = (Seat("Ann"), Seat("Ben", "casual"))
    match = Match(game, game.facts.read_options({}, 2), seats, seed_from("hints"), rounds=2)
    luck = new_luck(1)
    for _ in range(plies):
        match.apply(int(verbs.prefer(match.state, luck)))
    while len(game.legal(match.state)) < 2 or match.state.seat != 0:
        match.apply(int(verbs.prefer(match.state, luck)))
    return match


# What the search says


def test_the_last_card_comes_first_with_a_win_that_is_nearly_certain(game: Any) -> None:
    state = elfer.scene("r11 y11-12", "r12", "y13 y14", stock="b1-3")
    only = hints(game, state, 0, WALKS)
    assert [hint.action for hint in only] == [elfer.action("r12")]
    assert only[0].win == 1
    assert 0 < only[0].win_error < 0.2
    assert only[0].points == 0
    assert only[0].reasons == (Reason("goes_out"),)


def test_a_move_that_loses_at_once_comes_last(game: Any) -> None:
    """Red 12 goes out; ending the turn lets seat 1 go out with the only card that nobody has seen."""
    state = elfer.scene("r11 g11-12", "r12", "g13", laid=1)
    best, worst = hints(game, state, 0, WALKS)
    assert (best.action, best.win, best.points) == (elfer.action("r12"), 1, 0)
    assert (worst.action, worst.win, worst.points) == (elfer.END, 0, -12)
    assert worst.reasons == (Reason("keeps_block", 1),)


def test_every_legal_move_has_figures_within_bounds_and_errors(game: Any) -> None:
    match = new_match(game)
    found = hints(game, match.state, 0, WALKS)
    assert sorted(hint.action for hint in found) == game.legal(match.state)
    for hint in found:
        assert 0 <= hint.win <= 1
        assert 0 < hint.win_error <= 0.5
        assert hint.points <= 0 < hint.points_error
        assert hint.move == game.move_of(hint.action)
        assert 1 <= len(hint.reasons) <= 3


def test_every_move_has_figures_even_with_the_smallest_budget(game: Any) -> None:
    match = new_match(game)
    for budget in (Budget(iterations=1), Budget(seconds=1e-6), Budget(iterations=1, threads=2)):
        assert sorted(hint.action for hint in hints(game, match.state, 0, budget)) == game.legal(match.state)


def test_errors_shrink_with_the_budget(game: Any) -> None:
    match = new_match(game)
    few, many = (hints(game, match.state, 0, Budget(iterations=n)) for n in (40, 640))
    for error in ("win_error", "points_error"):
        worst = [max(getattr(hint, error) for hint in found) for found in (few, many)]
        assert worst[1] < 0.7 * worst[0]


@pytest.mark.skipif(PLAIN, reason="many walks")
def test_errors_are_honest(game: Any) -> None:
    """The figures of many short searches lie around those of a long one as widely as their errors say."""
    state = new_match(game).state
    true = {hint.action: hint for hint in hints(game, state, 0, Budget(iterations=40_000), seed=999)}
    misses = []
    for seed in range(40):
        for hint in hints(game, state, 0, Budget(iterations=400), seed=seed):
            misses.append((hint.points - true[hint.action].points) / hint.points_error)
    inside = sum(abs(miss) < 1.96 for miss in misses) / len(misses)
    assert inside > 0.85, f"only {inside:.0%} of the figures lie within 1.96 errors"


@pytest.mark.skipif(PLAIN, reason="many walks")
def test_errors_are_no_larger_than_they_must_be(game: Any) -> None:
    """With rounds left a round moves the chance of the win a little only, and so do the errors."""
    state = new_match(game).state
    last, first = (
        hints(game, state, 0, Budget(iterations=4_000), Standing((0, 0), rounds), seed=1)[0] for rounds in (0, 9)
    )
    assert first.win_error < last.win_error / 1.5


def test_the_same_seed_and_iterations_give_the_same_hints(game: Any) -> None:
    match = new_match(game)
    one, again, other = (hints(game, match.state, 0, WALKS, seed=seed) for seed in (3, 3, 4))
    assert one == again
    assert one != other


def test_the_position_stays_as_it_is(game: Any) -> None:
    match = new_match(game)
    before = record.save(match.state)
    hints(game, match.state, 0, WALKS)
    assert record.save(match.state) == before


def test_hints_do_not_depend_on_what_the_seat_cannot_know(game: Any) -> None:
    match = new_match(game)
    luck = new_luck(8)
    expected = hints(game, match.state, 0, WALKS, seed=2)
    for _ in range(3):
        other = record.copy(match.state)
        verbs.redeal(other, 0, luck)
        assert other.hands[1].tolist() != match.state.hands[1].tolist()
        assert hints(game, other, 0, WALKS, seed=2) == expected


@pytest.mark.parametrize("name", games.NAMES)
def test_hints_of_every_game_do_not_depend_on_what_the_seat_cannot_know(name: str) -> None:
    game = games.load(name)
    players = game.facts.players[0]
    state, _ = game.new_round(game.facts.read_options({}, players), players, 0, bytes(32), 0)
    luck = new_luck(2)
    while state.ply < 20 or len(game.legal(state)) < 2:
        game.apply(state, int(verbs.prefer(state, luck)))
    other = record.copy(state)
    verbs.redeal(other, int(state.seat), luck)
    assert record.save(other) != record.save(state)
    found = hints(game, state, int(state.seat), Budget(iterations=8))
    assert found == hints(game, other, int(state.seat), Budget(iterations=8))
    assert sorted(hint.action for hint in found) == game.legal(state)
    assert DECODER.decode(msgspec.json.encode(found))


def test_the_match_around_the_round_counts(game: Any) -> None:
    match = new_match(game)
    behind = hints(game, match.state, 0, WALKS, Standing((-500, 0)))
    ahead = hints(game, match.state, 0, WALKS, Standing((0, -500)))
    assert max(hint.win for hint in behind) == 0
    assert min(hint.win for hint in ahead) == 1


def test_hints_go_through_json(game: Any) -> None:
    found = hints(game, new_match(game).state, 0, WALKS)
    text = msgspec.json.encode(found)
    read = DECODER.decode(text)
    assert [game.read_move(hint.move) for hint in read] == [hint.move for hint in found]
    assert [msgspec.structs.replace(hint, move=None) for hint in read] == [
        msgspec.structs.replace(hint, move=None) for hint in found
    ]


def test_what_cannot_be_answered_is_refused(game: Any) -> None:
    match = new_match(game)
    state = match.state
    over = record.copy(state)
    over.over = 1
    for arguments, says in (
        ((state, 1), "AL-3"),
        ((state, 7), "the seats are 0 to 1"),
        ((state, -1), "the seats are 0 to 1"),
        ((over, 0), "round that is running"),
        ((state, 0, Budget()), "more than zero"),
        ((state, 0, WALKS, Standing((1, 2, 3))), "the points of 2 seats"),
        ((state, 0, WALKS, Standing((1, 2), -1)), "0 or more rounds"),
    ):
        with pytest.raises(BadInput, match=says):
            hints(game, *arguments)
    assert read_budget("0.5s") == Budget(seconds=0.5)
    assert read_budget("500") == Budget(iterations=500)
    with pytest.raises(BadInput, match="seconds"):
        read_budget("long")


def test_shares_of_the_win_never_contradict_the_order() -> None:
    """Neighbours that do get their common mean, weighted by deals."""
    given = [(0.5, 100), (0.6, 100), (0.3, 50), (0.4, 25), (0.1, 10)]
    verdicts = [Verdict(action, visits, win, 0.1, 0.0, 1.0) for action, (win, visits) in enumerate(given)]
    shown = in_order(verdicts)
    assert [verdict.action for verdict in shown] == [0, 1, 2, 3, 4]
    assert [verdict.win for verdict in shown] == pytest.approx([0.55, 0.55, 1 / 3, 1 / 3, 0.1])
    assert in_order(verdicts[:1]) == verdicts[:1]


def test_a_recommended_move_that_only_costs_says_that_nothing_is_better(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = new_match(game).state
    monkeypatch.setattr(game.why, "reasons", lambda state, action: (Reason("opens_row_for_others", 1),))
    best, *others = hints(game, state, 0, WALKS)
    assert best.reasons == (Reason(NOTHING_BETTER), Reason("opens_row_for_others", 1))
    assert {hint.reasons for hint in others} == {(Reason("opens_row_for_others", 1),)}
    assert say_reason({}, best.reasons[0]) == "nothing better to do"


# What the reasons say


@pytest.mark.parametrize("name", games.NAMES)
def test_reasons_are_known_few_and_do_not_peek(name: str) -> None:
    scenes = import_module(f"tests.games.{name}.test_reasons")
    luck = new_luck(4)
    seen = set()
    for _, players, options in covering(name):
        game = games.load(name)
        state, _ = game.new_round(game.facts.read_options(options, players), players, 0, bytes([7]) * 32, 0)
        while not state.over:
            legal = game.legal(state)
            other = record.copy(state)
            verbs.redeal(other, int(state.seat), luck)
            if pick(luck, 4) == 0:
                for action in legal[:: 1 + len(legal) // 8]:
                    told = game.reasons(state, action)
                    assert told == game.reasons(other, action)
                    assert 1 <= len(told) <= 3
                    assert len({reason.key for reason in told}) == len(told)
                    costs = [reason.key in game.why.COSTS for reason in told]
                    assert costs == sorted(costs), "what speaks for a move comes first"
                    seen |= {reason.key for reason in told}
                    after = record.copy(state)
                    game.apply(after, action)
                    scenes.check_reasons(game, state, after, {reason.key: reason.value for reason in told})
            game.apply(state, legal[int(pick(luck, len(legal)))])
    assert seen <= set(game.why.REASONS)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_reason_has_words_and_no_words_are_left_over(name: str) -> None:
    keys, words = games.load(name).why.REASONS, games.load_terminal(name).REASON_WORDS
    assert set(words) == set(keys)
    assert set(games.load(name).why.COSTS) < set(keys)
    assert len(set(keys)) == len(keys)
    for key in keys:
        for value in (None, 1, 3, 0.25):
            said = say_reason(words, Reason(key, value))
            assert said
            assert "{" not in said
        fields = {field for _, field, _, _ in string.Formatter().parse(words[key]) if field}
        assert fields <= {"n", "s", "v", "p"}


# In the terminal


def typed(match: Match, *lines: str) -> str:
    answers = iter(lines)
    out = StringIO()
    table = TerminalTable(
        match, 0, Console(file=out, width=100, markup=False, no_color=True), lambda _: next(answers, "q")
    )
    with pytest.raises(Quit):
        table.play()
    return out.getvalue()


def test_h_shows_the_best_moves_numbered_as_in_the_list(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elftafel.terminal.hints.HINT_BUDGET", WALKS)
    match = new_match(game)
    told = typed(match, "h", "hint", "q")
    assert "h hint" in told
    assert told.count("Thinking …") == 2
    best = hints(game, match.state, 0, WALKS, Standing(tuple(match.totals), 1), seed=int(match.state.ply))[0]
    number = game.legal(match.state).index(best.action) + 1
    table = told.split("Thinking …")[1]
    first = table.splitlines()[2]
    assert re.match(
        rf"\s*{number}\s+(lay \w+ . \d+|end turn)\s+[\d.]+% ± [\d.]+%\s+-\d+\.\d\d ± \d+\.\d\d\s+\w", first
    ), first
    shown = [line for line in table.splitlines() if "% ±" in line]
    assert len(shown) == min(5, len(game.legal(match.state)))


def test_a_search_that_is_not_compiled_yet_is_announced(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elftafel.terminal.hints.HINT_BUDGET", WALKS)
    monkeypatch.setattr("elftafel.terminal.hints.is_warm", lambda name, thinking: False)
    compiled = []
    monkeypatch.setattr("elftafel.terminal.hints.warm", lambda name, thinking: compiled.append((name, thinking)))
    told = typed(new_match(game), "h")
    assert told.index("Compiling the search") < told.index("Thinking …")
    assert compiled == [("elfer_raus", True)]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "elftafel", "hint", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_the_command_hint(game: Any, tmp_path: Path) -> None:
    match = new_match(game)
    log = tmp_path / "match.json"
    log.write_bytes(export_log(match.log()))
    told = run(str(log), "--budget", "200")
    assert told.returncode == 0, told.stderr
    assert "Ann, round 1 of 2:" in told.stdout
    assert "% ±" in told.stdout
    found = json.loads(run(str(log), "--budget", "200", "--json", "--ply", str(len(match.actions))).stdout)
    assert sorted(hint["action"] for hint in found) == game.legal(match.state)
    assert {"move", "win", "win_error", "points", "points_error", "reasons"} < set(found[0])


def test_the_command_hint_refuses_what_it_cannot_answer(game: Any, tmp_path: Path) -> None:
    match = new_match(game)
    luck = new_luck(2)
    while not match.state.over:
        match.apply(int(verbs.prefer(match.state, luck)))
    ended = len(match.actions)
    match.next_round()
    while not match.over:
        match.apply(int(verbs.prefer(match.state, luck)))
    log = tmp_path / "match.json"
    log.write_bytes(export_log(match.log()))
    for arguments, says in (
        ((), "the match is over"),
        (("--ply", str(ended)), "a round is over"),
        (("--ply", "100000"), "this match has plies"),
        (("--budget", "soon"), "seconds (0.2s) or iterations (5000)"),
        (("--budget", "0"), "more than zero"),
    ):
        told = run(str(log), *arguments)
        assert told.returncode == 2
        assert says in told.stderr
        assert "Traceback" not in told.stderr
