"""Rounds of unequal players and exact play of tiny games. As plain Python: compiling them would take longer."""

import numpy as np
import pytest

from elftafel import games
from elftafel.kernel import exact, record
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.lab import exact as lab
from elftafel.lab import measures
from elftafel.lab.tiny import tiny_names, tiny_of

pytestmark = pytest.mark.skipif(not PLAIN, reason="in the run without compiling")


def test_duplicate_play_deals_the_same_cards_to_exchanged_seats() -> None:
    game = games.load("nimmt11")
    options = game.facts.read_options({}, 2)
    points, shape = measures.play_levels(game, options, 2, ("casual", "easy"), 2, "duplicate")
    same, _ = measures.play_levels(game, options, 2, ("casual", "casual"), 1, "duplicate")
    assert points.shape == (2, 2, 2)
    assert shape.shape == (2, 2, 4)
    assert same.shape == (1, 2, 2)
    length, legal, forced, bits = shape.reshape(-1, 4).T
    assert (length > 5).all()
    assert (forced <= length).all()
    assert (legal >= length).all()
    assert (bits <= np.log2(legal / length) * length + 1e-9).all()  # Jensen
    again, _ = measures.play_levels(game, options, 2, ("casual", "easy"), 2, "duplicate")
    assert (points == again).all()


def test_chances_add_up_and_know_who_has_won() -> None:
    game = games.load("nimmt11")
    state, _ = game.new_round(game.facts.read_options({}, 3), 3, 0, bytes(32), 0)
    before = record.save(state)
    chances = measures.chances_in(game, state, 2, new_luck(1))
    assert chances.sum() == pytest.approx(1)
    assert record.save(state) == before


def kuhn() -> lab.Tree:
    """Kuhn poker; what it is worth to the first player is known: −1/18."""
    builder = lab.Builder(games.load("nimmt11"))

    def state_of(seat: int, card: int, told: str) -> int:
        number = builder.state_of.setdefault(builder.link(seat, card, told), len(builder.actions))
        if number == len(builder.actions):
            builder.actions.append([0, 1])
            builder.depth.append(len(told) // 2)
            builder.states.append(None)
        return number

    def grow(cards: tuple[int, int], told: str) -> int:
        sign = 1 if cards[0] > cards[1] else -1
        ends = {"pp": sign, "bp": 1, "pbp": -1, "bb": 2 * sign, "pbb": 2 * sign}
        if told in ends:
            return builder.add(exact.END, 0, ends[told])
        seat = len(told) % 2
        node = builder.add(seat, 2, known=state_of(seat, cards[seat], told))
        for place, move in enumerate("pb", builder.first[node]):
            builder.child[place] = grow(cards, told + move)
        return node

    deals = [(a, b) for a in range(3) for b in range(3) if a != b]
    root = builder.add(exact.CHANCE, len(deals))
    for place, cards in enumerate(deals):
        builder.odds[place] = 1 / len(deals)
        builder.child[place] = grow(cards, "")
    assert root == 0
    return builder.tree()


def test_kuhn_poker_is_solved() -> None:
    tree = kuhn()
    optimal = lab.solve(tree, 300)
    assert lab.value_of(tree, optimal) == pytest.approx(-1 / 18, abs=1e-3)
    assert lab.exploitability(tree, optimal) == pytest.approx(0, abs=1e-3)
    even = np.full(int(tree.begin[-1]), 0.5)
    assert lab.exploitability(tree, even) == pytest.approx(11 / 24)  # both replies are easily worked out by hand
    assert lab.against(tree, even, optimal) < 0


@pytest.mark.parametrize(("name", "size"), [("elfer_raus", "2x10-11x1"), ("elevens", "1x9-13x1"), ("nimmt11", "4x4x1")])
def test_a_tiny_game_is_written_out_by_the_real_rules(name: str, size: str) -> None:
    tree, deals = lab.written_out(name, size)
    assert deals > 1
    for n in np.flatnonzero(tree.owner == exact.CHANCE):
        odds = tree.odds[tree.first[n] : tree.first[n] + tree.count[n]]
        assert odds.sum() == pytest.approx(1)
    if len(tree.actions):
        optimal = lab.solve(tree, 20)
        assert lab.exploitability(tree, optimal) <= 0.02


def test_every_tiny_game_names_a_size_that_can_be_dealt() -> None:
    for name in tiny_names():
        tiny = tiny_of(name)
        state, _ = next(tiny.starts(games.load(name), tiny.size))
        assert state.players == 2
