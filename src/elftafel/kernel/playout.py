"""Playing a round to its end at full speed."""

import numpy as np

from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled
from elftafel.kernel.verbs import apply, legal, prefer


@compiled
def play_randomly(state, luck, out):
    """Finish the round with random legal moves; returns the number of decisions."""
    start = state.ply
    while state.over == 0:
        apply(state, int(out.actions[np.uint64(pick(luck, legal(state, out)))]), None)
    return state.ply - start


@compiled
def play_sensibly(state, luck):
    """Finish the round with the moves that `prefer` chooses; returns the number of decisions."""
    start = state.ply
    while state.over == 0:
        apply(state, prefer(state, luck), None)
    return state.ply - start
