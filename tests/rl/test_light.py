"""The core works without the server's packages, and says what to install where they are needed."""

import subprocess
import sys
import tomllib
from pathlib import Path

from elftafel import __version__

ROOT = Path(__file__).resolve().parent.parent.parent
MISSING = """
import sys
for name in {names!r}:
    sys.modules[name] = None
"""


def extra(name: str) -> list[str]:
    """The packages of an extra, as they are imported."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][name]
    renamed = {"markdown-it-py": "structlog", "prometheus-client": "prometheus_client"}  # rich has the first too
    bare = [entry.split(";")[0].split(">")[0].split("[")[0] for entry in listed]
    return [renamed.get(entry, entry) for entry in bare if entry != "elftafel"]


def run_without(code: str) -> subprocess.CompletedProcess[str]:
    names = [*extra("server"), "gymnasium", "pettingzoo", "pyspiel", "PIL"]
    program = MISSING.format(names=names) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_kernel_games_bots_lab_and_the_fast_path_need_no_server() -> None:
    done = run_without(
        "import elftafel.lab.arena, elftafel.lab.simulate, elftafel.lab.suite, elftafel.terminal.play\n"
        "import elftafel.bots.hints, elftafel.rl.rounds, elftafel.rl.table, elftafel.rl.text\n"
        "from elftafel.cli import main\nsys.exit(main(['games']))"
    )
    assert done.returncode == 0, done.stderr


def test_what_is_cited_is_this_version() -> None:
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_a_command_that_needs_the_server_says_what_to_install() -> None:
    done = run_without("from elftafel.cli import main\nsys.exit(main(['serve', '--port', '0']))")
    assert done.returncode == 2
    assert "pip install 'elftafel[server]'" in done.stderr
