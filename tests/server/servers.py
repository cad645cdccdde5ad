"""Real server processes for tests: started, killed, paused and started again, each on a port of its own."""

import asyncio
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from elftafel import games
from elftafel.games import warm
from elftafel.server.node.pace import VARIABLE, Pace

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
STOP_SECONDS = 30
OURS = ("HOME", "PATH", "LANG", "TMPDIR", "XDG_CACHE_HOME", "ELFTAFEL_CACHE")  # of the environment, for servers


def environment() -> dict[str, str]:
    """What every server process is given: no setting of the person who runs the tests."""
    kept = {name: os.environ[name] for name in OURS if name in os.environ}
    return kept | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PYTHONUNBUFFERED": "1", "OPENBLAS_NUM_THREADS": "1"}


@pytest.fixture(scope="session")
def warm_games() -> None:
    """What tables need compiled, by one worker of the test run while the others wait: a restart then takes no time."""
    with (Path(tempfile.gettempdir()) / "elftafel-warming.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        for name in games.NAMES:
            warm.warm(name)


class Nursery:
    """Forks servers that have everything loaded (see nursery.py)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(),
        )
        assert self._read() == "ready"

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def start(self, arguments: list[str], stdout: Path, stderr: Path, more: dict[str, str]) -> int:
        """A server process; returns its id."""
        wanted = {"arguments": arguments, "stdout": str(stdout), "stderr": str(stderr), "environment": more}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return int(self._read())

    def close(self) -> None:
        """End; so do all servers that are left."""
        self._process.communicate()


@pytest.fixture(scope="session")
def nursery(warm_games: None) -> Iterator[Nursery]:
    """Servers that start at once."""
    made = Nursery()
    yield made
    made.close()


class Server:
    """A node: one process at a time, started again whenever the test wants it."""

    def __init__(
        self,
        folder: Path,
        database: str,
        node: str,
        *flags: str,
        nursery: Nursery | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.node = node
        self._environment = {} if pace is None else {VARIABLE: msgspec.json.encode(pace).decode()}
        self.address: str | None = None  # while it serves
        self.lives = 0
        self.log = folder / f"{node}.log"
        self._folder = folder
        self._nursery = nursery
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._arguments = ["serve", "--port", "0", "--database", database, "--node", node, "--log-format", "json"]
        self._arguments += ["--bot-pace", "0", "--people-per-hour", "100000", "--tables-per-hour", "10000"]
        self._arguments += ["--requests-per-second", "100000", "--most-sockets-per-address", "10000"]
        self._arguments += ["--most-connections-per-address", "10000", *flags]

    async def start(self, **more: str) -> None:
        """Start and wait until it serves; `more` goes into its environment."""
        self.lives += 1
        given = self._environment | more
        stdout = self._folder / f"{self.node}-{self.lives}.out"
        if self._nursery is not None:
            self._pid = self._nursery.start(self._arguments, stdout, self.log, given)
        else:
            with stdout.open("wb") as out, self.log.open("ab") as log:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "elftafel", *self._arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=log,
                    cwd=ROOT,
                    env=environment() | given,
                )
            self._pid = self._process.pid
        began = time.monotonic()
        while not (found := re.search(r"http://\S+", stdout.read_text() if stdout.exists() else "")):
            assert time.monotonic() - began < START_SECONDS, f"{self.node} did not start: {self.last_lines()}"
            if not self.alive:
                if more:
                    return  # it was to die, and did so before it served
                raise AssertionError(f"{self.node} ended at the start: {self.last_lines()}")
            await asyncio.sleep(0.01)
        self.address = found[0]

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        if self._process is not None:
            return self._process.poll() is None
        if not self._pid:  # which would stand for ourselves
            return False
        try:
            os.kill(self._pid, 0)
        except ProcessLookupError:
            return False
        return True

    def send(self, number: signal.Signals) -> None:
        """A signal, if it is there to get one."""
        if self.alive:
            os.kill(self._pid, number)

    async def gone(self, seconds: float = STOP_SECONDS) -> bool:
        """Wait until the process has ended; whether it has."""
        until = time.monotonic() + seconds
        while self.alive:
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.005)
        self.address = None
        return True

    async def kill(self) -> None:
        """SIGKILL."""
        self.send(signal.SIGKILL)
        assert await self.gone()

    async def stop(self) -> None:
        """SIGTERM, and all in good order."""
        self.send(signal.SIGTERM)
        assert await self.gone(), f"{self.node} does not stop: {self.last_lines()}"

    def last_lines(self) -> str:
        """The end of the log."""
        return self.log.read_text()[-2000:] if self.log.exists() else ""

    def complaints(self, but: frozenset[str] = frozenset()) -> list[str]:
        """Lines that nobody should have to read: exceptions, errors but these, and what is no line of ours."""
        found = []
        for line in self.log.read_text().splitlines() if self.log.exists() else []:
            try:
                told = json.loads(line)
            except ValueError:
                found.append(line)
                continue
            if "exception" in told or (told["level"] in ("error", "critical") and told["event"] not in but):
                found.append(line)
        return found
