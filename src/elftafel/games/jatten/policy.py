"""Jatten: a quick sensible choice, and a beginner's.

The sensible one rests on one judgement: each further card of a number is worth twice the one
before, up to the sixth.
"""

from elftafel.games.jatten import rules
from elftafel.games.jatten.knowledge import KINDS, PILE, at_most, whole
from elftafel.games.jatten.position import NUMBERS, has_pair, largest_set, nth_card
from elftafel.games.jatten.rules import WINNING_SET
from elftafel.kernel.bits import quotient
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled
from elftafel.kernel.record import next_seat

FIRST_CARD = 16  # what the first card of a number is worth


@compiled
def prefer(state, luck):
    """A legal action that a careful player might choose."""
    phase = state.phase
    if phase == rules.PLAY:
        return best_play(state, luck)
    if phase == rules.ROB:
        return best_victim(state, luck)
    if phase == rules.AGAIN:
        return rules.A_AGAIN if worth_the_risk(state) else rules.A_STOP
    if phase == rules.LOOK:
        return rules.A_LOOK + state.victim  # the hand from which the next card would come
    if phase == rules.SWAP:
        return best_swap(state)
    if phase == rules.THEFT:
        return best_theft(state)
    return best_refill(state)


@compiled
def worth(have):
    """The value of one more card of a number to a seat that has so many of them."""
    return FIRST_CARD << int(have) if have < WINNING_SET else 0


@compiled
def with_middle(state, number):
    """How many cards of a number the seat at turn has if it stops now."""
    return state.sets[state.seat, number] + (1 if state.middle >> 4 * number & 15 else 0)


@compiled
def best_play(state, luck):
    """The card that goes to the largest set.

    Of equal ones rather one with a sign, which would serve a thief.
    """
    best, best_worth = 0, -1
    for kind in range(KINDS):
        if state.hands[state.seat, kind] > 0:
            value = worth(state.sets[state.seat, kind >> 2]) + pick(luck, 4)
            if kind & 3:
                value += 4
            if value > best_worth:
                best, best_worth = kind, value
    return best


@compiled
def best_victim(state, luck):
    """The seat whose next card promises most; with two players perhaps the pile (JA-14)."""
    best, best_worth = 0, -1
    for other in range(state.players):
        if other != state.seat:
            gain, _, cards = next_card(state, whole(other))
            value = quotient(gain, cards) + pick(luck, 4)
            if value > best_worth:
                best, best_worth = rules.A_ROB + other, value
    if state.players == 2 and state.pile_size > 0:
        gain, _, cards = next_card(state, whole(PILE))
        if quotient(gain, cards) > best_worth:
            return rules.A_ROB_PILE
    return best


@compiled
def worth_the_risk(state):
    """True if one more card promises more than the cards in the middle that it endangers.

    Those count half if a rival is about to win anyway.
    """
    for number in range(NUMBERS):
        if with_middle(state, number) >= WINNING_SET:
            return False
    gain, loss, _ = next_card(state, whole(state.victim))
    return gain > loss or (2 * gain > loss and rival_about_to_win(state))


@compiled
def rival_about_to_win(state):
    """True if another seat needs one card at most."""
    for other in range(state.players):
        if other != state.seat and largest_set(state, whole(other)) >= WINNING_SET - 1:
            return True
    return False


@compiled
def next_card(state, victim):
    """What the next card promises, what it endangers, and how many cards there are.

    The first two are sums over all cards there. Cards are counted in parts of a card, since an
    unknown card is each of the unseen ones in part.
    """
    seat = whole(state.seat)
    parts, rivals = unseen_cards(state, seat), state.players - 1
    gain, doubles, stake, cards = 0, 0, 0, 0
    for number in range(NUMBERS):
        of_number = in_pile(state, number) if victim == PILE else in_hand(state, victim, number, parts)
        value = rivals * worth(state.sets[seat, number])
        if victim != PILE:  # what the victim might have played
            value += worth(state.sets[victim, number]) >> 2
        cards += of_number
        if state.middle >> 4 * number & 15:
            doubles += of_number
            stake += value
        else:
            gain += of_number * value
    if victim != PILE:
        theft = best_theft_worth(state, victim)
        if state.crook_out:
            stake += theft
        else:
            gain += parts * theft
            cards += parts
    return gain, doubles * stake, max(cards, 1)


@compiled
def unseen_cards(state, seat):
    """How many cards are in the pile or unknown in a hand, for this seat."""
    cards = whole(state.pile_size)
    for other in range(state.players):
        cards += state.unknown[other, seat]
    return max(cards, 1)


@compiled
def in_hand(state, victim, number, parts):
    """How many cards of a number a hand is expected to hold, in parts.

    The known ones, and of the others their share.
    """
    seat = whole(state.seat)
    known, unseen = 0, 0
    unknown = whole(state.unknown[victim, seat])
    for kind in range(4 * number, 4 * number + 4):
        unseen += state.unseen[kind, seat]
    if unknown < state.hand_sizes[victim]:
        for kind in range(4 * number, 4 * number + 4):
            known += state.known[victim, kind, seat]
    return known * parts + unknown * unseen


@compiled
def in_pile(state, number):
    """How many cards of a number the pile can hold."""
    cards = 0
    for kind in range(4 * number, 4 * number + 4):
        cards += at_most(state, state.newer, kind, whole(state.seat))
    return cards


@compiled
def theft_worth(state, victim, number):
    """The value of a card from a collection: what the thief gains, and what the victim loses.

    The loss helps all rivals of the victim; so everything is multiplied by their number, to stay
    with whole numbers.
    """
    return (state.players - 1) * worth(with_middle(state, number)) + worth(state.sets[victim, number] - 1)


@compiled
def best_theft_worth(state, victim):
    """What the crook of this player is worth."""
    best = 0
    for number in range(NUMBERS):
        if state.sets[victim, number] > 0:
            best = max(best, theft_worth(state, victim, number))
    return best


@compiled
def best_theft(state):
    """The card for the crook."""
    best, best_worth = 0, -1
    for kind in range(KINDS):
        if state.collections[state.victim, kind] > 0:
            value = theft_worth(state, whole(state.victim), kind >> 2)
            if value > best_worth:
                best, best_worth = kind, value
    return rules.A_STEAL + best


@compiled
def best_swap(state):
    """Give the two cards that are missed least, if three average cards are worth more."""
    best, least, average = -1, 0, 0
    for number in range(NUMBERS):
        average += worth(state.sets[state.seat, number])
        if state.sets[state.seat, number] >= 2:
            have = with_middle(state, number)
            loss = worth(have - 1) + worth(have - 2)
            if best < 0 or loss < least:
                best, least = number, loss
    if best < 0:
        return rules.A_NO_SWAP
    have = state.sets[state.seat, best]
    if NUMBERS * least > 3 * (average - worth(have) + worth(have - 2)):
        return rules.A_NO_SWAP
    for pair in range(10 * best, 10 * best + 10):
        if has_pair(state.collections[state.seat], pair):
            return rules.A_SWAP + pair
    return rules.A_NO_SWAP


@compiled
def best_refill(state):
    """Give up the smallest set, if at least as many new cards come for it.

    Of equal sets the one of which fewest cards can still come.
    """
    seat = whole(state.seat)
    best, least = -1, 0
    largest = largest_set(state, seat)
    for number in range(NUMBERS):
        have = state.sets[seat, number]
        if 0 < have < largest and have <= rules.HAND - state.hand_sizes[seat]:
            value = 32 * have
            for kind in range(4 * number, 4 * number + 4):
                value += state.unseen[kind, seat] + state.hands[seat, kind]
            if best < 0 or value < least:
                best, least = number, value
    return rules.A_KEEP if best < 0 else rules.A_DISCARD + best


@compiled
def stumble(state, luck):
    """A beginner's choice: every other turn it plays any card, and the crook takes any.

    It robs the next player whoever that is, draws again three times in four whatever lies in the
    middle, forgets what it has seen, and clings to its cards: no swap, no refill.
    """
    phase, seat = state.phase, whole(state.seat)
    neighbour = next_seat(state)
    if phase == rules.PLAY:
        return best_play(state, luck) if pick(luck, 2) else any_card(state.hands[seat], luck)
    if phase == rules.ROB:
        return rules.A_ROB + neighbour
    if phase == rules.AGAIN:
        return rules.A_AGAIN if pick(luck, 4) else rules.A_STOP
    if phase == rules.LOOK:
        return rules.A_LOOK + neighbour
    if phase == rules.SWAP:
        return rules.A_NO_SWAP
    if phase == rules.THEFT:
        return rules.A_STEAL + any_card(state.collections[state.victim], luck)
    return rules.A_KEEP


@compiled
def any_card(cards, luck):
    """One of these cards, whichever."""
    size = 0
    for kind in range(KINDS):
        size += cards[kind]
    return nth_card(cards, pick(luck, whole(size)))
