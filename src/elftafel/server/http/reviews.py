"""Reviews of finished matches over HTTP: ask for one, and read how far it is or what it found."""

from litestar import Controller, get, post

from elftafel.server.http import schemas
from elftafel.server.http.api import SIGNED_IN, Req, TableId, visible
from elftafel.server.http.context import Here
from elftafel.server.http.errors import problems
from elftafel.server.refusal import Refusal


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
