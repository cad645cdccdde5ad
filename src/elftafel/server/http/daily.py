"""The deal of the day over HTTP: the deals of a day, one's try, everybody's results, groups by link."""

import secrets
from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from elftafel import daily, games
from elftafel.server.http import schemas
from elftafel.server.http.api import SIGNED_IN, Key, Req, visible
from elftafel.server.http.context import Here, Services
from elftafel.server.http.errors import BODY, problems
from elftafel.server.people.accounts import read_name
from elftafel.server.protocol import messages
from elftafel.server.protocol.fields import END
from elftafel.server.refusal import Refusal
from elftafel.server.store import Person, Try
from elftafel.server.table.commands import Actor

MOST_BOARDS = 20  # groups of one person
MOST_MEMBERS = 60  # of a group
DAY = rf"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}{END}"
GAME = rf"^[a-z0-9_]{{1,32}}{END}"

Day = Annotated[str, PathParameter(pattern=DAY, description="a day, as in 2026-11-18")]
AnyDay = Annotated[str | None, QueryParameter(name="day", pattern=DAY, description="a day; default: today")]
GameName = Annotated[str, PathParameter(pattern=GAME, description="the name of a game")]
BoardId = Annotated[str, PathParameter(pattern=schemas.ID, description="the id of a group")]


class DailyController(Controller):
    """One deal for everybody, once a day in each game."""

    path = "/api/daily"
    tags = ("daily",)

    @get("/", responses=problems(400, 401, 422), operation_id="daily")
    async def page(self, request: Req, services: Here, day: AnyDay = None) -> schemas.DailyPage:
        """The deals of a day, and how one stands with them. Of tomorrow's there is a hash."""
        person = await services.who(request)
        return await page_of(services, person, day or services.hub.daily.today)

    @post(
        "/{day:str}/{game:str}",
        security=SIGNED_IN,
        responses=problems(401, 404, 409, *BODY),
        operation_id="playDaily",
    )
    async def play(self, day: Day, game: GameName, request: Req, services: Here, key: Key = None) -> messages.TableInfo:
        """The table where one plays a deal: today's once, and the same one whenever one asks again.

        Earlier days can be played as often as one likes; that counts nowhere.
        """
        person = await services.me(request)
        check_game(game)
        services.check_new_table(person.id)
        id = await services.hub.daily.open(day, game, Actor(person.id, person.name), key)
        return await visible(services, request, id)

    @get("/{day:str}/{game:str}", responses=problems(400, 401, 404, 409, 422), operation_id="dailyResult")
    async def result(self, day: Day, game: GameName, request: Req, services: Here) -> schemas.DailyResult:
        """What everybody made of a deal. While its day runs, one needs a result of one's own."""
        person = await services.who(request)
        check_game(game)
        return await result_of(services, person, day, game)


class BoardsController(Controller):
    """Groups that compare their deals of the day: whoever has the link may join."""

    path = "/api/boards"
    tags = ("daily",)

    @post("/", security=SIGNED_IN, responses=problems(401, 409, *BODY), operation_id="makeBoard")
    async def make(self, data: JSONBody[schemas.BoardForm], request: Req, services: Here) -> schemas.DailyBoard:
        """A new group. Its id is all that others need to join."""
        person = await services.me(request)
        id = secrets.token_urlsafe(12)
        if not await services.store.add_board(id, read_name(data.name), person.id, MOST_BOARDS):
            raise Refusal("too_many_boards", expected=f"at most {MOST_BOARDS} groups of one person")
        return await board_of(services, person, id, None)

    @get("/{id:str}", responses=problems(400, 401, 404, 422), operation_id="board")
    async def board(self, id: BoardId, request: Req, services: Here, day: AnyDay = None) -> schemas.DailyBoard:
        """What the members of a group made of the deals of a day."""
        return await board_of(services, await services.who(request), id, day)

    @post(
        "/{id:str}/members", security=SIGNED_IN, responses=problems(400, 401, 403, 404, 409), operation_id="joinBoard"
    )
    async def join(self, id: BoardId, request: Req, services: Here) -> schemas.DailyBoard:
        """Become a member."""
        person = await services.me(request)
        if await services.store.board(id) is None:
            raise Refusal("no_such_board", "id")
        if not await services.store.join_board(id, person.id, MOST_BOARDS, MOST_MEMBERS):
            raise Refusal("too_many_boards", expected=f"at most {MOST_BOARDS} groups, of {MOST_MEMBERS} people each")
        return await board_of(services, person, id, None)

    @delete(
        "/{id:str}/members/me",
        security=SIGNED_IN,
        status_code=204,
        responses=problems(400, 401, 403),
        operation_id="leaveBoard",
    )
    async def leave(self, id: BoardId, request: Req, services: Here) -> None:
        """Be a member no more. A group without members is gone."""
        person = await services.me(request)
        await services.store.quit_board(id, person.id)


def check_game(game: str) -> None:
    """Raise Refusal if there is no such game."""
    if game not in games.NAMES:
        raise Refusal("no_such_game", "game", ", ".join(games.NAMES))


async def page_of(services: Services, person: Person | None, day: str) -> schemas.DailyPage:
    """The deals of a day as one person sees them."""
    here = services.hub.daily
    here.check_day(day)
    today, finished = here.today, await services.store.tried(day)
    own = {} if person is None else await own_tries(services, person, day)
    days = [] if person is None else await services.store.days_of(person.id)
    boards = [] if person is None else await services.store.boards_of(person.id)
    streak, best = daily.streaks(days, today)
    found = []
    for game in games.NAMES:
        deal = await here.deal(day, game)
        secret = await here.opened_secret(day, game)
        found.append(
            schemas.DailyGame(
                game=game,
                name=daily.name_of(day, game),
                seats=deal.seats,
                level=deal.level,
                commitment=await here.commitment(day, game),
                secret=secret,
                seed=None if secret is None else daily.seed_of(secret, day, game, deal.seats).hex(),
                finished=finished.get(game, 0),
                own=own.get(game),
            )
        )
    next_day = daily.after(day)
    sealed = [
        schemas.Sealed(game=game, name=daily.name_of(next_day, game), commitment=await here.commitment(next_day, game))
        for game in games.NAMES
        if day == today
    ]
    return schemas.DailyPage(
        day=day,
        today=today,
        first=daily.after(today, 1 - daily.KEPT),
        now=services.hub.time.now(),
        ends_at=daily.end_of(day),
        games=tuple(found),
        next_day=next_day,
        next_games=tuple(sealed),
        streak=streak,
        best_streak=best,
        boards=tuple(schemas.BoardLine(id=board.id, name=board.name) for board in boards),
    )


async def own_tries(services: Services, person: Person, day: str) -> dict[str, schemas.DailyTry]:
    """How a person stands with the deals of a day, by game; only tries that were begun to be counted."""
    results = {one.game: one for one in await services.store.tries_of(day, [person.id])}
    found = {game: counted(one) for game, one in results.items()}
    for game, table in (await services.hub.daily.begun(day, person.id)).items():
        if game not in found:
            line = await services.store.line(table)
            over = line is not None and line.status == "over"
            found[game] = schemas.DailyTry(table=table, over=over, counted=False)
    return found


def counted(one: Try) -> schemas.DailyTry:
    """A counted result as people see it."""
    return schemas.DailyTry(
        table=one.table_id, over=True, counted=True, points=one.points, lead=one.lead, rank=one.rank
    )


async def result_of(services: Services, person: Person | None, day: str, game: str) -> schemas.DailyResult:
    """What everybody made of a deal; refused to those who still have it before them."""
    here = services.hub.daily
    here.check_day(day)
    own = None if person is None else (await own_tries(services, person, day)).get(game)
    mine = own if own is not None and own.counted else None
    if day == here.today and mine is None:
        raise Refusal("play_first", "day", "a result of one's own, or a day that is over")
    counts = await services.store.lead_counts(day, game)
    expert_lead, expert_comes = await here.expert(day, game)
    return schemas.DailyResult(
        day=day,
        game=game,
        own=own,
        counts=tuple(schemas.LeadCount(lead=lead, people=people) for lead, people in counts),
        people=sum(people for _, people in counts),
        better_than=None if mine is None or mine.lead is None else daily.better_than(counts, mine.lead),
        expert_lead=expert_lead,
        expert_comes=expert_comes and bool(counts),
    )


async def board_of(services: Services, person: Person | None, id: str, day: str | None) -> schemas.DailyBoard:
    """A group with the results of a day; today's leads only of deals of which one has a result."""
    here = services.hub.daily
    today = here.today
    day = day or today
    here.check_day(day)
    found = await services.store.board(id)
    if found is None:
        raise Refusal("no_such_board", "id")
    board, people = found
    tries = await services.store.tries_of(day, [member for member, _ in people])
    own = [] if person is None else await services.store.tries_of(day, [person.id])
    open_games = set(games.NAMES) if day < today else {one.game for one in own}
    return schemas.DailyBoard(
        id=board.id,
        name=board.name,
        day=day,
        today=today,
        first=daily.after(today, 1 - daily.KEPT),
        member=person is not None and any(member == person.id for member, _ in people),
        members=tuple(
            schemas.BoardMember(
                id=member,
                name=name,
                results=tuple(
                    schemas.BoardResult(game=one.game, lead=one.lead if one.game in open_games else None)
                    for one in tries
                    if one.person == member
                ),
            )
            for member, name in people
        ),
    )
