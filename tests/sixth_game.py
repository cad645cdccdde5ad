"""A copy of the tree with a game that `tools/new_game.py` wrote, for tests that run there in processes of their own."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "paternoster"
"""What the new game is called: a word that no source has."""


class Tree:
    """A copy of the tree in a folder of its own, with the working tree's changes and without what git ignores."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for name in filter(None, listed.decode().split("\0")):
            source, place = ROOT / name, folder / name
            if source.is_file() and not name.startswith("docs/screenshots/"):
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, place)

    def run(self, *command: str, plain: bool = True, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, with the copy's own sources; `plain` without compiling anything."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "ELFTAFEL_CACHE": str(self.folder / "cache"),
            "NUMBA_DISABLE_JIT": "1" if plain else "0",
            "ELFTAFEL_SOAK_ROUNDS": "40",
        }
        return subprocess.run(
            command, cwd=self.folder, env=environment, input=typed, capture_output=True, text=True, check=False
        )

    def python(self, *arguments: str, plain: bool = True, typed: str = "") -> str:
        """What a Python program printed; fails with all that it said if it fails."""
        done = self.run(sys.executable, *arguments, plain=plain, typed=typed)
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    def fingerprints(self) -> dict[str, str]:
        """Every file with a hash of its content."""
        files = {str(path.relative_to(self.folder)): path for path in self.folder.rglob("*") if path.is_file()}
        return {
            name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items() if "cache" not in name
        }
