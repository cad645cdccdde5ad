"""The verbs every game has, found by the type of the record.

Generic code (playouts, batches, search) calls these names. Called from Python they look the game up; inside
compiled code Numba binds them to the game's own function, so nothing is looked up at run time and everything
can be kept in the cache.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

VERBS = ("deal", "legal", "apply", "scores", "redeal", "observe", "prefer", "stumble", "sound")

_modules: dict[Any, dict[str, Callable[..., Any]]] = {}
_by_type: dict[Any, dict[str, Any]] = {}


BELIEVE = "believe"
"""A verb that a game may do without: then all that can be is believed evenly."""


def register(dtype: np.dtype[Any], *modules: object) -> None:
    """Bind the verbs for records of `dtype` to the functions of that name in `modules`."""
    found = {verb: getattr(m, verb) for m in modules for verb in (*VERBS, BELIEVE) if hasattr(m, verb)}
    if missing := set(VERBS) - set(found):
        raise TypeError(f"{name_of(modules[0])} lacks {', '.join(sorted(missing))}")
    kind = numba.from_dtype(dtype)
    if kind in _by_type and _by_type[kind] != found:
        raise TypeError(f"{name_of(modules[0])} has the same record as another game; give one field another name")
    _modules[dtype] = found
    _by_type[kind] = found


def name_of(module: object) -> str:
    """The name of a module, for messages."""
    return str(getattr(module, "__name__", module))


def bound(dtype: np.dtype[Any], verb: str) -> Callable[..., Any]:
    """The function that a verb means for records of `dtype`."""
    return _modules[dtype][verb]


def _bound(state: Any, verb: str) -> Callable[..., Any] | None:
    # The Python function itself: one layer less to compile than a call of the compiled one.
    return _by_type[state][verb].py_func if state in _by_type else None


def _even(state, mind, seat, luck):
    redeal(state, seat, luck)


def deal(state: Any, journal: Any) -> Any:
    """Shuffle and deal a round; the record's header and options are set. Writes what the deal itself does."""
    return _modules[state.dtype]["deal"](state, journal)


@overload(deal)
def _deal(state, journal):
    return _bound(state, "deal")


def legal(state: Any, out: Any) -> Any:
    """Write every legal action into `out`; returns how many there are."""
    return _modules[state.dtype]["legal"](state, out)


@overload(legal, jit_options={"forceinline": True})
def _legal(state, out):
    return _bound(state, "legal")


def apply(state: Any, action: Any, journal: Any) -> Any:
    """Carry out one legal action and everything the rules then force; writes what happened into `journal`."""
    return _modules[state.dtype]["apply"](state, action, journal)


@overload(apply, jit_options={"forceinline": True})
def _apply(state, action, journal):
    return _bound(state, "apply")


def scores(state: Any, out: Any) -> Any:
    """Write each seat's points of the round into `out`, more is better."""
    return _modules[state.dtype]["scores"](state, out)


@overload(scores)
def _scores(state, out):
    return _bound(state, "scores")


def redeal(state: Any, seat: Any, luck: Any) -> Any:
    """Replace all that `seat` cannot know by an even draw from what it must hold possible."""
    return _modules[state.dtype]["redeal"](state, seat, luck)


@overload(redeal)
def _redeal(state, seat, luck):
    return _bound(state, "redeal")


def believe(state: Any, mind: Any, seat: Any, luck: Any) -> Any:
    """Replace all that `seat`, which is at turn, cannot know by a draw from what it believes.

    What explains the others' moves is likelier. `mind` is what it keeps from draw to draw; with `mind.ready` 0 it
    begins anew.
    """
    return _modules[state.dtype].get(BELIEVE, _even)(state, mind, seat, luck)


@overload(believe)
def _believe(state, mind, seat, luck):
    return _bound(state, BELIEVE) if state not in _by_type or BELIEVE in _by_type[state] else _even


def observe(state: Any, seat: Any, out: Any) -> Any:
    """Write what `seat` knows as numbers of fixed length into `out`."""
    return _modules[state.dtype]["observe"](state, seat, out)


@overload(observe)
def _observe(state, seat, out):
    return _bound(state, "observe")


def prefer(state: Any, luck: Any) -> Any:
    """A quick sensible choice for the seat whose decision it is."""
    return _modules[state.dtype]["prefer"](state, luck)


@overload(prefer)
def _prefer(state, luck):
    return _bound(state, "prefer")


def stumble(state: Any, luck: Any) -> Any:
    """The choice of a beginner, with a beginner's mistakes, for the seat whose decision it is."""
    return _modules[state.dtype]["stumble"](state, luck)


@overload(stumble)
def _stumble(state, luck):
    return _bound(state, "stumble")


def sound(state: Any) -> Any:
    """Whether every card is in exactly one place. True of every position that the rules can reach."""
    return _modules[state.dtype]["sound"](state)


@overload(sound)
def _sound(state):
    return _bound(state, "sound")
