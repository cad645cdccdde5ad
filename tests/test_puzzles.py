"""Puzzles: those that ship are what they say; finding them and measuring them again gives the same each time."""

import io
import random
import re
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from elftafel import games, puzzles
from elftafel.bots.judging import Loss
from elftafel.cli import main
from elftafel.errors import BadInput
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck
from elftafel.lab import harvest, puzzling
from elftafel.lab.harvest import Goal, RunFile
from elftafel.lab.puzzling import Harvest, Search
from elftafel.puzzles import Evidence, Found, MoveCost, Puzzle
from elftafel.terminal.play import Quit
from elftafel.terminal.puzzles import PuzzleTable

SHIPPED = [game for game in games.NAMES if puzzles.shipped(game)]
EVERY = 7  # of the shipped puzzles is replayed; all of them with `make test-all`
FACTS = Path(__file__).resolve().parents[1] / "web" / "src" / "games"


def puzzle(number: int, players: int = 2, theme: str = "goes_out", margin: float = 0.2, easy: int = 0) -> Puzzle:
    """A puzzle of no game."""
    levels = {name: Found(0, 20) for name in ("casual", "strong", "expert")} | {"easy": Found(easy, 20)}
    evidence = Evidence(50_000, number, {2: MoveCost(margin, 0.01), 3: MoveCost(0.5, 0.02)}, levels)
    return Puzzle(f"{number:08x}", 1, f"test {number}", players, (1,), 1, theme, evidence)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_shipped_puzzle_has_its_evidence(game: str) -> None:
    facts = games.facts(game)
    found = puzzles.shipped(game)
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert one.rules_version == facts.rules_version, f"{one.id}: run `elftafel puzzles make {game}` again"
        assert one.evidence.clear, one.id
        assert one.evidence.iterations >= puzzling.TIMES * 5_000
        assert set(one.evidence.levels) == {level.partition("@")[0] for level, _ in puzzling.LEVELS}
        assert 1 <= one.difficulty <= 5
    assert len({one.players for one in found}) > 1
    assert len({one.theme for one in found}) > 1
    assert len({one.difficulty for one in found}) > 2


@pytest.mark.parametrize("game", SHIPPED)
def test_the_rules_lead_to_a_puzzle_and_nobody_plays_its_answer_at_a_glance(game: str) -> None:
    for one in puzzles.shipped(game)[::EVERY]:
        match = puzzles.position(game, one)
        assert one.answer in match.legal
        luck = new_luck(1)
        assert one.answer not in {int(verbs.prefer(match.state, luck)) for _ in range(8)}


def test_a_page_knows_for_which_games_there_are_puzzles() -> None:
    for game in games.NAMES:
        facts = (FACTS / game / "facts.ts").read_text(encoding="utf-8")
        assert ("puzzles: true" in facts) == (game in SHIPPED), game


def test_a_move_is_clearly_worse_by_eight_hundredths_and_five_errors() -> None:
    assert MoveCost(0.08, 0.016).clear
    assert not MoveCost(0.079, 0.001).clear
    assert not MoveCost(0.2, 0.05).clear
    assert not puzzle(1, margin=0.07).evidence.clear
    assert puzzle(1, margin=0.09).evidence.margin == MoveCost(0.09, 0.01)


def test_difficulty_follows_from_the_levels_that_find_it() -> None:
    def with_levels(easy: int, casual: int, strong: int) -> int:
        one = puzzle(1)
        levels = {"easy": Found(easy, 20), "casual": Found(casual, 20), "strong": Found(strong, 20)}
        return msgspec.structs.replace(one, evidence=msgspec.structs.replace(one.evidence, levels=levels)).difficulty

    assert [with_levels(*found) for found in ((10, 0, 0), (5, 0, 9), (0, 5, 9), (0, 0, 6), (0, 0, 3), (0, 0, 2))] == [
        *(1, 2, 2, 3, 4, 5),
    ]


def test_moves_that_are_far_behind_are_not_measured_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.NAMES[0]
    match = puzzles.begin(game, "far", 2)
    spot = puzzling.spot_of(match, 1)
    asked = []

    def measure(*given: object) -> dict[int, Loss]:
        *_, others, _, _, name = given
        assert isinstance(others, list)
        asked.append((name, others))
        if name == "all":
            return {action: Loss(0.1 if i == 0 else 0.3, 0.01) for i, action in enumerate(others)}
        return {action: Loss(0.12, 0.01) for action in others}

    monkeypatch.setattr(puzzling, "measure", measure)
    best, *others = spot.legal
    costs = puzzling.measured(spot, match.state, best, 1000)
    assert asked == [("all", others), ("close", others[:1])]
    assert costs[others[0]] == MoveCost(0.12, 0.01), "what chose the moves that are close is not what is told of them"
    assert all(cost == MoveCost(0.3, 0.01) for cost in list(costs.values())[1:])


def test_what_ships_is_spread_over_players_and_themes() -> None:
    search, goal = Search(games.NAMES[0], ""), Goal(10, 5)
    low, high = games.facts(search.game).players
    each = goal.each(search)
    assert each == -(-10 // (high - low + 1))
    same = [puzzle(number, low) for number in range(5)]
    assert len(list(harvest.spread(each, same))) == max(1, -(-each // 2)), "half of them may be of one kind"
    assert harvest.short_of(search, goal, same) == set(range(low, high + 1))
    full = [puzzle(10 * players + i, players, f"theme {i}") for players in range(low, high + 1) for i in range(each)]
    assert not harvest.short_of(search, goal, full)
    assert len(harvest.chosen(search, goal, [*same, *full])) >= 10
    assert len(harvest.chosen(search, goal, same)) == 5, "better of one kind than none"


def test_a_run_continues_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search, goal, path = Search(games.NAMES[0], "again"), Goal(4, 6), tmp_path / "run.jsonl"
    searched = []

    def search_round(search: Search, number: int) -> Harvest:
        searched.append(number)
        return Harvest(number, 9, 1, 1, (puzzle(number, search.players(number), f"theme {number}"),))

    monkeypatch.setattr(harvest, "search_round", search_round)
    found = harvest.harvest(search, goal, RunFile(search, path, fresh=False))
    assert found
    before = list(searched)
    path.write_bytes(path.read_bytes() + b'{"number":')  # as a kill leaves it
    assert harvest.harvest(search, goal, RunFile(search, path, fresh=False)) == found
    assert searched == before
    with pytest.raises(BadInput, match="another search"):
        RunFile(Search(games.NAMES[0], "other"), path, fresh=False)
    with pytest.raises(BadInput, match="count"):
        harvest.harvest(search, Goal(0, 1), RunFile(search, path, fresh=False))


def test_puzzles_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    puzzles.write(path, [puzzle(2), puzzle(1)])
    assert puzzles.read(path) == (puzzle(1), puzzle(2))
    path.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.raises(BadInput, match="line 3"):
        puzzles.read(path)
    game = SHIPPED[0]
    with pytest.raises(BadInput, match="rules_version"):
        puzzles.position(game, msgspec.structs.replace(puzzles.shipped(game)[0], rules_version=0))
    one = puzzles.shipped(game)[0]
    with pytest.raises(BadInput, match="evidence"):
        puzzles.position(game, msgspec.structs.replace(one, answer=max(one.evidence.costs) + 1))


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    game = SHIPPED[0]
    one = puzzles.shipped(game)[0]
    match = puzzles.position(game, one)
    console = Console(record=True, width=100, force_terminal=False, no_color=True)
    table = PuzzleTable(game, "en", console, luck=random.Random(1))
    wrong = match.legal.index(next(action for action in match.legal if action != one.answer)) + 1
    answers = iter([str(wrong), "l", "", str(match.legal.index(one.answer) + 1), "e", "", "h", "q"])
    table.ask = lambda _: next(answers)
    with pytest.raises(Quit):
        table.solve(one)
    text = re.sub(r"\s+", " ", console.export_text())
    assert "Another move wins more often" in text
    assert "That’s it!" in text
    assert f"{one.evidence.iterations:,} iterations" in text
    assert "Solved in a row: 0" in text, "the first try counts"
    assert "The answer:" in text


def test_the_commands_answer_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = SHIPPED[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # nobody answers
    bad = (
        (["play", game, "--puzzle", "nothing"], "puzzle"),
        (["make", game, "--count", "0"], "count"),
        (["make", game, "--budget", "10"], "budget"),
        (["make", game, "--budget", "1s"], "budget"),
        (["make", game, "--jobs", "0"], "jobs"),
        (["make", game, "--out", str(tmp_path / "none" / "file")], "save"),
        (["check", "--file", str(tmp_path / "file")], "file"),
        (["check", game, "--file", str(tmp_path / "file")], "file"),
    )
    for arguments, field in bad:
        assert main(["puzzles", *arguments]) == 2, arguments
        assert field in capsys.readouterr().err, arguments
    assert main(["puzzles", "play", game, "--puzzle", puzzles.shipped(game)[0].id]) == 0
    assert "One move is clearly best" in capsys.readouterr().out
