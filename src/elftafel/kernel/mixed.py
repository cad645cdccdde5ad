"""Rounds with players of different strength, and the chances in a position, in one compiled call: for studies.

Players here decide at once. Bots that search play in the arena.
"""

import numpy as np

from elftafel.kernel.chance import pick, rekey
from elftafel.kernel.jit import compiled
from elftafel.kernel.verbs import apply, deal, legal, play_along, prefer, scores, stumble

RANDOM, EASY, CASUAL, SENSIBLE = range(4)
"""Who sits in a seat; bots/levels.py says what they are."""

LENGTH, LEGAL, FORCED, BITS = range(4)
"""What `play_mixed` writes of a round: decisions, legal moves of all of them, decisions with one legal move alone,
and the sum of log2 of the numbers of legal moves."""


@compiled
def decide(state, level, choices, luck, out):
    """What a player of this level does; `out` has the `choices` legal actions."""
    if level == RANDOM:
        return int(out.actions[np.uint64(pick(luck, choices))])
    if level == EASY:
        return int(stumble(state, luck))
    if level == CASUAL:
        return int(play_along(state, luck))
    return int(prefer(state, luck))


@compiled
def play_mixed(template, work, first, last, shift, levels, luck, out, points, shape):
    """Play the rounds number `first` to `last` - 1, and write what happened in each.

    Seat s is played by levels[(s + shift) % len(levels)]; round n starts with seat n % players. The cards do not
    depend on who plays. Round n is line n - first of `points` and `shape`.
    """
    for number in range(first, last):
        work[0] = template[0]
        state = work[0]
        state.nonce[0] = number
        state.starter = number % state.players
        deal(state, None)
        line = number - first
        while state.over == 0:
            choices = legal(state, out)
            shape[line, LENGTH] += 1
            shape[line, LEGAL] += choices
            shape[line, FORCED] += choices == 1
            shape[line, BITS] += np.log2(choices)
            level = levels[(state.seat + shift) % levels.shape[0]]
            apply(state, decide(state, level, choices, luck, out), None)
        scores(state, out)
        for seat in range(state.players):
            points[line, seat] = out.points[seat]


@compiled
def chances(state, work, level, playouts, luck, out, wins):
    """Add up each seat's shares of the win in so many playouts from a position, with all cards as they lie."""
    players = state.players
    for _ in range(playouts):
        work[0] = state
        end = work[0]
        rekey(end, luck)  # other cards are drawn in each playout
        while end.over == 0:
            apply(end, decide(end, level, legal(end, out), luck, out), None)
        scores(end, out)
        best, winners = out.points[0], 0
        for seat in range(players):
            best = max(best, out.points[seat])
        for seat in range(players):
            winners += out.points[seat] == best
        for seat in range(players):
            if out.points[seat] == best:
                wins[seat] += 1.0 / winners
