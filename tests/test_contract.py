"""A game whose folder lacks something is refused with the game, the file and what is missing."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from elftafel import games
from elftafel.errors import IncompleteGame
from elftafel.games import contract

Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Write:
    """Writes the files of a game that is found beside the others; its name is new in every test."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.setattr(games, "FOLDER", tmp_path)

    def write(name: str, **files: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        for file, text in {"__init__": "", **files}.items():
            (folder / f"{file}.py").write_text(text)

    return write


def test_a_module_that_is_not_there_is_named(write: Write) -> None:
    write("toy_empty")
    with pytest.raises(IncompleteGame, match=r"the game 'toy_empty': rules\.py is not there"):
        contract.find_rooms("toy_empty")


def test_everything_that_a_module_lacks_is_named_with_what_it_is_for(write: Write) -> None:
    write("toy_rules", rules="RECORD = None\ndef deal(state, journal): ...\ndef legal(state, out): ...\n")
    with pytest.raises(IncompleteGame) as error:
        contract.find_rooms("toy_rules")
    assert str(error.value).startswith("the game 'toy_rules': rules.py lacks apply (Carry out one legal action")
    for name in ("scores", "sound"):
        assert f"; {name} (" in str(error.value)
    assert "deal (" not in str(error.value)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


def test_a_constant_and_a_function_of_the_drawing_are_asked_for_too(write: Write) -> None:
    write("toy_terminal", terminal="def say_move(move): ...\n")
    with pytest.raises(IncompleteGame, match=r"terminal\.py lacks REASON_WORDS \(a constant\); draw \(`draw\(table"):
        contract.find_room("toy_terminal", "terminal", contract.Terminal)


def test_knowledge_is_in_its_own_module_or_in_the_rules() -> None:
    for name in games.NAMES:
        found = contract.find_rooms(name)
        own = contract.has_room(name, "knowledge")
        knowledge: object = found.knowledge
        assert (knowledge is found.rules) == (not own)
        assert (found.belief is None) == (not contract.has_room(name, "belief"))


def test_a_game_whose_facts_have_another_name_is_refused(write: Write) -> None:
    source = (Path(contract.__file__).parent / games.NAMES[0] / "facts.py").read_text(encoding="utf-8")
    write("toy_name", facts=source)
    with pytest.raises(IncompleteGame, match=f"toy_name.*says name='{games.NAMES[0]}'"):
        games.find_facts()


def test_a_game_without_facts_is_refused(write: Write) -> None:
    write("toy_facts", facts="")
    with pytest.raises(IncompleteGame, match="lacks FACTS"):
        games.find_facts()


def test_games_are_listed_by_order_and_then_by_name(write: Write) -> None:
    source = (Path(contract.__file__).parent / games.NAMES[0] / "facts.py").read_text(encoding="utf-8")
    for name, order in (("toy_b", 7), ("toy_c", 6), ("toy_a", 7)):
        renamed = source.replace(f'name="{games.NAMES[0]}"', f'name="{name}"')
        write(name, facts=renamed.replace("order=1,", f"order={order},"))
    assert list(games.find_facts()) == ["toy_c", "toy_a", "toy_b"]
