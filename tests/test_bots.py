"""Bots: their levels and budgets, that they never peek, keep to their time, and always have a legal move."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.bots.levels import ATTENTION, LEVELS, SENSIBLE, YARDSTICK, Budget, read_bot
from elftafel.bots.thinking import (
    CLEAR_AFTER,
    Standing,
    Thinker,
    Worker,
    aim_for,
    at_stake,
    is_alone,
    is_decided,
    lead,
    standings,
)
from elftafel.errors import BadInput
from elftafel.games.elevens.rules import TAKE
from elftafel.games.game import Game
from elftafel.kernel import record, search, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.playout import play_sensibly
from tests.conftest import MORE

FEW = Budget(iterations=40)


def new_round(name: str, players: int | None = None, number: int = 0, **options: Any) -> tuple[Game, Any]:
    game = games.load(name)
    players = players or game.facts.players[0]
    state, _ = game.new_round(game.facts.read_options(options, players), players, 0, bytes(32), number)
    return game, state


def sizes(name: str) -> Iterator[int]:
    low, high = games.facts(name).players
    yield from sorted({low, 3, high})


EVERYWHERE = [
    pytest.param(name, players, id=f"{name}-{players}", marks=pytest.mark.xdist_group(f"search-{name}"))
    for name in games.NAMES
    for players in sizes(name)
]
EACH_GAME = [pytest.param(name, id=name, marks=pytest.mark.xdist_group(f"search-{name}")) for name in games.NAMES]


@pytest.mark.parametrize(("name", "players"), EVERYWHERE)
def test_a_bot_does_the_same_whatever_the_hidden_cards_are(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exchange all that the seat cannot know: the same seed gives the same move, at every level."""
    monkeypatch.setitem(ATTENTION, "strong", 1.0)  # so that it thinks here
    game, state = new_round(name, players)
    luck = new_luck(players)
    asked = 0
    while not state.over:
        other = record.copy(state)
        verbs.redeal(other, int(state.seat), luck)
        for level, usual in LEVELS.items():
            if usual and pick(luck, 3):
                continue
            budget = usual and FEW
            here, there = (Bot(game, level, 5, budget).choose(position) for position in (state, other))
            assert here == there, f"{level} peeks"
            asked += bool(usual)
        game.apply(state, int(verbs.prefer(state, luck)))
    assert asked > 10


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_yardstick_sees_the_hidden_cards(name: str) -> None:
    """With others in their place it moves otherwise, now and then."""
    game, state = new_round(name, 2)
    luck = new_luck(1)
    otherwise = 0
    while not state.over and not otherwise:
        if len(game.legal(state)) > 1:
            other = record.copy(state)
            verbs.redeal(other, int(state.seat), luck)
            here, there = (
                Bot(game, YARDSTICK, 5, Budget(iterations=2000), yardstick=True).choose(position)
                for position in (state, other)
            )
            otherwise += here != there
        game.apply(state, int(verbs.prefer(state, luck)))
    assert otherwise


@pytest.mark.parametrize("name", games.NAMES)
def test_easy_stumbles_and_casual_does_what_is_sensible(name: str) -> None:
    game, state = new_round(name)
    luck = new_luck(1)
    otherwise = 0
    while not state.over:
        if len(game.legal(state)) > 1:
            stumbled, sensible = int(verbs.stumble(state, new_luck(7))), int(verbs.play_along(state, new_luck(7)))
            otherwise += stumbled != sensible
            assert Bot(game, "easy", 7).choose(state) == stumbled
            assert Bot(game, "casual", 7).choose(state) == sensible
        game.apply(state, int(verbs.prefer(state, luck)))
    assert otherwise


@pytest.mark.parametrize(("name", "players"), EVERYWHERE)
def test_whole_rounds_with_one_bot_a_seat_are_legal_and_repeatable(name: str, players: int) -> None:
    told = []
    for _ in range(2):
        game, state = new_round(name, players, number=1)
        levels = [*LEVELS]
        bots = [
            Bot(game, level, seat, FEW if LEVELS[level] else None)
            for seat in range(players)
            for level in [levels[(seat + 3) % len(levels)]]
        ]
        actions = []
        while not state.over:
            before = record.save(state)
            actions.append(bots[int(state.seat)].choose(state, Standing((0,) * players, 1)))
            assert record.save(state) == before, "a bot must not touch the table"
            game.apply(state, actions[-1])  # raises if it is not legal
        told.append(actions)
    assert told[0] == told[1]


@pytest.mark.parametrize("name", EACH_GAME)
def test_threads_share_the_work_and_are_repeatable(name: str) -> None:
    game, state = new_round(name)
    found = []
    for _ in range(2):
        verdicts = Thinker(game, 3).think(state, Budget(iterations=400, threads=3))
        assert sum(verdict.visits for verdict in verdicts) <= 400
        assert all(verdict.visits % 3 == 0 for verdict in verdicts)
        found.append(verdicts)
    assert found[0] == found[1]


@pytest.mark.parametrize("name", EACH_GAME)
def test_verdicts_are_ordered_and_within_bounds(name: str) -> None:
    game, state = new_round(name)
    for every_move in (False, True):
        thinker = Thinker(game, 3)
        verdicts = thinker.think(state, Budget(iterations=600), every_move=every_move)
        sensible = int(thinker.workers[0].tree.action[thinker.workers[0].race.node[0]])
        rest = [v.visits for v in verdicts[1:] if v.action != sensible]
        assert rest == sorted(rest, reverse=True)
        assert {v.action for v in verdicts} <= set(game.legal(state))
        for v in verdicts:
            assert v.visits > 0
            assert 0 <= v.win <= 1
            assert v.win_error > 0
            assert v.points_error > 0
        if every_move:
            assert {v.action for v in verdicts} == set(game.legal(state))


@pytest.mark.parametrize(
    ("sensible", "order"),
    [(20, [3, 1, 2, 4, 5, 0]), (57, [3, 0, 1, 2, 4, 5]), (47, [3, 1, 2, 0, 4, 5]), (10, [3, 1, 2, 4, 5, 0])],
)
def test_the_sensible_move_stands_where_its_mean_is(sensible: int, order: list[int]) -> None:
    """It runs to the end however bad it is."""
    tries = np.array([100, 100, 50, 100, 50, 25.0])
    means = np.array([sensible, 55, 50, 60, 45, 40]) / 100
    assert standings(tries, means * tries, 3) == order
    assert standings(tries, means * tries, 0) == [0, 3, 1, 2, 4, 5], "in doubt it is the best"


@pytest.mark.xdist_group("search-nimmt11")
def test_runners_meet_the_same_cards_and_half_of_them_drop_out() -> None:
    game, state = new_round("nimmt11")
    luck = new_luck(1)
    while len(legal := game.legal(state)) < 6:
        game.apply(state, int(verbs.prefer(state, luck)))
    thinker = Thinker(game, 1)
    thinker.think(state, Budget(iterations=100 * len(legal)), every_move=True)
    race = thinker.workers[0].race
    running = race.running[: len(legal)]
    assert running[0] == 1, "the sensible move stays: the others are compared with it"
    assert 2 <= running.sum() <= 3
    tries = race.tries[: len(legal)]
    assert tries[running == 0].max() < tries[running == 1].min()
    assert race.ahead[0] == race.spread[0] == 0
    for i in np.flatnonzero(running):
        assert race.ahead[i] == pytest.approx(race.value[i] - race.value[0], abs=1e-6)


@pytest.mark.xdist_group("search-nimmt11")
def test_time_is_used_up_stage_by_stage() -> None:
    game, state = new_round("nimmt11")
    luck = new_luck(1)
    while len(game.legal(state)) < 6:
        game.apply(state, int(verbs.prefer(state, luck)))
    thinker = Thinker(game, 1)
    thinker.think(state, FEW)
    before = time.perf_counter()
    visits = sorted(verdict.visits for verdict in thinker.think(state, Budget(seconds=0.3), every_move=True))
    assert time.perf_counter() - before > 0.2
    assert visits[-2] > 2 * visits[0], "who stays longer in the race has more of the time"


@pytest.mark.xdist_group("search-elfer_raus")
def test_in_doubt_a_bot_does_what_is_sensible() -> None:
    """With one deal a move nothing is proved, so the choice is that of `prefer`."""
    game, state = new_round("elfer_raus", 2)
    luck = new_luck(4)
    asked = 0
    while not state.over:
        legal = game.legal(state)
        if len(legal) > 1:
            sensible = {int(verbs.prefer(state, new_luck(seed))) for seed in range(20)}
            asked += 1
            assert Bot(game, "expert", 3, Budget(iterations=2)).choose(state) in sensible
        game.apply(state, int(verbs.prefer(state, luck)))
    assert asked


@pytest.mark.parametrize("level", ["strong", "expert", YARDSTICK])
def test_who_thinks_about_which_decisions(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not thought about is done at a glance, as `prefer` would."""
    game, state = new_round("jatten")
    luck = new_luck(1)
    while len(game.legal(state)) == 1:
        game.apply(state, int(verbs.prefer(state, luck)))
    bot = Bot(game, level, 1, FEW, yardstick=True)
    thought = -1
    monkeypatch.setattr(bot.thinker, "choose", lambda *_: thought)
    chosen = [bot.choose(state) for _ in range(600)]
    assert chosen.count(thought) / 600 == pytest.approx(ATTENTION.get(level, 1), abs=0.1)
    assert set(chosen) - {thought} <= {int(verbs.prefer(state, luck)) for _ in range(60)}


@pytest.mark.xdist_group("search-elfer_raus")
def test_the_tree_is_kept_while_a_turn_goes_on() -> None:
    game, state = new_round("elfer_raus")
    bot = Bot(game, "expert", 1, Budget(iterations=400))
    kept = fresh = 0
    while not state.over:
        seat, reveals = int(state.seat), int(state.reveals)
        if len(game.legal(state)) > 1:
            goes_on = bot.thinker.before is not None
            chosen = bot.choose(state)
            tree = bot.thinker.workers[0].tree
            if tree.visits[search.ROOT]:
                kept += 1
                assert goes_on
            else:
                fresh += 1
        else:
            chosen = game.legal(state)[0]
        game.apply(state, chosen)
        if state.seat != seat or state.reveals != reveals:
            assert bot.thinker.before is None or state.over or state.reveals != bot.thinker.before[0].reveals
    assert kept
    assert fresh


def children(tree: Any, node: int) -> Iterator[int]:
    """The children of a node, the newest first."""
    child = int(tree.child[node])
    while child != search.NO_NODE:
        yield child
        child = int(tree.sister[child])


FIGURES = ("visits", "chances", "value")


def hanging(tree: Any, node: int) -> list[Any]:
    """All that hangs at a node, in its order."""
    return [
        (int(tree.action[child]), [float(tree[field][child]) for field in FIGURES], hanging(tree, child))
        for child in children(tree, node)
    ]


@pytest.mark.xdist_group("search-elfer_raus")
def test_going_down_the_tree_keeps_what_hangs_there_and_gives_back_the_rest() -> None:
    game, state = new_round("elfer_raus", 3)
    thinker = Thinker(game, 1)
    action = thinker.think(state, Budget(iterations=3000))[0].action
    tree = thinker.workers[0].tree
    before, used = hanging(tree, search.ROOT), int(tree.used)
    search.descend(tree, action)
    figures, below = next(rest for first, *rest in before if first == action)
    assert len(below) > 1
    assert hanging(tree, search.ROOT) == below
    assert [tree[field][search.ROOT] for field in FIGURES] == figures
    assert tree.used < used
    nowhere = search.MOST_ACTIONS - 2
    search.descend(tree, nowhere)
    assert (tree.used, tree.visits[search.ROOT]) == (1, 0)


@pytest.mark.xdist_group("search-elfer_raus")
def test_the_oldest_child_of_a_node_is_the_sensible_move_and_no_two_are_alike() -> None:
    game, state = new_round("elfer_raus", 3)
    thinker = Thinker(game, 1)
    thinker.think(state, Budget(iterations=5000))
    tree = thinker.workers[0].tree
    for node in range(1, int(tree.used)):
        actions = [int(tree.action[child]) for child in children(tree, node)]
        assert len(set(actions)) == len(actions)
        assert not actions or actions[-1] == search.SENSIBLE
        assert search.SENSIBLE not in actions[:-1]


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_game_that_does_without_a_tree_has_none(name: str) -> None:
    game, state = new_round(name)
    thinker = Thinker(game, 1)
    luck = new_luck(1)
    while len(game.legal(state)) < 3:
        game.apply(state, int(verbs.prefer(state, luck)))
    thinker.think(state, Budget(iterations=500))
    moves = 1 + int(thinker.workers[0].race.count)
    assert (thinker.workers[0].tree.used > moves) == (game.facts.widen > 0)


def small_tree(*actions: int) -> tuple[Any, list[int]]:
    """A tree whose root has these children, the oldest first."""
    tree = search.new_tree()
    search.clear(tree)
    return tree, [int(search.add_node(tree, search.ROOT, action)) for action in actions]


@pytest.mark.parametrize(("visits", "made"), [(0, False), (10, False), (12, True)])
def test_what_another_does_gets_a_node_of_its_own_when_visits_allow(visits: int, made: bool) -> None:
    tree, (sensible,) = small_tree(search.SENSIBLE)
    aim = search.new_aim()
    aim.widen = 0.3
    tree.visits[search.ROOT] = visits
    child = int(search.their_move(tree, search.ROOT, 7, aim))
    assert (child != sensible, int(tree.used)) == (made, 3 if made else 2)
    assert search.their_move(tree, search.ROOT, 7, aim) == child
    tree.used = search.FULL
    tree.visits[search.ROOT] = 10_000
    assert search.their_move(tree, search.ROOT, 8, aim) == sensible


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.xdist_group("search-elfer_raus")
def test_only_the_seat_that_searches_looks_for_something_else(own: bool) -> None:
    """Other seats get a node for what `prefer` chooses; the searching seat one for every other legal move."""
    game, state = new_round("elfer_raus", 2)
    luck = new_luck(1)
    while len(game.legal(state)) < 4:
        game.apply(state, int(verbs.prefer(state, luck)))
    sensible = {int(verbs.prefer(state, luck)) for _ in range(50)}
    assert len(sensible) == 1
    aim, out = search.new_aim(), record.new_out()
    aim.seat = state.seat if own else 1 - state.seat
    aim.widen = aim.explore = 1.0
    for _ in range(5):
        tree, _ = small_tree()
        tree.visits[search.ROOT] = 10_000
        for _ in range(50):
            search.walk(record.copy(state), tree, search.ROOT, aim, luck, out)
        found = {int(tree.action[child]) for child in children(tree, search.ROOT)} - {search.SENSIBLE}
        assert found == (set(game.legal(state)) - sensible if own else sensible)


def a_race(ahead: list[float], spread: list[float]) -> Worker:
    """So many deals that something can be clear, with these leads over the first runner."""
    game, state = new_round("elfer_raus", 2)
    thinker = Thinker(game, 1)
    thinker.think(state, FEW)
    race = thinker.workers[0].race
    race.count = count = len(ahead)
    race.running[:count], race.tries[:count] = 1, CLEAR_AFTER
    race.ahead[:count], race.spread[:count] = ahead, spread
    return thinker.workers[0]


@pytest.mark.xdist_group("search-elfer_raus")
@pytest.mark.parametrize("enough", [is_alone, is_decided])
def test_who_is_far_behind_drops_out_and_the_sensible_move_alone_is_enough(enough: Callable[[Worker], bool]) -> None:
    worker = a_race([0, -27, -21, 5], [0, 60, 60, 60])  # 3.7 and 2.8 standard errors behind
    assert not enough(worker)
    assert list(worker.race.running[:4]) == [1, 0, 1, 1]
    worker = a_race([0, -60, -50], [0, 60, 60])
    worker.race.tries[:3] -= 1
    assert not enough(worker), "too few deals to tell"
    worker.race.tries[:3] += 1
    assert enough(worker)
    assert list(worker.race.running[:3]) == [1, 0, 0]


@pytest.mark.xdist_group("search-elfer_raus")
@pytest.mark.parametrize("given_up", [False, True])
def test_a_move_that_one_thread_gave_up_is_not_chosen(given_up: bool) -> None:
    game, state = new_round("elfer_raus", 2, number=3)
    while len(game.legal(state)) < 2:
        game.apply(state, game.legal(state)[0])
    thinker = Thinker(game, 1)
    thinker.think(state, Budget(iterations=400, threads=2))
    for worker in thinker.workers:
        race = worker.race
        race.running[:2], race.tries[:2], race.value[:2] = 1, 100, [10, 90]
        race.ahead[1], race.spread[1] = 80, 80
    thinker.workers[1].race.running[1] = not given_up
    assert thinker._verdicts()[0].action == int(thinker.workers[0].tree.action[race.node[0 if given_up else 1]])


@pytest.mark.xdist_group("search-elfer_raus")
def test_threads_that_give_up_different_moves_are_repeatable() -> None:
    game, state = new_round("elfer_raus", 2, number=3)
    luck = new_luck(1)
    while len(game.legal(state)) < 5:
        game.apply(state, int(verbs.prefer(state, luck)))
    budget = Budget(iterations=9000, threads=3)
    found = [Thinker(game, 3).think(state, budget) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(verdict.visits for verdict in found[0]) <= budget.iterations


@pytest.mark.xdist_group("search-elfer_raus")
def test_only_the_last_stage_ends_because_another_move_is_far_ahead() -> None:
    worker = a_race([0, 27], [0, 60])
    assert is_decided(worker)
    assert not is_alone(worker)
    assert not is_decided(a_race([0, 21], [0, 60]))
    assert not is_decided(a_race([0, 60, 55], [0, 60, 60])), "which of the two is better is not clear"
    assert not is_decided(a_race([0, 5], [0, 60]))


@pytest.mark.xdist_group("search-elfer_raus")
def test_three_that_do_equally_well_in_every_deal_are_enough() -> None:
    assert is_decided(a_race([0, 0, 0], [0, 0, 0]))
    assert not is_decided(a_race([0, 0, 0], [0, 0, 1]))
    assert not is_alone(a_race([0, 0, 0], [0, 0, 0])), "what is rare may still come"


@pytest.mark.xdist_group("search-nimmt11")
def test_who_drops_out_early_leaves_iterations_to_the_others_or_unused() -> None:
    game, state = new_round("nimmt11", 2)
    luck, budget = new_luck(1), Budget(iterations=4000)
    unused = more = 0
    while not state.over:
        if len(game.legal(state)) > 2:
            visits = [verdict.visits for verdict in Thinker(game, 1).think(state, budget)]
            evenly = [verdict.visits for verdict in Thinker(game, 1).think(state, budget, every_move=True)]
            assert sum(visits) <= budget.iterations
            unused += sum(visits) < sum(evenly) // 2
            more += max(visits) > max(evenly)
        game.apply(state, int(verbs.prefer(state, luck)))
    assert unused
    assert more


@pytest.mark.parametrize("twin", [False, True])
def test_in_a_tree_that_was_kept_the_sensible_child_is_the_first_runner(twin: bool) -> None:
    """Also if chance once made a node of its own for the same move."""
    tree, (sensible, other, *_) = small_tree(search.SENSIBLE, 5, *[7] * twin)
    race, out = search.new_race(), record.new_out()
    out.actions[:3] = [7, 5, 9]
    search.line_up(tree, race, out, 3)
    assert list(race.node[:2]) == [sensible, other]
    assert [int(tree.action[node]) for node in race.node[:3]] == [7, 5, 9]
    tree.visits[sensible] = 1000
    search.descend(tree, 7)
    assert tree.visits[search.ROOT] == 1000


@pytest.mark.parametrize("part", [1.0, 0.1, 0.01])
def test_how_sure_a_lead_is_does_not_depend_on_how_much_is_at_stake(part: float) -> None:
    mean, error = lead(12.0, 30.0, 100, 1.0)
    assert lead(12.0 * part, 30.0 * part**2, 100, part) == pytest.approx((mean * part, error * part))


@pytest.mark.xdist_group("search-elfer_raus")
def test_in_the_last_round_a_win_is_at_stake_even_if_none_was_seen() -> None:
    game, state = new_round("elfer_raus", 2)
    hopeless = Standing((-1_000_000, 0))
    thinker = Thinker(game, 1)
    thinker.think(state, Budget(iterations=100), hopeless)
    assert at_stake(thinker.workers) == 1
    thinker.think(state, Budget(iterations=100), Standing((0, 0), rounds_left=99))
    assert 0 < at_stake(thinker.workers) < 0.5


@pytest.mark.xdist_group("search-elfer_raus")
def test_a_turn_on_several_threads_is_the_same_every_time() -> None:
    """Each step of it: all threads keep their trees."""
    game, first = new_round("elfer_raus", 2, number=3)
    played = []
    for _ in range(2):
        state, thinker, kept = record.copy(first), Thinker(game, 1), 0
        moves: list[int] = []
        while not state.over and len(moves) < 30:
            moves.append(thinker.choose(state, Budget(iterations=600, threads=3)))
            kept += all(worker.tree.visits[search.ROOT] for worker in thinker.workers)
            game.apply(state, moves[-1])
        assert kept
        played.append(moves)
    assert played[0] == played[1]


@pytest.mark.xdist_group("search-elfer_raus")
def test_a_full_tree_goes_on_counting() -> None:
    game, state = new_round("elfer_raus", 4)
    thinker = Thinker(game, 1)
    thinker.think(state, Budget(iterations=10))
    worker = thinker.workers[0]
    tree, before = worker.tree, int(worker.race.tries[0])
    tree.used = search.FULL - 3
    worker.run(aim_for(game, int(state.seat)), 50)
    assert tree.used == search.FULL
    assert worker.race.tries[0] == before + 50


@pytest.mark.xdist_group("search-elfer_raus")
def test_marks_of_a_tree_never_come_round_again() -> None:
    tree = search.new_tree()
    tree.stamp = search.MOST_STAMPS + 1
    tree.marks[7] = 3
    search.clear(tree)
    assert (tree.stamp, tree.marks[7]) == (0, 0)


@pytest.mark.xdist_group("search-elfer_raus")
def test_more_thinking_of_a_won_position_finds_the_win() -> None:
    """The last card wins at once; only another sure way to win may be liked better, for its points."""
    game, state = new_round("elfer_raus", 2)
    luck = new_luck(1)
    while not state.over:
        for action in game.legal(state):
            after = record.copy(state)
            game.apply(after, action)
            if after.over and game.scores(after)[int(state.seat)] == max(game.scores(after)):
                verdicts = Thinker(game, 1).think(state, Budget(iterations=600))
                assert next(v.win for v in verdicts if v.action == action) == 1
                assert verdicts[0].win > 0.95
                return
        game.apply(state, int(verbs.prefer(state, luck)))
    pytest.fail("nobody could win")


@pytest.mark.xdist_group("search-elfer_raus")
@given(
    totals=st.lists(st.integers(-200, 200), min_size=3, max_size=3),
    points=st.integers(0, 2**31),
    rounds_left=st.integers(0, 19),
)
@settings(max_examples=30 * MORE, deadline=None)
def test_the_value_of_a_match_is_shared_out_and_follows_the_totals(
    totals: list[int], points: int, rounds_left: int
) -> None:
    game, state = new_round("elfer_raus", 3)
    play_sensibly(state, new_luck(points))
    aim, out = search.new_aim(), record.new_out()
    aim.swing, aim.for_points, aim.rounds_left = game.facts.swing, game.facts.for_points, rounds_left
    aim.totals[:3] = totals
    search.judge(state, aim, out)
    ends = [total + int(gained) for total, gained in zip(totals, out.points, strict=False)]
    assert sum(aim.wins[:3]) == pytest.approx(1, abs=1e-5)
    assert all(0 <= reward <= 1 for reward in aim.rewards[:3])
    order = np.argsort(ends, kind="stable")
    assert list(aim.rewards[:3][order]) == sorted(aim.rewards[:3])
    if rounds_left == 0:
        winners = [seat for seat in range(3) if ends[seat] == max(ends)]
        assert [seat for seat in range(3) if aim.wins[seat] > 0] == winners
        assert all(aim.wins[seat] == pytest.approx(1 / len(winners)) for seat in winners)


@pytest.mark.parametrize("name", EACH_GAME)
def test_points_have_the_part_in_the_reward_that_the_game_gives_them(name: str) -> None:
    game, state = new_round(name, 3)
    out = record.new_out()
    aim = aim_for(game, int(state.seat))
    part = aim.for_points
    assert part == np.float32(game.facts.for_points)
    play_sensibly(state, new_luck(1))
    rewards = []
    for aim.for_points in (0, 1, part):
        search.judge(state, aim, out)
        rewards.append(aim.rewards[:3].copy())
    assert list(rewards[0]) == list(aim.wins[:3])
    assert rewards[1].max() < 1
    assert rewards[2] == pytest.approx((1 - part) * rewards[0] + part * rewards[1])


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_bot_answers_within_its_budget_on_a_loaded_machine(name: str) -> None:
    """As many busy processes as cores. How late the latest of a hundred is, `make bench-bots` measures."""
    game, state = new_round(name, number=2)
    bot = Bot(game, "expert", 1, Budget(seconds=0.1))
    bot.choose(state)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    times: list[float] = []
    try:
        luck = new_luck(1)
        while not state.over and len(times) < 25:
            if len(game.legal(state)) > 1:
                began = time.perf_counter()
                assert bot.choose(state) in game.legal(state)
                times.append(time.perf_counter() - began)
            game.apply(state, int(verbs.prefer(state, luck)))
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert np.median(times) < 0.1 + 0.05
    assert max(times) < 1


@pytest.mark.xdist_group("search-elfer_raus")
def test_a_deadline_that_is_past_still_gives_a_move() -> None:
    game, state = new_round("elfer_raus")
    assert Bot(game, "expert", 1, Budget(seconds=1e-6)).choose(state) in game.legal(state)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("genius", "the levels are random, easy, casual, strong, expert"),
        ("", "the levels are"),
        ("clairvoyant", "arena only"),
        ("expert@0", "more than zero"),
        ("expert@0s", "more than zero"),
        ("expert@-1s", "a budget is seconds"),
        ("expert@nans", "a budget is seconds"),
        ("expert@", "a budget is seconds"),
        ("expert@s", "a budget is seconds"),
        ("expert@9999s", "at most 600 seconds"),
        ("expert@999999999", "100000000 iterations"),
        ("casual@1s", "decides at once"),
    ],
)
def test_bad_bots_are_refused_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_bot(text)


@pytest.mark.parametrize("text", ["random", "easy", "casual", "strong", "expert", "expert@0.2s", "strong@5000"])
def test_a_bot_is_written_as_it_is_read(text: str) -> None:
    assert str(read_bot(text)) == text


def test_the_sensible_bot_does_what_playouts_do_and_sits_in_the_arena_only() -> None:
    assert read_bot(SENSIBLE, yardstick=True).budget is None
    with pytest.raises(BadInput, match="the levels are"):
        read_bot(SENSIBLE)
    game, state = new_round("elevens", 2)
    bot = Bot(game, SENSIBLE, 7, yardstick=True)
    assert bot.choose(state) == int(verbs.prefer(state, new_luck(7))) == TAKE
    assert Bot(game, "casual", 7).choose(state) != TAKE


def test_the_yardstick_sits_in_the_arena_only() -> None:
    assert read_bot(YARDSTICK, yardstick=True).budget == LEVELS["expert"]
    game, _ = new_round("elfer_raus")
    with pytest.raises(BadInput, match="arena only"):
        Bot(game, YARDSTICK)


@pytest.mark.parametrize(
    "budget", [Budget(), Budget(1.0, 5), Budget(-1.0), Budget(float("nan")), Budget(1.0, threads=0)]
)
def test_a_budget_that_nobody_can_think_with_is_refused(budget: Budget) -> None:
    game, state = new_round("elfer_raus")
    with pytest.raises(BadInput):
        Bot(game, "expert", budget=budget)
    with pytest.raises(BadInput):
        Thinker(game).think(state, budget)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_has_nothing_to_choose_when_the_round_is_over(level: str) -> None:
    game, state = new_round("elfer_raus")
    state.over = 1
    with pytest.raises(BadInput, match="running"):
        Bot(game, level).choose(state)
