"""The journal: what one call of `apply` or `deal` did, as rows of small integers.

A game's `table.py` turns the rows into events. Playouts pass `None` instead of a journal; then
writing compiles to nothing.
"""

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import overload

ROWS = 96  # more than one call ever writes; `rows` raises if that is not so
JOURNAL = np.dtype(
    (
        np.record,
        [
            ("count", "<i8"),  # steps written
            ("lost", "<i8"),  # steps for which there was no room
            ("rows", "<i8", (ROWS, 5)),
        ],
    )
)

Step = tuple[int, int, int, int, int]
"""One thing that happened: its kind (a number of the game's own), the seat, and three more numbers.
"""


def new_journal() -> Any:
    """An empty journal."""
    return np.zeros(1, JOURNAL).view(np.recarray)[0]


def note(journal: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write one step.

    In a full journal it is only counted as lost, since compiled code raises nothing.
    """
    if journal is None:
        return
    if journal.count == ROWS:
        journal.lost += 1
        return
    row = journal.rows[journal.count]
    row[0] = kind
    row[1] = seat
    row[2] = a
    row[3] = b
    row[4] = c
    journal.count += 1


@overload(note)
def _note(journal: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> Any:
    if isinstance(journal, types.misc.NoneType):

        def skip(journal: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
            pass

        return skip
    return note


def rows(journal: Any) -> list[Step]:
    """The steps in the order in which they were written; the journal is empty afterwards.

    Raises OverflowError if the journal was too small for them.
    """
    steps = [tuple(row) for row in journal.rows[: journal.count].tolist()]
    journal.count = 0
    check_complete(journal)
    return steps


def check_complete(journal: Any) -> None:
    """Raise OverflowError if steps were lost for lack of room.

    Call it after compiled code that read the journal.
    """
    lost = int(journal.lost)
    journal.lost = 0
    if lost:
        raise OverflowError(f"{lost} steps did not fit into the journal, which has room for {ROWS}")
