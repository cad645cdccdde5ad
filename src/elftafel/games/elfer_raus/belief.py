"""Elfer raus!: which cards the others are likely to hold, judged by their moves.

A chain of deals (Metropolis): each deal comes from the one before by a few swaps of two unseen
cards. A swap is accepted with a probability that grows with how well it explains the others' moves
in this round. The first deal is an even one. Over many deals everything possible comes up as often
as it is likely, if the others mostly do what `prefer` would.

For each card of a seat we keep the time when it came and the time when it was laid, so that the
hand at every earlier moment is known. Which cards were dealt and which were drawn is a guess too,
and is swapped in the same way.
"""

import numpy as np

from elftafel.games.elfer_raus.policy import WORTH_A_SECOND, can_lay_all, sides_of, worth_of_laying
from elftafel.games.elfer_raus.rules import (
    COLOURS,
    HAD_TO_DRAW,
    LAID_MORE,
    NUMBERS,
    OPEN_DRAWN,
    PUT,
    STORY_ROOM,
    colour_of,
    number_of,
    redeal,
    starting_numbers,
)
from elftafel.kernel.bits import lowest
from elftafel.kernel.chance import pick, rekey, spin
from elftafel.kernel.jit import compiled
from elftafel.kernel.record import mind_type

SURPRISE = 0.1  # the share of moves that `prefer` would not make
# Log-likelihood of each contradiction in a guess; finite, so that the chain can pass through it
IMPOSSIBLE = -7.0
FIRST_WALK = 2000  # swaps tried before the first deal
WALK = 40  # swaps tried before each further deal
TURN_END = -1  # in place of a card
DEALT = -1  # the time when a dealt card came
HELD = 10_000  # the time when a card is laid that is still in the hand
MOST_HELD = 64  # the most cards that one seat has in a round

MIND = mind_type(
    ("count", "<i4", 6),  # cards that each other seat has had, including those it has now
    ("card", "<i4", (6, MOST_HELD)),
    ("since", "<i4", (6, MOST_HELD)),  # when it came: an index of the story, or DEALT
    ("until", "<i4", (6, MOST_HELD)),  # when it was laid: an index of the story, or HELD
    ("likely", "<f8", 6),  # log-likelihood of what each other seat did
    ("stock", "<i4", 80),
    ("in_stock", "<i4"),
    ("rows", "<i4", (STORY_ROOM + 1, 4)),  # the rows before each entry of the story, and now
    ("fits", "<i4", (STORY_ROOM + 1, 4)),  # what could be laid there
    ("hand", "<i4", 4),  # scratch: a hand at some moment
)


@compiled
def believe(state, mind, seat, luck):
    """Write the next deal of the chain into `state`."""
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
def kind_of(entry):
    """The kind of an entry in the story."""
    return int(entry) >> 10


@compiled
def seat_of(entry):
    """The seat that an entry in the story is about."""
    return int(entry) >> 7 & 7


@compiled
def what_of(entry):
    """The card of an entry in the story, or how many drawn cards were kept."""
    return int(entry) & 127  # a wide integer: `1 << number` must not overflow


@compiled
def remember(state, mind):
    """Work out the rows before each entry of the story, from the present rows backward."""
    for colour in range(COLOURS):
        row = state.rows[colour]
        for i in range(state.story_length, -1, -1):
            if i < state.story_length:
                entry = state.story[i]
                if kind_of(entry) != HAD_TO_DRAW and colour_of(what_of(entry)) == colour:
                    row &= ~(1 << number_of(what_of(entry)))
            starts = starts_at(state, i) if row == 0 and colour != state.dropped else 0
            mind.rows[i, colour] = row
            mind.fits[i, colour] = (row << 1 | row >> 1 | starts) & ~row & NUMBERS


@compiled
def starts_at(state, i):
    """With which numbers an empty row could be started at a moment of the story (ER-5, ER-O2)."""
    if state.opening == OPEN_DRAWN and i > 0:
        return 1 << number_of(what_of(state.story[0]))  # the first card's number opens every row
    return starting_numbers(state.opening)


@compiled
def imagine(state, mind, seat):
    """Start the chain with the cards as they are in `state`.

    Of the cards of a seat, the last ones in the list are taken to be those that it drew.
    """
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
    """List the cards that a seat has had, first those it has laid.

    Returns how many of them it drew.
    """
    count = drawn = 0
    for i in range(state.story_length):
        entry = state.story[i]
        if seat_of(entry) == other:
            kind = kind_of(entry)
            if kind == HAD_TO_DRAW:
                drawn += what_of(entry)
            elif kind != PUT:
                mind.card[other, count], mind.until[other, count] = what_of(entry), i
                count += 1
    for card in range(COLOURS * 20):
        if state.hands[other, colour_of(card)] >> number_of(card) & 1:
            mind.card[other, count], mind.until[other, count] = card, HELD
            count += 1
    mind.count[other] = count
    return drawn


@compiled
def date(state, mind, other, dealt):
    """Set when each card of a seat came.

    The first `dealt` cards of its list were dealt, the others drawn one after another.
    """
    for n in range(mind.count[other]):
        mind.since[other, n] = DEALT
    n = dealt
    for i in range(state.story_length):
        entry = state.story[i]
        if seat_of(entry) == other and kind_of(entry) == HAD_TO_DRAW:
            for _ in range(what_of(entry)):
                mind.since[other, n] = i
                n += 1


@compiled
def walk(state, mind, seat, luck, steps):
    """Try so many random swaps."""
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
    """Try the guess that the one card was drawn and the other one dealt, instead of the reverse."""
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
    """Try to swap a card of a seat with one from the stock."""
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
    """Try to swap a card of one seat with a card of another."""
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
    """True unless everyone knows that a seat lacks this card."""
    return not state.lacks[seat, colour_of(card)] >> number_of(card) & 1


@compiled
def is_accepted(luck, gain):
    """Metropolis's rule: whether to keep a change that raises the log-likelihood by `gain`.

    A likelier deal is always kept, a less likely one with the ratio of the two likelihoods.
    """
    return spin(luck) < np.exp(min(gain, 0.0)) * 2147483648.0


@compiled
def likelihood(state, mind, seat):
    """The log-likelihood of everything that a seat did, if it had the cards that are in mind."""
    sum_of_logs = 0.0
    for n in range(mind.count[seat]):
        if mind.since[seat, n] >= mind.until[seat, n]:
            sum_of_logs += IMPOSSIBLE
    for i in range(state.story_length):
        entry = state.story[i]
        if seat_of(entry) == seat:
            kind = kind_of(entry)
            if kind == HAD_TO_DRAW:
                sum_of_logs += IMPOSSIBLE * fitting(mind, seat, i)
            elif kind != PUT:
                sum_of_logs += np.log(chance_of(state, mind, seat, i, kind == LAID_MORE, what_of(entry)))
                if ended_turn(state, i):
                    sum_of_logs += np.log(chance_of(state, mind, seat, i + 1, True, TURN_END))
    return sum_of_logs


@compiled
def ended_turn(state, i):
    """True if the seat that laid a card ended its turn after it (ER-7).

    The first card of the opening `drawn` ends the turn by itself (ER-O2).
    """
    if state.opening == OPEN_DRAWN and i == 0:
        return False
    if i + 1 < state.story_length:
        return kind_of(state.story[i + 1]) != LAID_MORE
    return state.laid == 0


@compiled
def fitting(mind, seat, i):
    """How many cards of a seat fitted when it had to draw; truly there were none (ER-8)."""
    count = 0
    for n in range(mind.count[seat]):
        if mind.since[seat, n] <= i and mind.until[seat, n] > i:
            card = mind.card[seat, n]
            count += mind.fits[i, colour_of(card)] >> number_of(card) & 1
    return count


@compiled
def chance_of(state, mind, seat, i, more, laid):
    """The probability that a seat lays this card, or ends its turn, with the hand in mind.

    It does what `prefer` would, except for a share of SURPRISE. `more` is true if it has laid a
    card in this turn: then another one must be worth a lot, or the whole hand must go.
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
        return SURPRISE  # the guess is impossible: no card to choose from
    choices += more  # the end of the turn
    lays = not more or best >= WORTH_A_SECOND or goes_out(mind, i)
    if laid == TURN_END:
        return SURPRISE / choices + (0.0 if lays else 1 - SURPRISE)
    return SURPRISE / choices + ((1 - SURPRISE) / equals if lays and worth_of_it == best else 0.0)


@compiled
def hand_at(mind, seat, i):
    """Write the hand of a seat at a moment of the story into `mind.hand`."""
    for colour in range(COLOURS):
        mind.hand[colour] = 0
    for n in range(mind.count[seat]):
        if mind.since[seat, n] < i and mind.until[seat, n] >= i:
            card = mind.card[seat, n]
            mind.hand[colour_of(card)] |= 1 << number_of(card)


@compiled
def goes_out(mind, i):
    """True if the whole hand at that moment could be laid in the turn."""
    for colour in range(COLOURS):
        hand = int(mind.hand[colour])
        if not can_lay_all(hand, hand & int(mind.fits[i, colour])):
            return False
    return True


@compiled
def hand_out(state, mind, seat):
    """Write the cards that are in mind into the position."""
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
