"""Checks that docs/architecture.md names the folders and files that there are, and no others.

The page draws two trees in code blocks, which begin with the line `src/elftafel/` or `web/src/`. Below it, each line
names one folder (`kernel/`) or one file (`jit.py`), indented by two blanks a level, and says what it is for. Game
folders are drawn once, as `<game>/`, with every file that any game has.

- All folders of both trees must be drawn, and all Python modules but `__init__.py`. Other files may be.
- What is drawn must exist. So must every module that the rest of the page names, such as `table/commands.py`.

`--list` prints what is missing and what is drawn in excess, a path a line, and always succeeds.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/architecture.md"
PACKAGE = "src/elftafel"
BROWSER = "web/src"
TREES = (PACKAGE, BROWSER)
ELSEWHERE = ("tests", "tools", "bench", "examples")  # the page may name files from here too
GAME = "<game>"
MADE = {"__pycache__", "paraglide", "node_modules"}  # folders that tools make
BUILT = {f"{PACKAGE}/server/web"}  # the front end's build
INDENT = 2

BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.M | re.S)
NAMED = re.compile(r"[\w.<>/-]+\.(?:py|ts|svelte)\b")


def drawn(page: str) -> Iterator[str]:
    """The paths that the trees of the page name, from the root of the repository; a folder ends in a slash."""
    for block in BLOCK.findall(page):
        lines = [line for line in block.splitlines() if line.strip()]
        if lines and lines[0].split()[0].rstrip("/") in TREES:
            yield from drawn_in(lines)


def drawn_in(lines: list[str]) -> Iterator[str]:
    """The paths of one tree; the first line names its root."""
    folders = [lines[0].split()[0].rstrip("/")]
    for line in lines[1:]:
        name = line.split()[0]
        depth, odd = divmod(len(line) - len(line.lstrip()), INDENT)
        if odd or not 0 < depth <= len(folders):
            raise SystemExit(f"{PAGE}: wrong indentation: {line.strip()!r}")
        path = f"{folders[depth - 1]}/{name}"
        del folders[depth:]
        if name.endswith("/"):
            folders.append(path.rstrip("/"))
        yield path


def present(root: Path) -> dict[str, bool]:
    """All folders (ending in a slash) and files of both trees, and whether each must be drawn."""
    found: dict[str, bool] = {}
    games = game_names(root)
    for tree in TREES:
        for path in files_below(root / tree):
            parts = path.relative_to(root).parts
            at = games_folder(tree)
            if len(parts) > len(at) + 1 and parts[: len(at)] == at and parts[len(at)] in games:
                parts = (*at, GAME, *parts[len(at) + 1 :])
            for end in range(len(PurePosixPath(tree).parts) + 1, len(parts)):
                found["/".join(parts[:end]) + "/"] = True
            is_module = tree == PACKAGE and path.suffix == ".py" and path.name != "__init__.py"
            found["/".join(parts)] = is_module
    return found


def games_folder(tree: str) -> tuple[str, ...]:
    """The path of the folder that holds the games of a tree."""
    return (*PurePosixPath(tree).parts, "games")


def game_names(root: Path) -> set[str]:
    """The games: folders that declare their facts."""
    return {path.parent.name for path in (root / PACKAGE / "games").glob("*/facts.py")}


def files_below(folder: Path) -> Iterator[Path]:
    """All files below a folder that somebody wrote, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        parts = set(path.parts)
        built = any(f"/{place}/" in f"{path.as_posix()}/" for place in BUILT)
        if path.is_file() and not built and not parts & MADE:
            yield path


def missing(page: str, root: Path) -> list[str]:
    """What must be drawn and is not."""
    there = set(drawn(page))
    return [path for path, needed in present(root).items() if needed and path not in there]


def extra(page: str, root: Path) -> list[str]:
    """What is drawn, or named in the text, and does not exist."""
    known = present(root)
    files = [f"/{path}" for path in known]
    for place in ELSEWHERE:
        files += [f"/{path.relative_to(root).as_posix()}" for path in files_below(root / place)]
    wrong = [path for path in drawn(page) if path not in known]
    for name in NAMED.findall(page):
        if not any(is_tail(name, path) for path in files) and name not in wrong:
            wrong.append(name)
    return [path for path in wrong if not any(other != path and is_tail(path, f"/{other}") for other in wrong)]


def is_tail(name: str, path: str) -> bool:
    """True if `path` ends in the whole path components of `name`."""
    return path.endswith(f"/{name.removeprefix('./')}")


def main(arguments: list[str]) -> int:
    """Print what differs; 1 if anything does, but 0 with `--list`."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    lacking, needless = missing(page, ROOT), extra(page, ROOT)
    if arguments == ["--list"]:
        print("\n".join(["missing:", *lacking, "", "extra:", *needless]))
        return 0
    for path in lacking:
        print(f"{PAGE} does not name {path}")
    for path in needless:
        print(f"{PAGE} names {path}, which does not exist")
    return 1 if lacking or needless else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
