"""What viewers are told: every entry as one seat, or a spectator, may see it. The only way from a table to a wire.

A viewer is a seat number, or None for a spectator.
"""

from typing import Any

import msgspec

from elftafel.kernel.journal import Row
from elftafel.match import Match
from elftafel.server import fairness, forms, wire
from elftafel.server.entries import (
    BotSeated,
    Chatted,
    Closed,
    Dealt,
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
    TimeGiven,
    Undone,
    Vacated,
)
from elftafel.server.table import Moment, StandingNow, Table

TOLD_AGAIN = 20  # events in a welcome


def position(match: Match, standing: StandingNow, viewer: int | None) -> wire.Position:
    """Where the match stood, as a viewer may see it."""
    if standing.public is None:  # most of the work, and the same for everybody
        standing.public = msgspec.Raw(msgspec.json.encode(match.game.table(standing.state)))
    return wire.Position(
        ply=standing.ply,
        round=standing.round,
        view=match.game.view(standing.state, viewer, standing.public),
        can_undo=viewer is not None and standing.can_undo == viewer,
        between_rounds=standing.between_rounds,
        results=standing.results,
        totals=standing.totals,
        winners=standing.winners,
        clock=standing.clock,
    )


def frame(match: Match, standing: StandingNow, seat: int | None, steps: list[Row], viewer: int | None) -> forms.Frame:
    """What `seat` decided (None: a deal) and where the match stood then, for a replay."""
    events = tuple(match.game.events(steps, viewer))
    return forms.Frame(seat=seat, events=events, position=position(match, standing, viewer), hands=None)


def open_frame(match: Match, standing: StandingNow, seat: int | None, steps: list[Row]) -> forms.Frame:
    """The same with nothing hidden: every step as the seat that made it saw it, and all hands. After a match only."""
    where = position(match, standing, None)
    hands = tuple(match.game.view(standing.state, each, standing.public).hand for each in range(match.players))
    events = tuple(event for row in steps for event in match.game.events([row], row[1]))
    return forms.Frame(seat=seat, events=events, position=where, hands=hands)


def position_now(table: Table, viewer: int | None) -> wire.Position | None:
    """Where the match stands."""
    standing = table.recent[-1].standing
    if table.match is None or standing is None:
        return None
    return position(table.match, standing, viewer)


def event(table: Table, moment: Moment, viewer: int | None, whole: bool = True) -> wire.Happened:
    """A moment as a viewer may see it; without the position if it is not `whole`."""
    where = None
    if whole and table.match is not None and moment.standing is not None:
        where = position(table.match, moment.standing, viewer)
    return wire.Happened(moment.number, moment.at, body(table, moment, viewer, where))


def body(table: Table, moment: Moment, viewer: int | None, where: wire.Position | None) -> wire.Body | None:
    """What an entry tells a viewer; None if nothing."""
    told: tuple[Any, ...] = ()
    if moment.steps and table.match is not None:
        told = tuple(table.match.game.events(list(moment.steps), viewer))
    match moment.entry:
        case Seated(seat=seat, person=person, name=name):
            return wire.SeatedBody(seat, person, name)
        case BotSeated(seat=seat, level=level):
            return wire.BotSeatedBody(seat, level)
        case Vacated(seat=seat, removed=removed):
            return wire.VacatedBody(seat, removed)
        case Removed(person=person):
            return wire.RemovedBody(person)
        case NonceAdded(seat=seat, nonce=nonce):
            return wire.NonceBody(seat, nonce)
        case HostPassed(host=host):
            return wire.HostBody(host)
        case Started():
            return wire.StartedBody(told, where)
        case Readied(seat=seat):
            return wire.ReadiedBody(seat, moment.deals_at)
        case Dealt():
            return wire.DealtBody(told, where)
        case Played(seat=seat, bot=bot):
            return wire.PlayedBody(seat, bot, told, where)
        case Undone(seat=seat):
            return wire.UndoneBody(seat, where)
        case StoodIn(seat=seat, level=level, why=why):
            return wire.StoodInBody(seat, level, why, where)
        case Returned(seat=seat):
            return wire.ReturnedBody(seat, where)
        case TimeGiven(milliseconds=milliseconds):
            return wire.TimeGivenBody(milliseconds, where)
        case Chatted(person=person, name=name, text=text, spectator=spectator):
            return wire.ChattedBody(person, name, text, spectator) if viewer is None or not spectator else None
        case Rematched(table=other):
            return wire.RematchedBody(other)
        case Closed(why=why):
            return wire.ClosedBody(why)
    return None  # a welcome tells the creation; nothing is to be told of a needless command


def encoded(table: Table, moment: Moment, viewer: int | None) -> bytes:
    """A moment as it is sent to a viewer, made once."""
    if viewer not in moment.told:
        moment.told[viewer] = wire.write(event(table, moment, viewer))
    return moment.told[viewer]


def info(table: Table) -> wire.TableInfo:
    """What everybody may know of a table."""
    assert table.created is not None
    return wire.TableInfo(
        id=table.id,
        code=table.created.code,
        settings=table.settings,
        rounds=table.rounds,
        host=table.host,
        status=table.status,
        chairs=tuple(table.chairs),
        commitment=fairness.commitment(table.secret),
        created_at=table.created_at,
        previous=table.created.previous,
        rematch=table.rematch,
        ready=tuple(sorted(table.ready)),
        deals_at=table.deals_at,
    )


def welcome(
    table: Table, person: str | None, now: int, online: tuple[bool, ...], spectators: int, log: str = ""
) -> wire.Welcome:
    """All that someone may know of the table now."""
    viewer = table.seat_of(person)
    recent = list(table.recent)[-TOLD_AGAIN:]
    return wire.Welcome(
        version=wire.VERSION,
        now=now,
        n=table.number,
        log=log,
        person=person,
        seat=viewer,
        table=info(table),
        position=position_now(table, viewer),
        recent=tuple(event(table, moment, viewer, whole=False) for moment in recent),
        online=online,
        spectators=spectators,
    )
