"""Python's garbage collector, run at moments of our choosing.

A collection stops the whole process, and takes the longer the more objects there are: with many
people, a second of every minute. So young objects are collected often, which is quick, and all of
them when nobody plays. What is there after the first of these (the libraries, the compiled games)
stays to the end, so later ones do not look at it.

After a collection of all objects, free memory goes back to the system: search trees and threads
leave holes that the allocator would keep.
"""

import asyncio
import ctypes
import gc
import time
from collections.abc import Callable

YOUNG = 0.2  # seconds between collections of young objects
QUIET = 2.0  # seconds without a change at any table, before all objects are collected
EARLIEST, LATEST = 60.0, 1800.0  # seconds between collections of all objects
M_MMAP_THRESHOLD, LARGE = -3, 1 << 20  # for glibc: from so many bytes on, free memory goes back at once


async def collect(last_change: Callable[[], float]) -> None:
    """Collect until cancelled.

    `last_change` tells when a table last changed, on the monotonic clock.
    """
    gc.disable()
    libc = c_library()
    if libc is not None:
        libc.mallopt(M_MMAP_THRESHOLD, LARGE)  # else it grows with the first tree that is freed
    try:
        last_full = time.monotonic()
        while True:
            await asyncio.sleep(YOUNG)
            gc.collect(1)  # whatever is left after this counts as old: each object is looked at once
            now = time.monotonic()
            if now - last_full > LATEST or (now - last_full > EARLIEST and now - last_change() > QUIET):
                gc.collect()
                if not gc.get_freeze_count():
                    gc.freeze()
                if libc is not None:
                    libc.malloc_trim(0)
                last_full = now
    finally:
        gc.unfreeze()
        gc.enable()


def c_library() -> ctypes.CDLL | None:
    """glibc, if this process uses it."""
    try:
        libc = ctypes.CDLL(None)
        return libc if libc.malloc_trim and libc.mallopt else None
    except (AttributeError, OSError, TypeError):
        return None
