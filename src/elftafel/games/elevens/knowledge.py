"""11 Elevens: what a seat must hold possible (`redeal`) and what it observes."""

from elftafel.games.elevens.facts import FACTS
from elftafel.games.elevens.rules import colour_of, hand_count, number_of, stock_size
from elftafel.kernel.bits import remainder, scratch
from elftafel.kernel.cards import collect_unseen, hand_out, may_hold, write_colours, write_lacks
from elftafel.kernel.chance import rekey
from elftafel.kernel.hands import share_out
from elftafel.kernel.jit import compiled

AT = FACTS.offsets  # where each part of the observation begins


@compiled
def redeal(state, seat, luck):
    """Share the unseen cards out anew.

    Nobody gets a card that it is known to lack, or loses a joker that it is known to hold.
    """
    cards, allowed, held, need = scratch(), scratch(), scratch(), scratch()
    stock = state.players
    jokers = collect_jokers(state, seat, need)
    number_cards = collect_unseen(state.stock, state.hands, state.players, seat, 21, 1, cards, need)
    for i in range(number_cards):
        allowed[i] = may_hold(state.lacks, state.players, seat, colour_of(cards[i]), number_of(cards[i]))
    count = number_cards + jokers
    for i in range(number_cards, count):
        allowed[i] = (2 << stock) - 1 & ~(1 << seat)
    share_out(luck, count, allowed, need, state.players + 1, held)
    hand_out(state.stock, state.hands, state.players, seat, 21, 1, cards, number_cards, held)
    for i in range(number_cards, count):
        if held[i] == stock:
            state.stock_jokers += 1
        else:
            state.jokers[held[i]] += 1
    rekey(state, luck)


@compiled
def collect_jokers(state, seat, need):
    """Take away the jokers of which `seat` does not know where they are; returns how many.

    `need` gets the number of them that each other hand and the stock had.
    """
    stock = state.players
    jokers = state.stock_jokers
    need[stock] = jokers
    state.stock_jokers = 0
    for holder in range(state.players):
        need[holder] = 0
        if holder != seat:
            unknown = state.jokers[holder] - state.known_jokers[holder]
            jokers += unknown
            need[holder] = unknown
            state.jokers[holder] = state.known_jokers[holder]
    return jokers


@compiled
def observe(state, seat, out):
    """Write what `seat` knows, others counted clockwise from it.

    The table of the entries is in docs/games/elevens.md.
    """
    write_colours(out, AT.hand, state.hands[seat], 21)
    write_colours(out, AT.rows, state.rows, 21)
    write_colours(out, AT.jokers_on_the_table, state.table_jokers, 21)
    write_lacks(out, AT.lacks, state.lacks, state.players, seat, 21)
    for step in range(6):
        other = remainder(seat + step, state.players)
        here = step < state.players
        out[AT.hand_sizes + step] = hand_count(state, other) if here else 0
        out[AT.known_jokers + step] = state.known_jokers[other] if here else 0
        out[AT.bridges + step] = state.bridges[other] if here else 0
        out[AT.bonus_cards + step] = state.bonuses[other] if here else 0
        out[AT.turn + step] = here and other == state.seat
    out[AT.jokers] = state.jokers[seat]
    out[AT.thrown] = state.thrown
    out[AT.stock] = stock_size(state)
    out[AT.laid] = state.laid
    out[AT.swapped] = state.swapped
    out[AT.passes] = state.passes
    out[AT.bonus_cards_left] = state.bonus_left
    out[AT.players] = state.players
    out[AT.options] = state.simple + 2 * state.brisk + 4 * state.full_duty
