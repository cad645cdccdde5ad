"""The verbs that every game has, chosen by the type of the record.

Generic code (playouts, batches, search) calls these names. Called from Python, they look the game
up. Inside compiled code Numba binds them to the game's own functions, so nothing is looked up at
run time and everything can be kept in the cache.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

VERBS = ("deal", "legal", "apply", "scores", "redeal", "observe", "prefer", "stumble", "sound")

_functions: dict[Any, dict[str, Callable[..., Any]]] = {}
_by_type: dict[Any, dict[str, Any]] = {}


BELIEVE = "believe"
"""A verb that a game may leave out: then everything possible is equally likely to a seat."""
PLAY_ALONG = "play_along"
"""A verb that a game may leave out: then casual players do what `prefer` does."""


def register(dtype: np.dtype[Any], *modules: object) -> None:
    """Bind the verbs for records of `dtype` to the functions of that name in `modules`."""
    known = (*VERBS, BELIEVE, PLAY_ALONG)
    functions = {verb: getattr(m, verb) for m in modules for verb in known if hasattr(m, verb)}
    if missing := set(VERBS) - set(functions):
        raise TypeError(f"{name_of(modules[0])} lacks {', '.join(sorted(missing))}")
    functions.setdefault(PLAY_ALONG, functions["prefer"])
    kind = numba.from_dtype(dtype)
    if kind in _by_type and _by_type[kind] != functions:
        raise TypeError(f"{name_of(modules[0])} has the same record as another game; give one field another name")
    _functions[dtype] = functions
    _by_type[kind] = functions


def name_of(module: object) -> str:
    """The name of a module, for messages."""
    return str(getattr(module, "__name__", module))


def bound(dtype: np.dtype[Any], verb: str) -> Callable[..., Any]:
    """The function that a verb means for records of `dtype`."""
    return _functions[dtype][verb]


def _bound(state: Any, verb: str) -> Callable[..., Any] | None:
    # The Python function itself: one layer less to compile than a call of the compiled one.
    return _by_type[state][verb].py_func if state in _by_type else None


def _even(state, mind, seat, luck):
    redeal(state, seat, luck)


def deal(state: Any, journal: Any) -> Any:
    """Shuffle and deal a round; the record's header and options are set.

    Writes to `journal` what the deal itself does.
    """
    return _functions[state.dtype]["deal"](state, journal)


@overload(deal)
def _deal(state, journal):
    return _bound(state, "deal")


def legal(state: Any, out: Any) -> Any:
    """Write every legal action into `out`; returns how many there are."""
    return _functions[state.dtype]["legal"](state, out)


@overload(legal, jit_options={"forceinline": True})
def _legal(state, out):
    return _bound(state, "legal")


def apply(state: Any, action: Any, journal: Any) -> Any:
    """Carry out one legal action and everything that the rules then force.

    Writes to `journal` what happened.
    """
    return _functions[state.dtype]["apply"](state, action, journal)


@overload(apply, jit_options={"forceinline": True})
def _apply(state, action, journal):
    return _bound(state, "apply")


def scores(state: Any, out: Any) -> Any:
    """Write each seat's points of the round into `out`; more is better."""
    return _functions[state.dtype]["scores"](state, out)


@overload(scores)
def _scores(state, out):
    return _bound(state, "scores")


def redeal(state: Any, seat: Any, luck: Any) -> Any:
    """Replace everything that `seat` cannot know by an even draw from what is possible for it."""
    return _functions[state.dtype]["redeal"](state, seat, luck)


@overload(redeal)
def _redeal(state, seat, luck):
    return _bound(state, "redeal")


def believe(state: Any, mind: Any, seat: Any, luck: Any) -> Any:
    """Replace everything that `seat`, at turn, cannot know by a draw from what it believes.

    Deals that explain the others' moves well are more likely. `mind` is what the seat keeps from
    one draw to the next; if `mind.ready` is 0, it starts anew.
    """
    return _functions[state.dtype].get(BELIEVE, _even)(state, mind, seat, luck)


@overload(believe)
def _believe(state, mind, seat, luck):
    return _bound(state, BELIEVE) if state not in _by_type or BELIEVE in _by_type[state] else _even


def observe(state: Any, seat: Any, out: Any) -> Any:
    """Write what `seat` knows as a fixed number of integers into `out`."""
    return _functions[state.dtype]["observe"](state, seat, out)


@overload(observe)
def _observe(state, seat, out):
    return _bound(state, "observe")


def prefer(state: Any, luck: Any) -> Any:
    """A quick sensible action for the seat whose decision it is."""
    return _functions[state.dtype]["prefer"](state, luck)


@overload(prefer)
def _prefer(state, luck):
    return _bound(state, "prefer")


def play_along(state: Any, luck: Any) -> Any:
    """A casual player's action for the seat whose decision it is."""
    return _functions[state.dtype][PLAY_ALONG](state, luck)


@overload(play_along)
def _play_along(state, luck):
    return _bound(state, PLAY_ALONG)


def stumble(state: Any, luck: Any) -> Any:
    """A beginner's action, with a beginner's mistakes, for the seat whose decision it is."""
    return _functions[state.dtype]["stumble"](state, luck)


@overload(stumble)
def _stumble(state, luck):
    return _bound(state, "stumble")


def sound(state: Any) -> Any:
    """True if every card is in exactly one place, as in every position that the rules can reach."""
    return _functions[state.dtype]["sound"](state)


@overload(sound)
def _sound(state):
    return _bound(state, "sound")
