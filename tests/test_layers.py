"""`lint-imports` holds the layers: it passes as things are, and a wrong import made on purpose
fails it.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from elftafel import games

ROOT = Path(__file__).resolve().parents[1]
NEXT_TO_PYTHON = Path(sys.executable).parent

WRONG = {
    "the kernel knows no game": ("kernel/bits.py", "elftafel.games.facts"),
    "games know no match": ("games/facts.py", "elftafel.match"),
    "no game imports another": (f"games/{games.NAMES[0]}/table.py", f"elftafel.games.{games.NAMES[1]}.facts"),
    "bots know no server": ("bots/bot.py", "elftafel.server.settings"),
    "the terminal knows no lab": ("terminal/play.py", "elftafel.lab.estimates"),
    "the protocol knows no table": ("server/protocol/messages.py", "elftafel.server.table.entries"),
    "tables know no live table": ("server/table/state.py", "elftafel.server.live.live_table"),
    "tables know no HTTP": ("server/table/views.py", "elftafel.server.http.schemas"),
    "live tables know no HTTP": ("server/live/live_table.py", "elftafel.server.http.errors"),
    "the store knows no table": ("server/store/log.py", "elftafel.server.table.entries"),
    "people know no HTTP": ("server/people/accounts.py", "elftafel.server.http.errors"),
    "the doctor knows no live table": ("server/ops/doctor.py", "elftafel.server.live.live_table"),
}


def copied(folder: Path) -> Path:
    """The sources and contracts in another folder; returns that of the package."""
    for name in ("pyproject.toml", "tools", "src"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "web"))
        else:
            shutil.copy(source, folder / name)
    return folder / "src" / "elftafel"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [NEXT_TO_PYTHON / "lint-imports", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin:/bin", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_layers_hold(tmp_path: Path) -> None:
    copied(tmp_path)
    result = lint(tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("promise", WRONG)
def test_a_wrong_import_is_seen(promise: str, tmp_path: Path) -> None:
    package = copied(tmp_path)
    name, wrong = WRONG[promise]
    path = package / name
    path.write_text(path.read_text() + f"\nimport {wrong}\n")
    result = lint(tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "0 broken" not in result.stdout
    assert wrong in result.stdout


def test_a_room_without_a_place_is_seen(tmp_path: Path) -> None:
    package = copied(tmp_path)
    (package / "attic").mkdir()
    (package / "attic" / "__init__.py").touch()
    result = lint(tmp_path)
    assert result.returncode == 1
    assert "attic" in result.stdout
