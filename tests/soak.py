"""Random rounds at machine speed, with every invariant checked at every ply."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from elftafel import games
from elftafel.kernel import jit, record
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.verbs import apply, deal, legal, observe, prefer, redeal, sound

FINE, UNSOUND, NO_MOVE, OUT_OF_RANGE, TWICE, ENDLESS, RELOADED, REDEAL_UNSOUND, REDEAL_SEEN, REDEAL_MOVES, PREFER = (
    range(11)
)
MEANING = (
    "fine",
    "a card is lost or doubled",
    "no legal move before the end",
    "an action out of range",
    "an action listed twice",
    "the round does not end",
    "a reloaded position goes on differently",
    "redeal lost or doubled a card",
    "redeal changed what the seat observes",
    "redeal changed the legal moves",
    "prefer chose an illegal action",
)
MOST_PLIES = 20_000


def kept(function: Callable[..., int]) -> Callable[..., int]:
    """Compile `function`, and keep its machine code beside that of the games, which has another name after a change.

    Numba itself notices a change of this file.
    """
    jit.cache_folder()  # its name depends on the sources of kernel and games alone
    with mock.patch.object(jit, "ROOMS", (*jit.ROOMS, Path(__file__).parent)):
        return jit.compiled(function)


@kept
def soak_rounds(
    template: Any,
    work: Any,
    raw: Any,
    first: Any,
    last: Any,
    luck: Any,
    out: Any,
    other_out: Any,
    features: Any,
    again: Any,
    actions: Any,
    report: Any,
) -> Any:
    """Play rounds first … last - 1; returns FINE or what went wrong, with round and ply in `report`.

    work[0] is the round, work[1] its reloaded twin, work[2] a redealt copy; `raw` are their bytes.
    """
    for number in range(first, last):
        work[0] = template[0]
        state = work[0]
        state.nonce[0] = number
        state.starter = number % state.players
        deal(state, None)
        report[0] = number
        twin_from = pick(luck, 60)
        twin = False
        while state.over == 0:
            report[1] = state.ply
            if not sound(state):
                return UNSOUND
            count = legal(state, out)
            if count == 0:
                return NO_MOVE
            for i in range(count):
                if out.actions[i] < 0 or out.actions[i] >= actions:
                    return OUT_OF_RANGE
                for k in range(i):
                    if out.actions[i] == out.actions[k]:
                        return TWICE
            if state.ply > MOST_PLIES:
                return ENDLESS
            if state.ply == twin_from:
                work[1] = state
                twin = True
            if pick(luck, 40) == 0:
                work[2] = state
                seat = pick(luck, state.players)
                redeal(work[2], seat, luck)
                if not sound(work[2]):
                    return REDEAL_UNSOUND
                observe(state, seat, features)
                observe(work[2], seat, again)
                for i in range(len(features)):
                    if features[i] != again[i]:
                        return REDEAL_SEEN
                moves = legal(work[2], other_out)
                if moves == 0:
                    return REDEAL_MOVES
                if seat == state.seat:
                    if moves != count:
                        return REDEAL_MOVES
                    for i in range(count):
                        if other_out.actions[i] != out.actions[i]:
                            return REDEAL_MOVES
                wish = prefer(state, luck)
                listed = False
                for i in range(count):
                    listed = listed or out.actions[i] == wish
                if not listed:
                    return PREFER
            action = int(out.actions[pick(luck, count)])
            apply(state, action, None)
            if twin:
                apply(work[1], action, None)
        if not sound(state):
            return UNSOUND
        if twin:
            for i in range(raw.shape[1]):
                if raw[0, i] != raw[1, i]:
                    return RELOADED
    return FINE


def soak(name: str, players: int, options: dict[str, Any], rounds: int) -> None:
    """Play `rounds` rounds of one setting; raises AssertionError at the first flaw."""
    game = games.load(name)
    seed = hashlib.sha256(repr((name, players, options)).encode()).digest()
    template = game.template(game.facts.read_options(options, players), players, seed)
    work = record.empty(game.record, 3)
    raw = work.view(np.uint8).reshape(3, -1)
    length = game.facts.observation_length
    report = np.zeros(2, np.int64)
    flaw = soak_rounds(
        template, work, np.asarray(raw), 0, rounds, new_luck(rounds), record.new_out(), record.new_out(),
        np.full(length, 77, np.int8), np.full(length, -77, np.int8), game.facts.action_count, report,
    )  # fmt: skip
    assert flaw == FINE, f"{MEANING[flaw]}: {name}, {players} players, {options}, round {report[0]}, ply {report[1]}"
