"""A review in a process of its own: `python -m elftafel.bots.reviewing ITERATIONS NICE`.

A server starts it, so that a review neither holds Python's lock nor takes time from live tables. It
reads a match log from its input and writes lines of JSON: how far it is, then the review or why there
is none.
"""

import os
import sys
from contextlib import suppress

import msgspec

from elftafel.bots.levels import Budget
from elftafel.bots.review import Review, on_all_cores, review
from elftafel.errors import ElftafelError
from elftafel.match import import_log


class Progress(msgspec.Struct, frozen=True):
    """How many of all decisions are judged."""

    done: int
    total: int


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line: a review, or why there is none."""

    review: Review | None = None
    problem: str | None = None


def write(line: Progress | Finding) -> None:
    """Write a line at once."""
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Review the log on the input."""
    with suppress(AttributeError, OSError):  # Windows has none
        os.nice(int(sys.argv[2]))
    budget = on_all_cores(Budget(iterations=int(sys.argv[1])))
    try:
        found = review(
            import_log(sys.stdin.buffer.read()), budget, progress=lambda done, total: write(Progress(done, total))
        )
    except ElftafelError as error:
        write(Finding(problem=str(error)))
    else:
        write(Finding(review=found))


if __name__ == "__main__":
    main()
