"""Statements on people and their accounts."""

from typing import Any

from sqlalchemy import Connection, insert, select, update

from elftafel.server.store.records import AccountTaken, Person, StoreError
from elftafel.server.store.schema import people

PERSON = [people.c[field] for field in Person.__struct_fields__]


def add_person(connection: Connection, id: str, name: str, language: str, at: int) -> None:
    """Someone new; a person who is known stays as they are."""
    if person(connection, id) is None:
        values = {"id": id, "name": name, "language": language, "created_at": at, "seen_at": at}
        connection.execute(insert(people), values)


def person(connection: Connection, id: str) -> Person | None:
    """A person by id."""
    row = connection.execute(select(*PERSON).where(people.c.id == id)).mappings().first()
    return Person(**row) if row else None


def change(connection: Connection, id: str, **values: Any) -> None:
    """Set columns of a person."""
    if connection.execute(update(people).where(people.c.id == id), values).rowcount == 0:
        raise StoreError(f"person is {id!r}: nobody is known by this id")


def seen(connection: Connection, id: str, at: int) -> None:
    """A person was here; unknown ones are left out."""
    connection.execute(update(people).where(people.c.id == id, people.c.seen_at < at), {"seen_at": at})


def set_account(connection: Connection, id: str, account: str, hash: str) -> None:
    """Give a person an account or a new password."""
    taken = select(people.c.id).where(people.c.account == account, people.c.id != id)
    if connection.execute(taken).first():
        raise AccountTaken(f"account is {account!r}: someone else has it, take another")
    change(connection, id, account=account, hash=hash)


def by_account(connection: Connection, account: str) -> tuple[Person, str] | None:
    """The person with this account and the hash of the password."""
    row = connection.execute(select(people.c.hash, *PERSON).where(people.c.account == account)).mappings().first()
    return (Person(**{field: row[field] for field in Person.__struct_fields__}), row["hash"]) if row else None
