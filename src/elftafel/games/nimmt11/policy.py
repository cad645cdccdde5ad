"""11 nimmt!: a quick sensible choice and a beginner's.

`prefer` gathers as many bulls as it needs to lay the runs in its hand.
"""

from elftafel.games.nimmt11.rules import (
    CARDS,
    END_TURN,
    HALF,
    TAKE,
    TAKE_BULL,
    action_to_lay,
    bit_of,
    fits,
    half_of,
    hand_count,
    higher_than_top,
    richest_others,
    usable,
)
from elftafel.kernel.bits import lowest, nth, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

NEVER = -1_000_000

# Laying, with a bull
STARTED = 10_000  # finish a pile before another is begun
RUN = 100  # for each card that fits the pile
# Laying, without
LOWER = -5  # for each own card that the pile could have taken before this one
FOLLOWERS = -2  # for each own card close behind: they wait for a bull together
# Taking
BULL = 600  # a bull that is wanted
UNWANTED = -1000  # only if nothing can be laid
OX_HEAD = -20
CLOSE = 50  # for each card of the pile with an own card close behind
RUNS_A_BULL = 3  # what one bull can lay in good time
NEARLY_OUT = 5  # with so few cards in another hand it is too late for one more bull


@compiled
def prefer(state, luck):
    """Lay a card, unless a bull is wanted and a pile that is cheap enough brings one.

    With bulls it lays everything that may be laid.
    """
    if state.choosing:
        return choose_owner(state, luck)
    best_action, best_worth = best_to_lay(state, luck)
    if state.laid:
        return best_action
    wanted = bull_wanted(state)
    if best_action != END_TURN and not wanted:
        return best_action
    for half in range(2):
        tops = state.tops[half]
        while tops:
            top = HALF * half + lowest(tops) + 1
            tops &= tops - 1
            worth = 8 * worth_of_taking(state, top, wanted) + pick(luck, 8)
            if worth > best_worth:
                best_worth = worth
                best_action = TAKE + top - 1
    return best_action


@compiled
def choose_owner(state, luck):
    """Take a bull from any of those who may lose one."""
    seats = richest_others(state)
    return TAKE_BULL + nth(seats, pick(luck, popcount(seats)))


@compiled
def best_to_lay(state, luck):
    """The best action that lays a card, and its value; the end of the turn if there is none."""
    best_action = END_TURN
    best_worth = 8 * NEVER
    for half in range(2):
        bases = usable(state, half)
        while bases:
            base = HALF * half + lowest(bases) + 1
            bases &= bases - 1
            cards = higher_than_top(state, base, fits(state, state.seat, base))
            run = popcount(cards)
            lower = 0
            while cards:
                steps = lowest(cards) + 1
                cards &= cards - 1
                worth = 8 * worth_of_laying(state, base, steps, run, lower) + pick(luck, 8)
                lower += 1
                if worth > best_worth:
                    best_worth = worth
                    best_action = action_to_lay(base, steps)
    return best_action, best_worth


@compiled
def worth_of_laying(state, base, steps, run, lower):
    """The value of laying the card so many steps from a base.

    With bulls: one pile after another, long runs first, each from its lowest card. Without: cards
    that stand alone, low before high.
    """
    if state.bulls[state.seat]:
        started = state.tops[half_of(base)] & bit_of(base) == 0
        return (STARTED if started else 0) + RUN * run - steps
    card = base + steps if base + steps <= CARDS else base + steps - CARDS
    return LOWER * lower + FOLLOWERS * popcount(fits(state, state.seat, card))


@compiled
def worth_of_taking(state, top, wanted):
    """The value of taking a pile: a bull if it is wanted, less the ox heads.

    Cards that make a run with own ones are soon laid again.
    """
    size = 0
    worth = 0
    card = top
    while card:
        worth += OX_HEAD * int(state.heads[card])
        if fits(state, state.seat, card):
            worth += CLOSE
        card = int(state.under[card])
        size += 1
    return worth + (BULL if wanted and size >= 3 else UNWANTED)


@compiled
def bull_wanted(state):
    """True if the hand has more runs than its bulls can lay in time.

    Not when another seat is about to finish.
    """
    for seat in range(state.players):
        if seat != state.seat and hand_count(state, seat) <= NEARLY_OUT:
            return False
    return runs_in_hand(state) > RUNS_A_BULL * state.bulls[state.seat]


@compiled
def runs_in_hand(state):
    """The number of runs in the hand, if each is as long as one pile can take.

    That is ten numbers from the run's lowest card.
    """
    low, high = int(state.hands[state.seat, 0]), int(state.hands[state.seat, 1])
    runs = 0
    while low | high:
        if low:
            end = lowest(low) + 10
            low = low >> end << end
            if end > HALF:
                high = high >> end - HALF << end - HALF
        else:
            end = lowest(high) + 10
            high = high >> end << end
        runs += 1
    return runs


@compiled
def stumble(state, luck):
    """A beginner's choice: the highest card that fits, one in a turn; a pile only if it must.

    Its mistakes: it avoids bulls although they win the game, uses one that it was given only half
    of the time, lays a high card where lower ones would have fitted first, and does not look at
    what it takes.
    """
    if state.choosing:
        return choose_owner(state, luck)
    if state.laid and pick(luck, 2):
        return END_TURN
    highest = 0
    best_action = END_TURN
    for half in range(2):
        bases = usable(state, half)
        while bases:
            base = HALF * half + lowest(bases) + 1
            bases &= bases - 1
            cards = higher_than_top(state, base, fits(state, state.seat, base))
            while cards:
                action = action_to_lay(base, lowest(cards) + 1)
                cards &= cards - 1
                if action > highest:  # actions are numbered by card
                    highest = action
                    best_action = action
    if best_action != END_TURN or state.laid:
        return best_action
    piles = popcount(state.tops[0])
    chosen = pick(luck, piles + popcount(state.tops[1]))
    if chosen < piles:
        return TAKE + nth(state.tops[0], chosen)
    return TAKE + HALF + nth(state.tops[1], chosen - piles)
