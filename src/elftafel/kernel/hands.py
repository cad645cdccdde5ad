"""Sharing out unseen cards evenly among those who may hold them: the core of every `redeal`."""

from elftafel.kernel.bits import scratch
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

MOST_TRIES = 1_000_000


@compiled
def share_out(luck, count, allowed, need, holders, held):
    """Draw evenly from all ways to give `count` cards to `holders`; writes into `held`.

    Bit h of `allowed[i]` is set if holder h may have card i; `need[h]` is the number of cards that
    h gets. The needs add up to `count`. There should be at least one way. If there is none, what
    the record keeps as knowledge contradicts itself; after a million failed tries the cards are
    then shared out without regard to `allowed`, so that the thread comes back.

    The holders take random sets of what they may have, one holder after another. This alone would
    favour ways in which a holder had little choice. So the set of each holder is accepted only with
    the probability (its number of choices here) / (the most it could ever have), which makes all
    ways equally likely.
    """
    fixed = scratch()
    wants = scratch()
    for h in range(holders):
        wants[h] = need[h]
    loose = pin(count, allowed, wants, holders, fixed)
    order = scratch()
    most_bound_first(count, allowed, wants, holders, fixed, order)
    at_best = scratch()
    best_choices(count, allowed, wants, holders, fixed, loose, order, at_best)
    for _ in range(MOST_TRIES):
        for i in range(count):
            held[i] = fixed[i]
        if try_once(luck, count, allowed, wants, holders, order, at_best, held):
            return
    share_out_freely(luck, count, need, holders, held)


@compiled
def share_out_freely(luck, count, need, holders, held):
    """Give any card to anybody, evenly."""
    given = 0
    for h in range(holders):
        for _ in range(need[h]):
            held[given] = h
            given += 1
    for i in range(count):
        j = i + pick(luck, count - i)
        held[i], held[j] = held[j], held[i]


@compiled
def pin(count, allowed, wants, holders, fixed):
    """Give every card that only one holder may have to that holder, until there is no such card.

    Returns how many cards are left.
    """
    for i in range(count):
        fixed[i] = -1
    loose = count
    changed = True
    while changed:
        changed = False
        full = 0
        for h in range(holders):
            if wants[h] == 0:
                full |= 1 << h
        for i in range(count):
            if fixed[i] < 0:
                free = allowed[i] & ~full
                if free & (free - 1) == 0:
                    for h in range(holders):
                        if free >> h & 1:
                            fixed[i] = h
                            wants[h] -= 1
                            loose -= 1
                            changed = True
                if changed:
                    break
    return loose


@compiled
def most_bound_first(count, allowed, wants, holders, fixed, order):
    """Sort the holders: the one that is barred from most of the remaining cards comes first."""
    barred = scratch()
    for h in range(holders):
        order[h] = h
        barred[h] = 0
        for i in range(count):
            if fixed[i] < 0 and not allowed[i] >> h & 1:
                barred[h] += 1
    for a in range(1, holders):
        b = a
        while b > 0 and barred[order[b]] > barred[order[b - 1]]:
            order[b], order[b - 1] = order[b - 1], order[b]
            b -= 1


@compiled
def best_choices(count, allowed, wants, holders, fixed, loose, order, at_best):
    """For each holder in turn, the largest number of cards that it can ever choose from."""
    given = 0
    earlier = 0
    for k in range(holders):
        h = order[k]
        barred = 0
        out_of_reach = 0
        for i in range(count):
            if fixed[i] < 0 and not allowed[i] >> h & 1:
                barred += 1
                if allowed[i] & earlier == 0:
                    out_of_reach += 1
        at_best[h] = loose - given - max(out_of_reach, barred - given)
        given += wants[h]
        earlier |= 1 << h


@compiled
def try_once(luck, count, allowed, wants, holders, order, at_best, held):
    """Try one draw. False if a holder finds too few cards, or the draw is rejected."""
    choice = scratch()
    for k in range(holders):
        h = order[k]
        choices = 0
        for i in range(count):
            if held[i] < 0 and allowed[i] >> h & 1:
                choice[choices] = i
                choices += 1
        if choices < wants[h]:
            return False
        for j in range(wants[h]):
            if choices != at_best[h] and pick(luck, at_best[h] - j) >= choices - j:
                return False
        for j in range(wants[h]):
            n = j + pick(luck, choices - j)
            choice[j], choice[n] = choice[n], choice[j]
            held[choice[j]] = h
    return True
