"""What is kept of a table beside its log: a line for lists, the result for histories, the record
for who checks it.
"""

import msgspec

from elftafel import daily, fairness
from elftafel.server.protocol import messages
from elftafel.server.protocol.answers import SeatLine
from elftafel.server.store import Ended, Line, SeatResult, Try
from elftafel.server.table.state import Table


def record_of(table: Table) -> fairness.MatchRecord:
    """A finished match, to be shown to everyone."""
    assert table.match is not None
    assert table.status == "over", "nothing is revealed before the end"
    fair = fairness.Fairness(
        fairness.VERSION, table.shuffle, fairness.commitment(table.secret), table.secret, table.nonces
    )
    return fairness.MatchRecord(fair, table.match.log())


def line_of(table: Table) -> Line:
    """What lists need of a table."""
    assert table.created is not None
    return Line(
        id=table.id,
        code=table.created.code,
        game=table.settings.game,
        status=table.status,
        public=table.settings.public,
        spectators=table.settings.spectators,
        host=table.host,
        created_at=table.created_at,
        updated_at=table.at,
        seats=msgspec.json.encode([SeatLine(chair.name, chair.bot) for chair in table.chairs]),
        people=tuple(chair.person for chair in table.chairs if chair.person is not None),
        free=sum(chair == messages.Chair() for chair in table.chairs),
        cared=table.cared,
        number=table.number,
    )


def ending(table: Table) -> Ended:
    """The result of a match for histories and ratings."""
    assert table.match is not None
    totals, winners = table.match.totals, table.match.winners
    seats = tuple(
        SeatResult(
            seat=seat,
            person=chair.person,
            bot=chair.bot,
            name=chair.name or "",
            points=totals[seat],
            won=1 / len(winners) if seat in winners else 0.0,
            rank=1 + sum(total > totals[seat] for total in totals),
            stood_in=chair.person is not None and table.left_to_bots(seat),
        )
        for seat, chair in enumerate(table.chairs)
    )
    hinted = frozenset(person for seat in table.hinted if (person := table.chairs[seat].person))
    return Ended(
        game=table.settings.game,
        at=table.at,
        players=len(seats),
        seats=seats,
        hinted=hinted,
        daily=table.daily is not None,
        counted=counted_try(table, seats),
    )


def counted_try(table: Table, seats: tuple[SeatResult, ...]) -> Try | None:
    """The result of a deal of the day, if it counts: the first try, ended on its day."""
    deal = table.daily
    if deal is None or not deal.counted or table.at >= daily.end_of(deal.day):
        return None
    own = seats[daily.PERSON]
    if own.person is None or own.stood_in:
        return None
    return Try(
        day=deal.day,
        game=table.settings.game,
        person=own.person,
        at=table.at,
        points=own.points,
        lead=daily.lead_of((seat.points for seat in seats), own.seat),
        rank=own.rank,
    )
