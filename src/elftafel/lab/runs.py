"""The file of a comparison: its setup, then a line for each finished deal.

A run that was stopped continues from its file.
"""

import hashlib
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from elftafel.errors import BadInput
from elftafel.kernel.jit import cache_folder
from elftafel.lab.arena import Deal, Setup

FORMAT = 1
START = b'{"elftafel_arena":'


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    elftafel_arena: int  # the format
    setup: Setup


def usual_path(setup: Setup) -> Path:
    """Where a comparison is kept unless a path is given.

    In the user's cache folder, under a name that depends on everything that decides the comparison.
    """
    digest = hashlib.sha256(msgspec.json.encode(setup, order="sorted")).hexdigest()
    return cache_folder().parent / "arena" / f"{setup.game}-{setup.players}-{digest[:16]}.jsonl"


class Run:
    """An open run file. No other process can open it meanwhile."""

    def __init__(self, setup: Setup, path: Path | None = None, fresh: bool = False) -> None:
        self.setup = setup
        self.path = usual_path(setup) if path is None else path
        self.deals: dict[int, Deal] = {}
        try:
            if path is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = self.path.open("a+b")
        except OSError as error:
            raise BadInput("run", str(self.path), f"cannot be written: {error.strerror or error}") from None
        try:
            self._lock()
            self._read(fresh)
        except OSError as error:
            self.file.close()
            raise BadInput("run", str(self.path), f"cannot be used: {error.strerror or error}") from None
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()

    def add(self, deal: Deal) -> None:
        """Write a finished deal."""
        self._write(deal)
        self.deals[deal.number] = deal

    def _write(self, line: Head | Deal) -> None:
        try:
            self.file.write(msgspec.json.encode(line) + b"\n")
            self.file.flush()
        except OSError as error:
            raise BadInput("run", str(self.path), f"cannot be written: {error.strerror or error}") from None

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows: two runs at once are not noticed there
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput("run", str(self.path), "another arena is writing it; wait, or name another file") from None

    def _read(self, fresh: bool) -> None:
        self.file.seek(0)
        text = self.file.read()
        if text and not (text.startswith(START) or START.startswith(text)):
            raise BadInput("run", str(self.path), "this is no run of the arena; name another file")
        whole = text.rfind(b"\n") + 1  # what follows was being written when the run was killed
        if fresh:
            whole = 0
        self.file.truncate(whole)
        self.file.seek(whole)
        if not whole:
            self._write(Head(FORMAT, self.setup))
            return
        head, *lines = text[:whole].splitlines()
        self._check(head)
        for number, line in enumerate(lines, 2):
            deal = None
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                deal = msgspec.json.decode(line, type=Deal)
            if deal is None or not deal.fits(self.setup):
                raise BadInput("run", str(self.path), f"line {number} is damaged; start anew with --fresh")
            self.deals[deal.number] = deal

    def _check(self, line: bytes) -> None:
        try:
            head = msgspec.json.decode(line, type=Head)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadInput("run", str(self.path), "its first line is damaged; start anew with --fresh") from None
        if head.elftafel_arena != FORMAT:
            problem = f"it has format {head.elftafel_arena}, not {FORMAT}"
            raise BadInput("run", str(self.path), f"{problem}; name another file or start anew with --fresh")
        for field in Setup.__struct_fields__:
            there, here = getattr(head.setup, field), getattr(self.setup, field)
            if there != here:
                problem = f"it holds a comparison with {field} {short(there)}, not {short(here)}"
                raise BadInput("run", str(self.path), f"{problem}; name another file or start anew with --fresh")


def short(value: object) -> str:
    """A value for an error message."""
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
