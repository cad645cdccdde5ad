"""The decorators for compiled functions, and the cache that keeps their machine code.

Numba notices a change in a function's own file, not in a file it calls. So the cache folder is
named after a hash of all sources of compiled code together: old machine code can never play new
rules.

The decorator fixes how much LLVM optimizes. So the machine code in the cache does not depend on
which program compiled it.

A call compiles what is not compiled yet, and waits for that. A server must not wait: after
`play_meanwhile` such a call runs the function as plain Python, until some thread has compiled it.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import event, types
from numba.core.caching import _CacheLocator
from numba.core.compiler_lock import global_compiler_lock

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = (PACKAGE / "kernel", PACKAGE / "games")
"""Where compiled functions live; only the machine code of these is kept on disk."""
MONTH = 30 * 24 * 3600
PLAIN = bool(numba.config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1: the same functions run as plain Python."""

LEVEL = int(numba.config.OPT) if "NUMBA_OPT" in os.environ else 1
"""How much LLVM optimizes. More takes longer to compile and plays no faster (`make bench`)."""

IMPORTS = re.compile(rb"^\s*from elftafel\.?([\w.]*) import (\([^)]*\)|[^\n]*)", re.M)

F = TypeVar("F", bound=Callable[..., Any])


@cache
def source_key() -> str:
    """A hash of everything that the machine code depends on."""
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
    """The files that machine code is made of: compiled functions, verbs, and their imports."""
    texts = {path: path.read_bytes() for room in ROOMS for path in room.rglob("*.py")}
    to_read = [path for path, text in texts.items() if b"@compiled" in text or path.name == "verbs.py"]
    sources: dict[Path, bytes] = {}
    while to_read:
        path = to_read.pop()
        if path in texts and path not in sources:
            sources[path] = texts[path]
            for module, names in IMPORTS.findall(texts[path]):
                base = PACKAGE.joinpath(*module.decode().split("."))
                to_read += [base.with_suffix(".py"), base / "__init__.py"]
                to_read += [base / f"{name.strip()}.py" for name in names.decode().strip("()").split(",")]
    return sources


@cache
def cache_folder() -> Path:
    """Where machine code is kept.

    In the user's cache folder, so that a read-only install works; or where ELFTAFEL_CACHE says.
    """
    given = os.environ.get("ELFTAFEL_CACHE")
    base = Path(given) if given else platformdirs.user_cache_path("elftafel", appauthor=False)
    return base / f"compiled-{source_key()}"


@cache
def cache_is_usable() -> bool:
    """True if the cache folder can be written.

    If not, no machine code is kept. Numba would fall back to other folders, which do not know our
    key.
    """
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
    """Delete the machine code of other versions that has not been used for a month."""
    for other in folder.parent.glob("compiled-*"):
        with suppress(OSError):
            if other != folder and time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other)


@cache
def stamp(file: str) -> str:
    """A hash of one source."""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


class BySources(_CacheLocator):
    """Where Numba keeps the machine code of a function: by names and contents alone, not by path and time.

    So two copies of the program with the same sources share it.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file  # so named, since Numba reads it for its warnings
        self._lineno = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "BySources":
        """Numba asks this for each function that is kept."""
        return cls(function, file)

    def get_cache_path(self) -> str:
        """The folder of this function's files."""
        return str(cache_folder() / Path(self._py_file).parent.name)

    def get_source_stamp(self) -> str:
        """What tells that the function's own file has changed; the folder's name tells it of all others."""
        return stamp(self._py_file)

    def get_disambiguator(self) -> str:
        """What tells functions of one name in one file apart."""
        return str(self._lineno)


def compiled(function: F) -> F:
    """Compile `function`: no GIL, no exceptions inside, kept on disk."""
    if PLAIN:
        return function
    source = Path(function.__code__.co_filename).resolve()
    # A function from elsewhere is not kept: its sources are not in our key.
    kept = any(source.is_relative_to(room) for room in ROOMS) and cache_is_usable()
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    before = numba.config.CACHE_LOCATOR_CLASSES
    # Numba picks the cache folder while it decorates.
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{BySources.__name__}"
    try:
        whole = numba.njit(cache=kept, **options)(function)
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = before
    compile_whole, compile_for_call = whole.compile, whole._compile_for_args

    def compile_at_level(signature: Any) -> Any:
        with optimization(LEVEL):
            return compile_whole(signature)

    def compile_or_run_plain(*args: Any, **named: Any) -> Any:
        """Numba asks this when a call's types are not compiled, and calls what it returns."""
        return function if _calls.run_plain else compile_for_call(*args, **named)

    # A function that is called from compiled code is a part of its caller: it needs no entry from
    # Python and no file in the cache. That saves a third of the time.
    part = numba.njit(no_cpython_wrapper=True, **options)(function)
    whole.compile = compile_at_level
    whole._compile_for_args = compile_or_run_plain
    whole.get_call_template = widened(part)
    whole.get_overload = part.get_overload
    return whole


def widened(part: Any) -> Callable[..., Any]:
    """How compiled callers find `part`: one version for all widths of integers.

    A record's fields are narrow, results of sums are wide, and constants are types of their own. Numba would compile a
    function for each mixture; most of the time to compile went there.
    """
    find = part.get_call_template

    def find_wide(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return find(tuple(map(wide, arguments)), {name: wide(kind) for name, kind in named.items()})

    return find_wide


def wide(kind: Any) -> Any:
    """The type for which an argument of this type is compiled."""
    plain = getattr(kind, "literal_type", kind)
    return types.int64 if plain in (types.int8, types.int16, types.int32) else plain


class _Calls(threading.local):
    """What a call does in this thread if the function is not compiled for its arguments."""

    run_plain = False


_calls = _Calls()


def play_meanwhile() -> None:
    """From now on calls run as plain Python what is not compiled yet; only `compiling` compiles."""
    _Calls.run_plain = True  # for all threads


def plays_meanwhile() -> bool:
    """True after `play_meanwhile`."""
    return _Calls.run_plain


@contextmanager
def compiling() -> Iterator[None]:
    """In this thread, calls compile what is not compiled yet."""
    _calls.run_plain = False
    try:
        yield
    finally:
        del _calls.run_plain


@contextmanager
def optimization(level: int) -> Iterator[None]:
    """Compile at this level. Other threads that compile wait: Numba's setting is global."""
    with global_compiler_lock:
        before = numba.config.OPT
        numba.config.OPT = type(before)(level)
        try:
            yield
        finally:
            numba.config.OPT = before


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
    """Call `call` once, when a function must be compiled because it is not in the cache."""
    event.register("numba:compile", _Listener(call))
