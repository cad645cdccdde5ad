"""11 Elevens: what a seat must hold possible (`redeal`) and what it observes."""

from elftafel.games.elevens.facts import FACTS
from elftafel.games.elevens.rules import colour_of, hand_count, number_of, stock_size
from elftafel.kernel.bits import scratch
from elftafel.kernel.cards import collect_unseen, hand_out, may_hold
from elftafel.kernel.chance import rekey
from elftafel.kernel.features import (
    offsets_in,
    seat_after,
    steps_to,
    write_bits,
    write_colours,
    write_lacks,
    write_number,
)
from elftafel.kernel.hands import share_out
from elftafel.kernel.jit import compiled

AT, PACKED = FACTS.offsets, FACTS.packed  # where each part of the observation begins


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
    at = offsets_in(out, AT, PACKED)
    players = state.players
    write_colours(out, at.hand, state.hands[seat], 21)
    write_colours(out, at.rows, state.rows, 21)
    write_colours(out, at.jokers_on_the_table, state.table_jokers, 21)
    write_lacks(out, at.lacks, state.lacks, players, seat, 21)
    for step in range(6):
        other, here = seat_after(seat, step, players), step < players
        write_number(out, at.hand_sizes + step, hand_count(state, other) if here else 0)
        write_number(out, at.known_jokers + step, state.known_jokers[other] if here else 0)
        write_number(out, at.bridges + step, state.bridges[other] if here else 0)
        write_number(out, at.bonus_cards + step, state.bonuses[other] if here else 0)
    write_bits(out, at.turn, 1 << steps_to(seat, state.seat, players), 6)
    write_number(out, at.jokers, state.jokers[seat])
    write_number(out, at.thrown, state.thrown)
    write_number(out, at.stock, stock_size(state))
    write_number(out, at.laid, state.laid)
    write_bits(out, at.swapped, state.swapped, 1)
    write_number(out, at.passes, state.passes)
    write_number(out, at.bonus_cards_left, state.bonus_left)
    write_number(out, at.players, players)
    write_number(out, at.options, state.simple + 2 * state.brisk + 4 * state.full_duty)
