"""Bit operations: a set of numbers is the bits of one word, bit n for the number n."""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from elftafel.kernel.jit import compiled


@intrinsic
def _popcount(typing, x):
    def code(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def _lowest(typing, x):
    def code(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def _quotient(typing, a, b):
    def code(context, builder, signature, args):
        return builder.udiv(*args)

    return types.int64(types.int64, types.int64), code


@intrinsic
def _remainder(typing, a, b):
    def code(context, builder, signature, args):
        return builder.urem(*args)

    return types.int64(types.int64, types.int64), code


@intrinsic
def _stack_bytes(typing, size):
    def code(context, builder, signature, args):
        room = cgutils.alloca_once(builder, ir.IntType(8), size=size.literal_value)
        return builder.bitcast(room, ir.IntType(8).as_pointer())

    if isinstance(size, types.IntegerLiteral):
        return types.misc.CPointer(types.int8)(size), code
    return None


def popcount(x: int) -> int:
    """How many numbers are in the set."""
    return int(x).bit_count()


def lowest(x: int) -> int:
    """The lowest number in a set that is not empty."""
    x = int(x)
    return (x & -x).bit_length() - 1


def quotient(a: int, b: int) -> int:
    """a // b for numbers that are not negative. Faster: no branches for the sign."""
    return a // b


def remainder(a: int, b: int) -> int:
    """a % b for numbers that are not negative. Faster: no branches for the sign."""
    return a % b


def scratch() -> Any:
    """Room for 128 small integers until the function returns; its content is undefined."""
    return np.zeros(128, np.int64)  # wide, so that plain NumPy does not overflow in `1 << card`


@overload(popcount, inline="always")
def _popcount_impl(x):
    return lambda x: _popcount(np.int64(x))


@overload(lowest, inline="always")
def _lowest_impl(x):
    return lambda x: _lowest(np.int64(x))


@overload(quotient, inline="always")
def _quotient_impl(a, b):
    return lambda a, b: _quotient(np.int64(a), np.int64(b))


@overload(remainder, inline="always")
def _remainder_impl(a, b):
    return lambda a, b: _remainder(np.int64(a), np.int64(b))


@overload(scratch, inline="always")
def _scratch_impl():
    return lambda: numba.carray(_stack_bytes(128), 128, np.int8)


@compiled
def nth(x, n):
    """The n-th lowest number in a set, counted from 0."""
    x = np.int64(x)
    for _ in range(n):
        x &= x - 1
    return lowest(x)
