"""What a step did, as rows of small integers: `apply` writes them, `table.py` reads them.

Playouts pass `None` and pay nothing.
"""

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import overload

ROWS = 96
JOURNAL = np.dtype((np.record, [("count", "<i8"), ("rows", "<i8", (ROWS, 5))]))

Row = tuple[int, int, int, int, int]
"""What happened, to which seat, and three numbers more."""


def new_journal() -> Any:
    """An empty journal."""
    return np.zeros(1, JOURNAL).view(np.recarray)[0]


def note(journal: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write one row."""
    if journal is not None and journal.count < ROWS:
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


def rows(journal: Any) -> list[Row]:
    """What was written, in order; the journal is empty afterwards."""
    written = [tuple(row) for row in journal.rows[: journal.count].tolist()]
    journal.count = 0
    return written
