"""Many rounds, one after the other, in one compiled call: for simulations and measurements."""

from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled
from elftafel.kernel.playout import play_randomly
from elftafel.kernel.verbs import apply, deal, legal, prefer, scores


@compiled
def rounds_at_random(template, work, first, last, luck, out):
    """Deal the rounds number `first` to `last` - 1 and play them with random moves.

    Returns the number of decisions.
    """
    decisions = 0
    for number in range(first, last):
        work[0] = template[0]
        state = work[0]
        state.nonce[0] = number
        deal(state, None)
        decisions += play_randomly(state, luck, out)
    return decisions


@compiled
def survey(template, work, first, last, luck, out, journal, sensible, lengths, points, branching, fired):
    """Deal and play the rounds number `first` to `last` - 1, and write statistics of each.

    Of round n: the number of decisions into lengths[n], the points into points[n], the sum of the
    numbers of legal moves into branching[n], and how often each kind of step was written to the
    journal into fired[n - first].
    """
    for number in range(first, last):
        work[0] = template[0]
        state = work[0]
        state.nonce[0] = number
        state.starter = number % state.players
        journal.count = 0
        deal(state, journal)
        count_steps(journal, fired[number - first])
        while state.over == 0:
            choices = legal(state, out)
            branching[number] += choices
            action = prefer(state, luck) if sensible else int(out.actions[pick(luck, choices)])
            apply(state, action, journal)
            count_steps(journal, fired[number - first])
        lengths[number] = state.ply
        scores(state, out)
        for seat in range(state.players):
            points[number, seat] = out.points[seat]


@compiled
def count_steps(journal, tally):
    """Add the kinds of the steps in a journal to a tally, and empty the journal."""
    for i in range(journal.count):
        tally[journal.rows[i, 0]] += 1
    journal.count = 0
