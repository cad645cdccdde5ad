"""Statements on what reviews found about people: their choices, and mistakes that come back later.

They belong to a person, so they follow an account to another device. Times are the database's.
"""

from sqlalchemy import Connection, insert, select, update

from elftafel.server.store.records import ChoicesRow, MistakeRow, SeatFinding
from elftafel.server.store.schema import looked_back, mistakes, results

DAY = 86_400_000
DAYS = (1, 3, 7, 21)  # until it comes again, after it was found so many times in a row; then it is learned

COLUMNS = tuple(mistakes.c[name] for name in ("table_id", "ply", "game", "mark", "kind", "loss", "found", "due_at"))
CHOICES = tuple(
    looked_back.c[name] for name in ("table_id", "game", "at", "decisions", "choices", "choices_error", "cards")
)


def keep(connection: Connection, table: str, findings: tuple[SeatFinding, ...], now: int) -> None:
    """Keep what a review found, for the people who played there themselves; once."""
    seats = select(results.c.seat, results.c.person, results.c.game, results.c.at).where(
        results.c.table_id == table, results.c.person.is_not(None), results.c.stood_in.is_(False)
    )
    known = set(connection.execute(select(looked_back.c.person).where(looked_back.c.table_id == table)).scalars())
    by_seat = {finding.seat: finding for finding in findings}
    for seat, person, game, at in connection.execute(seats).all():
        finding = by_seat.get(seat)
        if finding is None or person in known:
            continue
        whose = {"person": person, "table_id": table, "game": game}
        found = {name: getattr(finding, name) for name in ("decisions", "choices", "choices_error", "cards")}
        connection.execute(insert(looked_back), {**whose, "at": at, **found})
        for one in finding.mistakes:
            row = {"ply": one.ply, "mark": one.mark, "kind": one.kind, "loss": one.loss, "found": 0, "due_at": now}
            connection.execute(insert(mistakes), {**whose, **row})


def due(connection: Connection, person: str, now: int, table: str | None, most: int) -> list[MistakeRow]:
    """Mistakes that may be looked at now, the longest due first; of one match all, due or not."""
    mine = select(*COLUMNS).where(mistakes.c.person == person)
    if table is None:
        mine = mine.where(mistakes.c.due_at <= now).order_by(mistakes.c.due_at, mistakes.c.table_id, mistakes.c.ply)
    else:
        mine = mine.where(mistakes.c.table_id == table).order_by(mistakes.c.ply)
    return [MistakeRow(*row) for row in connection.execute(mine.limit(most))]


def one(connection: Connection, person: str, table: str, ply: int) -> MistakeRow | None:
    """A person's mistake; None if there is none."""
    this = (mistakes.c.person == person, mistakes.c.table_id == table, mistakes.c.ply == ply)
    row = connection.execute(select(*COLUMNS).where(*this)).first()
    return None if row is None else MistakeRow(*row)


def tried(connection: Connection, person: str, table: str, ply: int, right: bool, now: int) -> MistakeRow | None:
    """Note how a try went, and when the mistake comes again. Before it is due, a try changes nothing."""
    before = one(connection, person, table, ply)
    if before is None or before.due_at is None or before.due_at > now:
        return before
    found = before.found + 1 if right else 0
    again = None if found > len(DAYS) else now + DAYS[max(0, found - 1)] * DAY
    this = (mistakes.c.person == person, mistakes.c.table_id == table, mistakes.c.ply == ply)
    connection.execute(update(mistakes).where(*this).values(found=found, due_at=again))
    return one(connection, person, table, ply)


def choices(connection: Connection, person: str, most: int) -> list[ChoicesRow]:
    """What reviews found about a person's choices, the newest matches first."""
    mine = select(*CHOICES).where(looked_back.c.person == person)
    newest = mine.order_by(looked_back.c.at.desc(), looked_back.c.table_id).limit(most)
    return [ChoicesRow(*row) for row in connection.execute(newest)]


def kinds(connection: Connection, person: str, most: int) -> list[tuple[str, str]]:
    """The game and the kind of a person's mistakes."""
    mine = select(mistakes.c.game, mistakes.c.kind).where(mistakes.c.person == person).limit(most)
    return [(game, kind) for game, kind in connection.execute(mine)]
