"""11 nimmt!: a quick sensible choice. Small steps on piles with followers in hand; with bulls, the longest run."""

from elftafel.games.nimmt11.rules import (
    CARDS,
    END_TURN,
    HALF,
    TAKE,
    TAKE_BULL,
    action_to_lay,
    fits,
    higher_than_top,
    richest_others,
    usable,
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
        bases = usable(state, half)
        while bases:
            base = HALF * half + lowest(bases) + 1
            bases &= bases - 1
            if state.laid == 0:
                worth = 8 * worth_of_taking(state, base) + pick(luck, 8)
                if worth > best_worth:
                    best_worth = worth
                    best_action = TAKE + base - 1
            cards = higher_than_top(state, base, fits(state, state.seat, base))
            run = popcount(cards)
            while cards:
                steps = lowest(cards) + 1
                cards &= cards - 1
                worth = 8 * worth_of_laying(state, base, steps, run) + pick(luck, 8)
                if worth > best_worth:
                    best_worth = worth
                    best_action = action_to_lay(base, steps)
    return best_action


@compiled
def choose_owner(state, luck):
    """From whom to take a bull: any of those who may lose one."""
    seats = richest_others(state)
    for _ in range(pick(luck, popcount(seats))):
        seats &= seats - 1
    return TAKE_BULL + lowest(seats)


@compiled
def worth_of_laying(state, base, steps, run):
    """With bulls: long runs, lowest card first. Without: heads, and own cards that then fit."""
    if state.bulls[state.seat]:
        return 100 * run - steps
    card = base + steps if base + steps <= CARDS else base + steps - CARDS
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
