"""Jatten: how a round goes, in the order of the rulebook (docs/rules/jatten.md).

The position and how cards move in it are in position.py, what each seat knows in knowledge.py.
"""

from elftafel.games.jatten.knowledge import (
    KINDS,
    NOBODY,
    PILE,
    all_in_pile,
    drawn,
    looked_at,
    pile_renewed,
    returns_to_hand,
    whole,
)
from elftafel.games.jatten.position import (
    NUMBERS,
    RECORD,
    discard,
    draw,
    has_collection,
    has_pair,
    into_collection,
    into_hand,
    largest_set,
    leave_pile,
    nth_card,
    number_of,
    out_of_collection,
    out_of_hand,
    pair_of,
    sound,
)
from elftafel.kernel.bits import lowest, quotient, remainder, scratch
from elftafel.kernel.chance import below, shuffle
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import note
from elftafel.kernel.record import next_seat, write

__all__ = ["ACTIONS", "KINDS", "NUMBERS", "PILE", "RECORD", "apply", "deal", "legal", "pair_of", "scores", "sound"]

CARDS = 98
HAND = 7  # number cards of a full hand; the crook is the eighth card
WINNING_SET = 6
WINNER_SCORES = 7
TURNS_EACH = 40
NOTHING = -1

PLAIN, PLUS_ONE, EYE, TWO_FOR_THREE = range(4)  # signs
CROOK = KINDS  # drawn from a hand like a card (JA-5)

# Phases: what the seat at turn decides next, and then what happens by itself
PLAY, ROB, AGAIN, LOOK, SWAP, THEFT, REFILL = range(7)
SIGN_DUE, CARD_DONE, STOPPING, THEFT_DONE, TURN_DONE = range(7, 12)

# Actions: play a kind of card, or
A_ROB = 28  # + seat
A_ROB_PILE = 33
A_AGAIN = 34
A_STOP = 35
A_LOOK = 36  # + seat
A_SWAP = 41  # + 10 * (number - 1) + pair of signs
A_NO_SWAP = 111
A_STEAL = 112  # + kind
A_NO_THEFT = 140
A_DISCARD = 141  # + number - 1
A_KEEP = 148
ACTIONS = 149

# Steps in the journal
PLAYED, DREW, LOOKED, SWAPPED, NO_SWAP, STOPPED, BUSTED, STOLE, NO_THEFT, DISCARDED, KEPT = range(11)
INTO_HAND, INTO_COLLECTION, RENEWED, WON, TIRED = range(11, 16)


@compiled
def deal(state, journal):
    """Hands of 7 cards, collections of 1, 2, 3 … from the starter on (JA-1, JA-2)."""
    cards = scratch()
    size = 0
    for kind in range(KINDS):
        state.pile[kind] = state.deck[kind]
        for _ in range(state.deck[kind]):
            cards[size] = kind
            size += 1
    state.pile_size = CARDS
    all_in_pile(state)
    players = whole(state.players)
    shuffle(state, cards, CARDS, HAND * players + quotient(players * (players + 1), 2))
    next_card = 0
    for step in range(players):
        seat = remainder(whole(state.starter) + step, players)
        for i in range(HAND + step + 1):
            kind = whole(cards[next_card])
            next_card += 1
            leave_pile(state, kind)
            if i < HAND:
                into_hand(state, seat, kind)
            else:
                drawn(state, whole(NOBODY), kind)
                into_collection(state, seat, kind)
    state.winner = NOBODY
    state.seat = state.starter
    begin_turn(state)


@compiled
def begin_turn(state):
    """A turn begins with a card to play, if there is one (JA-3, JA-R12)."""
    state.victim = NOBODY
    state.phase = PLAY if state.hand_sizes[state.seat] > 0 else ROB
    state.reveals += 1


@compiled
def legal(state, out):
    """What may be done in this phase of the turn (JA-3)."""
    seat, phase = state.seat, state.phase
    count = 0
    besides = NOTHING
    if phase in (PLAY, THEFT):  # JA-4; JA-6, JA-R11
        cards = state.hands[seat] if phase == PLAY else state.collections[state.victim]
        first = 0 if phase == PLAY else A_STEAL
        for kind in range(KINDS):
            if cards[kind] > 0:
                count = write(out, count, first + kind)
        besides = NOTHING if phase == PLAY else A_NO_THEFT
    elif phase in (ROB, LOOK):  # JA-5, JA-14; JA-8
        first = A_ROB if phase == ROB else A_LOOK
        for other in range(state.players):
            if other != seat:
                count = write(out, count, first + other)
        if phase == ROB and state.players == 2 and state.pile_size > 0:
            besides = A_ROB_PILE
    elif phase == AGAIN:  # JA-5
        for action in range(A_AGAIN, A_STOP + 1):
            count = write(out, count, action)
    elif phase == SWAP:  # JA-8, JA-R6, JA-R7
        for pair in range(A_NO_SWAP - A_SWAP):
            if state.sets[seat, quotient(pair, 10)] >= 2 and has_pair(state.collections[seat], pair):
                count = write(out, count, A_SWAP + pair)
        besides = A_NO_SWAP
    else:  # JA-10
        for number in range(NUMBERS):
            if state.sets[seat, number] > 0:
                count = write(out, count, A_DISCARD + number)
        besides = A_KEEP
    if besides != NOTHING:
        count = write(out, count, besides)
    return count


@compiled
def apply(state, action, journal):
    """Carry out one decision of the seat at turn, and everything that follows by itself."""
    state.ply += 1
    card, draws = NOTHING, 0
    if action < A_ROB:
        play(state, action, journal)
    elif action <= A_AGAIN:
        if action != A_AGAIN:
            state.victim = action - A_ROB  # a seat, or PILE
        card = draw_card(state, journal)
    elif action == A_STOP:
        state.phase = STOPPING
    elif action < A_SWAP:
        look(state, action - A_LOOK, journal)
    elif action <= A_NO_SWAP:
        draws = swap(state, action, journal)
    elif action <= A_NO_THEFT:
        steal(state, action, journal)
    else:
        draws = refill(state, action, journal)

    if draws > 0:
        step = INTO_HAND if state.phase == TURN_DONE else INTO_COLLECTION
        draw_cards(state, whole(state.seat), draws, step, journal)
    if state.phase == SIGN_DUE:
        carry_out_sign(state, card, journal)
    if state.phase == CARD_DONE:
        go_on(state)
    if state.phase == STOPPING:
        stop(state, journal)
    if state.phase == THEFT_DONE:
        end_theft(state, journal)
    renew_if_empty(state, journal)
    if state.phase == TURN_DONE:
        end_turn(state, journal)


@compiled
def play(state, kind, journal):
    """One number card goes from the hand to the collection (JA-4)."""
    seat = whole(state.seat)
    out_of_hand(state, seat, kind)
    into_collection(state, seat, kind)
    note(journal, PLAYED, seat, kind)
    state.phase = ROB


@compiled
def draw_card(state, journal):
    """Draw from the victim or from the pile (JA-5, JA-14); returns the kind of card.

    A number that comes for the second time is a bust (JA-7).
    """
    state.reveals += 1
    victim = whole(state.victim)
    if victim == PILE:
        kind = draw(state)
        drawn(state, whole(NOBODY), kind)
    else:
        n = below(state, whole(state.hand_sizes[victim]) + 1 - state.crook_out)
        kind = draw_from_hand(state, victim, n)
    note(journal, DREW, whole(state.seat), victim, kind)
    if victim == PILE:
        renew_if_empty(state, journal)
    if kind == CROOK:
        state.crook_out = 1
        state.phase = CARD_DONE
    elif state.middle >> 4 * number_of(kind) & 15:
        bust(state, kind, journal)
    else:
        state.middle |= 1 << kind
        state.phase = CARD_DONE if victim == PILE else SIGN_DUE
    return kind


@compiled
def draw_from_hand(state, seat, n):
    """The n-th card of a hand, which is as good as any (JA-R10); the crook counts as the last."""
    if n == state.hand_sizes[seat]:
        return CROOK
    kind = nth_card(state.hands[seat], n)
    out_of_hand(state, seat, kind)
    return kind


@compiled
def carry_out_sign(state, kind, journal):
    """Carry out the sign of a card that was drawn from a hand (JA-8).

    An eye and a 2→3 may need another decision.
    """
    state.phase = CARD_DONE
    sign = kind & 3
    if sign == PLUS_ONE:  # who has this number draws, clockwise from the thief (JA-R5)
        for step in range(state.players):
            seat = remainder(whole(state.seat) + step, whole(state.players))
            if state.sets[seat, number_of(kind)] > 0:
                draw_cards(state, seat, whole(1), whole(INTO_COLLECTION), journal)
    elif sign == EYE:
        if state.players > 2:
            state.phase = LOOK
        else:
            look(state, whole(state.victim), journal)
    elif sign == TWO_FOR_THREE and largest_set(state, whole(state.seat)) >= 2:  # JA-R6
        state.phase = SWAP


@compiled
def look(state, other, journal):
    """See the hand of another player (JA-8). The journal shows it to the two of them."""
    state.reveals += 1
    thief = whole(state.seat)
    looked_at(state, other, thief)
    first, second, place = 0, 0, 0
    for kind in range(KINDS):
        for _ in range(state.hands[other, kind]):
            if place < 4:
                first |= kind + 1 << 5 * place
            else:
                second |= kind + 1 << 5 * (place - 4)
            place += 1
    note(journal, LOOKED, thief, other, first, second)
    state.phase = CARD_DONE


@compiled
def swap(state, action, journal):
    """Discard two cards of one number, or decline; returns how many cards to draw (JA-8, JA-R6)."""
    seat = whole(state.seat)
    state.phase = CARD_DONE
    if action == A_NO_SWAP:
        note(journal, NO_SWAP, seat)
        return 0
    one, other = pair_of(action - A_SWAP)
    note(journal, SWAPPED, seat, one, other)
    for kind in (one, other):
        out_of_collection(state, seat, kind)
        discard(state, kind)
    return 3


@compiled
def go_on(state):
    """After a card: draw again or stop. If nothing is left to draw, it is a stop (JA-R3, JA-R8)."""
    if state.victim == PILE:
        left = state.pile_size
    else:
        left = state.hand_sizes[state.victim] + 1 - state.crook_out
    state.phase = STOPPING if left == 0 else AGAIN


@compiled
def stop(state, journal):
    """The cards in the middle go to the collection (JA-6).

    If a crook is among them, the thief may steal (JA-R11).
    """
    thief, victim = whole(state.seat), whole(state.victim)
    note(journal, STOPPED, thief, victim, whole(state.middle), whole(state.crook_out))
    while state.middle:
        into_collection(state, thief, lowest(state.middle))
        state.middle &= state.middle - 1
    state.phase = THEFT if state.crook_out and has_collection(state, victim) else THEFT_DONE


@compiled
def steal(state, action, journal):
    """The crook's theft: a card of the victim's collection, or none (JA-6, JA-R11)."""
    thief, victim = whole(state.seat), whole(state.victim)
    if action == A_NO_THEFT:
        note(journal, NO_THEFT, thief, victim)
    else:
        kind = action - A_STEAL
        out_of_collection(state, victim, kind)
        into_collection(state, thief, kind)
        note(journal, STOLE, thief, victim, kind)
    state.phase = THEFT_DONE


@compiled
def bust(state, kind, journal):
    """The victim takes all cards back, the crook too (JA-7).

    Cards that came from the pile are discarded (JA-14).
    """
    shown = whole(state.middle | state.crook_out << CROOK)
    note(journal, BUSTED, whole(state.seat), whole(state.victim), shown, kind)
    go_back(state, kind)
    while state.middle:
        go_back(state, lowest(state.middle))
        state.middle &= state.middle - 1
    state.phase = THEFT_DONE


@compiled
def go_back(state, kind):
    """A card leaves the middle after a bust."""
    victim = whole(state.victim)
    if victim == PILE:
        discard(state, kind)
    else:
        state.hands[victim, kind] += 1
        state.hand_sizes[victim] += 1
        returns_to_hand(state, victim, kind)


@compiled
def end_theft(state, journal):
    """The crook goes back; hands that hold nothing else get 7 cards (JA-9).

    Then the thief may refill its hand (JA-R13).
    """
    state.crook_out = 0
    thief, victim = whole(state.seat), whole(state.victim)
    may_refill = state.hand_sizes[thief] > 0 and has_collection(state, thief)
    for seat in (thief, victim):
        if seat != PILE and state.hand_sizes[seat] == 0:
            draw_cards(state, seat, whole(HAND), whole(INTO_HAND), journal)
    state.phase = REFILL if may_refill else TURN_DONE


@compiled
def refill(state, action, journal):
    """Discard all cards of one number, or none; returns how many cards to draw (JA-10)."""
    seat = whole(state.seat)
    state.phase = TURN_DONE
    if action == A_KEEP:
        note(journal, KEPT, seat)
        return 0
    number = action - A_DISCARD
    counts = 0
    for sign in range(4):
        kind = 4 * number + sign
        counts |= whole(state.collections[seat, kind]) << 4 * sign
        while state.collections[seat, kind] > 0:
            out_of_collection(state, seat, kind)
            discard(state, kind)
    note(journal, DISCARDED, seat, number, counts)
    return HAND - state.hand_sizes[seat]


@compiled
def draw_cards(state, seat, count, step, journal):
    """Move cards from the pile to a hand or a collection, as many as there are (JA-R8).

    `step` is INTO_HAND or INTO_COLLECTION.
    """
    for _ in range(count):
        renew_if_empty(state, journal)
        if state.pile_size == 0:
            return
        state.reveals += 1
        kind = draw(state)
        note(journal, step, seat, kind)
        if step == INTO_HAND:
            into_hand(state, seat, kind)
        else:
            drawn(state, whole(NOBODY), kind)
            into_collection(state, seat, kind)


@compiled
def renew_if_empty(state, journal):
    """When the pile is empty, the discards become the new pile at once (JA-11, JA-R14).

    Called before each draw and after each action: nothing that should come later is discarded in
    between.
    """
    if state.pile_size == 0 and state.discard_size > 0:
        note(journal, RENEWED, whole(state.seat), whole(state.discard_size))
        for kind in range(KINDS):
            state.pile[kind] = state.discards[kind]
            state.discards[kind] = 0
        state.pile_size = state.discard_size
        state.discard_size = 0
        pile_renewed(state)


@compiled
def end_turn(state, journal):
    """Six cards of a number win (JA-12, JA-R9), and after 40 turns each nobody does (JA-R15).

    Otherwise the turn passes on.
    """
    seat = whole(state.seat)
    state.turns += 1
    state.phase = PLAY
    if largest_set(state, seat) >= WINNING_SET:
        state.winner = seat
        state.over = 1
        note(journal, WON, seat)
    elif state.turns >= TURNS_EACH * state.players:
        state.over = 1
        note(journal, TIRED, seat)
    else:
        state.seat = next_seat(state)
        begin_turn(state)


@compiled
def scores(state, out):
    """7 for the winner, the largest set for the others (JA-13)."""
    for seat in range(state.players):
        out.points[seat] = WINNER_SCORES if seat == state.winner else largest_set(state, seat)
