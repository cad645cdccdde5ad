"""`elftafel puzzles make`: rounds are searched until there are enough puzzles; a run that was stopped continues.

The file of a run has its search in the first line, then a line for each round. What ships is chosen
from all that was found: evenly over the numbers of players, and no kind of reason more than half.
"""

import hashlib
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from elftafel import games
from elftafel.errors import BadInput
from elftafel.kernel.jit import cache_folder
from elftafel.lab.puzzling import Harvest, Judged, Search, judge_again, search_round
from elftafel.lab.workers import finished
from elftafel.puzzles import Puzzle

MOST_PUZZLES = 1_000
MOST_OF_A_THEME = 0.5  # of the puzzles for one number of players


class Goal(msgspec.Struct, frozen=True):
    """How many puzzles are wanted, and how many rounds may be searched for them."""

    count: int
    rounds: int

    def check(self) -> None:
        """Raise BadInput for what cannot be wanted."""
        if not 1 <= self.count <= MOST_PUZZLES:
            raise BadInput("count", self.count, f"1 to {MOST_PUZZLES} puzzles")
        if self.rounds < 1:
            raise BadInput("rounds", self.rounds, "1 or more")

    def each(self, search: Search) -> int:
        """How many for each number of players."""
        low, high = games.facts(search.game).players
        return math.ceil(self.count / (high - low + 1))


class RunFile:
    """The rounds that were searched, on disk."""

    def __init__(self, search: Search, path: Path | None, fresh: bool) -> None:
        self.search = search
        self.path = usual_path(search) if path is None else path
        self.rounds: dict[int, Harvest] = {}
        try:
            if path is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            lines = [] if fresh or not self.path.exists() else self.path.read_bytes().splitlines()
            if lines and msgspec.json.encode(search) != lines[0]:
                raise BadInput("run", str(self.path), "another search; name another file or start anew with --fresh")
            for line in lines[1:]:
                with suppress(msgspec.DecodeError):  # the last one may have been cut off by a kill
                    harvest = msgspec.json.decode(line, type=Harvest)
                    self.rounds[harvest.number] = harvest
            whole = [search, *self.rounds.values()]
            self.path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in whole))
        except OSError as error:
            raise BadInput("run", str(self.path), f"cannot be used: {error.strerror or error}") from None

    def add(self, harvest: Harvest) -> None:
        """Write a searched round."""
        self.rounds[harvest.number] = harvest
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(harvest) + b"\n")

    @property
    def found(self) -> list[Puzzle]:
        """All puzzles, in the order of their rounds."""
        return [puzzle for number in sorted(self.rounds) for puzzle in self.rounds[number].found]


def usual_path(search: Search) -> Path:
    """Where a run is kept unless a path is given: in the user's cache folder, by all that decides it."""
    digest = hashlib.sha256(msgspec.json.encode(search)).hexdigest()
    return cache_folder().parent / "puzzles" / f"{search.game}-{digest[:16]}.jsonl"


def harvest(search: Search, goal: Goal, run: RunFile, jobs: int = 1, on_ray: bool = False) -> list[Puzzle]:
    """Search rounds until the goal is reached; returns the puzzles that were chosen."""
    goal.check()
    while True:
        numbers = next_rounds(search, goal, run)
        if not numbers:
            return chosen(search, goal, run.found)
        with closing(finished(search_round, search, numbers, jobs, on_ray)) as parts:
            for part in parts:
                run.add(part)
                tell(search, goal, run)


def next_rounds(search: Search, goal: Goal, run: RunFile) -> list[int]:
    """Some rounds more, for the numbers of players that have too few puzzles."""
    short = short_of(search, goal, run.found)
    if not short:
        return []
    step = 8 * len(short)
    open_rounds = (
        number for number in range(goal.rounds) if number not in run.rounds and search.players(number) in short
    )
    return [number for number, _ in zip(open_rounds, range(step), strict=False)]


def short_of(search: Search, goal: Goal, found: Sequence[Puzzle]) -> set[int]:
    """The numbers of players that have too few puzzles of enough kinds."""
    low, high = games.facts(search.game).players
    have = Counter(puzzle.players for puzzle in spread(goal.each(search), found))
    return {players for players in range(low, high + 1) if have[players] < goal.each(search)}


def spread(each: int, found: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """The first puzzles of each theme and number of players that may ship."""
    most = max(1, math.ceil(MOST_OF_A_THEME * each))
    themes: Counter[tuple[int, str]] = Counter()
    sizes: Counter[int] = Counter()
    for puzzle in found:
        kind = (puzzle.players, puzzle.theme)
        if themes[kind] < most and sizes[puzzle.players] < each:
            themes[kind] += 1
            sizes[puzzle.players] += 1
            yield puzzle


def chosen(search: Search, goal: Goal, found: Sequence[Puzzle]) -> list[Puzzle]:
    """What ships: evenly spread first; if that is too little, the surest of the others."""
    best = list(spread(goal.each(search), found))
    taken = {puzzle.id for puzzle in best}
    others = [puzzle for puzzle in found if puzzle.id not in taken]
    others.sort(key=lambda puzzle: -puzzle.evidence.margin.value)
    return [*best, *others][: max(goal.count, len(best))] if len(best) < goal.count else best


def check(search: Search, shipped: Sequence[Puzzle], jobs: int = 1, on_ray: bool = False) -> Iterator[Judged]:
    """Measure puzzles again, in any order."""
    check = Again(search, tuple(shipped))
    yield from finished(again, check, range(len(shipped)), jobs, on_ray)


class Again(msgspec.Struct, frozen=True):
    """Puzzles to be measured again."""

    search: Search
    puzzles: tuple[Puzzle, ...]


def again(check: Again, number: int) -> Judged:
    """One of them."""
    return judge_again(check.search, check.puzzles[number])


def tell(search: Search, goal: Goal, run: RunFile) -> None:
    """Say on the terminal how far a run is."""
    parts = run.rounds.values()
    line = (
        f"{games.facts(search.game).title}: {len(chosen(search, goal, run.found))} of {goal.count} puzzles; "
        f"{len(run.rounds)} rounds, {sum(part.decisions for part in parts):,} decisions, "
        f"{sum(part.looks for part in parts):,} looked at, {sum(part.longer for part in parts):,} for long, "
        f"{len(run.found)} found"
    )
    end = "\r" if sys.stderr.isatty() else "\n"
    print(f"{line}   ", end=end, file=sys.stderr, flush=True)
