"""Write a small new game that plays: `make new-game NAME=my_game`, or `python tools/new_game.py my_game`.

Every file under tools/new_game/template is copied to the same place in the tree. In its path and its text NAME becomes
the name of the game (its folders), TITLE its title, and PREFIX the two letters of its rule ids; `test_PREFIX_1` in the
name of a test becomes lower-case. Then the pages, types and golden logs that are made from code are made. Nothing else
is touched: games are found, not listed.
"""

import argparse
import importlib.util
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = Path(__file__).resolve().parent / "new_game" / "template"
SOURCES = ("src", "tools", "bench")  # where the name must not be a word yet
NOT_OURS = {"node_modules", "__pycache__", "template"}
MOST_LETTERS = 20
NAME = re.compile(r"(?<![A-Z0-9_])NAME(?![A-Z0-9_])|(?<=[a-z]_)NAME(?![A-Z0-9])|(?<![A-Z0-9_])NAME(?=_[a-z])")


class Refused(Exception):
    """The game cannot be made: why, and what would be right."""


def main(arguments: list[str] | None = None) -> int:
    """Make a game; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write a small new game that plays.")
    parser.add_argument("name", help="the name of its folders: lower-case letters, digits and single underscores")
    parser.add_argument("--title", help="how people call it; default: the name with spaces")
    parser.add_argument("--prefix", help="two capital letters for its rule ids; default: made from the name")
    given = parser.parse_args(arguments)
    try:
        name = check_name(given.name)
        title = check_title(given.title or name.replace("_", " ").capitalize())
        prefix = check_prefix(given.prefix) if given.prefix else free_prefix(name)
        written = copy(name, title, prefix)
        finish(name, written)
    except Refused as problem:
        print(f"new-game: {problem}", file=sys.stderr)
        return 1
    print(f"{title} is there: {len(written)} files, rule ids {prefix}-1 …")
    print(f"Play it with `elftafel play {name}`; docs/adding-a-game.md says what to write next.")
    return 0


def check_name(name: str) -> str:
    """The name, if a new game can have it."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or not 3 <= len(name) <= MOST_LETTERS:
        right = f"3 to {MOST_LETTERS} lower-case letters, digits and single underscores, a letter first"
        raise Refused(f"NAME is {name!r}: use {right}")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise Refused(f"NAME is {name!r}: that is a word of Python")
    if (ROOT / "src" / "elftafel" / "games" / name / "facts.py").exists():
        raise Refused(f"NAME is {name!r}: there is such a game")
    for path in sources():
        if re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")):
            raise Refused(
                f"NAME is {name!r}: {path.relative_to(ROOT)} has this word in it; choose one that no source uses"
            )
    return name


def sources() -> Iterable[Path]:
    """The files in which the name of a game must be no other word."""
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            if not NOT_OURS & set(path.relative_to(ROOT).parts):
                yield path


def check_title(title: str) -> str:
    """The title, if rulebooks in all languages can have it."""
    if not re.fullmatch(r"[^\W_]+( [^\W_]+)*", title) or len(title) > 2 * MOST_LETTERS:
        raise Refused(f"TITLE is {title!r}: use letters, digits and single spaces, {2 * MOST_LETTERS} at most")
    return title


def taken_prefixes() -> set[str]:
    """The prefixes of rule ids that are in use."""
    pages = (ROOT / "docs" / "rules").glob("*.md")
    return {"XX"}.union(*(re.findall(r"^- \*\*([A-Z]{2})-", page.read_text(encoding="utf-8"), re.M) for page in pages))


def check_prefix(prefix: str) -> str:
    """The prefix, if no other game has it."""
    if not re.fullmatch("[A-Z]{2}", prefix):
        raise Refused(f"PREFIX is {prefix!r}: use two capital letters")
    if prefix in taken_prefixes():
        raise Refused(f"PREFIX is {prefix!r}: taken; so are {', '.join(sorted(taken_prefixes()))}")
    return prefix


def free_prefix(name: str) -> str:
    """Two letters for a name: initials first, then its first letter with each later one, then with any letter."""
    letters = re.sub("[^A-Z]", "", name.upper())
    initials = re.sub("[^A-Z]", "", "".join(word[:1] for word in name.upper().split("_")))
    candidates = [initials[:2], *(letters[0] + letter for letter in f"{letters[1:]}ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
    for prefix in candidates:
        if len(prefix) == 2 and prefix not in taken_prefixes():
            return prefix
    raise Refused(f"every pair of letters that begins with {letters[0]} is taken: choose a PREFIX")


def copy(name: str, title: str, prefix: str) -> list[Path]:
    """Write the files of the game; none if one of them is there already."""
    texts: dict[Path, str] = {}
    for path in sorted(TEMPLATE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            place = ROOT / NAME.sub(name, path.relative_to(TEMPLATE).as_posix())
            texts[place] = fill_in(path.read_text(encoding="utf-8"), name, title, prefix)
    for place in texts:
        if place.exists():
            raise Refused(f"{place.relative_to(ROOT)} is there already; nothing was written")
    for place, text in texts.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return list(texts)


def fill_in(text: str, name: str, title: str, prefix: str) -> str:
    """A text of the template with the names of the game."""
    text = re.sub(r"(?<=test_)PREFIX(?=_)", prefix.lower(), text)
    return NAME.sub(name, text).replace("PREFIX", prefix).replace("TITLE", title)


def finish(name: str, written: list[Path]) -> None:
    """Sort imports, and make what is made from code: pages, types of messages, golden logs."""
    python = [str(path) for path in written if path.suffix == ".py"]
    if importlib.util.find_spec("ruff"):
        run("-m", "ruff", "check", "--quiet", "--fix", *python)
        run("-m", "ruff", "format", "--quiet", *python)
    run("tools/pages.py", "--write")
    run("tools/reference.py", "--write")
    run("tools/typescript.py", "--write")
    run("-m", "tests.golden_logs", "--write", name)


def run(*arguments: str) -> None:
    """Run a Python program of the tree; Refused with what it said if it fails."""
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # a few rounds are played sooner than compiled
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    if done.returncode:
        said = f"{done.stdout}{done.stderr}".strip()
        raise Refused(f"the files are written, but `python {' '.join(arguments[:3])}` failed:\n{said}")


if __name__ == "__main__":
    sys.exit(main())
