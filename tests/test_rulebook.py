"""Every rule can be quoted from the rulebook."""

import pytest

from elftafel import games
from elftafel.games.rulebook import rule_text
from tests.rule_ids import ids_of


@pytest.mark.parametrize("name", games.NAMES)
def test_every_rule_has_words_of_its_own(name: str) -> None:
    for rule in ids_of(name):
        text = rule_text(name, rule)
        assert len(text) >= 20, f"{rule}: {text!r}"
        assert "[" not in text
        assert len(text) < 600, f"{rule}: {text!r}"
    assert rule_text(name, "XX-1") == ""


def test_a_rule_is_quoted_without_its_neighbours() -> None:
    assert rule_text("elfer_raus", "ER-9") == "If the stock is empty and nothing fits, play passes on."
    assert rule_text("elfer_raus", "ER-1").startswith("There are 80 cards")
