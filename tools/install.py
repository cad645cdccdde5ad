"""Sets up .venv for the Makefile: `--make` creates it, `PACKAGE …` and `--dev` install into it. Needs Python alone.

uv installs in seconds what takes pip more than a minute. Where uv cannot (a registry that only pip is set up for), pip
does it.
"""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv"
BIN = HOME / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = BIN / "python"
PIP = [str(PYTHON), "-m", "pip", "install", "-q", "--disable-pip-version-check"]


def make() -> None:
    """A virtual environment with uv, if it can be had."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever calls make has any Python
        sys.exit("Elftafel needs Python 3.11 or newer, this is " + sys.version.split()[0])
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    subprocess.run([*PIP, "uv"], check=False)


def install(wanted: list[str], *choices: str) -> None:
    """Install by uv, else by pip."""
    uv = [str(BIN / "uv"), "pip", "install", "-q", "--python", str(PYTHON), *choices]
    if (BIN / "uv").exists() and subprocess.run([*uv, *wanted], cwd=ROOT, check=False).returncode == 0:
        return
    sys.exit(subprocess.run([*PIP, *wanted], cwd=ROOT, check=False).returncode)


def dev() -> list[str]:
    """What the tests need: the package itself and the tools."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return ["-e", ".[server]", *project["dependency-groups"]["dev"]]


if __name__ == "__main__":
    if sys.argv[1:] == ["--make"]:
        make()
    elif sys.argv[1:] == ["--dev"]:  # much of it is never imported
        install(dev())
    else:
        install(sys.argv[1:], "--compile-bytecode")
