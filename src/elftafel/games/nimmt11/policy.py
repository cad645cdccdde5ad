"""11 nimmt!: a quick sensible choice. First a bull or two, then long runs; take only cheap piles."""

from elftafel.games.nimmt11.knowledge import observe, redeal  # noqa: F401 (the registry looks for them here)
from elftafel.games.nimmt11.rules import (
    CARDS,
    END_TURN,
    HALF,
    TAKE,
    TAKE_BULL,
    action_to_lay,
    fits,
    hand_count,
    higher_than_top,
    richest_others,
    usable,
)
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled


@compiled
def prefer(state, luck):
    """The best card to lay or pile to take; in a turn in which cards were laid, its end when no more may be laid."""
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
def stumble(state, luck):
    """A beginner's choice."""
    return prefer(state, luck)


@compiled
def choose_owner(state, luck):
    """From whom to take a bull: any of those who may lose one."""
    seats = richest_others(state)
    for _ in range(pick(luck, popcount(seats))):
        seats &= seats - 1
    return TAKE_BULL + lowest(seats)


@compiled
def worth_of_laying(state, base, steps, run):
    """With bulls: long runs, lowest card first. Without: ox heads, and own cards that then fit."""
    if state.bulls[state.seat]:
        return 100 * run - steps
    card = base + steps if base + steps <= CARDS else base + steps - CARDS
    return 2 * int(state.heads[card]) + 2 * popcount(fits(state, state.seat, card))


@compiled
def worth_of_taking(state, top):
    """Less than any laying, and the less the more ox heads it costs; but the first two bulls are wanted."""
    bulls = state.bulls[state.seat]
    cost = 0
    size = 0
    card = top
    while card:
        cost += int(state.heads[card])
        card = int(state.under[card])
        size += 1
    if size < 3:
        return -1000 - 10 * cost
    wanted = bulls < 2 and hand_count(state, state.seat) >= 5 + 2 * bulls
    return (200 if wanted else -980) - 10 * cost
