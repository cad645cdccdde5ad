"""11 nimmt!: what a seat knows, and what it has to hold possible."""

import numpy as np

from elftafel.games.nimmt11.rules import CARDS, HALF, bit_of, half_of, hand_count, stock_size
from elftafel.kernel.bits import lowest, remainder, scratch
from elftafel.kernel.chance import pick, rekey
from elftafel.kernel.jit import compiled


@compiled
def redeal(state, seat, luck):
    """Shuffle all cards that `seat` never saw, and give each other hand and the stock as many of them as before.

    What came from a pile was seen by all and stays. A take tells nothing about the rest of a hand: those who could lay
    may take as well (EN-3). Nor does the end of a turn (EN-R8).
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
    """What `seat` knows, others counted clockwise from it (the table is in docs/games/nimmt11.md)."""
    for half in range(2):
        write_cards(out, HALF * half, state.hands[seat, half])
        for step in range(1, 7):
            known = 0
            if step < state.players:
                known = state.hands[remainder(seat + step, state.players), half] & state.from_piles[half]
            write_cards(out, 100 * step + HALF * half, known)
        write_cards(out, 900 + HALF * half, state.bases[half])
    write_piles(state, out, 700)
    for card in range(1, CARDS + 1):
        out[999 + card] = state.heads[card]
    at = 1100
    for step in range(7):
        other = remainder(seat + step, state.players)
        here = step < state.players
        out[at + step] = hand_count(state, other) if here else 0
        out[at + 7 + step] = state.bulls[other] if here else 0
        out[at + 14 + step] = here and other == state.seat
    out[at + 21] = state.supply
    out[at + 22] = stock_size(state)
    out[at + 23] = state.laid
    out[at + 24] = state.choosing
    out[at + 25] = state.players
    out[at + 26] = state.open_piles


@compiled
def write_cards(out, at, cards):
    """Half a set of cards as 50 zeros and ones."""
    for i in range(HALF):
        out[at + i] = cards >> i & 1


@compiled
def write_piles(state, out, at):
    """For each top the size of its pile, then for each card the top of its pile."""
    for i in range(2 * CARDS):
        out[at + i] = 0
    for half in range(2):
        tops = state.tops[half]
        while tops:
            top = HALF * half + lowest(tops) + 1
            tops &= tops - 1
            card = top
            while card:
                out[at + top - 1] += 1
                out[at + CARDS + card - 1] = top
                card = int(state.under[card])
