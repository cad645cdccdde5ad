"""Puzzles over HTTP: which there are, one to be solved, and nothing of it tells hidden cards."""

import asyncio

import msgspec
import pytest

from elftafel import games, puzzles
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck
from elftafel.match import seed_from
from elftafel.server.live.warming import Warming
from elftafel.server.table.puzzles import heard, page, shown
from tests.conftest import MORE
from tests.server.apps import running

pytest_plugins = ["tests.server.databases"]

SHIPPED = [game for game in games.NAMES if puzzles.shipped(game)]
LOOKED_AT = 3 if MORE == 1 else 1000  # puzzles of each game


@pytest.mark.parametrize("game", SHIPPED)
def test_a_puzzle_is_what_its_seat_knew_whatever_the_others_hold(game: str) -> None:
    rules = games.load(game)
    for puzzle in puzzles.shipped(game)[:LOOKED_AT]:
        match = puzzles.position(game, puzzle)
        seat = match.turn
        assert seat is not None
        before = heard(game, puzzle, seat)
        sent = msgspec.json.encode(page(game, puzzle))
        assert msgspec.json.encode(shown(puzzle, match, before)) == sent
        own = msgspec.json.encode(rules.view(match.state, seat))
        for luck in range(3):
            verbs.redeal(match.state, seat, new_luck(luck))
            assert msgspec.json.encode(shown(puzzle, match, before)) == sent, "other hidden cards, other bytes"
        assert own in sent
        assert puzzle.seed.encode() not in sent
        assert seeds_of(puzzle) not in sent


def seeds_of(puzzle: puzzles.Puzzle) -> bytes:
    """The seed as a match log has it."""
    return seed_from(puzzle.seed).hex().encode()


@pytest.mark.parametrize("game", SHIPPED)
def test_what_was_heard_before_is_told_as_at_a_table(game: str) -> None:
    """tests/server/test_leaks.py compares every event of a round; here each must come through the same gate."""
    puzzle = puzzles.shipped(game)[0]
    seat = puzzles.position(game, puzzle).turn
    assert seat is not None
    told = heard(game, puzzle, seat)
    match = puzzles.begin(game, puzzle.seed, puzzle.players)
    assert list(told[0].body.events) == match.game.events(match.deal_steps, seat)
    assert [one.n for one in told] == list(range(1, len(puzzle.actions) + 2))
    for action, one in zip(puzzle.actions, told[1:], strict=True):
        assert one.body.seat == match.turn
        assert list(one.body.events) == match.game.events(match.apply(action), seat)
        assert one.body.position is None


def test_puzzles_are_listed_and_given(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ready(self: object, name: str) -> None:
        pass

    monkeypatch.setattr(Warming, "need", ready)
    game = SHIPPED[0]
    first = puzzles.shipped(game)[0]

    async def scene() -> None:
        async with running(sqlite_url) as app:
            nobody = app.client()
            listed = (await nobody.get(f"/api/puzzles/{game}")).json()["puzzles"]
            assert len(listed) == len(puzzles.shipped(game))
            assert listed[0] == {
                **{"id": first.id, "players": first.players},
                **{"theme": first.theme, "difficulty": first.difficulty},
            }
            one = (await nobody.get(f"/api/puzzles/{game}/{first.id}")).json()
            assert one["puzzle"] == listed[0]
            assert one["spot"]["best"] == first.answer
            assert [cost["value"] for cost in one["costs"]] == sorted(cost["value"] for cost in one["costs"])
            for path, key in (("/api/puzzles/chess", "no_such_game"), (f"/api/puzzles/{game}/none", "not_found")):
                answer = await nobody.get(path)
                assert (answer.status_code, answer.json()["error"]) == (404, key)
            assert (await nobody.get(f"/puzzles/{game}")).status_code in (200, 404)  # without a build of the front end

    asyncio.run(scene())
