"""TITLE: the drawn examples of the rulebook are right by the rules."""

from elftafel.games import load
from elftafel.games.NAME import rules
from elftafel.games.NAME.table import Lay, TakeRow, card_of
from tests.drawings import Drawing, drawings, find
from tests.games.NAME.witness import card, scene

GAME = load("NAME")


def check_hand(drawing: Drawing, laid: int = 0, higher: bool = False) -> None:
    """What is drawn as fitting fits the drawn row, and nothing else does."""
    hand = drawing.things("hand")
    state = scene(drawing.things("pile")[0], " ".join(hand), "y1 y2", laid=laid, higher=higher)
    fitting = {word for word in hand if GAME.why_not(state, 0, Lay(card_of(card(word)))) is None}
    assert fitting == set(drawing.things("hand", "?"))


def test_what_fits() -> None:
    first, option = (one for one in drawings("NAME") if "pile=red5" in one.text)
    check_hand(first)
    check_hand(option, higher=True)
    check_hand(find("NAME", "pile=green9!"), laid=1)


def test_taking_and_scores() -> None:
    taken = find("NAME", "taken=")
    state = scene(" ".join(taken.things("taken")), "g3 g4", "y1")
    assert GAME.legal(state) == [rules.TAKE]
    GAME.apply(state, rules.TAKE)
    (first,) = taken.things("pile")
    assert GAME.why_not(state, 0, Lay(card_of(card(first)))) is None
    assert GAME.why_not(state, 0, TakeRow()) == "PREFIX-R1"

    left = find("NAME", "end=").things("end")
    state = scene("r5", "r6", " ".join(left))
    state.taken[1] = 3
    GAME.apply(state, card("r6"))
    assert GAME.scores(state)[1] == -5
