"""Reviews of finished matches over HTTP: ask for one, and read how far it is or what it found."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from elftafel.server.http import schemas
from elftafel.server.http.api import SIGNED_IN, Req, TableId, visible
from elftafel.server.http.context import Here, Services
from elftafel.server.http.errors import BODY, problems
from elftafel.server.refusal import Refusal
from elftafel.server.store import MistakeRow

MOST_DUE = 100  # mistakes in one answer
MOST_LOOKED_BACK = 200  # matches of the own choices

AtPly = Annotated[int, PathParameter(ge=0, le=10_000_000, description="actions of the match before the decision")]
Of = Annotated[str | None, QueryParameter(name="table", pattern=schemas.ID, description="the id of a table")]


class ReviewsController(Controller):
    """What was luck, what was choice."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/{id:str}/review", responses=problems(400, 401, 404, 409), operation_id="review")
    async def review(self, id: TableId, request: Req, services: Here) -> schemas.MatchReview:
        """The review of a finished match, or how far it is.

        It tells all cards, so there is none while the match runs.
        """
        services.check_replay(request)
        await visible(services, request, id)
        reviews = services.hub.reviews
        return schemas.match_review(await reviews.find(id), reviews.offered)

    @post(
        "/{id:str}/review",
        security=SIGNED_IN,
        status_code=202,
        responses=problems(400, 401, 403, 404, 409),
        operation_id="askReview",
    )
    async def ask(self, id: TableId, request: Req, services: Here) -> schemas.MatchReview:
        """Have a finished match reviewed. A match is reviewed once, whoever asks and however often."""
        person = await services.me(request)
        await visible(services, request, id)
        reviews = services.hub.reviews
        if not reviews.offered:
            raise Refusal("not_allowed", expected="a server that makes reviews")
        return schemas.match_review(await reviews.ask(id, person.id), reviews.offered)


class MistakesController(Controller):
    """Own mistakes, to find something better; and what the own choices came to."""

    path = "/api/people/me"
    tags = ("people",)
    security = SIGNED_IN

    @get("/mistakes", responses=problems(400, 401), operation_id="mistakes")
    async def mistakes(self, request: Req, services: Here, table: Of = None) -> schemas.Mistakes:
        """Own mistakes that are due, or all those of one match."""
        person = await services.me(request)
        return schemas.Mistakes(mistakes=tuple(await services.store.mistakes_of(person.id, table, MOST_DUE)))

    @get("/mistakes/{id:str}/{ply:int}", responses=problems(400, 401, 404, 409), operation_id="mistake")
    async def mistake(self, id: TableId, ply: AtPly, request: Req, services: Here) -> schemas.MistakeAgain:
        """The position of an own mistake, with hidden cards as they were known."""
        services.check_replay(request)
        row = await own(request, services, id, ply)
        found = await services.hub.reviews.mistake(id, ply)
        if found is None:
            raise Refusal("not_found", "ply")
        spot, decision = found
        return schemas.MistakeAgain(
            spot=spot, round=decision.round, move=decision.move, found=row.found, due_at=row.due_at
        )

    @post(
        "/mistakes/{id:str}/{ply:int}",
        status_code=200,
        responses=problems(401, 404, *BODY),
        operation_id="triedAgain",
    )
    async def tried(
        self, id: TableId, ply: AtPly, data: JSONBody[schemas.TryAgain], request: Req, services: Here
    ) -> schemas.Mistakes:
        """Tell how it went: a mistake comes back after 1, 3, 7 and 21 days, as long as it is found."""
        before = await own(request, services, id, ply)
        person = await services.me(request)
        row = await services.store.tried_again(person.id, id, ply, data.right)
        return schemas.Mistakes(mistakes=(row or before,))

    @get("/choices", responses=problems(401), operation_id="choices")
    async def choices(self, request: Req, services: Here) -> schemas.ChoicesByGame:
        """What the own choices came to in matches that were looked back at."""
        person = await services.me(request)
        return schemas.own_choices(*await services.store.choices_of(person.id, MOST_LOOKED_BACK))


async def own(request: Req, services: Services, table: str, ply: int) -> MistakeRow:
    """A mistake of who asks; refused as if there were none if it is somebody else's."""
    person = await services.me(request)
    row = await services.store.mistake(person.id, table, ply)
    if row is None:
        raise Refusal("not_found", "ply")
    return row
