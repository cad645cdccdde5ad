"""11 nimmt!: what a seat must hold possible (`redeal`) and what it observes."""

import numpy as np

from elftafel.games.nimmt11.facts import FACTS
from elftafel.games.nimmt11.rules import CARDS, HALF, bit_of, half_of, hand_count, stock_size
from elftafel.kernel.bits import lowest, remainder, scratch
from elftafel.kernel.chance import pick, rekey
from elftafel.kernel.jit import compiled

AT = FACTS.offsets  # where each part of the observation begins


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
    for half in range(2):
        write_cards(out, AT.hand + HALF * half, state.hands[seat, half])
        for step in range(1, 7):
            known = 0
            if step < state.players:
                known = state.hands[remainder(seat + step, state.players), half] & state.from_piles[half]
            write_cards(out, AT.known + CARDS * (step - 1) + HALF * half, known)
        write_cards(out, AT.bases + HALF * half, state.bases[half])
    write_piles(state, out)
    for card in range(1, CARDS + 1):
        out[AT.heads + card - 1] = state.heads[card]
    for step in range(7):
        other = remainder(seat + step, state.players)
        here = step < state.players
        out[AT.hand_sizes + step] = hand_count(state, other) if here else 0
        out[AT.bulls + step] = state.bulls[other] if here else 0
        out[AT.turn + step] = here and other == state.seat
    out[AT.supply] = state.supply
    out[AT.stock] = stock_size(state)
    out[AT.laid] = state.laid
    out[AT.choosing] = state.choosing
    out[AT.players] = state.players
    out[AT.open_piles] = state.open_piles


@compiled
def write_cards(out, at, cards):
    """Write half a set of cards as 50 zeros and ones."""
    for i in range(HALF):
        out[at + i] = cards >> i & 1


@compiled
def write_piles(state, out):
    """Write the size of each pile at its top card, and for each card in a pile that top card."""
    for i in range(CARDS):
        out[AT.piles + i] = 0
        out[AT.lies_under + i] = 0
    for half in range(2):
        tops = state.tops[half]
        while tops:
            top = HALF * half + lowest(tops) + 1
            tops &= tops - 1
            card = top
            while card:
                out[AT.piles + top - 1] += 1
                out[AT.lies_under + card - 1] = top
                card = int(state.under[card])
