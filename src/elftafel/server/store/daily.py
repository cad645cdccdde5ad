"""Statements on the deal of the day: deals, counted results, groups that compare them.

A counted result is written in the transaction of the last move. What an expert makes of a deal is a
job like a review: a node holds it for a while, and another takes it if that node stops.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from elftafel.server.store.records import Board, DealJob, DealRow, Try
from elftafel.server.store.schema import boards, deals, entries, members, people, tries

MOST_TRIES = 3  # nodes that may die over the same deal
NO_EXPERT = b""
TRY = [tries.c[field] for field in Try.__struct_fields__]


# Deals.


def deal(connection: Connection, day: str, game: str, body: bytes) -> DealRow:
    """The deal as it is written down; written now as `body` if nobody has done it."""
    wanted = select(*(deals.c[field] for field in DealRow.__struct_fields__))
    wanted = wanted.where(deals.c.day == day, deals.c.game == game)
    found = connection.execute(wanted).mappings().first()
    if found is not None:
        return DealRow(**found)
    values = {"day": day, "game": game, "body": body, "node": "", "until": 0, "tries": 0}
    connection.execute(insert(deals), values)
    return DealRow(body=body, expert=None)


def expert(connection: Connection, day: str, game: str) -> bytes | None:
    """What an expert made of a deal; None as long as nobody has found out."""
    wanted = select(deals.c.expert).where(deals.c.day == day, deals.c.game == game)
    return connection.execute(wanted).scalar()


def claim(connection: Connection, node: str, now: int, until: int) -> DealJob | None:
    """Take the deal that has waited longest for an expert and that no node holds; None if none does."""
    waiting = (
        select(deals.c.day, deals.c.game, deals.c.body, deals.c.tries)
        .where(deals.c.expert.is_(None), deals.c.wanted_at.is_not(None), deals.c.until <= now)
        .order_by(deals.c.wanted_at, deals.c.day, deals.c.game)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    found = connection.execute(waiting).first()
    if found is None:
        return None
    this = update(deals).where(deals.c.day == found.day, deals.c.game == found.game)
    if found.tries >= MOST_TRIES:
        connection.execute(this, {"expert": NO_EXPERT})
        return None
    connection.execute(this, {"node": node, "until": until, "tries": found.tries + 1})
    return DealJob(found.day, found.game, found.body)


def finish(connection: Connection, day: str, game: str, expert: bytes) -> None:
    """Write what an expert made of a deal. Every node finds the same, so it does not matter who was first."""
    this = update(deals).where(deals.c.day == day, deals.c.game == game, deals.c.expert.is_(None))
    connection.execute(this, {"expert": expert})


def leave(connection: Connection, node: str) -> None:
    """Leave this node's deals to others; they were not its fault."""
    mine = (deals.c.node == node, deals.c.expert.is_(None), deals.c.until > 0)
    connection.execute(update(deals).where(*mine).values(node="", until=0, tries=deals.c.tries - 1))


# Tries.


def write_try(connection: Connection, table: str, one: Try) -> None:
    """The counted result of a deal; a person has one, and the first stays."""
    same = (tries.c.day == one.day, tries.c.game == one.game)
    if connection.execute(select(tries.c.at).where(*same, tries.c.person == one.person)).first():
        return
    connection.execute(
        insert(tries), {field: getattr(one, field) for field in Try.__struct_fields__} | {"table_id": table}
    )
    unwanted = (deals.c.day == one.day, deals.c.game == one.game, deals.c.wanted_at.is_(None))
    connection.execute(update(deals).where(*unwanted), {"wanted_at": one.at})


def begun(connection: Connection, person: str, commands: Sequence[str]) -> dict[str, str]:
    """Which of these commands of a person have opened a table, and which table."""
    wanted = select(entries.c.command, entries.c.table_id).where(
        entries.c.person == person, entries.c.command.in_(commands), entries.c.number == 1
    )
    return {row.command: row.table_id for row in connection.execute(wanted)}


def tries_of(connection: Connection, day: str, persons: Sequence[str]) -> list[Try]:
    """What these people made of the deals of a day."""
    wanted = select(*TRY).where(tries.c.day == day, tries.c.person.in_(persons))
    return [Try(**row) for row in connection.execute(wanted).mappings()]


def counts(connection: Connection, day: str, game: str) -> list[tuple[int, int]]:
    """How many people have which lead in a deal, the smallest first."""
    wanted = select(tries.c.lead, func.count()).where(tries.c.day == day, tries.c.game == game)
    rows = connection.execute(wanted.group_by(tries.c.lead).order_by(tries.c.lead))
    return [(int(lead), int(count)) for lead, count in rows]


def finished(connection: Connection, day: str) -> dict[str, int]:
    """How many people have a result of each deal of a day."""
    wanted = select(tries.c.game, func.count()).where(tries.c.day == day).group_by(tries.c.game)
    return {game: int(count) for game, count in connection.execute(wanted)}


def days_of(connection: Connection, person: str) -> list[str]:
    """The days of which a person has a result."""
    wanted = select(tries.c.day).where(tries.c.person == person).distinct().order_by(tries.c.day)
    return [str(day) for day in connection.execute(wanted).scalars()]


# Boards.


def add_board(connection: Connection, id: str, name: str, person: str, now: int, most: int) -> bool:
    """A new group with one member; False if this person is in too many."""
    if len(boards_of(connection, person)) >= most:
        return False
    connection.execute(insert(boards), {"id": id, "name": name, "made_by": person, "made_at": now})
    connection.execute(insert(members), {"board": id, "person": person, "at": now})
    return True


def board(connection: Connection, id: str) -> Board | None:
    """A group by its id."""
    row = connection.execute(select(boards.c.id, boards.c.name).where(boards.c.id == id)).first()
    return None if row is None else Board(id=row.id, name=row.name)


def boards_of(connection: Connection, person: str) -> list[Board]:
    """The groups of a person, the oldest first."""
    wanted = select(boards.c.id, boards.c.name).join(members, members.c.board == boards.c.id)
    wanted = wanted.where(members.c.person == person).order_by(members.c.at, boards.c.id)
    return [Board(id=row.id, name=row.name) for row in connection.execute(wanted)]


def members_of(connection: Connection, id: str) -> list[tuple[str, str]]:
    """Ids and names of a group's members, in the order in which they came."""
    wanted = select(people.c.id, people.c.name).join(members, members.c.person == people.c.id)
    rows = connection.execute(wanted.where(members.c.board == id).order_by(members.c.at, people.c.id))
    return [(row.id, row.name) for row in rows]


def join(connection: Connection, id: str, person: str, now: int, most_boards: int, most_members: int) -> bool:
    """Become a member, if one is none; False if the group is full, or this person is in too many."""
    if board(connection, id) is None:
        return False
    inside = [member for member, _ in members_of(connection, id)]
    if person in inside:
        return True
    if len(inside) >= most_members or len(boards_of(connection, person)) >= most_boards:
        return False
    connection.execute(insert(members), {"board": id, "person": person, "at": now})
    return True


def quit(connection: Connection, id: str, person: str) -> None:
    """Be a member no more; a group without members is gone."""
    connection.execute(delete(members).where(members.c.board == id, members.c.person == person))
    if not connection.execute(select(members.c.person).where(members.c.board == id).limit(1)).first():
        connection.execute(delete(boards).where(boards.c.id == id))
