"""Writing observations: sets as zeros and ones, and small numbers. The row that is written to decides the form.

- A row of int8 has one entry after the other.
- A row of uint64 is packed: the entries of all features that consist of zeros and ones are single bits, from the lowest
  bit of the first word on; every other entry is a byte after them. `Facts.packed` says where each feature begins.

A game calls the same functions for both, with the offsets that `offsets_in` returns. Compiled code writes up to 64
entries with a few vector instructions.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic, overload

from elftafel.kernel.jit import compiled

BYTE, WORD = ir.IntType(8), ir.IntType(64)
SPREAD, ONES = 0x02040810204081, 0x0101010101010101
"""`bits * SPREAD & ONES` moves each of 7 bits into a byte of its own."""


def is_packed(out: Any) -> bool:
    """True for a row of the packed form."""
    return bool(out.dtype == np.uint64)


def offsets_in(out: Any, plain: Any, packed: Any) -> Any:
    """Where features begin in this row: one of the two named tuples."""
    return packed if is_packed(out) else plain


@overload(offsets_in, inline="always")
def _offsets_in(out, plain, packed):
    if out.dtype == types.uint64:
        return lambda out, plain, packed: packed
    return lambda out, plain, packed: plain


def write_bits(out: Any, at: Any, bits: Any, count: int) -> None:
    """Write the lowest `count` bits, 64 at most, as a feature of zeros and ones. `count` is a constant.

    A packed row must hold zeros there.
    """
    bits = int(bits) & (1 << count) - 1
    if is_packed(out):
        out[at >> 6] |= np.uint64(bits << (at & 63) & (1 << 64) - 1)
        if (at & 63) + count > 64:
            out[(at >> 6) + 1] |= np.uint64(bits >> 64 - (at & 63))
    else:
        for n in range(count):
            out[at + n] = bits >> n & 1


@overload(write_bits, prefer_literal=True, inline="always")
def _write_bits(out, at, bits, count):
    if not isinstance(count, types.IntegerLiteral):
        raise RequireLiteralValue("the number of bits must be a constant")
    if out.dtype == types.uint64:
        return lambda out, at, bits, count: _add_bits(out, np.int64(at), np.int64(bits), count)
    return lambda out, at, bits, count: _store_bits(out, np.int64(at), np.int64(bits), count)


@intrinsic(prefer_literal=True)
def _store_bits(typing, out, at, bits, count):
    """A byte for each bit: eight and more by vectors, the rest by multiplication."""

    def code(context, builder, signature, args):
        data = context.make_array(out)(context, builder, args[0]).data
        place, rest, left = args[1], args[2], count.literal_value
        for size in (64, 32, 16, 8):
            while left >= size:
                few = rest if size == 64 else builder.trunc(rest, ir.IntType(size))
                bytes_ = builder.zext(
                    builder.bitcast(few, ir.VectorType(ir.IntType(1), size)), ir.VectorType(BYTE, size)
                )
                store(builder, data, place, bytes_)
                left -= size
                place = builder.add(place, WORD(size))
                if left:
                    rest = builder.lshr(rest, WORD(size))
        if left:
            spread = builder.and_(builder.mul(builder.and_(rest, WORD(127)), WORD(SPREAD)), WORD(ONES))
            for size in (4, 2, 1):
                if left >= size:
                    store(builder, data, place, builder.trunc(spread, ir.IntType(8 * size)))
                    left -= size
                    place = builder.add(place, WORD(size))
                    spread = builder.lshr(spread, WORD(8 * size))
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64, count), code


def store(builder: Any, data: Any, place: Any, value: Any) -> None:
    """Emit a store to the byte `place` of `data`, which need not be aligned."""
    pointer = builder.bitcast(builder.gep(builder.bitcast(data, BYTE.as_pointer()), [place]), value.type.as_pointer())
    builder.store(value, pointer, align=1)


@intrinsic(prefer_literal=True)
def _add_bits(typing, out, at, bits, count):
    """Put bits into one word or two."""

    def code(context, builder, signature, args):
        data = context.make_array(out)(context, builder, args[0]).data
        bits = args[2]
        if count.literal_value < 64:
            bits = builder.and_(bits, WORD((1 << count.literal_value) - 1))
        word, shift = builder.lshr(args[1], WORD(6)), builder.and_(args[1], WORD(63))
        pointer = builder.gep(data, [word])
        builder.store(builder.or_(builder.load(pointer), builder.shl(bits, shift)), pointer)
        beyond = builder.icmp_unsigned(">", builder.add(shift, WORD(count.literal_value)), WORD(64))
        with builder.if_then(beyond):
            pointer = builder.gep(data, [builder.add(word, WORD(1))])
            high = builder.lshr(bits, builder.sub(WORD(64), shift))
            builder.store(builder.or_(builder.load(pointer), high), pointer)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64, count), code


def write_ones(out: Any, at: int, bits: int, count: int) -> None:
    """Write the lowest `count` bits, 64 at most, as entries of a feature that is not of zeros and ones alone."""
    for n in range(count):
        write_number(out, at + n, int(bits) >> n & 1)


@overload(write_ones, prefer_literal=True, inline="always")
def _write_ones(out, at, bits, count):
    if not isinstance(count, types.IntegerLiteral):
        raise RequireLiteralValue("the number of bits must be a constant")
    return lambda out, at, bits, count: _store_bits(out, np.int64(at), np.int64(bits), count)


def write_number(out: Any, at: int, number: int) -> None:
    """Write one small number as a feature, or as an entry of one, that is not of zeros and ones."""
    if is_packed(out):
        out.view(np.int8)[at] = number
    else:
        out[at] = number


@overload(write_number, inline="always")
def _write_number(out, at, number):
    return lambda out, at, number: _store_number(out, np.int64(at), np.int8(number))


@intrinsic
def _store_number(typing, out, at, number):
    def code(context, builder, signature, args):
        store(builder, context.make_array(out)(context, builder, args[0]).data, args[1], args[2])
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int8), code


def write_row(out: Any, at: int, numbers: Any, count: int) -> None:
    """Write the first `count` of a contiguous row of int8 as a feature that is not of zeros and ones."""
    for n in range(count):
        write_number(out, at + n, numbers[n])


@overload(write_row, inline="always")
def _write_row(out, at, numbers, count):
    return lambda out, at, numbers, count: _copy_row(out, np.int64(at), numbers, np.int64(count))


@intrinsic
def _copy_row(typing, out, at, numbers, count):
    def code(context, builder, signature, args):
        data = builder.bitcast(context.make_array(out)(context, builder, args[0]).data, BYTE.as_pointer())
        start = builder.bitcast(context.make_array(numbers)(context, builder, args[2]).data, BYTE.as_pointer())
        cgutils.raw_memcpy(builder, builder.gep(data, [args[1]]), start, args[3], 1)
        return context.get_dummy_value()

    return types.void(out, types.int64, numbers, types.int64), code


def write_zeros(out: Any, at: int, count: int) -> None:
    """Write zeros as entries of a feature that is not of zeros and ones."""
    for n in range(count):
        write_number(out, at + n, 0)


@overload(write_zeros, inline="always")
def _write_zeros(out, at, count):
    return lambda out, at, count: _fill_zeros(out, np.int64(at), np.int64(count))


@intrinsic
def _fill_zeros(typing, out, at, count):
    def code(context, builder, signature, args):
        data = builder.bitcast(context.make_array(out)(context, builder, args[0]).data, BYTE.as_pointer())
        cgutils.memset(builder, builder.gep(data, [args[1]]), args[2], 0)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), code


def row_of(table: Any, i: int) -> Any:
    """Row i of a two-dimensional array. In compiled code its references are not counted: that costs time."""
    return table[i]


@overload(row_of, inline="always")
def _row_of(table, i):
    dtype = table.dtype
    kind = np.dtype(str(dtype))
    return lambda table, i: numba.carray(_row_pointer(table, np.int64(i)), table.shape[1], kind)


@intrinsic
def _row_pointer(typing, table, i):
    def code(context, builder, signature, args):
        array = context.make_array(table)(context, builder, args[0])
        stride = cgutils.unpack_tuple(builder, array.strides)[0]
        start = builder.gep(builder.bitcast(array.data, BYTE.as_pointer()), [builder.mul(args[1], stride)])
        return builder.bitcast(start, array.data.type)

    return types.misc.CPointer(table.dtype)(table, types.int64), code


def write_colours(out, at, cards, most):
    """Write a set of cards (see cards.py) as zeros and ones, colour by colour, numbers 1 to `most`, a constant."""
    for colour in range(4):
        write_bits(out, at + most * colour, cards[colour] >> 1, most)


@overload(write_colours, prefer_literal=True)
def _write_colours(out, at, cards, most):
    if not isinstance(most, types.IntegerLiteral):
        raise RequireLiteralValue("the highest number must be a constant")
    width = most.literal_value
    if not 16 < width <= 21:
        return write_colours
    one, two, three, rest, numbers = width, 2 * width, 3 * width, 4 * width - 64, (1 << width) - 1

    def together(out, at, cards, most):
        last = np.int64(cards[3]) >> 1 & numbers
        low = np.int64(cards[0]) >> 1 & numbers | (np.int64(cards[1]) >> 1 & numbers) << one
        low |= (np.int64(cards[2]) >> 1 & numbers) << two | last << three
        write_bits(out, at, low, 64)
        write_bits(out, at + 64, last >> 64 - three, rest)

    return together


def write_lacks(out, at, lacks, players, seat, most):
    """Write what each other seat, clockwise from `seat`, is known not to hold, as zeros and ones.

    There is room for five others; zeros for seats that are not there. `most` is a constant.
    """
    for step in range(1, 6):
        if step < players:
            write_colours(out, at + 4 * most * (step - 1), lacks[seat_after(seat, step, players)], most)
        else:
            write_colours(out, at + 4 * most * (step - 1), (0, 0, 0, 0), most)


@overload(write_lacks, prefer_literal=True)
def _write_lacks(out, at, lacks, players, seat, most):
    return write_lacks


@compiled
def seat_after(seat, step, players):
    """The seat so many steps to the left, at most once around the table."""
    other = seat + step
    return other - players if other >= players else other


@compiled
def steps_to(seat, other, players):
    """How many steps to the left of `seat` another seat is."""
    return other - seat if other >= seat else other - seat + players


def clear(row: Any) -> None:
    """Fill a contiguous row with zeros."""
    row[:] = 0


@overload(clear, inline="always")
def _clear(row):
    return lambda row: _zeros(row)


@intrinsic
def _zeros(typing, row):
    def code(context, builder, signature, args):
        array = context.make_array(row)(context, builder, args[0])
        size = builder.mul(array.nitems, array.itemsize)
        cgutils.memset(builder, array.data, size, 0)
        return context.get_dummy_value()

    return types.void(row), code
