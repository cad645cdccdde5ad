"""docs/architecture.md names every folder and file that exists, and no other (tools/rooms.py)."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]

TREE = (
    "src/elftafel/__init__.py",
    "src/elftafel/match.py",
    "src/elftafel/kernel/jit.py",
    "src/elftafel/kernel/__pycache__/jit.pyc",
    "src/elftafel/games/whist/facts.py",
    "src/elftafel/games/whist/rules.py",
    "src/elftafel/games/whist/rulebook/en.md",
    "src/elftafel/games/bridge/facts.py",
    "src/elftafel/games/bridge/bidding.py",
    "src/elftafel/server/web/index.html",
    "web/src/lib/socket.ts",
    "web/src/games/whist/Board.svelte",
    "tests/test_whist.py",
)
PAGE = """# Architecture

```
src/elftafel/
  match.py      rounds
  kernel/       the core
    jit.py      compiles
  games/        all games
    <game>/     one folder a game
      facts.py
      rules.py
      bidding.py
      rulebook/
```

A command such as `make check`, and `kernel/jit.py`, `web/src/lib/socket.ts`, `games/<game>/rules.py`, `test_whist.py`.

```
web/src/
  lib/
  games/
    <game>/     draws it
```
"""


@pytest.fixture
def rooms() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rooms", ROOT / "tools" / "rooms.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path in TREE:
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("")
    return tmp_path


def test_a_page_that_names_everything_is_right(rooms: ModuleType, tree: Path) -> None:
    assert rooms.missing(PAGE, tree) == []
    assert rooms.extra(PAGE, tree) == []


def test_a_new_file_and_a_new_folder_are_missing(rooms: ModuleType, tree: Path) -> None:
    (tree / "src/elftafel/kernel/fast.py").write_text("")
    (tree / "src/elftafel/games/bridge/dummy.py").write_text("")
    (tree / "web/src/pages").mkdir()
    (tree / "web/src/pages/Start.svelte").write_text("")
    assert sorted(rooms.missing(PAGE, tree)) == [
        "src/elftafel/games/<game>/dummy.py",
        "src/elftafel/kernel/fast.py",
        "web/src/pages/",
    ]
    assert rooms.extra(PAGE, tree) == []


def test_a_file_that_is_gone_is_extra(rooms: ModuleType, tree: Path) -> None:
    (tree / "src/elftafel/match.py").unlink()
    (tree / "src/elftafel/games/bridge/bidding.py").unlink()
    assert sorted(rooms.extra(PAGE, tree)) == ["src/elftafel/games/<game>/bidding.py", "src/elftafel/match.py"]
    assert rooms.missing(PAGE, tree) == []


def test_a_module_named_in_the_text_must_exist(rooms: ModuleType, tree: Path) -> None:
    page = PAGE + "\nSee `kernel/bits.py`, `jit.py` and `lib/queue.ts`.\n"
    assert rooms.extra(page, tree) == ["kernel/bits.py", "lib/queue.ts"]


def test_a_sixth_game_with_the_usual_files_needs_no_line(rooms: ModuleType, tree: Path) -> None:
    (tree / "src/elftafel/games/hearts").mkdir()
    for name in ("facts.py", "rules.py"):
        (tree / "src/elftafel/games/hearts" / name).write_text("")
    assert rooms.missing(PAGE, tree) == []


def test_a_line_that_hangs_in_the_air_is_told(rooms: ModuleType, tree: Path) -> None:
    page = PAGE.replace("    jit.py", "     jit.py")
    with pytest.raises(SystemExit, match=r"indentation.*jit\.py"):
        rooms.missing(page, tree)


def test_the_page_is_right(
    rooms: ModuleType, tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rooms.main([]) == 0
    monkeypatch.setattr(rooms, "ROOT", tree)
    (tree / "docs").mkdir()
    (tree / "docs/architecture.md").write_text(PAGE)
    (tree / "src/elftafel/match.py").rename(tree / "src/elftafel/matches.py")
    assert rooms.main([]) == 1
    assert rooms.main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "docs/architecture.md does not name src/elftafel/matches.py",
        "docs/architecture.md names src/elftafel/match.py, which does not exist",
        "missing:",
        "src/elftafel/matches.py",
        "",
        "extra:",
        "src/elftafel/match.py",
    ]
