"""11 Elevens: the drawn examples of the rulebook are right by the rules."""

from elftafel import games
from elftafel.games.elevens import table as elevens
from elftafel.games.messages import Colour
from tests.drawings import card, find, shown_fits
from tests.games.elevens.witness import scene


def test_bridge_swap_side_and_score() -> None:
    game = games.load("elevens")
    bridge = find("elevens", "bridges=")
    assert bridge.board("!") == ["y13"]
    state = scene("y13 b2", "b3", rows=" ".join(bridge.before()), stock="b4", bridges=1)
    game.apply(state, game.action_of(elevens.Lay(card("y13"))))
    view = game.view(state, 0)
    assert view.table.bridges_on_table == (elevens.BridgeOnTable(Colour.RED, Colour.YELLOW, 13),)
    assert shown_fits(view, bridge) == sorted(bridge.board("?"), key=lambda word: (word[0] != "r", int(word[1:])))

    two = find("elevens", "counter=2/4")
    state = scene(" ".join([*two.board("!"), "b2"]), "b3", rows=" ".join(two.before()), stock="b4")
    for word in two.board("!"):
        game.apply(state, game.action_of(elevens.Lay(card(word))))
    assert game.view(state, 0).table.laid == 2
    assert game.why_not(state, 0, elevens.EndTurn()) is None

    swap = find("elevens", "hand=green12")
    state = scene("g12 b2", "b3", rows="g13", jokers=" ".join(swap.board("j")), stock="b4")
    game.apply(state, game.action_of(elevens.Swap(card("g12"))))
    hand = game.view(state, 0).hand
    assert hand is not None
    assert hand.jokers == 1

    side = find("elevens", "columns=11-21")
    (last,) = side.board("!")
    assert side.board("*") == [last]
    lies = " ".join(word for word in side.before() if word not in side.board("j"))
    state = scene(f"{last} b2", "b3", rows=lies, jokers=" ".join(side.board("j")), stock="b4")
    game.apply(state, game.action_of(elevens.Lay(card(last))))
    assert game.view(state, 0).table.bonuses == (1, 0)

    assert find("elevens", "end=").things("end") == ["bonus", "r5", "joker"]
    state = scene("r5 j", "r12", stock="b4", seat=1)
    state.bonuses[0] = 1
    game.apply(state, game.action_of(elevens.Lay(card("r12"))))
    assert game.scores(state)[0] == -5
