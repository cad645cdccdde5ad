"""The crowd of bench/swarm.py: tables that owe a decision, who sits there, and what is counted."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from swarm_socket import Socket


class Acknowledged(NamedTuple):
    """A decision that the server says is done."""

    table: str
    person: str
    id: str
    number: int


class Tally:
    """What one run counts."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.resyncs = 0  # welcomes in the middle: something was missed
        self.messages = 0
        self.bytes = 0
        self.begin(float("inf"))

    def begin(self, since: float) -> None:
        """Count decisions that are due from then on; those before are the ramp-up."""
        self.since, self.until = since, float("inf")
        self.due = 0
        self.seconds: list[float] = []  # of each acknowledged decision
        self.late: list[float] = []  # by how much the driver itself was late

    def counts(self, due: float) -> bool:
        """Whether a decision that was due then counts."""
        return self.since <= due < self.until


class Table:
    """A table of the swarm: at most one decision is on its way, others wait until the server has answered."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.next: Callable[[str], None] | None = None  # sends the next decision, once it is known what is legal
        self.over = False
        self.owed: deque[float] = deque()  # when decisions were due that could not be sent yet
        self.sent: tuple[str, float, float] | None = None  # id, since when it is timed, when it was due
        self.decisions = 0
        self.acknowledged: list[Acknowledged] = []
        self.wants_hint = False  # whoever decides next asks for a hint first

    def decide(self, due: float, tally: Tally) -> None:
        """A decision is due."""
        if tally.counts(due):
            tally.due += 1
        if self.sent is None and self.next is not None and not self.owed:
            now = time.perf_counter()
            if tally.counts(due):
                tally.late.append(now - due)
            self.send(now, due)
        else:
            self.owed.append(due)

    def known(self, next: Callable[[str], None]) -> None:
        """It is known what can be decided next."""
        self.next = next
        self.catch_up()

    def answered(self, tally: Tally) -> None:
        """The decision on its way was acknowledged."""
        assert self.sent is not None
        _, since, due = self.sent
        self.sent = None
        if tally.counts(due):
            tally.seconds.append(time.perf_counter() - since)
        self.catch_up()

    def catch_up(self) -> None:
        """What the server's slowness held up is timed from when it was due."""
        if self.owed and self.sent is None and self.next is not None:
            due = self.owed.popleft()
            self.send(due, due)

    def send(self, since: float, due: float) -> None:
        assert self.next is not None
        self.decisions += 1
        id, next, self.next = f"d{self.decisions}", self.next, None
        self.sent = (id, since, due)
        next(id)


class Seat:
    """Someone connected to a table."""

    def __init__(self, table: Table, tally: Tally, path: str) -> None:
        self.table, self.tally, self.path = table, tally, path
        self.host = ""  # where to connect to, if not to the server's usual address
        loop = asyncio.get_running_loop()
        self.greeted: asyncio.Future[None] = loop.create_future()  # the server has told where the table stands
        self.ready: asyncio.Future[None] = loop.create_future()  # for what a server needs before the first decision
        self.socket: Socket

    def greet(self) -> None:
        """The first message."""
        raise NotImplementedError

    def heard(self, message: bytes) -> None:
        """A message from the server."""
        raise NotImplementedError

    def ping(self) -> None:
        """A sign of life, if the protocol wants one from the client."""
