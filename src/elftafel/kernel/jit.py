"""The one decorator for compiled functions, and the cache that keeps their machine code.

Numba notices a change in a function's own file, not in a file it calls. So the cache folder is named
after a hash of all sources of compiled code together: old machine code can never play new rules.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
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
MONTH = 30 * 24 * 3600
PLAIN = bool(numba.config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1: the same functions run as plain Python."""

IMPORTS = re.compile(rb"^\s*from elftafel\.?([\w.]*) import (\([^)]*\)|[^\n]*)", re.M)

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
    for path, text in sorted(compiled_sources().items()):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(text)
    return digest.hexdigest()[:16]


def compiled_sources() -> dict[Path, bytes]:
    """The files that machine code is made of: those with compiled functions, the verbs, and all that these import."""
    texts = {path: path.read_bytes() for room in ROOMS for path in room.rglob("*.py")}
    wanted = [path for path, text in texts.items() if b"@compiled" in text or path.name == "verbs.py"]
    found: dict[Path, bytes] = {}
    while wanted:
        path = wanted.pop()
        if path in texts and path not in found:
            found[path] = texts[path]
            for module, names in IMPORTS.findall(texts[path]):
                base = PACKAGE.joinpath(*module.decode().split("."))
                wanted += [base.with_suffix(".py"), base / "__init__.py"]
                wanted += [base / f"{name.strip()}.py" for name in names.decode().strip("()").split(",")]
    return found


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


@cache
def cache_is_usable() -> bool:
    """Whether the cache folder can be written. If not, nothing is kept: Numba's own fallbacks do not know our key."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        print(f"elftafel: {folder} cannot be written ({error.strerror}); compiling anew each time", file=sys.stderr)
        return False
    remove_old_caches(folder)
    return True


def remove_old_caches(folder: Path) -> None:
    """Delete the machine code of other versions that nobody has used for a month."""
    for other in folder.parent.glob("compiled-*"):
        with suppress(OSError):
            if other != folder and time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other)


def compiled(function: F) -> F:
    """Compile `function` to machine code: no GIL, no exceptions inside, kept on disk."""
    if PLAIN:
        return function
    source = Path(function.__code__.co_filename).resolve()
    kept = any(source.is_relative_to(room) for room in ROOMS) and cache_is_usable()
    before = numba.config.CACHE_DIR
    # Numba picks the cache folder while it decorates; a function from elsewhere has no sources in our key.
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        whole = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, cache=kept)(function)
        part = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)(function)
    finally:
        numba.config.CACHE_DIR = before
    # Called from compiled code it is a part of its caller, which needs no door to Python and no file of its own:
    # that saves a third of the compiling.
    whole.get_call_template = part.get_call_template
    whole.get_overload = part.get_overload
    return whole


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
