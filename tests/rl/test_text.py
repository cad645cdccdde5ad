"""Positions as text and histories as numbers: nothing is lost, and nothing is told that the seat cannot know."""

from typing import Any

import msgspec
import numpy as np
import pytest

from elftafel import games
from elftafel.games.messages import Event
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.rl.history import COLUMNS, Histories, Row, seen_row
from elftafel.rl.text import position, read_position
from tests.conftest import MORE
from tests.settings import Setting, covering, label

SETTINGS = [setting for name in games.NAMES for setting in covering(name)[: 1 if MORE == 1 else None]]


def plain(message: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_text_says_all_that_a_seat_may_know_and_nothing_else(setting: Setting) -> None:
    name, players, options = setting
    game, luck = games.load(name), new_luck(3)
    state, steps = game.new_round(game.facts.read_options(options, players), players, 0, bytes(range(32)), 0)
    stories: list[list[Event]] = [game.events(steps, seat) for seat in range(players)]
    while not state.over:
        if pick(luck, 8) == 0:
            seat = int(pick(luck, players)) if pick(luck, 2) else int(state.seat)
            told = position(game, state, seat, stories[seat])
            view, read = game.view(state, seat), read_position(told)
            assert read["table"] == plain(view.table)
            assert read["hand"] == plain(view.hand)
            assert read["moves"] == [choice.action for choice in view.choices]
            assert read["story"] == [{k: v for k, v in plain(e).items() if v is not None} for e in stories[seat]]
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            assert position(game, other, seat, stories[seat]) == told
        legal = game.legal(state)
        steps = game.apply(state, legal[int(pick(luck, len(legal)))])
        for seat in range(players):
            stories[seat] += game.events(steps, seat)
    assert "The round is over." in position(game, state, 0)


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_a_row_of_a_history_tells_no_more_than_the_event_and_no_less(setting: Setting) -> None:
    name, players, options = setting
    game, luck = games.load(name), new_luck(4)
    by_event: dict[tuple[int, bytes], Row] = {}
    by_row: dict[tuple[int, Row], bytes] = {}
    for number in range(2 * MORE):
        state, steps = game.new_round(game.facts.read_options(options, players), players, 0, bytes(32), number)
        while True:
            for step in steps:
                for seat in range(players):
                    row, event = seen_row(name, step, seat, players), msgspec.json.encode(game.events([step], seat)[0])
                    assert by_event.setdefault((seat, event), row) == row
                    assert by_row.setdefault((seat, row), event) == event
            if state.over:
                break
            legal = game.legal(state)
            steps = game.apply(state, legal[int(pick(luck, len(legal)))])
    assert len(by_event) > 20


def test_a_history_has_the_latest_rows_last() -> None:
    game = games.load(games.NAMES[0])
    seen = Histories(game, 2)
    assert not seen.latest(0, 3).any()
    seen.see([(1, 0, 5, 0, 0), (2, 1, 7, 0, 0)])
    mine, theirs = seen.latest(0, 3), seen.latest(1, 1)
    assert mine.shape == (3, COLUMNS)
    assert mine.tolist() == [[0] * 5, [2, 0, 5, 0, 0], [3, 1, 0, 0, 0]]  # whoever drew saw the card
    assert theirs.tolist() == [[3, 0, 7, 0, 0]]
    assert seen.latest(0, 0).shape == (0, COLUMNS)
    assert mine.dtype == np.int64


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_what_is_seen_at_the_end_does_not_depend_on_hidden_cards(setting: Setting) -> None:
    name, players, options = setting
    game, luck = games.load(name), new_luck(6)
    facts = game.facts
    for number in range(3 * MORE):
        state, _ = game.new_round(facts.read_options(options, players), players, 0, bytes(range(32)), number)
        while not state.over:
            game.apply(state, verbs.prefer(state, luck))
        for seat in range(players):
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            for row in (np.zeros(facts.observation_length, np.int8), np.zeros(facts.packed_words, np.uint64)):
                again = row.copy()
                verbs.observe(state, seat, row)
                verbs.observe(other, seat, again)
                assert (row == again).all()
            assert game.legal(other) == []
