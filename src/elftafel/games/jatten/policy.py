"""Jatten: a quick sensible choice. Build on the largest set, rob where doubles are unlikely, stop before it hurts."""

from elftafel.games.jatten import rules
from elftafel.games.jatten.knowledge import KINDS, PILE, at_most, whole
from elftafel.games.jatten.rules import NUMBERS, has_pair, largest_set
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled


@compiled
def prefer(state, luck):
    """A legal action that a careful player might choose."""
    phase = state.phase
    if phase == rules.PLAY:
        return best_kind(state, state.hands[state.seat], luck)
    if phase == rules.ROB:
        return best_victim(state, luck)
    if phase == rules.AGAIN:
        return rules.A_AGAIN if worth_the_risk(state) else rules.A_STOP
    if phase == rules.LOOK:
        return rules.A_LOOK + best_to_look_at(state, luck)
    if phase == rules.SWAP:
        return best_swap(state)
    if phase == rules.THEFT:
        return rules.A_STEAL + best_kind(state, state.collections[state.victim], luck)
    return best_refill(state)


@compiled
def stumble(state, luck):
    """A beginner's choice."""
    return prefer(state, luck)


@compiled
def best_kind(state, cards, luck):
    """Of these cards the one that best goes with the own collection; a card with a sign rather than a plain one."""
    best, best_worth = 0, -1
    for kind in range(KINDS):
        if cards[kind] > 0:
            worth = 64 * state.sets[state.seat, kind >> 2] + 8 * int(state.hands[state.seat, kind]) + pick(luck, 8)
            if kind & 3:
                worth += 4
            if worth > best_worth:
                best, best_worth = kind, worth
    return best


@compiled
def best_victim(state, luck):
    """Who has many cards in the hand, and in the collection what the own one needs."""
    best, best_worth = 0, -1
    for other in range(state.players):
        if other != state.seat:
            worth = 6 * state.hand_sizes[other] + 8 * largest_set(state, whole(other)) + pick(luck, 16)
            for number in range(NUMBERS):
                if state.sets[other, number] > 0:
                    worth += 2 * state.sets[state.seat, number]
            if worth > best_worth:
                best, best_worth = other, worth
    if state.players == 2 and state.pile_size > 6 and state.hand_sizes[best] < 3:
        return rules.A_ROB_PILE
    return rules.A_ROB + best


@compiled
def worth_of(state, number):
    """What one more card of this number is worth to the seat at turn."""
    have = state.sets[state.seat, number]
    return 2 + have * have


@compiled
def worth_the_risk(state):
    """One more card, against losing all in the middle: what is known of the hand is counted, the rest is estimated."""
    seat, victim = state.seat, state.victim
    stake, doubles, others, gain = 0, 0, 0, 0
    known_doubles = 0
    for kind in range(KINDS):
        number = kind >> 2
        unseen = at_most(state, state.newer, kind, whole(seat)) if victim == PILE else whole(state.unseen[kind, seat])
        if state.middle >> kind & 1:
            stake += worth_of(state, number)
        if state.middle >> 4 * number & 15:
            doubles += unseen
            if victim != PILE:
                known_doubles += int(state.known[victim, kind, seat])
        else:
            others += unseen
            gain += unseen * worth_of(state, number)
    if victim == PILE:
        cards, unknown, crook = 1, 1, 0
    else:
        cards, unknown, crook = int(state.hand_sizes[victim]), int(state.unknown[victim, seat]), 1 - state.crook_out
    all_unseen = max(1, doubles + others)
    # in units of 1 / (cards * all_unseen): how often the next card is a double, and how often it is none
    bad = known_doubles * all_unseen + unknown * doubles
    good = (cards + crook) * all_unseen - bad
    if state.crook_out:
        stake += 6
    return good * max(1, gain) > bad * stake * max(1, others)


@compiled
def best_to_look_at(state, luck):
    """The victim, if it holds more cards that are not known; else who holds most of them."""
    best, best_worth = 0, -1
    for other in range(state.players):
        if other != state.seat:
            worth = 4 * int(state.unknown[other, state.seat]) + pick(luck, 4)
            if other == state.victim:
                worth += 8
            if worth > best_worth:
                best, best_worth = other, worth
    return best


@compiled
def best_swap(state):
    """Give two cards of the smallest set that has two, but never break up four of a number."""
    best, fewest = -1, 4
    for number in range(NUMBERS):
        have = state.sets[state.seat, number]
        if 2 <= have < fewest:
            best, fewest = number, have
    if best < 0:
        return rules.A_NO_SWAP
    for pair in range(10 * best, 10 * best + 10):
        if has_pair(state.collections[state.seat], pair):
            return rules.A_SWAP + pair
    return rules.A_NO_SWAP


@compiled
def best_refill(state):
    """With few cards left give up the smallest set for a new hand, unless it is large."""
    best, fewest = -1, 3
    largest = largest_set(state, whole(state.seat))
    for number in range(NUMBERS):
        have = state.sets[state.seat, number]
        if 0 < have < fewest and have < largest:
            best, fewest = number, have
    if best < 0 or state.hand_sizes[state.seat] > 6 - 2 * fewest:
        return rules.A_KEEP
    return rules.A_DISCARD + best
