"""A position's fields as plain numbers, for code that is not compiled.

From Python, every field of a NumPy record costs microseconds, and every call of a compiled function
with a record too. What people see of a position needs dozens of them, after every decision.
"""

import struct
from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any

import numpy as np

from elftafel.kernel.record import Record

FORMATS = {"|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "<u4": "I", "<u8": "Q"}
"""How `struct` calls NumPy's types of whole numbers."""

bytes_of: Any = np.generic.tobytes
dtype_of: Any = np.generic.dtype.__get__
"""A record's own attributes go through a Python function that looks for fields of that name."""

_latest: dict[np.dtype[Any], "Plain"] = {}


class Plain:
    """A position at one moment; each field is read when it is first asked for.

    A field of several numbers is a tuple: `hands[seat][colour]`.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data

    def by_viewer(self, name: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The field `[one][thing][viewer]` as `[one][viewer][thing]`; made once."""
        kept = self.__dict__.get(f"{name} by viewer")
        if kept is None:
            kept = self.__dict__[f"{name} by viewer"] = tuple(
                tuple(zip(*rows, strict=True)) for rows in getattr(self, name)
            )
        return kept

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"this record has no field {name!r}")


class Field:
    """Reads one field, and leaves the value where it is found without being read again."""

    def __init__(self, name: str, dtype: np.dtype[Any], offset: int) -> None:
        base, self.shape = dtype.subdtype or (dtype, ())
        self.name = name
        self.offset = offset
        self.read = struct.Struct(f"<{prod(self.shape)}{FORMATS[base.str]}").unpack_from

    def __get__(self, plain: Plain, owner: object) -> Any:
        numbers = self.read(plain.data, self.offset)
        value = plain.__dict__[self.name] = nested(numbers, self.shape) if self.shape else numbers[0]
        return value


def plain(state: Record) -> Any:
    """The fields of a position, as it is now.

    The latest position of each game is kept: it is read once for all who look at it.
    """
    data = bytes_of(state)
    dtype = dtype_of(state)
    latest = _latest.get(dtype)
    if latest is None or latest.data != data:
        latest = _latest[dtype] = plain_type(dtype)(data)
    return latest


def uncompiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same rule as ordinary Python, for a plain position."""
    return getattr(function, "py_func", function)


@cache
def plain_type(dtype: np.dtype[Any]) -> type[Plain]:
    """The class of plain positions of a game."""
    fields = {name: Field(name, *dtype.fields[name][:2]) for name in dtype.names or () if dtype.fields}
    return type("Plain", (Plain,), fields)


def nested(numbers: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Numbers in rows, and rows of rows, as the shape says."""
    for size in reversed(shape[1:]):
        numbers = tuple(zip(*[iter(numbers)] * size, strict=True))
    return numbers
