"""The drawn examples: the same in every language, and told where nothing is drawn.

That they are right by the rules is in tests/games/<game>/test_examples.py.
"""

import re
from collections import Counter

import pytest

from elftafel import games
from elftafel.cli import main
from elftafel.games.rulebook import LANGUAGES, blocks, rulebook, told
from tests.drawings import examples

FIGURES = re.compile(r"\d+|[■▲★●→]")
LEAST = 5  # examples a game


# What every language has


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_every_language_draws_the_same_at_the_same_rules(name: str, language: str) -> None:
    ids = re.compile(r"\[([A-Z]{2}-[^\]]*)\]|^!\[.*\]\(draw:(\S+)\)$", re.MULTILINE)
    assert ids.findall(rulebook(name, language)) == ids.findall(rulebook(name, "en"))
    assert len(examples(name, language)) >= LEAST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_captions_are_whole_and_name_the_same_numbers(name: str, language: str) -> None:
    assert rulebook(name, language).count("draw:") == len(examples(name, language)), "one is not on a line of its own"
    for (english, _), (caption, _) in zip(examples(name, "en"), examples(name, language), strict=True):
        assert re.fullmatch(r"[^\[\]*`]{40,}\.", caption), caption
        assert Counter(FIGURES.findall(caption)) == Counter(FIGURES.findall(english)), caption
        assert language == "en" or caption != english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_the_terminal_tells_the_captions(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name, "--language", language]) == 0
    printed = capsys.readouterr().out
    assert "draw:" not in printed
    for caption, _ in examples(name, language):
        assert f"\n> {caption}\n" in printed


def test_a_quoted_rule_has_no_caption_in_it() -> None:
    book = "- A rule that is long enough. [ER-1]\n\n![Red 1 lies.](draw:columns=1-2;red=1)\n\n- More. [ER-2]"
    assert blocks(book) == ["A rule that is long enough. [ER-1]", "More. [ER-2]"]
    assert told(book).splitlines()[2] == "> Red 1 lies."
