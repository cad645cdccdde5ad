"""A position to be decided once more shows what its seat saw, and nothing that depends on hidden cards."""

import msgspec
import pytest

from elftafel import games
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck
from elftafel.match import Match, Seat, seed_from
from elftafel.server.table.live_spot import live_spot


@pytest.mark.parametrize("name", games.NAMES)
def test_it_is_what_the_seat_saw_whatever_the_others_hold(name: str) -> None:
    game = games.load(name)
    players = min(3, game.facts.players[1])
    seats = tuple(Seat(f"Bot {seat + 1}", "easy") for seat in range(players))
    match = Match(game, game.facts.read_options({}, players), seats, seed_from("spot"), rounds=1)
    for ply in range(12):
        match.apply(match.legal[ply % len(match.legal)])
    while len(match.legal) < 2:
        match.apply(match.legal[0])
    ply, seat = len(match.actions), match.turn
    assert seat is not None
    before = msgspec.json.encode(match.log())
    spot = live_spot(match, ply, match.legal[-1:], seed=7)
    assert msgspec.json.encode(match.log()) == before, "the match stays as it is"
    assert msgspec.json.encode(spot.position.view) == msgspec.json.encode(game.view(match.state, seat))
    assert set(spot.then) | set(spot.others) == set(match.legal)
    assert spot.then[spot.best][0].position.ply == ply + 1

    # with other hidden cards it is the same to the last byte: nothing in it can tell them
    verbs.redeal(match.state, seat, new_luck(99))
    assert msgspec.json.encode(live_spot(match, ply, match.legal[-1:], seed=7)) == msgspec.json.encode(spot)
