"""Every byte sent to a viewer is the same when the cards that this viewer cannot know are exchanged."""

from typing import Any

import msgspec
import pytest

from elftafel import games
from elftafel.bots.hints import hints
from elftafel.bots.levels import Budget
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import MatchClock
from elftafel.server.table import views
from elftafel.server.table.entries import Dealt, Played
from elftafel.server.table.state import Moment, StandingNow, Table
from tests.conftest import MORE
from tests.server.tables import SECRET, Scene, person

ROUNDS = 1
HIDDEN_MOVES = {"Give"}  # of another seat: face down (11!)
OPEN_CHANCE = {"jatten": {"Drew", "Busted"}, "nimmt11": {"TurnedUp"}}
"""Cards that chance shows to everyone: drawn into the middle (JA-5), turned up for new piles, in any order."""


def exchanged(state: Any, viewer: int | None, luck: Any) -> Any:
    """The position with all cards exchanged that a viewer cannot know; a spectator knows none of the hands."""
    other = record.copy(state)
    players = int(state.players)
    if viewer is None:
        first = int(pick(luck, players))
        for seat in (first, (first + 1) % players):
            verbs.redeal(other, seat, luck)
    else:
        verbs.redeal(other, viewer, luck)
    other.key, other.nonce = state.key, state.nonce  # the generator stays: it is hidden, but not a card
    return other


def with_state(standing: StandingNow, state: Any) -> StandingNow:
    return msgspec.structs.replace(standing, state=state, legal=None, public=None)


def shown(table: Table, standing: StandingNow, viewer: int | None) -> bytes:
    assert table.match is not None
    position = views.position(table.match, standing, viewer)
    over = standing.between_rounds or bool(standing.winners)
    assert (position.hands is not None) == over, "hands lie open after a round, and never before"
    return msgspec.json.encode(msgspec.structs.replace(position, hands=None))


def check_moment(table: Table, before: Any, action: int, moment: Moment, viewer: int | None, luck: Any) -> bool:
    """Whether the same decision, made with other hidden cards, was told to the viewer in the same bytes.

    Where chance shows everybody another card the two cannot be compared; then nothing was proved.
    """
    assert table.match is not None
    assert moment.standing is not None
    if moment.standing.between_rounds or moment.standing.winners:
        return False  # all hands lie open now
    game = table.match.game
    other = exchanged(before, viewer, luck)
    legal = game.legal(other)
    hidden = public_part(game, action) in HIDDEN_MOVES
    actions = [action] if action in legal else legal if hidden else []  # any gift like it will do
    if viewer == before.seat and action not in legal:
        pytest.fail("what a seat may do depends on what it cannot know")
    truth = views.encoded(table, moment, viewer)
    assert truth == messages.write(views.event(table, moment, viewer)), "put together, or encoded whole: the same"
    proved = False
    for same in actions:
        twin = record.copy(other)
        steps = game.apply(twin, same)
        standing = with_state(moment.standing, twin)
        if shown(table, standing, viewer) != shown(table, moment.standing, viewer):
            continue
        told = msgspec.structs.replace(moment, steps=tuple(steps), standing=standing, encoded={}, outline=None)
        events = game.events(list(moment.steps), viewer)
        others = game.events(steps, viewer)
        if [type(event) for event in events] != [type(event) for event in others]:
            continue  # another kind of move that ends alike
        different = {type(event).__name__ for event, other in zip(events, others, strict=True) if event != other}
        if different and different <= OPEN_CHANCE.get(game.facts.name, set()):
            continue  # chance has shown everybody another card, which went back to where it came from
        if same != action and public_part(game, same) != public_part(game, action):
            continue
        assert views.encoded(table, told, viewer) == truth
        proved = True
    return proved


def public_part(game: Any, action: int) -> str:
    """The kind of a move: a card that is given away face down may be another one."""
    return type(game.move_of(action)).__name__


@pytest.mark.parametrize("name", games.NAMES)
def test_what_is_sent_does_not_depend_on_what_the_viewer_cannot_know(name: str) -> None:
    low, high = games.facts(name).players
    proved = compared = 0
    for players in range(low, high + 1) if MORE > 1 else (low, high):
        for number in range(MORE):
            luck = new_luck(1000 * number + players)
            scene = Scene(name, players, rounds=ROUNDS, clock=MatchClock(600, 10))
            scene.start()
            table = scene.table
            assert table.match is not None
            while table.status != "over":
                scene.now += 700
                if table.between_rounds:
                    scene.write(Dealt())
                    continue
                before = record.copy(table.match.state)
                viewers = [*range(players), None]
                if MORE == 1:  # in a short run not everyone is asked at every ply
                    del viewers[int(pick(luck, players)) : -2]
                for viewer in viewers:
                    check_welcome(table, viewer, luck)
                check_answers(table, luck)
                legal = table.match.game.legal(table.match.state)
                action = legal[int(pick(luck, len(legal)))]
                (moment,) = scene.write(Played(int(before.seat), action))
                for viewer in viewers:
                    compared += 1
                    proved += check_moment(table, before, action, moment, viewer, luck)
    assert proved > compared / 3, (proved, compared)


def check_answers(table: Table, luck: Any) -> None:
    """Why a move is not allowed is the same, whatever the hidden cards are; so is what a command is refused with."""
    assert table.match is not None
    game, state = table.match.game, table.match.state
    for seat in range(int(state.players)):
        other = exchanged(state, seat, luck)
        for _ in range(3):
            move = game.move_of(int(pick(luck, game.facts.action_count)))
            assert game.why_not(state, seat, move) == game.why_not(other, seat, move)


@pytest.mark.parametrize("name", games.NAMES)
def test_hints_do_not_depend_on_what_the_seat_cannot_know(name: str) -> None:
    scene = Scene(name, games.facts(name).players[0], rounds=1).start()
    assert scene.table.match is not None
    game, luck = scene.table.match.game, new_luck(3)
    for _ in range(6):
        scene.play()
    state = scene.table.match.state
    seat = int(state.seat)
    other = exchanged(state, seat, luck)
    told = [hints(game, record.copy(one), seat, Budget(iterations=200), None, 5) for one in (state, other)]
    assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])


def check_welcome(table: Table, viewer: int | None, luck: Any) -> None:
    """A welcome tells the same, whatever the hidden cards are."""
    standing = table.recent[-1].standing
    assert standing is not None
    who = None if viewer is None else person(viewer).id
    truth = messages.write(views.welcome(table, who, 0, (), 0))
    other = with_state(standing, exchanged(standing.state, viewer, luck))
    table.recent[-1].standing = other
    assert messages.write(views.welcome(table, who, 0, (), 0)) == truth
    table.recent[-1].standing = standing


def test_the_secret_and_the_seed_are_never_sent_before_the_end() -> None:
    scene = Scene("elfer_raus", 2, rounds=1).start()
    assert scene.table.match is not None
    hidden = [SECRET, scene.table.match.seed.hex(), scene.table.match.seed.hex()[:16]]
    moments = list(scene.table.recent)
    assert [moment.number for moment in moments] == [1, 2, 3, 4]
    while scene.table.status != "over":
        moments += scene.play()
        for viewer in (0, 1, None):
            who = None if viewer is None else person(viewer).id
            sent = messages.write(views.welcome(scene.table, who, 0, (), 0))
            sent += b"".join(views.encoded(scene.table, moment, viewer) for moment in moments)
            assert not any(secret.encode() in sent for secret in hidden)
        moments.clear()


def test_a_leaking_event_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself is tried: a card that another seat drew, told to everyone, must make it fail."""
    game = games.load("elfer_raus")
    truth = game.events
    monkeypatch.setattr(game, "events", lambda steps, viewer: [e for row in steps for e in truth([row], row[1])])
    with pytest.raises(AssertionError):
        test_what_is_sent_does_not_depend_on_what_the_viewer_cannot_know("elfer_raus")


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand in a spectator's message must make it fail."""
    scene = Scene("elfer_raus", 3, rounds=1).start()
    table = scene.table
    truth = views.position

    def leaking(match: Any, standing: StandingNow, viewer: int | None) -> messages.Position:
        return truth(match, standing, int(standing.state.seat) if viewer is None else viewer)

    monkeypatch.setattr(views, "position", leaking)
    with pytest.raises(AssertionError):
        check_often(table)


def check_often(table: Table) -> None:
    for word in range(20):
        check_welcome(table, None, new_luck(word))
