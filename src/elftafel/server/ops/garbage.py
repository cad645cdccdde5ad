"""Python's garbage collector, run at moments of our choosing.

A collection stops the whole process, and takes the longer the more objects there are: with many
people, a second of every minute. So young objects are collected often, which is quick, and all of
them only when nobody plays.
"""

import asyncio
import gc
import itertools
import time
from collections.abc import Callable

YOUNG = 0.05  # seconds between collections of the youngest objects
MIDDLE = 4  # every so many of them take the middle generation too
QUIET = 2.0  # seconds without a change at any table, before all objects are collected
EARLIEST, LATEST = 300.0, 6 * 3600.0  # seconds between collections of all objects


async def collect(last_change: Callable[[], float]) -> None:
    """Collect until cancelled.

    `last_change` tells when a table last changed, on the monotonic clock.
    """
    gc.disable()
    try:
        last_full = time.monotonic()
        for count in itertools.count(1):
            await asyncio.sleep(YOUNG)
            gc.collect(0 if count % MIDDLE else 1)
            now = time.monotonic()
            if now - last_full > LATEST or (now - last_full > EARLIEST and now - last_change() > QUIET):
                gc.collect()
                last_full = now
    finally:
        gc.enable()
