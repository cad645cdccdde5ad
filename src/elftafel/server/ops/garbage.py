"""Python's search for unreachable cycles, at moments of our choosing.

It stops everything for as long as there are objects to look at, and with many people there are many: a second's worth
of pauses in every minute of play. Young objects are looked at often, which is quick; old ones only when nobody plays.
"""

import asyncio
import gc
import itertools
import time
from collections.abc import Callable

YOUNG = 0.05  # seconds between looks at what was made since
MIDDLE = 4  # looks, after which those that were still there are looked at again
QUIET = 2.0  # seconds in which nobody has played
EARLIEST, LATEST = 300.0, 6 * 3600.0  # seconds between looks at everything


async def collect(last_change: Callable[[], float]) -> None:
    """Search until cancelled; `last_change` tells when someone played last, by the monotonic clock."""
    gc.disable()
    try:
        whole = time.monotonic()
        for look in itertools.count(1):
            await asyncio.sleep(YOUNG)
            gc.collect(0 if look % MIDDLE else 1)
            now = time.monotonic()
            if now - whole > LATEST or (now - whole > EARLIEST and now - last_change() > QUIET):
                gc.collect()
                whole = now
    finally:
        gc.enable()
