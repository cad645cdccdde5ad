"""Elfer raus!: the drawn examples of the rulebook are right by the rules."""

from elftafel import games
from elftafel.games.elfer_raus import table as elfer
from elftafel.games.elfer_raus.facts import Opening
from tests.drawings import card, find, shown_fits
from tests.games.elfer_raus.test_rules import scene


def test_rows_hand_and_draws() -> None:
    game = games.load("elfer_raus")
    rows = find("elfer_raus", "columns=8-14")
    for words, name in ((find("elfer_raus", "hand="), "hand"), (find("elfer_raus", "drawn="), "drawn")):
        state = scene(" ".join(rows.board()), " ".join(words.things(name)), "r1")
        assert sorted(shown_fits(game.view(state, 0), rows)) == sorted(rows.board("?"))
        lay = {word: elfer.Lay(card(word)) for word in words.things(name)}
        for word in words.things(name, "?"):
            assert game.why_not(state, 0, lay[word]) is None
        for word in words.things(name, "~"):
            assert game.why_not(state, 0, lay[word]) in ("ER-5", "ER-6")
    state = scene(" ".join(rows.board()), "r13 r14 y12 g3 b20", "r1")
    assert game.why_not(state, 0, elfer.Lay(card("r14"))) == "ER-6"
    game.apply(state, game.action_of(elfer.Lay(card("r13"))))
    assert game.why_not(state, 0, elfer.Lay(card("r14"))) is None, "after the 13"


def test_outside_in_and_score() -> None:
    game = games.load("elfer_raus")
    inward = find("elfer_raus", "columns=1-4,17-20")
    lies = " ".join(inward.board()) + " y1 y20 g1 g20 b1 b20"
    state = scene(lies, "r3 r19", "r4", opening=tuple(Opening).index(Opening.OUTSIDE_IN))
    assert shown_fits(game.view(state, 0), inward) == inward.board("?")
    left = find("elfer_raus", "end=").things("end")
    state = scene("r11", "r12", " ".join(left))
    game.apply(state, game.action_of(elfer.Lay(card("r12"))))
    assert game.scores(state) == [0, -39]
