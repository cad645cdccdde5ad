"""`elftafel study`: what a game is like, for all numbers of players and with each option on and off.

A study is a list of parts, each of a few seconds. Finished parts are kept in a file in the user's cache folder, so a
study that was stopped continues. `study_page` writes the page.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

import msgspec
import numpy as np

from elftafel import __version__, games
from elftafel.errors import BadInput
from elftafel.games.facts import Facts
from elftafel.kernel.jit import cache_folder
from elftafel.lab import arena, measures, skill
from elftafel.lab.estimates import progress_bar
from elftafel.lab.measures import Choices, Shape, Tension, choices_of, shape_of, skill_of, tension_of
from elftafel.lab.skill import SkillFigures, skill_figures
from elftafel.lab.workers import finished

QUICK = ("casual", "easy")  # unequal players who decide at once
THOROUGH = ("expert@300", "casual")  # … and one who searches


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """How much is played for each number of players."""

    rounds: int = 40_000  # for the shape of a round; with an option changed a quarter of it
    deals: int = 20_000  # of duplicate play by players who decide at once; with an option changed a quarter
    searched: int = 30  # deals of duplicate play by one who searches
    followed: int = 120  # rounds whose chances are followed
    playouts: int = 40  # for each look at the chances
    decisions: int = 60  # about which several searches are asked

    def times(self, factor: float) -> "Sizes":
        """All sizes larger or smaller, but enough for intervals."""
        given = msgspec.structs.asdict(self).items()
        return Sizes(**{name: max(20, round(factor * size)) for name, size in given})


class Part(msgspec.Struct, frozen=True):
    """One measurement."""

    kind: str  # shape, quick, thorough, tension, choices
    players: int
    option: str | None = None  # the one that is not as usual
    value: Any = None


class StudyPlan(msgspec.Struct, frozen=True):
    """Everything that decides the result."""

    game: str
    seed: str
    scale: float
    sizes: Sizes
    parts: tuple[Part, ...]
    sources: str  # a hash of rules and bots
    version: str = __version__


Figures = Shape | SkillFigures | Tension | Choices


class Measured(msgspec.Struct, frozen=True):
    """A finished part."""

    number: int
    figures: Figures


class Study(msgspec.Struct, frozen=True):
    """A finished study."""

    plan: StudyPlan
    measured: tuple[Measured, ...]  # in the order of the plan's parts

    def all_of(self, kind: str, option: str | None = None, value: Any = None) -> dict[int, Any]:
        """The figures of one kind by number of players, with the options as usual or one of them changed."""
        wanted = (kind, option, value)
        parts = [self.plan.parts[one.number] for one in self.measured]
        return {
            part.players: one.figures
            for part, one in zip(parts, self.measured, strict=True)
            if (part.kind, part.option, part.value) == wanted
        }

    def changes(self) -> list[tuple[str, Any]]:
        """Every option with each value that was tried."""
        return list(dict.fromkeys((part.option, part.value) for part in self.plan.parts if part.option is not None))


def plan_of(name: str, scale: float = 1.0, seed: str | None = None) -> StudyPlan:
    """The parts of a game's study."""
    facts = games.facts(name)
    low, high = facts.players
    counts = range(low, high + 1)
    parts = [Part(kind, players) for kind in ("shape", "quick") for players in counts]
    for option, value in changes_of(facts):
        for players in counts:
            with suppress(BadInput):  # an option that is not for so many
                facts.read_options({option: value}, players)
                parts += [Part(kind, players, option, value) for kind in ("shape", "quick")]
    parts += [Part(kind, players) for kind in ("tension", "choices", "thorough") for players in counts]
    name_of_seed = "study" if seed is None else seed
    return StudyPlan(name, name_of_seed, scale, Sizes().times(scale), tuple(parts), sources())


def changes_of(facts: Facts) -> Iterator[tuple[str, Any]]:
    """Every option with each value beside the usual one. Of colours one is enough: they are alike."""
    for field in msgspec.structs.fields(facts.options):
        kinds = get_args(field.type) if get_origin(field.type) is UnionType else (field.type,)
        for kind in kinds:
            if kind is bool:
                yield field.name, not field.default
            elif isinstance(kind, type) and issubclass(kind, StrEnum):
                others = [value.value for value in kind if value != field.default]
                yield from ((field.name, value) for value in (others[:1] if len(kinds) > 1 else others))


def sources() -> str:
    """A hash of rules, bots, and how they are measured."""
    digest = hashlib.sha256(arena.sources().encode())
    for module in (__file__, measures.__file__, skill.__file__):
        digest.update(Path(module).read_bytes())
    return digest.hexdigest()[:16]


def measure(plan: StudyPlan, number: int) -> Measured:
    """Do one part, in whatever process."""
    if plan.sources != sources():
        raise BadInput("sources", sources(), f"rules and bots here are not those of the study, {plan.sources}")
    part, sizes = plan.parts[number], plan.sizes
    game = games.load(plan.game)
    changed = {} if part.option is None else {part.option: part.value}
    options = game.facts.read_options(changed, part.players)
    seed = f"{plan.seed} {part.kind} {part.players} {part.option} {part.value}"
    share = 1 if part.option is None else 4
    if part.kind == "shape":
        return Measured(number, shape_of(game, options, part.players, max(20, sizes.rounds // share), seed))
    if part.kind == "quick":
        return Measured(number, skill_of(game, options, part.players, QUICK, max(20, sizes.deals // share), seed))
    if part.kind == "tension":
        return Measured(number, tension_of(game, options, part.players, sizes.followed, sizes.playouts, seed))
    if part.kind == "choices":
        return Measured(number, choices_of(game, options, part.players, sizes.decisions, seed))
    setup = arena.prepare(game, options, THOROUGH, part.players, seed=seed)
    points = np.array([arena.play_deal(setup, deal).points for deal in range(sizes.searched)])[:, :, 0]
    return Measured(number, skill_figures(points, np.zeros(len(points), int), THOROUGH))


def usual_path(plan: StudyPlan) -> Path:
    """Where the finished parts are kept, under a name that depends on everything that decides the study."""
    digest = hashlib.sha256(msgspec.json.encode(plan, order="sorted")).hexdigest()
    return cache_folder().parent / "study" / f"{plan.game}-{digest[:16]}.jsonl"


def read_parts(path: Path) -> dict[int, Measured]:
    """The parts that are finished; a line that is not whole was being written when the study was stopped."""
    done: dict[int, Measured] = {}
    with suppress(FileNotFoundError):
        for line in path.read_bytes().splitlines():
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                part = msgspec.json.decode(line, type=Measured)
                done[part.number] = part
    return done


def conduct(
    plan: StudyPlan, *, jobs: int = 1, on_ray: bool = False, fresh: bool = False, progress: bool = False
) -> Study:
    """Do the parts that are not finished yet; returns the whole study."""
    path = usual_path(plan)
    numbers = range(len(plan.parts))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            path.unlink(missing_ok=True)
        done = read_parts(path)
        missing = [number for number in numbers if number not in done]
        what = f"{games.facts(plan.game).title}, parts"
        with (
            path.open("ab") as file,
            progress_bar(len(numbers), progress, what, len(done)) as advance,
            closing(finished(measure, plan, missing, jobs, on_ray)) as coming,
        ):
            file.write(b"\n")  # after a line that was not finished
            for part in coming:
                done[part.number] = part
                file.write(msgspec.json.encode(part) + b"\n")
                file.flush()
                advance(1)
    except OSError as error:
        raise BadInput("study", str(path), f"cannot be kept there: {error.strerror or error}") from None
    except KeyboardInterrupt:
        print(f"\nStopped after {len(done)} of {len(numbers)} parts. The same command continues.", file=sys.stderr)
        raise
    return Study(plan, tuple(done[number] for number in numbers))
