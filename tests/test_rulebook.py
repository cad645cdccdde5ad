"""Every rule can be quoted from the rulebook, in every language, and says the same there."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from elftafel import games
from elftafel.errors import BadInput
from elftafel.games.rulebook import LANGUAGES, blocks, common, rule_text, rulebook, told
from tests.rule_ids import ids_of

IDS = re.compile(r"(\[[A-Z]{2}-[^\]]*\])")
FIGURES = re.compile(r"\d+|[■▲★●→]|\+(?=\d)|`[^`]*`")
ENGLISH = re.compile(
    r"\b(the|and|you|your|with|without|cards?|turns?|rows?|lay|laid|take[ns]?|from|may|must|which|nobody|everyone|players?|"
    r"tiles?|rack|gift|this|that|have|has|when|their|they|there|only|other|each|every)\b",
    re.IGNORECASE,
)
OTHERS = tuple(language for language in LANGUAGES if language != "en")
BOOKS = (*games.NAMES, "common")


def book(name: str, language: str) -> str:
    return common(language) if name == "common" else told(rulebook(name, language))


def title(name: str) -> str:
    """A game's title, which is the same in most languages; a text that no book has for what all games share."""
    return games.facts(name).title if name in games.NAMES else "\0"


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Each run of words with the ids that follow it; no ids if none do."""
    for block in blocks(text):
        found = IDS.split(block)
        yield from zip(found[::2], [*found[1::2], ""], strict=True)


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ ", text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_every_rule_has_words_of_its_own(name: str, language: str) -> None:
    for rule in ids_of(name):
        text = rule_text(name, rule, language)
        assert len(text) >= 20, f"{rule}: {text!r}"
        assert not re.search(r"[][*`]", text), f"{rule}: {text!r}"
        assert not text[0].islower() or "-O" in rule, f"{rule}: {text!r}"
        assert len(text) < 600, f"{rule}: {text!r}"
    assert rule_text(name, "XX-1", language) == ""


def test_a_rule_is_quoted_without_its_neighbours() -> None:
    assert rule_text("elfer_raus", "ER-9") == "If the stock is empty and nothing fits, play passes on."
    assert rule_text("elfer_raus", "ER-1").startswith("There are 80 cards")
    assert rule_text("elfer_raus", "ER-O1").startswith("drop_colour: with two")
    assert rule_text("jatten", "JA-6").startswith("You stop: the cards")
    assert rule_text("elfer_raus", "ER-3", "de").startswith("Wurde überhaupt keine 11 ausgeteilt")
    assert rule_text("start11", "SB-R11", "fr") == "Celui qui en a plusieurs choisit lequel poser"
    assert rule_text("jatten", "AL-3", "is") == "Aðeins sá sem á leik tekur ákvörðun."


def test_a_quoted_rule_keeps_its_non_breaking_spaces() -> None:
    assert "vient 1\u00a0: sur" in rule_text("nimmt11", "EN-5", "fr")


def test_a_language_without_rulebook_is_refused() -> None:
    for read in (common, lambda language: rulebook("jatten", language)):
        with pytest.raises(BadInput, match="the languages are en, de, nl, fr, is"):
            read("../en")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", BOOKS)
def test_a_translation_is_built_like_the_english(name: str, language: str) -> None:
    english, text = book(name, "en"), book(name, language)
    assert headings(text) == headings(english)
    assert len(blocks(text)) == len(blocks(english))
    assert IDS.findall(text) == IDS.findall(english)
    assert text.count("**") == english.count("**")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", BOOKS)
def test_a_translation_has_the_same_numbers_shapes_and_options_at_each_rule(name: str, language: str) -> None:
    for (english, ids), (words, same) in zip(pieces(book(name, "en")), pieces(book(name, language)), strict=True):
        assert ids == same
        assert Counter(FIGURES.findall(words)) == Counter(FIGURES.findall(english)), f"{ids}: {words!r}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", BOOKS)
def test_no_english_is_left(name: str, language: str) -> None:
    assert ENGLISH.search(book(name, "en"))
    text = book(name, language).replace(title(name), "")
    assert ENGLISH.findall(re.sub(r"`[^`]*`", "", text)) == []


@pytest.mark.parametrize("name", BOOKS)
def test_french_marks_have_their_non_breaking_space(name: str) -> None:
    text = book(name, "fr").replace(title(name), "").replace("# 11!", "")
    assert re.findall(r".{0,9}(?<!\u00a0):|.{0,9}(?<!\u202f)[;!?]", text) == []
    assert "'" not in text
