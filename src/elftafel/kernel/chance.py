"""Random numbers. There are two generators, for two needs.

`state`: ChaCha8 (256-bit key, 64-bit nonce and counter, as first published), in the header of every
record. It decides all cards of a real game. A player who sees some of its output cannot predict the
rest, and it gives the same numbers on every machine.

`luck`: one 64-bit word (splitmix64), for the choices of random players and for `redeal`. It decides
no card of a real game, so it only has to be fast and even.
"""

from typing import Any

import numpy as np

from elftafel.kernel.jit import compiled

WORD = 0xFFFFFFFF
LONG = 0xFFFFFFFFFFFFFFFF
EXPAND, ND_3, TWO_BY, TE_K = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574

GENERATOR = [
    ("key", "<u4", 8),
    ("nonce", "<u4", 2),
    ("counter", "<i8"),  # blocks made so far
    ("block", "<u4", 16),  # the last block made
    ("left", "<i4"),  # words of it not yet used
]
"""The fields that make a record a ChaCha8 generator."""


LUCK = np.dtype((np.record, [("word", "<u8")]))


@compiled
def quarter(a, b, c, d):
    """ChaCha's quarter round on 32-bit words held in 64-bit integers."""
    a = (a + b) & WORD
    d ^= a
    d = (d << 16 | d >> 16) & WORD
    c = (c + d) & WORD
    b ^= c
    b = (b << 12 | b >> 20) & WORD
    a = (a + b) & WORD
    d ^= a
    d = (d << 8 | d >> 24) & WORD
    c = (c + d) & WORD
    b ^= c
    b = (b << 7 | b >> 25) & WORD
    return a, b, c, d


@compiled
def fill(state):
    """Make the next ChaCha8 block."""
    key, nonce, block = state.key, state.nonce, state.block
    k0, k1, k2, k3 = np.int64(key[0]), np.int64(key[1]), np.int64(key[2]), np.int64(key[3])
    k4, k5, k6, k7 = np.int64(key[4]), np.int64(key[5]), np.int64(key[6]), np.int64(key[7])
    low, high = np.int64(state.counter) & WORD, np.int64(state.counter) >> 32
    n0, n1 = np.int64(nonce[0]), np.int64(nonce[1])
    a0, a1, a2, a3 = np.int64(EXPAND), np.int64(ND_3), np.int64(TWO_BY), np.int64(TE_K)
    b0, b1, b2, b3, c0, c1, c2, c3 = k0, k1, k2, k3, k4, k5, k6, k7
    d0, d1, d2, d3 = low, high, n0, n1
    for _ in range(4):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    block[0] = (a0 + EXPAND) & WORD
    block[1] = (a1 + ND_3) & WORD
    block[2] = (a2 + TWO_BY) & WORD
    block[3] = (a3 + TE_K) & WORD
    block[4] = (b0 + k0) & WORD
    block[5] = (b1 + k1) & WORD
    block[6] = (b2 + k2) & WORD
    block[7] = (b3 + k3) & WORD
    block[8] = (c0 + k4) & WORD
    block[9] = (c1 + k5) & WORD
    block[10] = (c2 + k6) & WORD
    block[11] = (c3 + k7) & WORD
    block[12] = (d0 + low) & WORD
    block[13] = (d1 + high) & WORD
    block[14] = (d2 + n0) & WORD
    block[15] = (d3 + n1) & WORD
    state.counter += 1
    state.left = 16


@compiled
def word(state):
    """The next 32 random bits of the record's own generator."""
    if state.left == 0:
        fill(state)
    state.left -= 1
    return np.int64(state.block[15 - state.left])


@compiled
def below(state, n):
    """An even draw from 0 … n - 1 (Lemire's multiplication, with rejection: no modulo bias)."""
    wide = word(state) * n
    if wide & WORD < n:
        floor = (WORD + 1) % n
        while wide & WORD < floor:
            wide = word(state) * n
    return wide >> 32


@compiled
def shuffle(state, cards, size, wanted):
    """Bring `wanted` random cards of the first `size` of `cards` to the front, in random order.

    Four draws share one random word (Brackett-Rozinsky and Lemire, 2024); a word whose remainder
    would favour some outcome is rejected. `size` is 255 at most, so that four draws fit into a
    word.
    """
    i = 0
    while i < wanted:
        together = min(4, wanted - i)
        ways = 1
        for k in range(together):
            ways *= size - i - k
        first = word(state)
        low = first * ways & WORD
        if low < ways:
            floor = (WORD + 1) % ways
            while low < floor:
                first = word(state)
                low = first * ways & WORD
        for _ in range(together):
            wide = first * (size - i)
            first = wide & WORD
            j = i + (wide >> 32)
            cards[i], cards[j] = cards[j], cards[i]
            i += 1


@compiled
def spin(luck):
    """The next 31 random bits of a light generator (splitmix64)."""
    z = (int(luck.word) + 0x9E3779B97F4A7C15) & LONG
    luck.word = z
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & LONG
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & LONG
    return np.int64((z ^ (z >> 31)) >> 33)


@compiled
def pick(luck, n):
    """An even draw from 0 … n - 1 by a light generator.

    The error is less than one part in ten million for n < 200.
    """
    return spin(luck) * n >> 31


@compiled
def rekey(state, luck):
    """Give the record a new generator, so that what the old one would draw stays unknown."""
    for i in range(8):
        state.key[i] = spin(luck) << 1 ^ spin(luck) & 1
    state.nonce[:] = 0
    state.counter = 0
    state.block[:] = 0
    state.left = 0


def new_luck(seed: int = 0) -> Any:
    """A new light generator."""
    return np.array([(seed & LONG,)], dtype=LUCK).view(np.recarray)[0]
