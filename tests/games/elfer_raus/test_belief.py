"""Elfer raus!: what a seat believes of the others' hands, against all deals counted out with their weights."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from elftafel import games
from elftafel.games.elfer_raus import rules
from elftafel.games.elfer_raus.belief import SURPRISE
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from tests.games.elfer_raus.test_rules import action, scene, words

pytestmark = pytest.mark.skipif(PLAIN, reason="many draws")

Deal = tuple[frozenset[int], ...]  # the cards of each other seat


@pytest.fixture(scope="module")
def game() -> Any:
    return games.load("elfer_raus")


def of(text: str) -> frozenset[int]:
    """Cards as numbers, from a short text."""
    return frozenset(20 * colour + n - 1 for colour, word in enumerate(words(text)) for n in range(21) if word >> n & 1)


def held(state: Any, seat: int) -> frozenset[int]:
    hand = state.hands[seat].tolist()
    return frozenset(card for card in range(80) if hand[card // 20] >> card % 20 + 1 & 1)


def chance(before: Any, hand: frozenset[int], did: int) -> float:
    """How likely the seat at turn is to do that if it holds these, by asking `prefer` itself."""
    state = record.copy(before)
    state.hands[state.seat, :] = 0
    for one in hand:
        state.hands[state.seat, one // 20] |= 1 << one % 20 + 1
    luck = new_luck(1)
    sensible = {int(verbs.prefer(state, luck)) for _ in range(60)}
    choices = sum(1 for one in hand if rules.fits(state, one // 20) >> one % 20 + 1 & 1) + (state.laid > 0)
    likely: float = SURPRISE / choices + ((1 - SURPRISE) / len(sensible) if did in sensible else 0)
    return likely


def believed(game: Any, state: Any, seat: int, count: int) -> Counter[Deal]:
    luck, mind = new_luck(5), record.empty(game.mind)[0]
    found: Counter[Deal] = Counter()
    for _ in range(count):
        deal = record.copy(state)
        verbs.believe(deal, mind, seat, luck)
        assert held(deal, seat) == held(state, seat)
        found[tuple(held(deal, other) for other in range(state.players) if other != seat)] += 1
    return found


def distance(found: Counter[Deal], weights: dict[Deal, float]) -> float:
    """Half the sum of the differences: 0 for the same, 1 for nothing in common."""
    total, draws = sum(weights.values()), sum(found.values())
    return sum(abs(found[deal] / draws - weights.get(deal, 0) / total) for deal in {*found, *weights}) / 2


def play(game: Any, state: Any, *texts: str) -> list[tuple[Any, int]]:
    """Lay these cards, each as the only one of its turn; returns the others' positions with what they did then."""
    moments = []
    for text in texts:
        for did in (action(text), rules.END_TURN):
            if state.seat != 0:
                moments.append((record.copy(state), did))
            game.apply(state, did)
    assert state.seat == 0
    return moments


def explained(moments: list[tuple[Any, int]], hands: dict[int, frozenset[int]]) -> float:
    """How likely all that was done is, if the seats were dealt these hands."""
    weight = 1.0
    for state, did in moments:
        seat = int(state.seat)
        weight *= chance(state, hands[seat], did)
        hands = {**hands, seat: hands[seat] - {did}}
    return weight


def test_each_deal_is_believed_as_much_as_it_explains_what_was_laid(game: Any) -> None:
    state = scene("r11 y11 g2-19", "b11 b12", "r12 r19 y13", "y10 y14 g20", stock="g1 b15", seat=1)
    moments = play(game, state, "r12", "y10")
    weights: dict[Deal, float] = {}
    left = of("r19 y13 y14 g20 g1 b15")
    for one in combinations(sorted(left), 2):
        for other in combinations(sorted(left - set(one)), 2):
            hands = {1: frozenset(one) | of("r12"), 2: frozenset(other) | of("y10")}
            weights[frozenset(one), frozenset(other)] = explained(moments, hands)
    assert max(weights.values()) > 5 * min(weights.values()), "the moves tell something"
    assert distance(believed(game, state, 0, 3000), weights) < 0.06


def test_a_card_that_was_drawn_was_no_choice_before(game: Any) -> None:
    """Seat 1 lays red before yellow, then has to draw three cards (ER-8): it did not have them when it chose."""
    state = scene("r11 y11", "b11-13 b2", "r12 y12 r16 y17", "g11-13 r17 y18", stock="y15 y16 r18", seat=1)
    moments = play(game, state, "r12", "g11", "b11", "y12", "g12", "b12", "g13")
    told = [(one >> 10, one >> 7 & 7, one & 127) for one in state.story[: state.story_length].tolist()]
    assert told[-2] == (rules.HAD_TO_DRAW, 1, 3)
    weights: dict[Deal, float] = {}
    unseen = of("r16-18 y15-18")
    for one in combinations(sorted(unseen), 5):
        other = unseen - set(one)
        weights[frozenset(one), other] = sum(
            explained(moments, {1: frozenset(dealt) | of("r12 y12"), 2: other | of("g11-13")})
            for dealt in combinations(one, 2)
        )
    assert max(weights.values()) > 1.5 * min(weights.values()), "the moves tell something"
    assert distance(believed(game, state, 0, 3000), weights) < 0.06


def test_who_opens_a_side_is_believed_to_hold_what_lies_behind(game: Any) -> None:
    state = scene("r11 y11", "b11-13", "r12 y12 r19", "g11 g12 y19", stock="r3 b19", seat=1)
    play(game, state, "r12", "g11", "b11", "y12", "g12")
    found = believed(game, state, 0, 2000)
    red, yellow = (sum(n for deal, n in found.items() if deal[0] == of(card)) for card in ("r19", "y19"))
    assert red > 3 * yellow


def test_who_ends_a_turn_is_not_believed_to_hold_a_last_card_that_fits(game: Any) -> None:
    state = scene("r11 y11", "b11 b12", "r12 y14", stock="r13 b19 g1 y16", seat=1)
    moments = play(game, state, "r12")
    cards = ("r13", "y14", "b19", "g1", "y16")
    weights: dict[Deal, float] = {(of(card),): explained(moments, {1: of(f"r12 {card}")}) for card in cards}
    found = believed(game, state, 0, 3000)
    assert distance(found, weights) < 0.06
    assert 20 * found[(of("r13"),)] < found[(of("y16"),)]


@pytest.mark.parametrize(
    ("opening", "lies", "laid", "hidden"),
    [
        (rules.OPEN_OUTSIDE_IN, "r1 r20 y1 y20 g1 g20 b1 b20", "r2", "r6 y3 y19 g4"),
        (rules.OPEN_TEN_TO_TWELVE, "r11", "y10", "y4 y12 g12 r5"),
        (rules.OPEN_DRAWN, "", "y7", "y4 r12 g7 r5"),
    ],
    ids=["outside_in", "ten_to_twelve", "drawn"],
)
def test_other_openings_are_believed_by_their_own_rules(
    game: Any, opening: int, lies: str, laid: str, hidden: str
) -> None:
    one, two, *others = hidden.split()
    state = scene(lies, "b2 b7 b11", f"{laid} {one} {two}", stock=" ".join(others), seat=1, opening=opening)
    if opening == rules.OPEN_DRAWN:  # the first card ends the turn by itself
        state.ply = 0
        moments = [(record.copy(state), action(laid))]
        game.apply(state, action(laid))
    else:
        moments = play(game, state, laid)
    assert state.seat == 0
    pairs = [of(" ".join(pair)) for pair in combinations(hidden.split(), 2)]
    weights: dict[Deal, float] = {(pair,): explained(moments, {1: pair | of(laid)}) for pair in pairs}
    assert max(weights.values()) > 1.5 * min(weights.values()), "the move tells something"
    assert distance(believed(game, state, 0, 3000), weights) < 0.06


def test_nothing_told_nothing_believed(game: Any) -> None:
    """Without a move of the others every deal is as likely as any other."""
    state = scene("r11", "r12 b3", "r13 y2", "g4 g5", stock="b7 b8")
    ways = believed(game, state, 0, 4000)
    assert len(ways) == 6 * 5 // 2 * (4 * 3 // 2)
    assert min(ways.values()) > 15
