"""11 nimmt!: what a seat must hold possible (`redeal`) and what it observes."""

import numpy as np

from elftafel.games.nimmt11.facts import FACTS
from elftafel.games.nimmt11.rules import CARDS, HALF, bit_of, half_of, hand_count, stock_size
from elftafel.kernel.bits import lowest, scratch
from elftafel.kernel.chance import pick, rekey
from elftafel.kernel.features import (
    offsets_in,
    seat_after,
    steps_to,
    write_bits,
    write_number,
    write_row,
    write_zeros,
)
from elftafel.kernel.jit import compiled

AT, PACKED = FACTS.offsets, FACTS.packed  # where each part of the observation begins


@compiled
def redeal(state, seat, luck):
    """Deal all cards that `seat` has not seen anew to the other hands and the stock.

    Each gets as many as before. Cards that came from a pile were seen by all and stay. A take says
    nothing about the rest of a hand, since a seat that could lay may take as well (EN-3); nor does
    the end of a turn (EN-R8).
    """
    cards = scratch()
    count = 0
    for half in range(2):
        unseen = state.stock[half]
        for other in range(state.players):
            if other != seat:
                unseen |= state.hands[other, half] & ~state.from_piles[half]
        while unseen:
            cards[count] = HALF * half + lowest(unseen) + 1
            unseen &= unseen - 1
            count += 1
    for i in range(count):
        j = i + pick(luck, count - i)
        cards[i], cards[j] = cards[j], cards[i]
    given = 0
    for other in range(state.players):
        if other != seat:
            wanted = hand_count(state, other)
            for half in range(2):
                state.hands[other, half] &= state.from_piles[half]
            for _ in range(wanted - hand_count(state, other)):
                card = np.int64(cards[given])
                state.hands[other, half_of(card)] |= bit_of(card)
                given += 1
    for half in range(2):
        state.stock[half] = 0
    for i in range(given, count):
        card = np.int64(cards[i])
        state.stock[half_of(card)] |= bit_of(card)
    rekey(state, luck)


@compiled
def observe(state, seat, out):
    """Write what `seat` knows, others counted clockwise from it.

    The table of the entries is in docs/games/nimmt11.md.
    """
    at = offsets_in(out, AT, PACKED)
    players = state.players
    write_cards(out, at.hand, state.hands[seat, 0], state.hands[seat, 1])
    write_cards(out, at.bases, state.bases[0], state.bases[1])
    for step in range(1, 7):
        first, second = 0, 0
        if step < players:
            other = seat_after(seat, step, players)
            first, second = (
                state.hands[other, 0] & state.from_piles[0],
                state.hands[other, 1] & state.from_piles[1],
            )
        write_cards(out, at.known + CARDS * (step - 1), first, second)
    write_piles(state, out, at.piles, at.lies_under)
    write_row(out, at.heads, state.heads[1:], CARDS)
    for step in range(7):
        other, here = seat_after(seat, step, players), step < players
        write_number(out, at.hand_sizes + step, hand_count(state, other) if here else 0)
        write_number(out, at.bulls + step, state.bulls[other] if here else 0)
    write_bits(out, at.turn, 1 << steps_to(seat, state.seat, players), 7)
    write_number(out, at.supply, state.supply)
    write_number(out, at.stock, stock_size(state))
    write_number(out, at.laid, state.laid)
    write_bits(out, at.choosing, state.choosing, 1)
    write_number(out, at.players, players)
    write_bits(out, at.open_piles, state.open_piles, 1)


@compiled
def write_cards(out, at, first, second):
    """Write a set of cards as 100 zeros and ones: two words of 50 bits."""
    first, second = np.int64(first), np.int64(second)
    write_bits(out, at, first | second << HALF, 64)
    write_bits(out, at + 64, second >> 64 - HALF, 36)


@compiled
def write_piles(state, out, piles, lies_under):
    """Write the size of each pile at its top card, and for each card in a pile that top card."""
    write_zeros(out, piles, CARDS)
    write_zeros(out, lies_under, CARDS)
    for half in range(2):
        tops = state.tops[half]
        while tops:
            top = HALF * half + lowest(tops) + 1
            tops &= tops - 1
            card, size = top, 0
            while card:
                size += 1
                write_number(out, lies_under + card - 1, top)
                card = int(state.under[card])
            write_number(out, piles + top - 1, size)
