"""The header that every position starts with, and how a game adds its own fields."""

from typing import Any

import numpy as np

from elftafel.kernel.bits import lowest
from elftafel.kernel.chance import GENERATOR
from elftafel.kernel.jit import compiled

HEADER = [
    *GENERATOR,
    ("players", "<i4"),
    ("seat", "<i4"),  # whose decision it is
    ("starter", "<i4"),  # the seat from which this round's start is counted
    ("over", "<i4"),  # 1 when the round has ended
    ("ply", "<i4"),  # decisions taken so far in this round
    ("reveals", "<i4"),  # grows when a hidden thing is shown, chance decides or the turn passes on
]

MIND = [("ready", "<i4")]  # 0 until it has looked at the position
"""The first fields of every record in which a seat keeps its guesses (see `verbs.believe`)."""

OUT = np.dtype((np.record, [("actions", "<i2", 512), ("points", "<i4", 8)]))
"""Where `legal` and `scores` write. A record: Numba counts references of arrays at every call."""


@compiled
def write(out, count, action):
    """Add one action to the list of legal actions; returns the new count."""
    out.actions[np.uint64(count)] = action  # unsigned: no test for an index from the end
    return count + 1


@compiled
def write_all(out, count, first, actions):
    """Add the action `first` + n for each bit n that is set; returns the new count."""
    while actions:
        out.actions[np.uint64(count)] = first + lowest(actions)
        actions &= actions - 1
        count += 1
    return count


@compiled
def next_seat(state):
    """The seat to the left of the one at turn: the next to play."""
    return state.seat + 1 if state.seat + 1 < state.players else 0


Record = Any
"""One position: an element of an array with a game's dtype."""


def record_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The dtype of a game's positions: the common header, then the game's own `fields`.

    All numbers are signed. Numba turns unsigned plus signed 64-bit into floating point.
    """
    return np.dtype((np.record, np.dtype([*HEADER, *fields], align=True)))


def mind_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The dtype of what a seat keeps in mind while it imagines deals (see `verbs.believe`).

    Most games keep nothing.
    """
    return np.dtype((np.record, np.dtype([*MIND, *fields], align=True)))


def empty(dtype: np.dtype[Any], count: int = 1) -> np.recarray[Any, Any]:
    """An array of `count` blank records."""
    return np.zeros(count, dtype).view(np.recarray)


def copy(state: Record) -> Record:
    """An independent copy of a position."""
    return load(state.dtype, save(state))  # by bytes: NumPy's own copy leaves the padding undefined


def save(state: Record) -> bytes:
    """The position as bytes."""
    return bytes(state.tobytes())


def load(dtype: np.dtype[Any], data: bytes) -> Record:
    """The position that `save` wrote."""
    if len(data) != dtype.itemsize:
        raise ValueError(f"a saved position has {dtype.itemsize} bytes here, not {len(data)}")
    return np.frombuffer(bytearray(data), dtype=dtype)[0]


def new_out() -> Record:
    """A place for `legal` and `scores` to write to."""
    return empty(OUT)[0]
