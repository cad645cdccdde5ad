"""Elfer raus!: who is likely to hold what, from what the others laid and when they ended their turns.

A chain of deals (Metropolis): each comes from the one before by a few exchanges of two unseen cards, and an exchange
is made the rather, the better the others' moves in this round are explained by it. The first deal is an even one. With
many deals all that is possible comes up as often as it is likely, if the others mostly do what `prefer` would.

A seat's cards are kept with the time they came and the time they were laid, so that its hand at every earlier moment is
known. Which of them it was dealt and which it drew is a guess too, and is exchanged in the same way.
"""

import numpy as np

from elftafel.games.elfer_raus.policy import WORTH_A_SECOND, can_lay_all, sides_of, worth_of_laying
from elftafel.games.elfer_raus.rules import (
    COLOURS,
    HAD_TO_DRAW,
    LAID_MORE,
    MOST_TOLD,
    NUMBERS,
    OPEN_DRAWN,
    PUT,
    colour_of,
    number_of,
    redeal,
    starting_numbers,
)
from elftafel.kernel.bits import lowest
from elftafel.kernel.chance import pick, rekey, spin
from elftafel.kernel.jit import compiled
from elftafel.kernel.record import mind_type

SURPRISE = 0.1  # how often a move is one that `prefer` would not make
IMPOSSIBLE = -7.0  # what counts against a guess that cannot be, as the logarithm of a chance: it may pass for a while
FIRST_WALK = 2000  # exchanges tried before the first deal
WALK = 40  # and before each further one
TURN_END = -1  # instead of a card
DEALT = -1  # when a card came that was dealt
HELD = 10_000  # when a card is laid that is still held
MOST_HELD = 64  # cards that one seat has in a round

MIND = mind_type(
    ("count", "<i4", 6),  # cards that each other seat has had, the present ones included
    ("card", "<i4", (6, MOST_HELD)),
    ("since", "<i4", (6, MOST_HELD)),  # when it came: a place in the story, or DEALT
    ("until", "<i4", (6, MOST_HELD)),  # when it was laid: a place in the story, or HELD
    ("likely", "<f8", 6),  # logarithm of how likely each other seat is to have done what it did
    ("stock", "<i4", 80),
    ("in_stock", "<i4"),
    ("rows", "<i4", (MOST_TOLD + 1, 4)),  # the rows before each place in the story, and now
    ("fits", "<i4", (MOST_TOLD + 1, 4)),  # and what could be laid
    ("hand", "<i4", 4),  # scratch: a hand at some moment
)


@compiled
def believe(state, mind, seat, luck):
    """The next deal of the chain."""
    if not mind.ready:
        redeal(state, seat, luck)
        remember(state, mind)
        imagine(state, mind, seat)
        walk(state, mind, seat, luck, FIRST_WALK)
        mind.ready = 1
    else:
        walk(state, mind, seat, luck, WALK)
    hand_out(state, mind, seat)
    rekey(state, luck)


@compiled
def kind_of(told):
    """What a place in the story tells of."""
    return int(told) >> 10


@compiled
def seat_of(told):
    """Of whom."""
    return int(told) >> 7 & 7


@compiled
def what_of(told):
    """The card, or how many were kept of those drawn."""
    return int(told) & 127  # wide: `1 << number` must not overflow


@compiled
def remember(state, mind):
    """The rows before each moment of the story, from the present ones backward."""
    for colour in range(COLOURS):
        row = state.rows[colour]
        for i in range(state.told, -1, -1):
            if i < state.told:
                told = state.story[i]
                if kind_of(told) != HAD_TO_DRAW and colour_of(what_of(told)) == colour:
                    row &= ~(1 << number_of(what_of(told)))
            starts = starts_at(state, i) if row == 0 and colour != state.dropped else 0
            mind.rows[i, colour] = row
            mind.fits[i, colour] = (row << 1 | row >> 1 | starts) & ~row & NUMBERS


@compiled
def starts_at(state, i):
    """With what an empty row could be started at a moment (ER-5, ER-O2)."""
    if state.opening == OPEN_DRAWN and i > 0:
        return 1 << number_of(what_of(state.story[0]))  # the first card's number opens every row
    return starting_numbers(state.opening)


@compiled
def imagine(state, mind, seat):
    """Begin with the cards as they lie in `state`: each seat drew what it was dealt last."""
    mind.in_stock = 0
    for card in range(COLOURS * 20):
        if state.stock[colour_of(card)] >> number_of(card) & 1:
            mind.stock[mind.in_stock] = card
            mind.in_stock += 1
    for other in range(state.players):
        mind.count[other] = 0
        if other != seat:
            drawn = recall(state, mind, other)
            date(state, mind, other, mind.count[other] - drawn)
            mind.likely[other] = likelihood(state, mind, other)


@compiled
def recall(state, mind, other):
    """List the cards that a seat has had, first those it has laid; returns how many of them it drew."""
    count = drawn = 0
    for i in range(state.told):
        told = state.story[i]
        if seat_of(told) == other:
            kind = kind_of(told)
            if kind == HAD_TO_DRAW:
                drawn += what_of(told)
            elif kind != PUT:
                mind.card[other, count], mind.until[other, count] = what_of(told), i
                count += 1
    for card in range(COLOURS * 20):
        if state.hands[other, colour_of(card)] >> number_of(card) & 1:
            mind.card[other, count], mind.until[other, count] = card, HELD
            count += 1
    mind.count[other] = count
    return drawn


@compiled
def date(state, mind, other, dealt):
    """Say when each card of a seat came: the first `dealt` were dealt, the others drawn one after another."""
    for n in range(mind.count[other]):
        mind.since[other, n] = DEALT
    n = dealt
    for i in range(state.told):
        told = state.story[i]
        if seat_of(told) == other and kind_of(told) == HAD_TO_DRAW:
            for _ in range(what_of(told)):
                mind.since[other, n] = i
                n += 1


@compiled
def walk(state, mind, seat, luck, steps):
    """Try so many exchanges."""
    for _ in range(steps):
        one = pick(luck, state.players - 1)
        one += one >= seat
        if mind.count[one]:
            n = pick(luck, mind.count[one])
            if pick(luck, 4) == 0:
                exchange_dates(state, mind, luck, one, n, pick(luck, mind.count[one]))
            elif mind.until[one, n] == HELD:
                other = pick(luck, state.players)
                if other == seat:
                    exchange_with_stock(state, mind, luck, one, n)
                elif other != one:
                    exchange_cards(state, mind, luck, one, n, other)


@compiled
def exchange_dates(state, mind, luck, one, n, m):
    """Perhaps this card was drawn, and that one dealt."""
    since = mind.since[one]
    if since[n] != since[m]:
        since[n], since[m] = since[m], since[n]
        likely = likelihood(state, mind, one)
        if is_accepted(luck, likely - mind.likely[one]):
            mind.likely[one] = likely
        else:
            since[n], since[m] = since[m], since[n]


@compiled
def exchange_with_stock(state, mind, luck, one, n):
    """Perhaps a seat's card is in the stock, and one from there in its hand."""
    if mind.in_stock:
        m = pick(luck, mind.in_stock)
        card, theirs = mind.card[one, n], mind.stock[m]
        if may_have(state, one, theirs):
            mind.card[one, n] = theirs
            likely = likelihood(state, mind, one)
            if is_accepted(luck, likely - mind.likely[one]):
                mind.likely[one] = likely
                mind.stock[m] = card
            else:
                mind.card[one, n] = card


@compiled
def exchange_cards(state, mind, luck, one, n, other):
    """Perhaps two seats hold each other's card."""
    if mind.count[other]:
        m = pick(luck, mind.count[other])
        card, theirs = mind.card[one, n], mind.card[other, m]
        if mind.until[other, m] == HELD and may_have(state, one, theirs) and may_have(state, other, card):
            mind.card[one, n], mind.card[other, m] = theirs, card
            likely, also = likelihood(state, mind, one), likelihood(state, mind, other)
            if is_accepted(luck, likely + also - mind.likely[one] - mind.likely[other]):
                mind.likely[one], mind.likely[other] = likely, also
            else:
                mind.card[one, n], mind.card[other, m] = card, theirs


@compiled
def may_have(state, seat, card):
    """Whether nobody knows that a seat lacks this card."""
    return not state.lacks[seat, colour_of(card)] >> number_of(card) & 1


@compiled
def is_accepted(luck, gain):
    """Metropolis: what is likelier always, what is less likely by as much less often."""
    return spin(luck) < np.exp(min(gain, 0.0)) * 2147483648.0


@compiled
def likelihood(state, mind, seat):
    """The logarithm of how likely a seat is to have done what it did, with the cards it has in mind."""
    sum_of_logs = 0.0
    for n in range(mind.count[seat]):
        if mind.since[seat, n] >= mind.until[seat, n]:
            sum_of_logs += IMPOSSIBLE
    for i in range(state.told):
        told = state.story[i]
        if seat_of(told) == seat:
            kind = kind_of(told)
            if kind == HAD_TO_DRAW:
                sum_of_logs += IMPOSSIBLE * fitting(mind, seat, i)
            elif kind != PUT:
                sum_of_logs += np.log(chance_of(state, mind, seat, i, kind == LAID_MORE, what_of(told)))
                if ended_turn(state, i):
                    sum_of_logs += np.log(chance_of(state, mind, seat, i + 1, True, TURN_END))
    return sum_of_logs


@compiled
def ended_turn(state, i):
    """Whether who laid a card ended the turn after it (ER-7); the first card of `drawn` ends it by itself (ER-O2)."""
    if state.opening == OPEN_DRAWN and i == 0:
        return False
    if i + 1 < state.told:
        return kind_of(state.story[i + 1]) != LAID_MORE
    return state.laid == 0


@compiled
def fitting(mind, seat, i):
    """How many cards a seat held or kept that fitted when it had to draw (ER-8)."""
    count = 0
    for n in range(mind.count[seat]):
        if mind.since[seat, n] <= i and mind.until[seat, n] > i:
            card = mind.card[seat, n]
            count += mind.fits[i, colour_of(card)] >> number_of(card) & 1
    return count


@compiled
def chance_of(state, mind, seat, i, more, laid):
    """How likely a seat is to lay this card, or to end its turn, as `prefer` would but for a surprise now and then.

    The card must be worth most, and one `more` in a turn a lot, or else all must go.
    """
    hand_at(mind, seat, i)
    above, below = sides_of(state)
    best = worth_of_it = -1_000_000
    equals = choices = 0
    for colour in range(COLOURS):
        hand, row = int(mind.hand[colour]), int(mind.rows[i, colour])
        numbers = hand & mind.fits[i, colour]
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            choices += 1
            worth = worth_of_laying(hand, row, number, above, below)
            if worth > best:
                best, equals = worth, 0
            equals += worth == best
            if 20 * colour + number - 1 == laid:
                worth_of_it = worth
    if choices == 0 and not more:
        return SURPRISE  # a guess that cannot be: no card to choose from
    choices += more  # the end of the turn
    lays = not more or best >= WORTH_A_SECOND or goes_out(mind, i)
    if laid == TURN_END:
        return SURPRISE / choices + (0.0 if lays else 1 - SURPRISE)
    return SURPRISE / choices + ((1 - SURPRISE) / equals if lays and worth_of_it == best else 0.0)


@compiled
def hand_at(mind, seat, i):
    """What a seat held at a moment."""
    for colour in range(COLOURS):
        mind.hand[colour] = 0
    for n in range(mind.count[seat]):
        if mind.since[seat, n] < i and mind.until[seat, n] >= i:
            card = mind.card[seat, n]
            mind.hand[colour_of(card)] |= 1 << number_of(card)


@compiled
def goes_out(mind, i):
    """Whether the whole hand at that moment could be laid in the turn."""
    for colour in range(COLOURS):
        hand = int(mind.hand[colour])
        if not can_lay_all(hand, hand & int(mind.fits[i, colour])):
            return False
    return True


@compiled
def hand_out(state, mind, seat):
    """Put the cards where they are in mind."""
    for colour in range(COLOURS):
        state.stock[colour] = 0
        for other in range(state.players):
            if other != seat:
                state.hands[other, colour] = 0
    for n in range(mind.in_stock):
        card = mind.stock[n]
        state.stock[colour_of(card)] |= 1 << number_of(card)
    for other in range(state.players):
        for n in range(mind.count[other]):
            if mind.until[other, n] == HELD:
                card = mind.card[other, n]
                state.hands[other, colour_of(card)] |= 1 << number_of(card)
