"""Until a function is compiled it runs as plain Python, and nobody can tell."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from elftafel.kernel import jit

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")


def test_a_call_runs_plain_until_some_thread_has_compiled_it(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []

    @jit.compiled
    def add_one(x: Any) -> Any:
        return x + 1

    @jit.compiled
    def add_and_double(x: Any) -> Any:
        return inner(x) * 2

    inner, outer = cast(Any, add_one), cast(Any, add_and_double)
    monkeypatch.setattr(jit._Calls, "run_plain", True)
    assert jit.plays_meanwhile()
    assert outer(3) == 8
    assert outer.signatures == inner.signatures == []

    def compile() -> None:
        with jit.compiling():
            runs.append(outer(3))

    thread = threading.Thread(target=compile)
    thread.start()
    thread.join()
    assert runs == [8]
    assert len(outer.signatures) == 1
    assert outer(4) == 10
    assert outer(4.5) == 11.0, "other types are not compiled, and run all the same"
    assert len(outer.signatures) == 1


@pytest.mark.xdist_group("changeover")
def test_tables_and_golden_logs_are_the_same_before_during_and_after_the_change_over() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.changeover"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
