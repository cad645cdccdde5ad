"""Functions that work on many records in one compiled call, without a Python object for each step.

Every function works on `states[first:last]`, so that threads can share an array in slices.
"""

from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled
from elftafel.kernel.playout import play_randomly
from elftafel.kernel.verbs import apply, deal, legal, observe, prefer, scores

ALL_LEGAL = -1


@compiled
def deal_many(states, first, last, template, nonce):
    """Deal a new round in each record, from `template` (its header and options are set).

    Record i gets the round number `nonce` + i; the starter is the next seat from record to record.
    """
    for i in range(first, last):
        states[i] = template[0]
        states[i].nonce[0] = nonce + i
        states[i].starter = (nonce + i) % states[i].players
        deal(states[i], None)


@compiled
def first_illegal(states, first, last, actions, out):
    """The index of the first record whose action is not legal, or ALL_LEGAL.

    Records that are over take any action and ignore it.
    """
    for i in range(first, last):
        if states[i].over == 0:
            is_legal = False
            for k in range(legal(states[i], out)):
                is_legal = is_legal or out.actions[k] == actions[i]
            if not is_legal:
                return i
    return ALL_LEGAL


@compiled
def step_many(states, first, last, actions):
    """Apply one legal action to each record that is not over."""
    for i in range(first, last):
        if states[i].over == 0:
            apply(states[i], int(actions[i]), None)


@compiled
def mask_many(states, first, last, out, mask):
    """Write 1 for each legal action of each record and 0 for the others."""
    for i in range(first, last):
        mask[i, :] = 0
        if states[i].over == 0:
            for k in range(legal(states[i], out)):
                mask[i, out.actions[k]] = 1


@compiled
def observe_many(states, first, last, features):
    """Write what the seat at turn observes, for each record."""
    for i in range(first, last):
        observe(states[i], states[i].seat, features[i])


@compiled
def choose_many(states, first, last, luck, out, sensible, actions):
    """Write a random or, if `sensible`, the preferred legal action of each record that runs."""
    for i in range(first, last):
        if states[i].over == 0:
            actions[i] = prefer(states[i], luck) if sensible else out.actions[pick(luck, legal(states[i], out))]


@compiled
def score_many(states, first, last, out, points):
    """Write the points of all seats, for each record."""
    for i in range(first, last):
        scores(states[i], out)
        for seat in range(states[i].players):
            points[i, seat] = out.points[seat]


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
