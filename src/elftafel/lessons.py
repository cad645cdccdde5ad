"""Lessons: real positions of a game at which a newcomer does one thing after the other.

They are data beside each game, in `games/<game>/lessons`: a TOML file a lesson, found by its name,
and the words of all of them in one JSON file a language. A game needs none.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from elftafel import games
from elftafel.errors import BadInput
from elftafel.games.messages import Move
from elftafel.games.rulebook import LANGUAGES
from elftafel.kernel.journal import Step
from elftafel.match import Match, Seat, seed_from


class WrongTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move that a newcomer may try here, and the rule against it."""

    move: dict[str, Any]
    rule: str


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do: at which ply of its scene, and which moves do it. The first is the one of the log."""

    key: str
    ply: int
    expect: tuple[dict[str, Any], ...]
    refused: tuple[WrongTry, ...] = ()


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """A round from its log, with the steps at some of its decisions."""

    seed: str  # any text, as `elftafel play --seed` takes it
    players: int
    actions: tuple[int, ...]
    steps: tuple[LessonStep, ...]
    options: dict[str, Any] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"scenes": "scene"}):
    """A lesson as its file has it."""

    scenes: tuple[Scene, ...]


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at a step: what to do, after it was done, and to another move that the rules allow.

    `{seat1}` stands for the name of that seat, counted from 0.
    """

    ask: str
    done: str | None = None
    other: str | None = None


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson in one language: its title, what is said at its end, and at each step."""

    title: str
    end: str
    steps: dict[str, StepWords]


class Task(msgspec.Struct, frozen=True):
    """A step as it is met: the match stands there until the next one is asked for."""

    step: LessonStep
    scene: Scene
    match: Match
    seat: int
    expect: tuple[int, ...]  # action numbers, the one of the log first
    follows: bool  # the table is as the step before left it, after the others have played
    leads_on: bool  # the next step follows this one


def names(game: str) -> tuple[str, ...]:
    """The lessons of a game, in their order; none for a game without lessons."""
    return tuple(sorted(path.stem for path in _folder(game).glob("*.toml")))


def read(game: str, name: str) -> Lesson:
    """A lesson of a game; BadInput if there is none of this name or the file is no lesson."""
    if name not in names(game):
        known = ", ".join(names(game)) or "none yet"
        raise BadInput("lesson", name[:40], f"the lessons of {games.facts(game).title}: {known}")
    text = (_folder(game) / f"{name}.toml").read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput("lesson", f"{game}/{name}", str(error)) from None


def words(game: str, language: str) -> dict[str, LessonWords]:
    """What all lessons of a game say in a language, by their names."""
    if language not in LANGUAGES:
        raise BadInput("language", language[:40], f"the languages are {', '.join(LANGUAGES)}")
    text = (_folder(game) / f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, LessonWords])


def moments(game: str, lesson: Lesson) -> Iterator[Task]:
    """The steps of a lesson in order, each with its match, played by the rules up to there.

    BadInput names what is wrong with the lesson. Once the caller asks for the next moment, the match
    of a scene has moved on.
    """
    for scene in lesson.scenes:
        yield from _moments_of(game, scene)


def after(moment: Task, action: int) -> Iterator[tuple[Match, int, list[Step]]]:
    """What an expected action leads to: itself, and what the others do before a step that follows.

    The match after each decision, who made it and its steps; it is one match object, which moves on.
    """
    scene, ply = moment.scene, moment.step.ply
    match = moment.match.copy()
    rest: tuple[int, ...] = ()
    if moment.leads_on:
        rest = scene.actions[ply + 1 : next(step.ply for step in scene.steps if step.ply > ply)]
    for decision in (action, *rest):
        decider = match.turn
        assert decider is not None, "a lesson's log was played to its end before"
        yield match, decider, match.apply(decision)


def begin(game: str, scene: Scene) -> Match:
    """The match of a scene after the deal."""
    facts = games.facts(game)
    facts.check_players(scene.players)
    options = facts.read_options(scene.options, scene.players)
    seats = tuple(Seat(f"Bot {seat + 1}", "easy") for seat in range(scene.players))
    return Match(games.load(game), options, seats, seed_from(scene.seed), rounds=1)


def _moments_of(game: str, scene: Scene) -> Iterator[Task]:
    deciders = _deciders(game, scene)
    match = begin(game, scene)
    done, follows = 0, False
    for step, upcoming in zip(scene.steps, (*scene.steps[1:], None), strict=True):
        if not done <= step.ply < len(scene.actions):
            raise BadInput("ply", step.ply, f"{step.key}: {done} to {len(scene.actions) - 1}")
        for action in scene.actions[done : step.ply]:
            match.apply(action)
        done, seat = step.ply, deciders[step.ply]
        expect = tuple(match.game.action_of(move_in(match, one)) for one in step.expect)
        if not expect or expect[0] != scene.actions[done]:
            logged = msgspec.to_builtins(match.game.move_of(scene.actions[done]))
            raise BadInput("expect", step.expect[:1], f"{step.key}: the log goes on with {logged}")
        only_others = upcoming is not None and seat not in deciders[done + 1 : upcoming.ply]
        leads_on = only_others and upcoming is not None and deciders[upcoming.ply : upcoming.ply + 1] == [seat]
        if leads_on and len(expect) > 1:
            raise BadInput("expect", len(expect), f"{step.key}: one move, because the next step goes on from it")
        yield Task(step, scene, match, seat, expect, follows, leads_on)
        follows = leads_on


def _deciders(game: str, scene: Scene) -> list[int]:
    """The seat that decides at each ply of a scene."""
    match = begin(game, scene)
    found: list[int] = []
    for action in scene.actions:
        if match.turn is None:
            raise BadInput("actions", len(scene.actions), f"the round is over after {len(found)}")
        found.append(match.turn)
        match.apply(action)
    return found


def move_in(match: Match, given: dict[str, Any]) -> Move:
    """A move as a lesson's file writes it."""
    return match.game.read_move(given)


def _folder(game: str) -> Any:
    return games.FOLDER / games.facts(game).name / "lessons"
