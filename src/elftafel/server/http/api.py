"""The HTTP interface: people, tables and finished matches.

Live play goes over a table's socket (docs/protocol.md).
"""

from typing import Annotated, Any

from litestar import Controller, Request, Response, WebSocket, delete, get, patch, post, websocket
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import UNSET

from elftafel import fairness
from elftafel.match import MOST_ROUNDS
from elftafel.server.http import schemas
from elftafel.server.http.context import Here, Services, address
from elftafel.server.http.errors import BODY, problems
from elftafel.server.http.guard import LARGER
from elftafel.server.live import session
from elftafel.server.people.accounts import read_name
from elftafel.server.protocol import messages
from elftafel.server.protocol.answers import Replay
from elftafel.server.protocol.table_settings import PlayOn, TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.store import Person
from elftafel.server.table.commands import Actor
from elftafel.server.table.replay import Source, read_file

PAGE = 50  # matches of a history in one answer
MOST_LISTED = 100  # tables in a list

Req = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(pattern=schemas.ID, description="the id of a table")]
PersonId = Annotated[str, PathParameter(pattern=schemas.ID, description="the id of a person")]
Code = Annotated[str, PathParameter(pattern=schemas.CODE, description="the short code of a table")]
Before = Annotated[
    str | None, QueryParameter(name="before", pattern=schemas.CURSOR, description="from the last answer")
]
Round = Annotated[int, QueryParameter(name="round", ge=1, le=MOST_ROUNDS, description="a round of the match, from 1")]
Seat = Annotated[
    str | None,
    QueryParameter(name="seat", pattern=schemas.SEAT, description="whose view: a seat, `all` hands, or a `spectator`"),
]
Key = Annotated[
    str | None,
    HeaderParameter(name="Idempotency-Key", pattern=schemas.ID, description="the same key gives the same table again"),
]

SIGNED_IN: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]


class PeopleController(Controller):
    """Guests, accounts, histories."""

    path = "/api"
    tags = ("people",)

    @post("/people", responses=problems(*BODY), operation_id="arrive")
    async def arrive(self, data: JSONBody[schemas.Arrival], request: Req, services: Here) -> schemas.Identity:
        """Become a guest. The cookie or token is the only proof of who one is: keep it."""
        person = await services.people.arrive(data.name, data.language, address(request))
        return await identity(services, request, person, kept=not data.beside)

    @get("/visitor", responses=problems(401), operation_id="visitor")
    async def visitor(self, request: Req, services: Here) -> schemas.Visitor:
        """Who one is, if anybody: for a page that does not know yet whether it has been here."""
        person = await services.who(request)
        services.nearby.note(request)
        return schemas.Visitor(
            person=None if person is None else await about(services, person),
            at_machine=services.nearby.may_open(request),
        )

    @get("/people/me", security=SIGNED_IN, responses=problems(401), operation_id="me")
    async def me(self, request: Req, services: Here) -> schemas.Me:
        """Who one is."""
        return await about(services, await services.me(request))

    @patch("/people/me", security=SIGNED_IN, responses=problems(401, *BODY), operation_id="changeMe")
    async def change(self, data: JSONBody[schemas.PersonChange], request: Req, services: Here) -> schemas.Me:
        """Another name or language. Tables where one sits keep the name that one had."""
        person = await services.me(request)
        name = person.name if data.name is UNSET else read_name(str(data.name))
        language = person.language if data.language is UNSET else str(data.language)
        await services.store.rename(person.id, name, language)
        changed = await services.store.person(person.id)
        return await about(services, changed or person)

    @post(
        "/people/me/account",
        security=SIGNED_IN,
        status_code=200,
        responses=problems(401, 409, *BODY),
        operation_id="setAccount",
    )
    async def set_account(self, data: JSONBody[schemas.AccountForm], request: Req, services: Here) -> schemas.Me:
        """Get an account, to be the same person on another device."""
        person = await services.me(request)
        await services.people.set_account(person, data.account, data.passphrase, data.current, address(request))
        changed = await services.store.person(person.id)
        return await about(services, changed or person)

    @post("/sign-in", status_code=200, responses=problems(*BODY), operation_id="signIn")
    async def sign_in(self, data: JSONBody[schemas.SignIn], request: Req, services: Here) -> schemas.Identity:
        """Be the person of an account."""
        person = await services.people.sign_in(data.account, data.passphrase, address(request))
        return await identity(services, request, person)

    @post("/sign-out", status_code=204, responses=problems(403), operation_id="signOut")
    async def sign_out(self, request: Req, services: Here) -> None:
        """Forget the person on this device. A guest without an account is gone for good."""
        services.remember(request, "")

    @get("/people/me/history", security=SIGNED_IN, responses=problems(400, 401), operation_id="history")
    async def history(self, request: Req, services: Here, before: Before = None) -> schemas.History:
        """Own finished matches, newest first."""
        person = await services.me(request)
        cursor = None if before is None else schemas.read_cursor(before)
        matches = await services.store.history(person.id, cursor, PAGE)
        older = schemas.write_cursor(matches[-1]) if len(matches) == PAGE else None
        return schemas.History(matches=tuple(matches), before=older)

    @get("/people/me/statistics", security=SIGNED_IN, responses=problems(401), operation_id="statistics")
    async def statistics(self, request: Req, services: Here) -> schemas.Statistics:
        """What the own matches came to, by game; those with bots are counted apart."""
        person = await services.me(request)
        return schemas.Statistics(
            games=tuple(await services.store.statistics(person.id)),
            ratings=tuple(await services.store.ratings(person.id)),
        )

    @get("/people/{id:str}", responses=problems(400, 404), operation_id="someone")
    async def someone(self, id: PersonId, services: Here) -> schemas.Someone:
        """What everyone may know of a person."""
        person = await services.store.person(id)
        if person is None:
            raise Refusal("no_such_person", "id")
        ratings = await services.store.ratings(id)
        return schemas.Someone(id=person.id, name=person.name, ratings=tuple(ratings))


class TablesController(Controller):
    """Games, tables, finished matches."""

    path = "/api"
    tags = ("tables",)

    @get("/games", responses=problems(), operation_id="games")
    async def games(self, services: Here) -> schemas.Catalogue:
        """What can be played, with every option, and the levels that bots can have."""
        return schemas.catalogue(services.hub.warming.ready)

    @post(
        "/tables",
        security=SIGNED_IN,
        responses=problems(401, 409, *BODY),
        operation_id="openTable",
    )
    async def open(
        self, data: JSONBody[TableSettings], request: Req, services: Here, key: Key = None
    ) -> messages.TableInfo:
        """Open a table. The host takes the first seat; others come by its link or code."""
        person = await services.me(request)
        data.check()
        services.check_new_table(person.id)
        return await services.hub.opening.open_table(data, Actor(person.id, person.name), key)

    @get("/tables", responses=problems(), operation_id="tables")
    async def tables(self, services: Here) -> schemas.TableLists:
        """Public tables."""
        return schemas.TableLists(
            joinable=tuple(map(schemas.table_line, await services.store.joinable(MOST_LISTED))),
            watchable=tuple(map(schemas.table_line, await services.store.watchable(MOST_LISTED))),
        )

    @get("/tables/mine", security=SIGNED_IN, responses=problems(401), operation_id="myTables")
    async def mine(self, request: Req, services: Here) -> schemas.MyTables:
        """Where one has a seat."""
        person = await services.me(request)
        lines = await services.store.tables_of(person.id, MOST_LISTED)
        return schemas.MyTables(tables=tuple(map(schemas.table_line, lines)))

    @get("/tables/{id:str}", responses=problems(400, 401, 404, 409), operation_id="table")
    async def table(self, id: TableId, request: Req, services: Here) -> messages.TableInfo:
        """What everybody may know of a table. What a seat sees comes over the socket."""
        return await visible(services, request, id)

    @get("/codes/{code:str}", responses=problems(400, 401, 404, 409), operation_id="code")
    async def by_code(self, code: Code, request: Req, services: Here) -> messages.TableInfo:
        """The table with this short code."""
        services.check_code(request)
        line = await services.store.by_code(code.upper())
        if line is None:
            raise Refusal("no_such_table", "code")
        return await visible(services, request, line.id)

    @get("/tables/{id:str}/match", responses=problems(400, 401, 404, 409), operation_id="match")
    async def match(self, id: TableId, request: Req, services: Here) -> fairness.MatchRecord:
        """A finished match with all that is needed to check it: `elftafel verify FILE`.

        That of a deal of the day when its day is over.
        """
        info = await visible(services, request, id)
        if info.daily is not None and info.daily.day >= services.hub.daily.today:
            raise Refusal("day_not_over", expected="the day after: others play the same cards today")
        record = await services.hub.tables.record(id)
        if record is None:
            raise Refusal("not_over", expected="a match that is over")
        return record

    @get("/tables/{id:str}/replay", responses=problems(400, 401, 403, 404, 409, 422), operation_id="replay")
    async def replay(
        self, id: TableId, request: Req, services: Here, round: Round = 1, seat: Seat = None
    ) -> Response[Replay]:
        """One round of a match, decision by decision: after its end as any seat, a spectator, or
        with `all` hands.

        While it runs, only those who sit there may look, each at what the own seat saw.
        """
        services.check_replay(request)
        person = await services.who(request)
        source = await services.hub.tables.source(id, None if person is None else person.id)
        if source is None:
            raise Refusal("no_such_table", "id")
        return await replayed(services, request, source, round, seat)

    @post(
        "/tables/{id:str}/play-on",
        security=SIGNED_IN,
        responses=problems(400, 401, 403, 404, 409, *BODY),
        operation_id="playOn",
    )
    async def play_on(
        self, id: TableId, data: JSONBody[PlayOn], request: Req, services: Here, key: Key = None
    ) -> messages.TableInfo:
        """Open a table that goes on from a step of a finished match, against bots: with the cards as
        they were, or with those dealt anew that the seat did not know.

        It counts in no history and no rating.
        """
        person = await services.me(request)
        source = await services.hub.tables.source(id, person.id)
        if source is None:
            raise Refusal("no_such_table", "id")
        services.check_new_table(person.id)
        return await services.hub.opening.play_on(source, data, Actor(person.id, person.name), key)

    @post(
        "/replay",
        status_code=200,
        responses=problems(*BODY),
        operation_id="replayFile",
        request_max_body_size=LARGER["/api/replay"],
    )
    async def replay_file(self, request: Req, services: Here, round: Round = 1, seat: Seat = None) -> Response[Replay]:
        """The same of a match file: a record from `/api/tables/{id}/match`, or a log as `elftafel
        play` writes it.

        It is checked as `elftafel verify` does, and not kept.
        """
        services.check_replay(request)
        file, game = read_file(await request.body())
        await services.hub.warming.need(game)
        return await replayed(services, request, await services.replays.check(file), round, seat)


class NearbyController(Controller):
    """People in this room: for whoever sits at the machine."""

    path = "/api/nearby"
    tags = ("operations",)

    @get("/", responses=problems(403), operation_id="nearby")
    async def state(self, request: Req, services: Here) -> schemas.Nearby:
        """The address for people in this room, and whether somebody has come by it."""
        check_at_machine(services, request)
        return services.nearby.state()

    @post("/", status_code=200, responses=problems(403, 409), operation_id="openNearby")
    async def open(self, request: Req, services: Here) -> schemas.Nearby:
        """Let people in this room in: listen in the local network."""
        check_at_machine(services, request)
        await services.nearby.open()
        return services.nearby.state()

    @delete("/", status_code=200, responses=problems(403), operation_id="closeNearby")
    async def close(self, request: Req, services: Here) -> schemas.Nearby:
        """Serve this machine alone again."""
        check_at_machine(services, request)
        await services.nearby.close()
        return services.nearby.state()


@websocket("/api/tables/{id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], id: TableId, services: Here) -> None:
    """Live play at a table."""
    try:
        person = await services.who(socket)
    except Refusal:
        person = None  # `hello` may bring a better token
    actor = None if person is None else Actor(person.id, person.name)
    await session.serve(services.hub, socket, id, actor, services.authenticate)
    del socket.receive, socket.send  # by these it holds itself, and would stay until all objects are collected


def check_at_machine(services: Services, request: Req) -> None:
    """Refuse everybody who does not sit at the machine."""
    if not services.nearby.may_open(request):
        raise Refusal("not_allowed", expected="a browser on the machine that serves")


async def identity(services: Services, request: Req, person: Person, kept: bool = True) -> schemas.Identity:
    """The answer that makes a client this person: the token is in it and, if it is `kept`, in the cookie."""
    token = services.people.token(person.id)
    if kept:
        services.remember(request, token)
    return schemas.Identity(person=await about(services, person), token=token)


async def about(services: Services, person: Person) -> schemas.Me:
    """A person as they see themselves."""
    return schemas.Me(
        id=person.id,
        name=person.name,
        language=person.language,
        account=person.account,
        created_at=person.created_at,
        ratings=tuple(await services.store.ratings(person.id)),
    )


async def replayed(services: Services, request: Req, source: Source, round: int, seat: str | None) -> Response[Replay]:
    """A round of a match, as the one who asks may see it, compressed if they take that."""
    view = source.view(seat)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    body: Any = await services.replays.encoded(source, round, view, packed)
    headers = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if packed else {})}
    return Response(body, headers=headers, media_type="application/json")


async def visible(services: Services, request: Req, id: str) -> messages.TableInfo:
    """A table that this person may see; refused as if there were none if they may not."""
    person = await services.who(request)
    info = await services.hub.tables.info(id, None if person is None else person.id)
    if info is None:
        raise Refusal("no_such_table", "id")
    return info
