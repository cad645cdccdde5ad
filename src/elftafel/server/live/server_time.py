"""The time that all nodes agree on: the database's.

A node learns it with every heartbeat and counts on from there with its own monotonic clock.
"""

import time
from collections.abc import Awaitable, Callable

from elftafel.server.store import Silence


class ServerTime:
    """Database time as this node knows it, and how sure the node can be of it."""

    def __init__(self, fresh: float, lease: float, alone: bool) -> None:
        self._fresh = fresh
        self._lease = lease
        self._alone = alone
        # Database time minus our monotonic clock, in milliseconds; at first a guess.
        self.offset = int((time.time() - time.monotonic()) * 1000)
        self.last_beat = 0.0  # on the monotonic clock
        self.silences: tuple[Silence, ...] = ()  # the last times in which no node served
        self.beat: Callable[[], Awaitable[None]] | None = None  # set by the node

    def now(self) -> int:
        """Database time in milliseconds."""
        return self.offset + int(time.monotonic() * 1000)

    def learn(self, database_time: int, asked: float, answered: float) -> None:
        """Take the answer to a heartbeat; `asked` and `answered` are on the monotonic clock."""
        self.offset = database_time - int((asked + answered) / 2 * 1000)
        self.last_beat = answered

    @property
    def fresh(self) -> bool:
        """False if the last heartbeat is long ago.

        Then the process may have slept, and must not judge anyone's clock.
        """
        return time.monotonic() - self.last_beat < self._fresh

    @property
    def cut_off(self) -> bool:
        """True if other nodes may be changing tables while this one cannot hear of it."""
        return not self._alone and time.monotonic() - self.last_beat > self._lease

    async def refresh(self) -> None:
        """Ask the database now if the last heartbeat is long ago."""
        if not self.fresh and self.beat is not None:
            await self.beat()
