"""Other work for bench/swarm.py, beside the decisions: does anybody wait for it?"""

import asyncio
import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from swarm_crowd import Seat
from swarm_servers import Elftafel, ElftafelSeat, Http

THREADS = 4
RATES = {"lobby": 20.0, "replay": 10.0, "hints": 2.0}
"""What is asked for, and how often in a second: lists of tables, a replay of the round so far, a hint."""


class Beside:
    """Asks for one kind of thing again and again, and times the answers."""

    def __init__(self, server: Elftafel, seats: list[Seat], kind: str) -> None:
        self.server, self.kind = server, kind
        self.seats = [seat for seat in seats if isinstance(seat, ElftafelSeat)]
        self.times: list[float] = []
        self.troubles: list[str] = []

    async def run(self) -> None:
        """Until it is cancelled."""
        ask = {"lobby": self.lobby, "replay": self.replay, "hints": self.hint}[self.kind]
        with ThreadPoolExecutor(THREADS) as threads:
            for number in itertools.count():
                work: Callable[..., Any] = ask(self.seats[number * 7 % len(self.seats)])
                asyncio.get_running_loop().run_in_executor(threads, self.timed, work)
                await asyncio.sleep(1 / RATES[self.kind])

    def timed(self, work: Callable[[], Any]) -> None:
        began = time.perf_counter()
        try:
            work()
            self.times.append(time.perf_counter() - began)
        except OSError as problem:
            self.troubles.append(str(problem)[:100])

    def lobby(self, seat: ElftafelSeat) -> Callable[[], Any]:
        return lambda: Http(self.server.host)("GET", "/api/tables")

    def replay(self, seat: ElftafelSeat) -> Callable[[], Any]:
        path = f"/api/tables/{seat.table.id}/replay?round=1&seat={seat.seat}"
        return lambda: Http(self.server.host)("GET", path, token=seat.token)

    def hint(self, seat: ElftafelSeat) -> Callable[[], Any]:
        """Whoever has to decide at that table asks; the answer comes over the socket."""
        seat.table.wants_hint = True
        return lambda: None

    def told(self) -> dict[str, Any]:
        """How often it was answered, and how soon."""
        times = self.times if self.kind != "hints" else [t for seat in self.seats for t in seat.hint_seconds]
        p50, p99 = np.quantile(np.array(times or [float("nan")]) * 1000, (0.5, 0.99))
        return {
            "answered": len(times),
            "p50": round(float(p50), 1),
            "p99": round(float(p99), 1),
            "troubles": sorted(set(self.troubles))[:3],
        }
