"""A game that `make new-game` wrote: its front end passes the checks, is built, and plays in a browser."""

import json
from pathlib import Path

from tests.conftest import MORE
from tests.sixth_game import NAME, ROOT, Tree


def test_a_sixth_game_is_built_and_played(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "tree")
    tree.python("tools/new_game.py", NAME)
    (tree.folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    game = f"src/games/{NAME}"
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
    which = [] if MORE > 1 else ["-k", "tapping"]
    passed = tree.python("-m", "pytest", "-n0", "-q", f"tests/web/test_{NAME}.py", *which)
    assert passed.startswith(".. " if MORE > 1 else ". "), "a round by tapping and one by keys"
