"""What the HTTP handlers work with: the store, the live tables, the people, and who is asking."""

import time
from typing import Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from elftafel.server.http.guard import TO_SET, address_of
from elftafel.server.live.hub import Hub
from elftafel.server.ops.metrics import Metrics
from elftafel.server.people.accounts import COOKIE, HOUR, People
from elftafel.server.people.limits import Buckets, address_key
from elftafel.server.refusal import Refusal, TooOften
from elftafel.server.settings import Settings
from elftafel.server.store import Person, Store
from elftafel.server.table.commands import Actor
from elftafel.server.table.replay import ReplayRoom

Connection = ASGIConnection[Any, Any, Any, Any]


class Services:
    """One of each, for one app."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        hub: Hub,
        people: People,
        metrics: Metrics,
    ) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.people = people
        self.metrics = metrics
        self.new_tables = Buckets(settings.tables_per_hour / HOUR, settings.tables_per_hour)
        self.codes = Buckets(1 / 3, 30)
        self.replays = ReplayRoom()
        self.replayed = Buckets(1, 30)

    async def who(self, connection: Connection) -> Person | None:
        """The person who asks: by bearer token, which must be good, or by cookie. An old cookie is renewed."""
        given = connection.headers.get("authorization")
        if given is not None:
            kind, _, token = given.partition(" ")
            found = await self.people.by_token(token.strip()) if kind.lower() == "bearer" else None
            if found is None:
                raise Refusal("bad_token", "authorization", "Bearer and a token")
            return found
        token = connection.cookies.get(COOKIE, "")
        known = self.people.read_token(token) if token else None
        if known is None:
            return None
        person = await self.store.person(known.person)
        if person is not None and known.is_old(self.people.clock()):
            self.remember(connection, self.people.token(person.id))
            await self.store.seen(person.id, int(self.people.clock() * 1000))
        return person

    async def me(self, connection: Connection) -> Person:
        """The person who asks; a problem if nobody."""
        person = await self.who(connection)
        if person is None:
            raise Refusal("not_signed_in", expected="the cookie or a bearer token")
        return person

    def remember(self, connection: Connection, token: str) -> None:
        """Keep a token in the browser; an empty one takes it away."""
        connection.scope["state"][TO_SET] = token

    async def authenticate(self, token: str) -> Actor | None:
        """The person of a token, for sockets."""
        found = await self.people.by_token(token)
        return None if found is None else Actor(found.id, found.name)

    def check_new_table(self, person: str) -> None:
        """A person may open so many tables an hour."""
        check(self.new_tables, person)

    def check_code(self, connection: Connection) -> None:
        """Codes are short: nobody may try many."""
        check(self.codes, address_key(address_of(connection.scope)))

    def check_replay(self, connection: Connection) -> None:
        """A replay is some work: nobody may ask for many."""
        check(self.replayed, address_key(address_of(connection.scope)))


Here = NamedDependency[Services]


def check(buckets: Buckets, key: str) -> None:
    """A problem if this is too often."""
    now = time.monotonic()
    if not buckets.take(key, now):
        raise TooOften(buckets.wait(key, now))


def address(connection: Connection) -> str:
    """Where a connection comes from."""
    return address_of(connection.scope)
