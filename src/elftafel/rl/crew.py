"""Threads that help with the steps of many rounds, and cost next to nothing between them."""

import threading
import weakref
from collections.abc import Callable
from typing import Any

Work = Callable[[int], Any]
"""Takes shares until none is left; called with the number of the thread."""


class Crew:
    """`threads` - 1 helpers beside the caller.

    Every helper sleeps on a lock. `call` wakes all of them and works too; a helper that comes late
    finds nothing left and sleeps again. The work counts its own shares, so nobody waits for a helper
    that has none.
    """

    def __init__(self, threads: int) -> None:
        self.bells = [threading.Lock() for _ in range(threads - 1)]
        self.job: list[Work | None] = [None]
        for number, bell in enumerate(self.bells, 1):
            bell.acquire()
            threading.Thread(target=help_out, args=(number, bell, self.job), daemon=True).start()
        weakref.finalize(self, dismiss, self.bells, self.job)

    def call(self, work: Work) -> None:
        """Let everybody work; returns when the caller finds no share left."""
        self.job[0] = work
        for bell in self.bells:
            if bell.locked():
                bell.release()
        work(0)


def help_out(number: int, bell: threading.Lock, job: list[Work | None]) -> None:
    """What a helper does until it is dismissed."""
    while True:
        bell.acquire()
        work = job[0]
        if work is None:
            return
        work(number)
        del work


def dismiss(bells: list[threading.Lock], job: list[Work | None]) -> None:
    """End all helpers."""
    job[0] = None
    for bell in bells:
        if bell.locked():
            bell.release()
