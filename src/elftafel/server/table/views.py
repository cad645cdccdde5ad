"""Makes what viewers see: every entry as one seat, or a spectator, may see it. The only way from a
table to the wire.

A viewer is a seat number, or None for a spectator.
"""

from typing import Any

import msgspec

from elftafel.games.messages import View
from elftafel.kernel.journal import Step
from elftafel.match import Match
from elftafel.server.protocol import messages
from elftafel.server.protocol.answers import Frame
from elftafel.server.table.entries import (
    BotSeated,
    Changed,
    Chatted,
    Closed,
    Dealt,
    Hinted,
    HostPassed,
    NonceAdded,
    Played,
    Readied,
    Rematched,
    Removed,
    Returned,
    Seated,
    Started,
    StoodIn,
    Swapped,
    TimeGiven,
    Undone,
    Vacated,
)
from elftafel.server.table.state import Moment, StandingNow, Table

TOLD_AGAIN = 20  # events in a welcome
HOLE = msgspec.Raw(rb'"\u0001"')  # where something differs from viewer to viewer; no text of ours is this letter

encode = msgspec.json.Encoder().encode


def position(match: Match, standing: StandingNow, viewer: int | None) -> messages.Position:
    """Where the match stood, as a viewer may see it."""
    if standing.public is None:  # most of the work, and the same for everybody
        standing.public = msgspec.Raw(encode(match.game.table(standing.state)))
    return messages.Position(
        ply=standing.ply,
        round=standing.round,
        view=match.game.view(standing.state, viewer, standing.public, standing.legal),
        can_undo=viewer is not None and standing.can_undo == viewer,
        between_rounds=standing.between_rounds,
        results=standing.results,
        totals=standing.totals,
        winners=standing.winners,
        clock=standing.clock,
        hands=open_hands(match, standing) if standing.between_rounds or standing.winners else None,
    )


def open_hands(match: Match, standing: StandingNow) -> tuple[Any, ...]:
    """What every seat holds; to be shown only when the round is over."""
    return tuple(match.game.view(standing.state, seat, standing.public).hand for seat in range(match.players))


def frame(match: Match, standing: StandingNow, seat: int | None, steps: list[Step], viewer: int | None) -> Frame:
    """What `seat` decided (None: a deal) and where the match stood then, for a replay."""
    events = tuple(match.game.events(steps, viewer))
    return Frame(seat=seat, events=events, position=position(match, standing, viewer), hands=None)


def open_frame(match: Match, standing: StandingNow, seat: int | None, steps: list[Step]) -> Frame:
    """Like `frame` with nothing hidden, for a match that is over: all hands, and each step as its
    own seat saw it.
    """
    where = position(match, standing, None)
    hands = open_hands(match, standing)
    events = tuple(event for row in steps for event in match.game.events([row], row[1]))
    return Frame(seat=seat, events=events, position=where, hands=hands)


def position_now(table: Table, viewer: int | None) -> messages.Position | None:
    """Where the match stands."""
    standing = table.recent[-1].standing
    if table.match is None or standing is None:
        return None
    return position(table.match, standing, viewer)


def event(table: Table, moment: Moment, viewer: int | None, whole: bool = True) -> messages.Happened:
    """A moment as a viewer may see it; without the position and the table's info if it is not
    `whole`.
    """
    where = None
    if whole and table.match is not None and moment.standing is not None:
        where = position(table.match, moment.standing, viewer)
    info = moment.info if whole else None
    return messages.Happened(moment.number, moment.at, body(table, moment, viewer, where), info)


def body(table: Table, moment: Moment, viewer: int | None, where: messages.Position | None) -> messages.Body | None:
    """What an entry tells a viewer; None if nothing."""
    events: tuple[Any, ...] = ()
    if moment.steps and table.match is not None:
        events = tuple(table.match.game.events(moment.steps, viewer))
    match moment.entry:
        case Seated(seat=seat, person=person, name=name):
            return messages.SeatedBody(seat, person, name)
        case BotSeated(seat=seat, level=level):
            return messages.BotSeatedBody(seat, level)
        case Vacated(seat=seat, removed=removed):
            return messages.VacatedBody(seat, removed)
        case Removed(person=person):
            return messages.RemovedBody(person)
        case NonceAdded(seat=seat, nonce=nonce):
            return messages.NonceBody(seat, nonce)
        case HostPassed(host=host):
            return messages.HostBody(host)
        case Changed():
            return messages.ChangedBody()
        case Swapped(seat=seat, other=other):
            return messages.SwappedBody(seat, other)
        case Started():
            return messages.StartedBody(events, where)
        case Readied(seat=seat):
            return messages.ReadiedBody(seat)
        case Dealt():
            return messages.DealtBody(events, where)
        case Played(seat=seat, bot=bot):
            return messages.PlayedBody(seat, bot, events, where)
        case Undone(seat=seat):
            return messages.UndoneBody(seat, where)
        case StoodIn(seat=seat, level=level, why=why):
            return messages.StoodInBody(seat, level, why, where)
        case Returned(seat=seat):
            return messages.ReturnedBody(seat, where)
        case Hinted(seat=seat):
            return messages.HintedBody(seat)
        case TimeGiven(milliseconds=milliseconds):
            return messages.TimeGivenBody(milliseconds, where)
        case Chatted(person=person, name=name, text=text, spectator=spectator):
            return messages.ChattedBody(person, name, text, spectator) if viewer is None or not spectator else None
        case Rematched(table=other):
            return messages.RematchedBody(other)
        case Closed(why=why):
            return messages.ClosedBody(why)
    return None  # the creation is in every welcome, and a needless command changes nothing


def encoded(table: Table, moment: Moment, viewer: int | None) -> bytes:
    """A moment as it is sent to a viewer; encoded once for all viewers of a kind."""
    message = moment.encoded.get(viewer)
    if message is None:
        if table.match is None or moment.standing is None or not isinstance(moment.entry, Played):
            message = messages.write(event(table, moment, viewer))
        else:
            message = filled(table.match, moment, moment.standing, viewer)
        moment.encoded[viewer] = message
    return message


def filled(match: Match, moment: Moment, standing: StandingNow, viewer: int | None) -> bytes:
    """The same bytes as those of `event`, for a decision: what everybody is told is encoded once."""
    if moment.outline is None:
        moment.outline = outline(match, moment, standing)
    start, after_events, after_hand, after_choices, after_undo = moment.outline
    view = match.game.view(standing.state, viewer, standing.public, standing.legal)
    return b"".join(
        (
            start,
            encode(match.game.events(moment.steps, viewer)),
            after_events,
            encode(view.hand),
            after_hand,
            encode(view.choices) if view.choices else b"[]",
            after_choices,
            b"true" if viewer is not None and standing.can_undo == viewer else b"false",
            after_undo,
        )
    )


def outline(match: Match, moment: Moment, standing: StandingNow) -> list[bytes]:
    """The message of a decision in pieces; between them, what differs from viewer to viewer."""
    assert isinstance(moment.entry, Played)
    where = position(match, standing, None)
    view = View(table=where.view.table, hand=HOLE, choices=HOLE)  # type: ignore[arg-type]
    where = msgspec.structs.replace(where, view=view, can_undo=HOLE)
    played = messages.PlayedBody(moment.entry.seat, moment.entry.bot, HOLE, where)  # type: ignore[arg-type]
    return messages.write(messages.Happened(moment.number, moment.at, played, moment.info)).split(bytes(HOLE))


def welcome(
    table: Table,
    person: str | None,
    now: int,
    online: tuple[bool, ...],
    spectators: int,
    log: str = "",
    screens: int = 0,
) -> messages.Welcome:
    """All that someone may know of the table now."""
    viewer = table.seat_of(person)
    recent = list(table.recent)[-TOLD_AGAIN:]
    return messages.Welcome(
        version=messages.VERSION,
        now=now,
        n=table.number,
        log=log,
        person=person,
        seat=viewer,
        table=table.info(),
        position=position_now(table, viewer),
        recent=tuple(event(table, moment, viewer, whole=False) for moment in recent),
        online=online,
        spectators=spectators,
        screens=screens,
    )
