"""11 nimmt!: the drawn examples of the rulebook are right by the rules."""

from elftafel import games
from elftafel.games.nimmt11 import table as nimmt
from tests.drawings import drawings, find
from tests.games.nimmt11.test_rules import scene


def split(words: list[str]) -> list[int]:
    """Cards of 11 nimmt! by their numbers, after a look at their ox heads."""
    heads = games.load("nimmt11").view(scene(["50"], "1", "2"), None).table.heads
    pairs = [tuple(map(int, word.split("."))) for word in words]
    assert all(heads[card - 1] == count for card, count in pairs), words
    return [card for card, _ in pairs]


def test_what_fits_a_pile() -> None:
    game = games.load("nimmt11")
    for one in (one for one in drawings("nimmt11") if "pile" in one):
        (top,) = split(one.things("pile"))
        hand = " ".join(map(str, split(one.things("hand"))))
        bulls = (len(one.things("bulls")),) if "bulls" in one else ()
        state = scene([str(top)], f"{hand} 80", "2", stock="90 91", bulls=bulls)
        for held in split(one.things("hand", "~")):
            assert game.why_not(state, 0, nimmt.Lay(held, top)) in ("EN-4", "EN-5"), held
        for held in split(one.things("hand", "?")):
            assert game.why_not(state, 0, nimmt.Lay(held, top)) is None, held
            if bulls:
                game.apply(state, game.action_of(nimmt.Lay(held, top)))
        if bulls:
            assert game.why_not(state, 0, nimmt.Lay(47, top)) is not None


def test_take_and_score() -> None:
    game = games.load("nimmt11")
    take = find("nimmt11", "taken=")
    taken, piles = split(take.things("taken")), split(take.things("piles"))
    pile = " ".join(map(str, taken))
    state = scene([pile], "80", "2", stock=" ".join(map(str, piles)))
    assert game.why_not(scene([str(taken[0])], pile, "2"), 0, nimmt.Lay(taken[1], taken[0])) is None
    game.apply(state, game.action_of(nimmt.Take(taken[-1])))
    view = game.view(state, 0)
    assert view.hand is not None
    assert set(taken) <= set(view.hand.cards)
    assert view.table.bulls[0] == 1
    assert {pile.top for pile in view.table.piles} == set(piles)

    left = " ".join(map(str, split(find("nimmt11", "end=").things("end"))))
    state = scene(["50"], "51", left)
    game.apply(state, game.action_of(nimmt.Lay(51, 50)))
    assert game.scores(state)[1] == -16
