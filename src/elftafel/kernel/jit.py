"""The one decorator for compiled functions, and the cache that keeps their machine code.

Numba notices a change in a function's own file, not in a file it calls. So the cache folder is named
after a hash of every source in the package: old machine code can never play new rules.
"""

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core import event

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = (PACKAGE / "kernel", PACKAGE / "games")
"""Where compiled functions live; only theirs are kept on disk."""
PLAIN = bool(numba.config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1: the same functions run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])


@cache
def source_key() -> str:
    """A name for the present state of all that decides what machine code is right."""
    digest = hashlib.sha256()
    for part in (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__):
        digest.update(part.encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"):
            digest.update(f"{name}={value}".encode())
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where machine code is kept: in the user's cache folder, so that a read-only install works."""
    if given := os.environ.get("ELFTAFEL_CACHE"):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "elftafel"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches" / "elftafel"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "elftafel"
    return base / f"compiled-{source_key()}"


def compiled(function: F) -> F:
    """Compile `function` to machine code: no GIL, no exceptions inside, kept on disk."""
    if PLAIN:
        return function
    source = Path(function.__code__.co_filename).resolve()
    inside = any(source.is_relative_to(room) for room in ROOMS)
    before = numba.config.CACHE_DIR
    # Numba picks the cache folder while it decorates; a function from elsewhere has no sources in our key.
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(nogil=True, cache=inside, error_model="numpy", no_cfunc_wrapper=True)(function)
    finally:
        numba.config.CACHE_DIR = before


class _Listener(event.Listener):
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def on_start(self, event: object) -> None:
        call, self.call = self.call, None
        if call is not None:
            call()

    def on_end(self, event: object) -> None:
        pass


def on_first_compile(call: Callable[[], None]) -> None:
    """Call `call` once, when something has to be compiled and is not in the cache."""
    event.register("numba:compile", _Listener(call))
