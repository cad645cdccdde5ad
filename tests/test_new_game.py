"""`make new-game` writes a game that passes every check and plays, in a browser too, without a change anywhere else."""

import json
import shutil
import subprocess
import sys

import pytest

from elftafel import games
from tests.conftest import MORE
from tests.sixth_game import NAME, ROOT, Tree

pytestmark = pytest.mark.xdist_group("new-game")

MADE_FROM_CODE = {"docs/environments.md", "docs/messages/README.md", "docs/rules/README.md"}
"""Files that were there before and list all games; `make docs` writes them."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """The tree as it is."""
    return Tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="module")
def before(copy: Tree) -> dict[str, str]:
    """Its files, before the game is made."""
    return copy.fingerprints()


@pytest.fixture(scope="module")
def tree(copy: Tree, before: dict[str, str]) -> Tree:
    """The same copy with the new game."""
    copy.python("tools/new_game.py", NAME)
    return copy


def test_nothing_that_was_there_is_touched(tree: Tree, before: dict[str, str]) -> None:
    after = tree.fingerprints()
    changed = {path for path, mark in before.items() if after.get(path) != mark}
    assert changed <= MADE_FROM_CODE
    added = set(after) - set(before)
    assert {f"src/elftafel/games/{NAME}/rules.py", f"docs/rules/{NAME}.md", f"docs/games/{NAME}.md"} <= added
    assert all(NAME in path for path in added)


def test_no_placeholder_is_left(tree: Tree) -> None:
    for path in tree.folder.rglob(f"*{NAME}*/**/*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text(encoding="utf-8")
            assert not any(word in text for word in ("PREFIX", "TITLE", "NAME")), path


def test_it_is_listed_after_the_others(tree: Tree) -> None:
    listed = tree.python("-m", "elftafel", "games").splitlines()
    assert [line.split()[0] for line in listed] == [*games.NAMES, NAME]


def test_the_linter_the_types_and_the_pages_are_content(tree: Tree) -> None:
    if (ROOT / ".mypy_cache").is_dir():  # what the new game does not change was checked before
        shutil.copytree(ROOT / ".mypy_cache", tree.folder / ".mypy_cache")
    tree.python("-m", "ruff", "check")
    tree.python("-m", "ruff", "format", "--check")
    tree.python("-m", "mypy", f"src/elftafel/games/{NAME}", f"tests/games/{NAME}/test_contract.py")
    for check in ("pages", "rooms"):  # the reference and the types of messages were made just now
        tree.python(f"tools/{check}.py")


def test_its_own_tests_and_those_of_all_games_pass(tree: Tree) -> None:
    shared = ["battery", "examples", "golden", "hints", "house", "rulebook"]
    files = [*(f"tests/test_{name}.py" for name in shared), "tests/rl/test_rounds.py"]
    told = tree.python("-m", "pytest", "-n0", "-q", "-rs", f"tests/games/{NAME}", *files, "-k", NAME)
    assert f"tests/games/{NAME}" not in told, "none of its own is skipped"


def test_it_compiles_and_plays_the_same_then(tree: Tree) -> None:
    tests = f"test_compiled_and_plain_python_agree[{NAME}]", f"test_playouts_are_what_single_steps_give[{NAME}]"
    tree.python("-m", "pytest", "-n0", "-q", *(f"tests/test_battery.py::{test}" for test in tests), plain=False)


def test_a_round_in_the_terminal(tree: Tree) -> None:
    told = tree.python("-m", "elftafel", "play", NAME, "--watch", "--rounds", "1", "--seed", "1", "--save", "log.json")
    assert "the match is won!" in told or "share the win!" in told
    assert "Right by the rules" in tree.python("-m", "elftafel", "verify", "log.json")
    told = tree.python("-m", "elftafel", "replay", "log.json")
    assert "ended the round" in told
    assert "Won by" in told


def test_a_person_plays_it_in_the_terminal(tree: Tree) -> None:
    typed = "\n".join(["1"] * 60) + "\n"
    told = tree.python("-m", "elftafel", "play", NAME, "--rounds", "1", "--seed", "2", "--players", "2", typed=typed)
    assert "the match is won!" in told or "share the win!" in told
    told = tree.python("-m", "elftafel", "play", NAME, "--seed", "2", "--players", "2", typed="?\nq\n")
    assert "Set-up" in told


def test_its_front_end_is_checked_and_built_and_a_round_is_played_in_a_browser(tree: Tree) -> None:
    modules, game = tree.folder / "web" / "node_modules", f"src/games/{NAME}"
    modules.symlink_to(ROOT / "web" / "node_modules")
    # Types: of this game and of all that it uses. All other code is as it was when it was checked.
    (tree.folder / "web" / "one-game.json").write_text(
        json.dumps({"extends": "./tsconfig.json", "include": [f"{game}/**/*", "src/games/*.ts"]})
    )
    tree.python("hatch_build.py", "npm", "run", "--silent", "words")
    for check in (
        ("node", "scripts/messages.js"),
        ("prettier", "--check", game),
        ("eslint", "--max-warnings", "0", game),
        ("svelte-check", "--fail-on-warnings", "--tsconfig", "one-game.json"),
    ):
        tree.python("hatch_build.py", "npm", "exec", "--", *check)
    tree.python("hatch_build.py", "npm", "test", "--silent", "--", game, "tests")
    tree.python("hatch_build.py")
    modules.unlink()
    which = [] if MORE > 1 else ["-k", "tapping"]
    passed = tree.python("-m", "pytest", "-n0", "-q", f"tests/web/test_{NAME}.py", *which)
    assert passed.startswith(".. " if MORE > 1 else ". "), "a round by tapping and one by keys"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Bad"], "lower-case letters"),
        (["ab"], "3 to 20"),
        (["my__game"], "single underscores"),
        (["../up"], "lower-case letters"),
        (["class"], "a word of Python"),
        (["table"], "choose one that no source uses"),
        ([games.NAMES[0]], "there is such a game"),
        (["ladder_game", "--prefix", games.facts(games.NAMES[0]).prefix], "taken"),
        (["ladder_game", "--prefix", "ladder"], "two capital letters"),
        (["ladder_game", "--title", "It's it!"], "letters, digits and single spaces"),
        ([NAME], "there is such a game"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tree: Tree, arguments: list[str], says: str) -> None:
    files = tree.fingerprints()
    done = tree.run(sys.executable, "tools/new_game.py", *arguments)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert tree.fingerprints() == files


def test_a_second_new_game_has_a_record_and_rule_ids_of_its_own(tree: Tree) -> None:
    write = "copy('paternoster_two', 'Paternoster two', free_prefix('paternoster_two'))"
    tree.python("-c", f"import sys; sys.path.append('tools'); from new_game import copy, free_prefix; {write}")
    code = "from elftafel import games; print(len({games.load(n).facts.prefix for n in games.NAMES}), len(games.NAMES))"
    assert tree.python("-c", code).split() == [str(len(games.NAMES) + 2)] * 2


def test_make_knows_the_tool() -> None:
    asked = ["make", "-n", "new-game", f"NAME={NAME}", "TITLE=Pater Noster"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"tools/new_game.py {NAME}" in told
    assert '--title "Pater Noster"' in told
    without = subprocess.run(["make", "-n", "new-game"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "make new-game NAME=my_game" in without.stderr
