"""What the HTTP handlers work with: the store, the live tables, the people, and who is asking."""

import time
from typing import Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from elftafel.server.http.guard import TO_SET, address_of
from elftafel.server.http.nearby import LocalDoor
from elftafel.server.live.hub import Hub
from elftafel.server.ops.metrics import Metrics
from elftafel.server.people.accounts import COOKIE, HOUR, Accounts
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
        people: Accounts,
        metrics: Metrics,
    ) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.people = people
        self.metrics = metrics
        self.nearby = LocalDoor(settings)
        self.new_tables = Buckets(settings.tables_per_hour / HOUR, settings.tables_per_hour)
        self.codes = Buckets(1 / 3, 30)
        self.replays = ReplayRoom()
        self.replayed = Buckets(1, 30)

    async def who(self, connection: Connection) -> Person | None:
        """The person who asks; None for nobody.

        A bearer token must be good, else it is refused; an old cookie is renewed.
        """
        given = connection.headers.get("authorization")
        if given is not None:
            kind, _, token = given.partition(" ")
            person = await self.people.by_token(token.strip()) if kind.lower() == "bearer" else None
            if person is None:
                raise Refusal("bad_token", "authorization", "Bearer and a token")
            return person
        token = connection.cookies.get(COOKIE, "")
        claims = self.people.read_token(token) if token else None
        if claims is None:
            return None
        person = await self.store.person(claims.person)
        if person is not None and claims.is_old(self.people.clock()):
            self.remember(connection, self.people.token(person.id))
            await self.store.seen(person.id, int(self.people.clock() * 1000))
        return person

    async def me(self, connection: Connection) -> Person:
        """The person who asks; refused if nobody is signed in."""
        person = await self.who(connection)
        if person is None:
            raise Refusal("not_signed_in", expected="the cookie or a bearer token")
        return person

    def remember(self, connection: Connection, token: str) -> None:
        """Keep a token in the browser; an empty one takes it away."""
        connection.scope["state"][TO_SET] = token

    async def authenticate(self, token: str) -> Actor | None:
        """The person of a token, for sockets."""
        person = await self.people.by_token(token)
        return None if person is None else Actor(person.id, person.name)

    def check_new_table(self, person: str) -> None:
        """Raise TooOften if this person opens too many tables an hour."""
        check(self.new_tables, person)

    def check_code(self, connection: Connection) -> None:
        """Raise TooOften for someone who tries many codes: they are short."""
        check(self.codes, address_key(address_of(connection.scope)))

    def check_replay(self, connection: Connection) -> None:
        """Raise TooOften for someone who asks for many replays: each is some work."""
        check(self.replayed, address_key(address_of(connection.scope)))


Here = NamedDependency[Services]


def check(buckets: Buckets, key: str) -> None:
    """Raise TooOften if the bucket of this key is empty."""
    now = time.monotonic()
    if not buckets.take(key, now):
        raise TooOften(buckets.wait(key, now))


def address(connection: Connection) -> str:
    """Where a connection comes from."""
    return address_of(connection.scope)
