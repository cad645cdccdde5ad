"""11 nimmt!: a test for every rule, option and ruling."""

from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from elftafel import games
from elftafel.errors import BadInput, IllegalMove
from elftafel.games.game import Game
from elftafel.games.nimmt11 import rules, table, terminal
from elftafel.games.nimmt11.facts import Data, Group, Options
from elftafel.games.nimmt11.table import (
    EndTurn,
    GotBull,
    Laid,
    Lay,
    NoBull,
    Pile,
    RoundEnded,
    Take,
    TakeBull,
    Took,
    TurnedUp,
    TurnEnded,
)
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.jit import PLAIN
from elftafel.match import Match, Seat
from tests.conftest import MORE
from tests.evenness import tail
from tests.games.nimmt11 import witness


@pytest.fixture(scope="module")
def game() -> Any:
    return games.load("nimmt11")


def numbers(text: str) -> list[int]:
    """Cards from a short text: "3 7-9"."""
    found: list[int] = []
    for word in text.split():
        low, _, high = word.partition("-")
        found += range(int(low), int(high or low) + 1)
    return found


def words(text: str) -> list[int]:
    """A set of cards as the record has it."""
    both = sum(1 << card - 1 for card in numbers(text))
    return [both & (1 << 50) - 1, both >> 50]


def scene(
    piles: list[str],
    *hands: str,
    stock: str = "",
    bulls: tuple[int, ...] = (),
    seat: int = 0,
    open_piles: bool = False,
) -> Any:
    """A position at the start of a turn: the piles (lowest card first), what each seat holds, and the stock.

    Cards not named are out of the game.
    """
    state = record.empty(rules.RECORD)[0]
    state.players, state.seat, state.ply = len(hands), seat, 5
    table.setup(state, Options(open_piles=open_piles), games.load_data("nimmt11"))
    for pile in piles:
        cards = numbers(pile)
        for lower, card in zip([0, *cards], cards, strict=False):
            state.under[card] = lower
        state.tops |= words(str(cards[-1]))
    state.bases[:] = state.tops
    state.stock[:] = words(stock)
    for number, hand in enumerate(hands):
        state.hands[number] = words(hand)
    state.bulls[: len(bulls)] = bulls
    state.supply = rules.BULLS - sum(bulls)
    return state


def say(action: int) -> str:
    match table.move_of(action):
        case Lay(card, on):
            return f"{card} on {on}"
        case Take(top):
            return f"take {top}"
        case TakeBull(owner):
            return f"bull of {owner}"
    return "end"


def legal(game: Any, state: Any) -> set[str]:
    return {say(action) for action in game.legal(state)}


def act(text: str) -> int:
    """The action of "36 on 31", "take 46", "bull of 2" or "end"."""
    parts = text.split()
    match parts:
        case ["take", top]:
            move: Any = Take(int(top))
        case ["bull", "of", owner]:
            move = TakeBull(int(owner))
        case [card, "on", base]:
            move = Lay(int(card), int(base))
        case _:
            move = EndTurn()
    action = table.action_of(move)
    assert action is not None, text
    return action


def do(game: Any, state: Any, text: str, viewer: int | None = None) -> list[Any]:
    return list(game.events(game.apply(state, act(text)), viewer))


def tops(state: Any) -> set[int]:
    return set(table.cards_in(state.tops))


def hand(state: Any, seat: int) -> list[int]:
    return list(table.cards_in(state.hands[seat]))


def deal(game: Game, players: int, seed: int = 0, starter: int = 0, **options: Any) -> tuple[Any, list[Any]]:
    key = seed.to_bytes(32, "little")
    return game.new_round(game.facts.read_options(options, players), players, starter, key, 0)


@pytest.mark.parametrize("players", range(2, 8))
def test_en_1_ten_cards_each_and_one_pile(game: Any, players: int) -> None:
    state, steps = deal(game, players)
    assert [len(hand(state, seat)) for seat in range(7)] == [10] * players + [0] * (7 - players)
    assert rules.stock_size(state) == 100 - 10 * players - 1
    (up,) = game.events(steps, None)
    assert isinstance(up, TurnedUp)
    assert tops(state) == {up.card}
    assert rules.sound(state)
    shown = game.view(state, 0).hand.cards
    assert list(shown) == sorted(shown)  # kept in order


def test_en_1_only_cards_from_the_own_hand(game: Any) -> None:
    state = scene(["31"], "33", "34 50")
    assert game.why_not(state, 0, Lay(34, 31)) == "EN-1"
    with pytest.raises(IllegalMove, match="EN-1"):
        game.apply(state, act("34 on 31"))


def test_en_1_every_card_is_dealt_equally_often(game: Any) -> None:
    seen: Counter[int] = Counter()
    for seed in range(600):
        seen.update(hand(deal(game, 2, seed)[0], 1))
    statistic = sum((seen[card] - 60) ** 2 / (60 * 0.9) for card in range(1, 101))
    assert tail(statistic, 99) > 1e-4


def test_en_2_the_seat_that_the_start_is_counted_from_begins(game: Any) -> None:
    for starter in range(4):
        assert deal(game, 4, starter=starter)[0].seat == starter


def test_en_2_then_whoever_got_the_most_minus_points(game: Any) -> None:
    assert table.next_starter(0, [-3, -10, 0, -9]) == 1
    assert table.next_starter(1, [-3, -1, 0, -9]) == 3
    assert game.next_starter(2, [-30, -10, 0, -9]) == 0


def test_en_3_lay_or_take_and_taking_is_allowed_even_if_a_card_fits(game: Any) -> None:
    state = scene(["31", "60"], "36 90", "1 2", stock="80 81 82")
    assert legal(game, state) == {"36 on 31", "take 31", "take 60"}
    do(game, state, "take 60")
    assert hand(state, 0) == [36, 60, 90]
    assert state.seat == 1


def test_en_3_only_a_pile_that_lies_and_no_turn_without_doing_something(game: Any) -> None:
    state = scene(["29 31"], "36 90", "1 2")
    assert game.why_not(state, 0, Take(29)) == "EN-3"
    assert game.why_not(state, 0, Lay(36, 29)) == "EN-3"
    assert game.why_not(state, 0, EndTurn()) == "EN-3"


def test_en_4_higher_by_one_to_ten(game: Any) -> None:
    state = scene(["31"], "21 30 32 36 41 42", "1 2")
    assert legal(game, state) == {"32 on 31", "36 on 31", "41 on 31", "take 31"}
    for card in (21, 30, 42):
        assert game.why_not(state, 0, Lay(card, 31)) == "EN-4"


@pytest.mark.parametrize("top", range(1, 101))
def test_en_4_en_5_every_top_has_its_ten(game: Any, top: int) -> None:
    state = scene([str(top)], " ".join(str(n) for n in range(1, 101) if n != top), "")
    after = [(top + d - 1) % 100 + 1 for d in range(1, 11)]
    assert legal(game, state) == {f"{card} on {top}" for card in after} | {f"take {top}"}
    for card in after:
        later = record.copy(state)
        game.apply(later, act(f"{card} on {top}"))
        assert tops(later) == {card}
        assert later.under[card] == top


def test_en_5_after_100_comes_1(game: Any) -> None:
    state = scene(["96"], "1 6 7 50 95 97 100", "2 3")
    assert legal(game, state) == {"97 on 96", "100 on 96", "1 on 96", "6 on 96", "take 96"}
    assert game.why_not(state, 0, Lay(7, 96)) == "EN-5"
    assert do(game, state, "6 on 96") == [Laid(seat=0, card=6, on=96, covers=96)]
    assert legal(game, scene(["100"], "1 10 11 99", "2 3")) == {"1 on 100", "10 on 100", "take 100"}


def test_en_5_the_printed_example(game: Any) -> None:
    """On a 98 a 5 is laid: seven steps."""
    state = scene(["98"], "5 60", "2 3")
    assert act("5 on 98") == 10 * 4 + 6
    assert "5 on 98" in legal(game, state)


def test_en_6_nothing_fits_so_a_pile_must_be_taken(game: Any) -> None:
    state = scene(["31", "60"], "20 90", "1 2", stock="80 81 82")
    assert legal(game, state) == {"take 31", "take 60"}
    assert game.why_not(state, 0, EndTurn()) == "EN-6"
    assert game.why_not(state, 0, Lay(90, 60)) == "EN-6"


def test_en_7_after_each_take_two_cards_start_new_piles(game: Any) -> None:
    state = scene(["31", "60"], "20", "1 2", stock="80 81 82")
    events = do(game, state, "take 31")
    assert [type(e) for e in events] == [Took, TurnedUp, TurnedUp]
    new = {e.card for e in events[1:]}
    assert new < {80, 81, 82}
    assert tops(state) == {60} | new
    assert set(table.cards_in(state.stock)) == {80, 81, 82} - new
    assert state.under[min(new)] == 0


def test_en_7_every_card_of_the_stock_comes_equally_often(game: Any) -> None:
    seen: Counter[int] = Counter()
    for seed in range(2000):
        state = scene(["31"], "20", "1 2", stock="49 50 51 52 100")
        state.key[0] = seed
        do(game, state, "take 31")
        seen.update(tops(state))
    statistic = sum((seen[card] - 800) ** 2 / (800 * 0.6) for card in (49, 50, 51, 52, 100))
    assert tail(statistic, 4) > 1e-4


@pytest.mark.parametrize(("pile", "bulls"), [("31", 0), ("31 36", 0), ("31 36 46", 1), ("31 36 46 50 51 52", 1)])
def test_en_8_three_cards_or_more_bring_a_bull(game: Any, pile: str, bulls: int) -> None:
    state = scene([pile], "20", "1 2", stock="80 81 82")
    events = do(game, state, f"take {pile.split()[-1]}")
    assert state.bulls[0] == bulls
    assert state.supply == 10 - bulls
    assert (GotBull(seat=0, owner=None) in events) == bool(bulls)
    assert hand(state, 0) == sorted([20, *numbers(pile)])


def test_en_8_bulls_are_kept(game: Any) -> None:
    state = scene(["31", "60"], "32 61 90", "1 2", bulls=(2, 0))
    for move in ("32 on 31", "61 on 60", "end"):
        do(game, state, move)
    assert state.bulls[0] == 2
    assert state.supply == 8


def test_en_9_without_supply_the_one_with_the_most_loses_a_bull(game: Any) -> None:
    state = scene(["31 36 46"], "20", "1", "2", stock="80 81 82", bulls=(2, 5, 3))
    events = do(game, state, "take 46")
    assert events[1] == GotBull(seat=0, owner=1)
    assert list(state.bulls[:3]) == [3, 4, 3]
    assert state.seat == 1  # no choice was needed


def test_en_9_of_several_the_taker_chooses(game: Any) -> None:
    state = scene(["31 36 46"], "20", "1", "2", "3", stock="80 81 82", bulls=(0, 4, 4, 2))
    do(game, state, "take 46")
    assert game.view(state, 1).table.choosing
    assert state.seat == 0
    assert legal(game, state) == {"bull of 1", "bull of 2"}
    assert game.why_not(state, 0, TakeBull(3)) == "EN-9"
    events = do(game, state, "bull of 2")
    assert events[0] == GotBull(seat=0, owner=2)
    assert list(state.bulls[:4]) == [1, 4, 3, 2]
    assert not state.choosing
    assert state.seat == 1


def test_en_9_is_no_move_at_other_times(game: Any) -> None:
    state = scene(["31"], "20 33", "1", bulls=(5, 5))
    assert game.why_not(state, 0, TakeBull(1)) == "EN-9"
    assert game.why_not(state, 0, TakeBull(-3)) == "EN-9"


def test_en_10_one_bull_any_number_of_cards_on_one_pile(game: Any) -> None:
    state = scene(["31", "60"], "32 36 41 42 65 90", "1 2", bulls=(1, 0))
    assert legal(game, state) == {"32 on 31", "36 on 31", "41 on 31", "65 on 60", "take 31", "take 60"}
    do(game, state, "32 on 31")
    assert state.seat == 0
    # 42 is within ten of the 32, but not of the card on top when the turn began; 60 would be a second pile.
    assert legal(game, state) == {"36 on 31", "41 on 31", "end"}
    assert game.why_not(state, 0, Lay(42, 32)) == "EN-10"
    assert game.why_not(state, 0, Lay(42, 31)) == "EN-4"
    assert game.why_not(state, 0, Lay(65, 60)) == "EN-10"
    assert do(game, state, "41 on 31") == [Laid(seat=0, card=41, on=31, covers=32)]
    assert legal(game, state) == {"end"}
    assert game.why_not(state, 0, Lay(36, 31)) == "EN-10"  # not in rising order
    assert game.view(state, 1).table.piles == (Pile(41, 31, None), Pile(60, 60, None))
    do(game, state, "end")
    assert game.view(state, 1).table.piles == (Pile(41, 41, None), Pile(60, 60, None))
    assert table.cards_under(state, 41) == (31, 32, 41)


def test_en_10_as_many_piles_as_bulls(game: Any) -> None:
    state = scene(["31", "60", "80"], "32 36 65 66 85 90", "1 2", bulls=(2, 0))
    do(game, state, "32 on 31")
    do(game, state, "65 on 60")
    assert legal(game, state) == {"36 on 31", "66 on 60", "end"}
    assert game.why_not(state, 0, Lay(85, 80)) == "EN-10"
    do(game, state, "36 on 31")  # back to the first pile
    assert legal(game, state) == {"66 on 60", "end"}


def test_en_10_rising_order_is_counted_past_100(game: Any) -> None:
    state = scene(["96"], "2 6 7 98 99 50", "1", bulls=(1, 0))
    do(game, state, "99 on 96")
    assert legal(game, state) == {"2 on 96", "6 on 96", "end"}
    do(game, state, "2 on 96")
    assert legal(game, state) == {"6 on 96", "end"}
    do(game, state, "6 on 96")
    assert table.cards_under(state, 6) == (96, 99, 2, 6)


def test_en_10_a_new_turn_counts_from_the_new_tops(game: Any) -> None:
    state = scene(["31"], "36 90", "46 5", bulls=(1, 1))
    do(game, state, "36 on 31")
    do(game, state, "end")
    assert legal(game, state) == {"46 on 36", "take 36"}


def test_en_11_only_the_top_of_a_pile_is_shown(game: Any) -> None:
    state = scene(["31 36 46", "60"], "20", "1 2", stock="80 81 82")
    for seat in (0, 1, None):
        assert game.view(state, seat).table.piles == (Pile(46, 46, None), Pile(60, 60, None))
    other = scene(["46", "60"], "20", "1 2", stock="80 81 82")
    assert game.view(state, 0) == game.view(other, 0)
    steps = game.apply(state, act("take 46"))
    assert game.events(steps, 0)[0] == Took(seat=0, top=46, cards=(31, 36, 46))
    for seat in (1, None):
        assert game.events(steps, seat)[0] == Took(seat=0, top=46, cards=None)


def test_en_11_but_what_was_seen_stays_known(game: Any) -> None:
    state = scene(["31 36 46"], "20", "1 2", stock="3-30")
    state.stock[0] &= ~(1 << 19)
    do(game, state, "take 46")
    luck = new_luck(4)
    held = set()
    for _ in range(60):
        other = record.copy(state)
        verbs.redeal(other, 1, luck)
        assert {31, 36, 46} < set(hand(other, 0))
        assert table.cards_in(other.tops) == table.cards_in(state.tops)
        held |= set(hand(other, 0))
    assert len(held) > 15  # the fourth card might be any that seat 1 never saw
    state.seat = 0
    state.tops[:] = words("30")
    state.bases[:] = state.tops
    do(game, state, "31 on 30")
    assert not state.from_piles[0] >> 30 & 1


def test_en_11_known_even_when_a_pile_is_very_long(game: Any) -> None:
    state = scene([" ".join(str(n) for n in range(2, 100))], "1", "100")
    steps = game.apply(state, act("take 99"))
    assert game.events(steps, 0)[0].cards == tuple(range(2, 100))


def test_en_12_the_round_ends_the_moment_a_hand_is_empty(game: Any) -> None:
    state = scene(["31"], "36", "3 33 100", "1 2", stock="80")
    assert do(game, state, "36 on 31") == [
        Laid(seat=0, card=36, on=31, covers=31),
        RoundEnded(seat=0, hand_empty=True),
    ]
    assert state.over
    assert game.scores(state) == [0, -15, -4]
    assert game.why_not(state, 1, Take(36)) == "EN-12"


def test_en_12_also_in_the_middle_of_a_turn_with_bulls(game: Any) -> None:
    state = scene(["31"], "36 37", "3 33 100", bulls=(1, 0))
    do(game, state, "36 on 31")
    assert not state.over
    do(game, state, "37 on 31")
    assert state.over


def play_match(game: Any, players: int, seed: int) -> Match:
    seats = tuple(Seat(f"Seat {i}") for i in range(players))
    match = Match(game, game.facts.read_options({}, players), seats, seed.to_bytes(32, "little"))
    luck = new_luck(seed)
    while not match.over:
        if match.state.over:
            match.next_round()
        match.apply(int(verbs.prefer(match.state, luck)))
    return match


def test_en_13_as_many_rounds_as_players_and_fewest_minus_points_win(game: Any) -> None:
    match = play_match(game, 3, 1)
    assert len(match.results) == 3
    for before, after in zip(match.results, match.results[1:], strict=False):
        assert after.starter == table.next_starter(before.starter, before.points)  # EN-2
    totals = [sum(-result.points[seat] for result in match.results) for seat in range(3)]
    assert all(total >= 0 for total in totals)
    assert match.winners == [seat for seat in range(3) if totals[seat] == min(totals)]


def test_en_o1_open_piles_show_their_cards(game: Any) -> None:
    state = scene(["31 36 46", "60"], "47 20", "1 2", stock="80 81 82", open_piles=True)
    assert game.view(state, 1).table.piles == (Pile(46, 46, (31, 36, 46)), Pile(60, 60, (60,)))
    assert game.view(state, None).table.open_piles
    steps = game.apply(state, act("take 46"))
    for seat in (0, 1, None):
        assert game.events(steps, seat)[0] == Took(seat=0, top=46, cards=(31, 36, 46))
    assert not deal(game, 2)[0].open_piles
    assert deal(game, 2, open_piles=True)[0].open_piles


def test_en_r1_ox_heads(game: Any) -> None:
    heads = game.view(deal(game, 2)[0], None).table.heads
    assert len(heads) == 100
    assert sum(heads) == 184
    assert Counter(heads) == {1: 72, 3: 18, 5: 6, 7: 4}
    assert [heads[card - 1] for card in (3, 93, 13, 83, 2, 97, 1, 100)] == [7, 7, 5, 5, 3, 3, 1, 1]


def test_en_r1_a_host_may_replace_the_heads(game: Any, tmp_path: Path) -> None:
    file = tmp_path / "nimmt11.toml"
    file.write_text("others = 2\n[[groups]]\nheads = 10\ncards = [1, 100]\n")
    data = games.read_data_file("nimmt11", file)
    assert data == Data((Group(10, (1, 100)),), 2)
    state, _ = game.new_round(game.facts.options(), 2, 0, bytes(32), 0, data)
    assert list(state.heads[:101]) == [0, 10, *[2] * 98, 10]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("others = 0\ngroups = []", "others is 0"),
        ("[[groups]]\nheads = 11\ncards = [1]", r"groups\[0\].heads is 11"),
        ("[[groups]]\nheads = 7\ncards = [1, 101]", r"groups\[0\].cards is 101"),
        ("[[groups]]\nheads = 7\ncards = [1]\n[[groups]]\nheads = 5\ncards = [1]", r"groups\[1\].cards is 1: .* once"),
        ("[[groups]]\nheads = 7", "cards"),
        ("[[groups]]\nheads = 'seven'\ncards = [1]", "heads"),
        ("others = 1", "groups"),
        ("oxen = 1\ngroups = []", "oxen"),
        ("[[groups", "data"),
    ],
)
def test_en_r1_bad_heads_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "nimmt11.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=complaint):
        games.read_data_file("nimmt11", file)


def test_en_r2_a_turn_lays_or_takes_never_both(game: Any) -> None:
    state = scene(["31", "60"], "32 90", "1 2", bulls=(1, 0))
    do(game, state, "32 on 31")
    assert legal(game, state) == {"end"}
    assert game.why_not(state, 0, Take(60)) == "EN-R2"
    state = scene(["31", "60"], "61 90", "1 2", stock="80 81", bulls=(1, 0))
    do(game, state, "take 31")
    assert state.seat == 1


def test_en_r2_without_a_bull_exactly_one_card(game: Any) -> None:
    state = scene(["31", "60"], "32 33 61", "1 2")
    do(game, state, "32 on 31")
    assert state.seat == 1


def test_en_r3_a_short_stock_turns_up_what_there_is(game: Any) -> None:
    state = scene(["31", "60"], "20", "1 2", stock="80")
    do(game, state, "take 31")
    assert tops(state) == {60, 80}
    assert not state.over
    do(game, state, "take 60")
    assert tops(state) == {80}
    assert not state.over


def test_en_r3_without_any_pile_the_round_ends_and_all_count(game: Any) -> None:
    state = scene(["31 33"], "20", "1 2")
    assert do(game, state, "take 33")[-1] == RoundEnded(seat=0, hand_empty=False)
    assert state.over
    assert game.scores(state) == [-(1 + 3 + 7), -(1 + 3)]


def test_en_r3_every_round_ends(game: Any) -> None:
    """Takes are bounded by the stock and the piles, layings between them by the cards in hands."""
    luck = new_luck(8)
    for players in range(2, 8):
        for seed in range(2 if MORE == 1 else 10):
            state, _ = deal(game, players, seed)
            takes = most_piles = 0
            stock = int(rules.stock_size(state))
            while not state.over:
                actions = game.legal(state)
                assert actions
                action = actions[pick(luck, len(actions))]
                takes += rules.TAKE <= action < rules.TAKE_BULL
                game.apply(state, action, actions)
                most_piles = max(most_piles, len(tops(state)))
            assert most_piles <= 1 + stock // 2 <= 40
            assert takes <= (stock + 1) // 2 + most_piles
            assert state.ply < 2000


def test_en_r4_who_alone_has_the_most_gets_nothing(game: Any) -> None:
    state = scene(["31 36 46"], "20", "1", "2", stock="80 81 82", bulls=(4, 3, 3))
    assert do(game, state, "take 46")[1] == NoBull(seat=0)
    assert list(state.bulls[:3]) == [4, 3, 3]
    assert state.seat == 1


def test_en_r4_who_is_tied_takes_from_another_of_those_tied(game: Any) -> None:
    state = scene(["31 36 46"], "20", "1", "2", stock="80 81 82", bulls=(5, 5, 0))
    assert do(game, state, "take 46")[1] == GotBull(seat=0, owner=1)
    state = scene(["31 36 46"], "20", "1", "2", "3", stock="80 81 82", bulls=(3, 3, 1, 3))
    do(game, state, "take 46")
    assert legal(game, state) == {"bull of 1", "bull of 3"}
    assert game.why_not(state, 0, TakeBull(0)) == "EN-R4"


def test_en_r5_a_tie_goes_to_the_first_after_the_last_starter() -> None:
    assert table.next_starter(0, [-9, 0, -9, -9]) == 2
    assert table.next_starter(2, [-9, 0, -9, -9]) == 3
    assert table.next_starter(3, [-9, 0, -9, -9]) == 0
    assert table.next_starter(1, [0, -9, 0]) == 1


def test_en_r6_a_tie_for_the_match_is_shared(game: Any) -> None:
    seats = (Seat("Ana"), Seat("Ben"), Seat("Cas"))
    match = Match(game, game.facts.options(), seats, bytes(32), rounds=1)
    match.state = scene(["31"], "20", "1 4", "6", seat=1)  # taking the last pile: 1 + 1 + 3 heads for Ben
    match.apply(act("take 31"))
    assert match.totals == [-1, -5, -1]
    assert match.winners == [0, 2]


def test_en_r7_the_bull_comes_before_the_new_piles(game: Any) -> None:
    state = scene(["31 36 46"], "20", "1", "2", stock="80 81 82", bulls=(0, 5, 5))
    assert [type(e) for e in do(game, state, "take 46")] == [Took]
    assert tops(state) == set()
    for move in (EndTurn(), Take(46), Lay(20, 46), Lay(47, 46)):
        assert game.why_not(state, 0, move) == "EN-R7"  # it is not optional
    assert tuple(type(e) for e in do(game, state, "bull of 1")) == (GotBull, TurnedUp, TurnedUp)
    assert len(tops(state)) == 2


def test_en_r7_bulls_go_back_after_each_round(game: Any) -> None:
    match = play_match(game, 4, 2)
    assert any(match.state.bulls[:4])
    state, _ = game.new_round(game.facts.options(), 4, 0, bytes(32), 1)
    assert state.supply == 10
    assert not state.bulls.any()


def test_en_r8_with_bulls_the_player_ends_the_turn_itself(game: Any) -> None:
    state = scene(["31"], "36 90", "1 2", bulls=(1, 0))
    do(game, state, "36 on 31")
    assert legal(game, state) == {"end"}  # even as the only move
    assert do(game, state, "end") == [TurnEnded(seat=0)]
    assert state.seat == 1


def test_en_r8_without_a_bull_the_turn_ends_with_the_card(game: Any) -> None:
    state = scene(["31"], "36 37 90", "1 2")
    assert do(game, state, "36 on 31") == [Laid(seat=0, card=36, on=31, covers=31)]
    assert state.seat == 1


def test_the_printed_example_turn_by_turn(game: Any) -> None:
    """31 lies; 36 and 46 are laid, the third seat takes; later 23 and 87, and a row of cards past 100."""
    state = scene(["31"], "36 92", "46 98", "5 60", "88 70", "9 40", stock="19 78")
    assert legal(game, state) == {"36 on 31", "take 31"}
    do(game, state, "36 on 31")
    assert legal(game, state) == {"46 on 36", "take 36"}
    do(game, state, "46 on 36")
    assert legal(game, state) == {"take 46"}  # nothing from 47 to 56
    events = do(game, state, "take 46", viewer=2)
    assert events[:2] == [Took(seat=2, top=46, cards=(31, 36, 46)), GotBull(seat=2, owner=None)]
    assert tops(state) == {19, 78}
    assert list(state.bulls[:5]) == [0, 0, 1, 0, 0]

    state = scene(["23", "87"], "88 70", "92 71", "98 72", "5 73", "45 60", stock="20 21")
    for move in ("88 on 87", "92 on 88", "98 on 92", "5 on 98"):
        do(game, state, move)
    assert legal(game, state) == {"take 23", "take 5"}
    events = do(game, state, "take 23")
    assert [type(e) for e in events] == [Took, TurnedUp, TurnedUp]  # one card only: no bull
    assert hand(state, 4) == [23, 45, 60]
    assert table.cards_under(state, 5) == (87, 88, 92, 98, 5)


def test_undo_stops_where_something_was_shown(game: Any) -> None:
    state = scene(["31 36 46", "60"], "61 62 20", "1", "2", stock="80 81 82", bulls=(2, 4, 4))
    reveals = int(state.reveals)
    later = record.copy(state)
    do(game, later, "61 on 60")
    assert later.reveals == reveals
    do(game, later, "end")
    assert later.reveals > reveals
    do(game, state, "take 46")
    assert state.choosing
    assert state.reveals > reveals


def test_every_action_is_answered(game: Any) -> None:
    luck = new_luck(6)
    for players in (2, 5):
        state, _ = deal(game, players, 3)
        while not state.over:
            actions = game.legal(state)
            if pick(luck, 60) == 0:
                for action in set(range(rules.ACTIONS)) - set(actions):
                    assert game.rule_against(state, action).startswith("EN-")
                for nonsense in (Lay(0, 0), Lay(101, 100), Lay(5, -4), Lay(5, 5), Take(0), Take(101), TakeBull(9)):
                    assert game.why_not(state, int(state.seat), nonsense).startswith("EN-")
            game.apply(state, actions[pick(luck, len(actions))])


@pytest.mark.parametrize("bulls", [0, 10])
def test_legal_moves_have_room_even_with_forty_piles(game: Any, bulls: int) -> None:
    piles = [n for n in range(1, 101) if n % 5 in (0, 2)]  # no more can lie (EN-R3)
    state = scene(
        [str(n) for n in piles], " ".join(str(n) for n in range(1, 101) if n not in piles), "", bulls=(bulls,)
    )
    assert len(piles) == 40
    assert len(set(game.legal(state))) == 40 + 40 * 6
    assert verbs.legal(state, record.new_out()) + 10 <= len(record.new_out().actions)


def preferred(state: Any) -> str:
    """What `prefer` does here, whatever its luck."""
    found = {say(int(verbs.prefer(state, new_luck(seed)))) for seed in range(20)}
    assert len(found) == 1, found
    return found.pop()


def test_prefer_lays_its_longest_run_and_finishes_a_pile_before_the_next(game: Any) -> None:
    state = scene(["31", "60", "80"], "32 36 37 65 66 81 2", "1 2", bulls=(2, 0))
    for move in ("32 on 31", "36 on 31", "37 on 31", "65 on 60", "66 on 60", "end"):
        assert preferred(state) == move
        do(game, state, move)


def test_prefer_takes_a_bull_only_while_its_hand_has_runs_for_it(game: Any) -> None:
    others = "91-96"
    state = scene(["31 36 46"], "47 2 18 60", others)
    assert preferred(state) == "take 46"
    state = scene(["31 36 46"], "47 2 18 60", others, bulls=(1, 0))
    assert preferred(state) == "take 46", "four runs are too many for one bull"
    state = scene(["31 36 46"], "47-49 2 3 18", others, bulls=(1, 0))
    assert preferred(state) == "47 on 46", "three are not"


def test_prefer_takes_no_bull_when_another_is_nearly_out(game: Any) -> None:
    state = scene(["31 36 46"], "47 2 18 60", "91-95", "80-89")
    assert preferred(state) == "47 on 46"


def test_prefer_without_a_bull_lays_lone_cards_and_low_ones_first(game: Any) -> None:
    state = scene(["31", "60"], "33 34 35 65", "91-95")
    assert preferred(state) == "65 on 60", "33 to 35 may go together one day"
    state = scene(["31"], "33 40 60", "91-95")
    assert preferred(state) == "33 on 31", "40 still fits then"


def test_prefer_that_must_take_takes_few_ox_heads(game: Any) -> None:
    state = scene(["33", "40", "53"], "2 70", "91-95")
    assert preferred(state) == "take 40"


def test_stumble_lays_its_highest_card_and_shuns_piles(game: Any) -> None:
    state = scene(["31 36 46", "60"], "47 48 65 2", "91-96")
    assert say(int(verbs.stumble(state, new_luck(1)))) == "65 on 60"
    state = scene(["31 36 46"], "47 48 2", "91-96")
    assert say(int(verbs.stumble(state, new_luck(1)))) == "48 on 46"
    state = scene(["31", "60"], "2", "91-96")
    assert {say(int(verbs.stumble(state, new_luck(seed)))) for seed in range(40)} == {"take 31", "take 60"}


@pytest.mark.skipif(PLAIN, reason="many draws")
def test_redeal_is_even(game: Any) -> None:
    for state, seat, ways in witness.small_positions():
        luck = new_luck(99)
        draws = 100 * len(ways)
        found: Counter[Any] = Counter()
        for _ in range(draws):
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            found[witness.arrangement(other, seat)] += 1
        assert set(found) <= set(ways)
        expected = {way: draws * weight / sum(ways.values()) for way, weight in ways.items()}
        statistic = sum((found[way] - expected[way]) ** 2 / expected[way] for way in ways)
        assert tail(statistic, len(ways) - 1) > 1e-4


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("open_piles", [False, True])
def test_random_rounds_stay_sound_and_redeal_keeps_what_is_known(game: Any, players: int, open_piles: bool) -> None:
    state, steps = deal(game, players, 17, open_piles=open_piles)
    luck = new_luck(players)
    seats = range(players)
    witnesses = [witness.Witness(game, s, game.view(state, s), game.events(steps, s)) for s in seats]
    features, again = (np.full(game.facts.observation_length, fill, np.int8) for fill in (77, -77))
    while not state.over:
        assert rules.sound(state)
        seat = pick(luck, players)
        other = record.copy(state)
        verbs.redeal(other, seat, luck)
        assert rules.sound(other)
        assert game.view(other, seat) == game.view(state, seat)
        verbs.observe(state, seat, features)
        verbs.observe(other, seat, again)
        assert (features == again).all()
        assert game.legal(other) == game.legal(state) or seat != state.seat
        witnesses[seat].check(other)
        witnesses[seat].check(state)
        actions = game.legal(state)
        action = verbs.prefer(state, luck) if pick(luck, 2) else actions[pick(luck, len(actions))]
        assert action in actions
        steps = game.apply(state, int(action))
        for s in seats:
            witnesses[s].see(game.view(state, s), game.events(steps, s))


@pytest.mark.parametrize("open_piles", [False, True])
def test_the_terminal_has_words_for_everything(game: Any, open_piles: bool) -> None:
    console = Console(width=80, file=StringIO())
    state = scene(["31 36 46", "60 63"], "64 70 20", "1", "2", stock="80", bulls=(4, 2, 4), open_piles=open_piles)
    said: list[str] = []

    def step(text: str) -> None:
        view = game.view(state, int(state.seat))
        console.print(terminal.draw(view.table, view.hand, lambda seat: "ABC"[seat]))
        said.append(terminal.ask(view))
        said.append(terminal.say_move(table.move_of(act(text))))
        said.extend(terminal.say_event(event, lambda seat: "ABC"[seat]) for event in do(game, state, text))

    for text in ("64 on 63", "70 on 63", "end", "take 46", "bull of 2", "take 70"):
        step(text)
    pile = ": 31, 36, 46" if open_piles else ""
    assert said[:11] == [
        "Lay a card or take a pile", "lay 64 on 63", "A: laid 64 on 63",
        "1 laid: go on or end your turn", "lay 70 on 63", "A: laid 70 on 64",
        "2 laid: go on or end your turn", "end turn", "A: turn ended",
        "No card fits: take a pile", "take pile 46",
    ]  # fmt: skip
    assert said[11:16] == [
        f"B: took the pile topped by 46{pile}",
        "From whom do you take a bull?",
        "take a bull from seat 3",
        "B: got a bull for three cards or more, from C",
        "80 is turned up and starts a pile",
    ]
    drawn = console.file.getvalue()  # type: ignore[attr-defined]
    assert "63*7" in drawn
    assert ("over 36 31" in drawn) == open_piles
    assert all(len(line) <= 80 for line in drawn.splitlines())


def test_observation_tells_known_cards_and_piles(game: Any) -> None:
    state = scene(["31 36 46", "60"], "20", "1 2", "3", stock="80 81 82", bulls=(0, 1, 0))
    do(game, state, "take 46")
    seen = np.full(game.facts.observation_length, 77, np.int8)
    verbs.observe(state, 1, seen)
    at = {}
    start = 0
    for feature in game.facts.observation:
        at[feature.name] = seen[start : start + feature.length].tolist()
        start += feature.length
    assert [n + 1 for n, held in enumerate(at["hand"]) if held] == [1, 2]
    # Seat 0 sits second to the left of seat 1; its 20 stays its own.
    assert [n for n, held in enumerate(at["known"]) if held] == [100 + 30, 100 + 35, 100 + 45]
    assert at["piles"][59] == 1
    assert at["lies under"][59] == 60
    assert at["bases"] == [int(n + 1 in tops(state)) for n in range(100)]
    assert sum(at["heads"]) == 184
    assert at["hand sizes"] == [2, 1, 4, 0, 0, 0, 0]
    assert at["bulls"] == [1, 0, 1, 0, 0, 0, 0]
    assert at["turn"] == [1, 0, 0, 0, 0, 0, 0]
    assert [at[name] for name in ("supply", "stock", "laid", "choosing", "players")] == [[8], [1], [0], [0], [3]]
