"""11! the board game: the drawn examples of the rulebook are right by the rules."""

import pytest

from elftafel.games.start11.facts import ROWS
from tests.drawings import drawings, find, shown_fits
from tests.games.start11.scenes import game, lies, play, rack, scene


def test_bridges_and_zones_are_those_of_the_board() -> None:
    view = game.view(scene("y11", "y1", "b1"), None)
    for one in (one for one in drawings("start11") if "columns" in one):
        drawn = [row for row in ROWS if row in one]
        known = [
            f"{bridge.rows[0]}{bridge.number}{'*' * bridge.bonus}"
            for bridge in view.table.bridges
            if bridge.number in one.columns() and set(bridge.rows) <= set(drawn)
        ]
        assert sorted(one.lines.get("bridges", [])) == sorted(known), one.text
        assert one.lines["zones"] == [str(zone) for zone in (1, 11, 20) if zone in one.columns()]


@pytest.mark.parametrize("part", ["columns=9-13", "columns=14-20"])
def test_what_fits(part: str) -> None:
    drawing = find("start11", part)
    state = scene(" ".join(drawing.board()), "y1", "b1", bag="g1")
    assert sorted(shown_fits(game.view(state, None), drawing)) == sorted(drawing.board("?"))


def test_bonus_gift_and_symbol() -> None:
    bonus = find("start11", "drawn=")
    state = scene(" ".join(bonus.before()), "j13 y1 y2", "b1", bag=" ".join(bonus.things("drawn")))
    play(state, "y13")
    assert lies(state) == set(bonus.board())

    gift = find("start11", "gift")
    (given,) = (one for one in gift.things("rack") if one not in (">", "gift"))
    state = scene(" ".join(gift.before()), f"{given} y1 {' '.join(gift.board('!'))}", "b1", bag="g1")
    play(state, *gift.board("!"), f"give {given}")
    assert given in rack(state, 1)

    symbol = find("start11", "columns=0-3")
    state = scene(" ".join(symbol.before()), "sy r16 b5 b6", "b1", bag="g1", symbols=True)
    play(state, "y0", "r16")
    assert lies(state) == set(symbol.board())
