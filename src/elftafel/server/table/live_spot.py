"""A position of a match to be decided once more, by a person and without a server: all that a browser
needs, since it knows no rules.

It shows what the seat saw, and nothing more: hidden cards are dealt anew before anything is played.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

from elftafel.games.messages import Move
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck
from elftafel.match import Match
from elftafel.server.protocol.answers import Frame, LiveSpot, Refusals
from elftafel.server.protocol.messages import Chair
from elftafel.server.table.replay import frame, standing


def live_spot(match: Match, ply: int, right: Sequence[int], seed: int = 0) -> LiveSpot:
    """The position in which a match stands, for whoever decides there.

    `ply` counts the decisions before it; `right` are the moves that solve it, the best one first. The
    match stays as it is; the hidden cards of what is shown depend on `seed`.
    """
    seat, game = match.turn, match.game
    assert seat is not None, "somebody decides here"
    assert right, "something is right"
    assert set(right) <= set(match.legal), "what is right is allowed"
    known = match.copy()
    verbs.redeal(known.state, seat, new_luck(seed))
    best, legal = right[0], known.legal
    return LiveSpot(
        game=game.facts.name,
        options=msgspec.to_builtins(known.options),
        seat=seat,
        chairs=tuple(Chair(name=one.name, bot=one.bot) for one in match.seats),
        rounds=match.rounds,
        position=frame(known, standing(known, ply), None, [], str(seat)).position,
        best=best,
        then={action: (after(known, ply, action, seat),) for action in right},
        why=game.reasons_for_best(known.state, best),
        others={action: game.reasons(known.state, action) for action in legal if action not in right},
        refused=refusals(known, seat),
    )


def after(match: Match, ply: int, action: int, seat: int) -> Frame:
    """What a move leads to, as its seat sees it; the match stays as it is."""
    on = match.copy()
    steps = on.apply(action)
    return frame(on, standing(on, ply + 1), seat, steps, str(seat))


def refusals(match: Match, seat: int) -> dict[str, Refusals]:
    """The rule against every move that can be named with what the seat sees and that is not allowed."""
    against: dict[str, dict[str, list[Move]]] = {}
    people = match.game.people
    for kind, move in tries(match, seat):
        if people.action_of(move) not in match.legal:
            rule = people.why_not(match.state, seat, move)
            against.setdefault(kind, {}).setdefault(rule, []).append(move)
    found = {}
    for kind, by_rule in against.items():
        usual = Counter({rule: len(moves) for rule, moves in by_rule.items()}).most_common(1)[0][0]
        found[kind] = Refusals(
            usual=usual, others={rule: tuple(moves) for rule, moves in by_rule.items() if rule != usual}
        )
    return found


def tries(match: Match, seat: int) -> Iterator[tuple[str, Move]]:
    """The moves that somebody may try, with their kinds: every action, and what can be named with numbers in view."""
    numbers = sorted(set(numbers_in(msgspec.to_builtins(match.game.view(match.state, seat)))))
    plain = {}
    for kind in get_args(match.game.people.MOVES):
        fields = msgspec.structs.fields(kind)
        plain[kind] = bool(fields) and all(field.type is int for field in fields)
        if plain[kind]:
            for values in itertools.product(numbers, repeat=len(fields)):
                yield tag_of(kind), kind(*values)
    for action in range(match.game.facts.action_count):
        move = match.game.move_of(action)
        if not plain[type(move)]:
            yield tag_of(type(move)), move


@cache
def tag_of(kind: type) -> str:
    """A kind of move, as messages call it."""
    return str(inspect.type_info(kind).tag)  # type: ignore[attr-defined]


def numbers_in(thing: Any) -> Iterator[int]:
    """All whole numbers in plain values."""
    if isinstance(thing, int):
        yield int(thing)
    elif isinstance(thing, dict | list | tuple):
        for part in thing.values() if isinstance(thing, dict) else thing:
            yield from numbers_in(part)
