"""11 nimmt!: a quick sensible choice. Small steps on piles with followers in hand; with bulls, the longest run."""

from elftafel.games.nimmt11.rules import (
    END_TURN,
    HALF,
    TAKE,
    TAKE_BULL,
    after,
    base_of,
    fits,
    may_lay,
    richest_others,
)
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled


@compiled
def prefer(state, luck):
    """The best card to lay; if none fits, the best pile to take, or the end of a turn in which cards were laid."""
    if state.choosing:
        return choose_owner(state, luck)
    best_action = END_TURN
    best_worth = -1_000_000
    for half in range(2):
        tops = state.tops[half]
        while tops:
            top = HALF * half + lowest(tops) + 1
            tops &= tops - 1
            if state.laid == 0:
                worth = 8 * worth_of_taking(state, top) + pick(luck, 8)
                if worth > best_worth:
                    best_worth = worth
                    best_action = TAKE + top - 1
            cards = may_lay(state, top)
            base = base_of(state, top)
            run = popcount(cards)
            while cards:
                steps = lowest(cards) + 1
                cards &= cards - 1
                worth = 8 * worth_of_laying(state, after(base, steps), steps, run) + pick(luck, 8)
                if worth > best_worth:
                    best_worth = worth
                    best_action = 10 * (after(base, steps) - 1) + steps - 1
    return best_action


@compiled
def choose_owner(state, luck):
    """From whom to take a bull: any of those who may lose one."""
    seats = richest_others(state)
    for _ in range(pick(luck, popcount(seats))):
        seats &= seats - 1
    return TAKE_BULL + lowest(seats)


@compiled
def worth_of_laying(state, card, steps, run):
    """With bulls: long runs, lowest card first. Without: heads, and own cards that then fit."""
    if state.bulls[state.seat]:
        return 100 * run - steps
    followers = popcount(fits(state, state.seat, card))
    return 2 * int(state.heads[card]) + 2 * followers - steps


@compiled
def worth_of_taking(state, top):
    """Less than any laying; few heads, but a bull is worth some."""
    cost = 0
    size = 0
    card = top
    while card:
        cost += int(state.heads[card])
        card = int(state.under[card])
        size += 1
    return -1000 - 10 * cost + (20 if size >= 3 else 0)
