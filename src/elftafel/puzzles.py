"""Puzzles: positions from expert play in which one move is clearly better than all others.

They are data beside each game: a file `games/<game>/puzzles.jsonl` with a puzzle a line, each with
the evidence for its answer. A game needs none. `lab/puzzling.py` finds them; docs/puzzles.md says how.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from elftafel import games
from elftafel.errors import BadInput
from elftafel.match import Match, Seat, seed_from

LEAST_MARGIN = 0.08  # of a win: so much more often the answer wins than every other move
LEAST_ERRORS = 5.0  # standard errors by which it is better
EASIEST, HARDEST = 1, 5
FILE = "puzzles.jsonl"


class MoveCost(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What another move costs in shares of a win, with one standard error."""

    value: float
    error: float

    @property
    def clear(self) -> bool:
        """True if a move that costs this is worse beyond doubt."""
        return self.value >= LEAST_MARGIN and self.value >= LEAST_ERRORS * self.error


class Found(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """How many of so many bots of a level, each with other luck, play the answer."""

    found: int
    tried: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.found / self.tried


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured."""

    iterations: int
    seed: int
    costs: dict[int, MoveCost]  # of every other legal action
    levels: dict[str, Found]

    @property
    def margin(self) -> MoveCost:
        """What the second best move costs."""
        return min(self.costs.values(), key=lambda cost: cost.value)

    @property
    def clear(self) -> bool:
        """True if every other move is worse beyond doubt."""
        return all(cost.clear for cost in self.costs.values())


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as its line has it: a single round from its log, and the answer at its end."""

    id: str
    rules_version: int
    seed: str  # any text, as `elftafel play --seed` takes it
    players: int
    actions: tuple[int, ...]
    answer: int
    theme: str  # the key of the first reason for the answer
    evidence: Evidence

    @property
    def difficulty(self) -> int:
        """From 1 to 5, by the levels that find the answer."""
        share = {level: found.share for level, found in self.evidence.levels.items()}
        if share["easy"] >= 0.5:
            return EASIEST
        if share["easy"] >= 0.25 or share["casual"] >= 0.25:
            return 2
        return 3 if share["strong"] >= 0.3 else 4 if share["strong"] >= 0.15 else HARDEST


def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the program; none for a game without."""
    return _shipped(games.facts(game).name)


@cache
def _shipped(game: str) -> tuple[Puzzle, ...]:
    path = place(game)
    return read(path) if path.is_file() else ()


def place(game: str) -> Path:
    """Where the puzzles of a game are kept."""
    return games.FOLDER / game / FILE


def read(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles in a file; BadInput names the line that is none."""
    found: list[Puzzle] = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as error:
            raise BadInput("puzzles", f"{path.name}, line {number}", str(error)) from None
    return tuple(found)


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles, in the order of their ids."""
    lines = [msgspec.json.encode(puzzle) + b"\n" for puzzle in sorted(puzzles, key=lambda one: one.id)]
    path.write_bytes(b"".join(lines))


def named(game: str, id: str) -> Puzzle:
    """A shipped puzzle by its id; BadInput if there is none."""
    for puzzle in shipped(game):
        if puzzle.id == id:
            return puzzle
    raise BadInput("puzzle", id[:40], f"one of the {len(shipped(game))} puzzles of {games.facts(game).title}")


def begin(game: str, seed: str, players: int) -> Match:
    """The match of a puzzle after the deal: a single round, all options as usual."""
    facts = games.facts(game)
    facts.check_players(players)
    options = facts.read_options({}, players)
    seats = tuple(Seat(f"Bot {seat + 1}", "expert") for seat in range(players))
    return Match(games.load(game), options, seats, seed_from(seed), rounds=1)


def position(game: str, puzzle: Puzzle) -> Match:
    """The match at the puzzle's decision; BadInput if the rules do not lead there."""
    match = begin(game, puzzle.seed, puzzle.players)
    if puzzle.rules_version != match.game.facts.rules_version:
        raise BadInput("rules_version", puzzle.rules_version, f"puzzle {puzzle.id} was made by other rules")
    for action in puzzle.actions:
        match.apply(action)
    choices: list[Any] = [] if match.turn is None else match.legal
    if sorted([puzzle.answer, *puzzle.evidence.costs]) != choices:
        raise BadInput("puzzle", puzzle.id, f"its evidence is about {len(puzzle.evidence.costs) + 1} legal actions")
    return match
