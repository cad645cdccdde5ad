"""Puzzles over HTTP: which there are, and one to be solved. Nothing is kept of who solves what."""

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get
from litestar.params import PathParameter

from elftafel import games, puzzles
from elftafel.server.http import schemas
from elftafel.server.http.api import Req
from elftafel.server.http.context import Here
from elftafel.server.http.errors import problems
from elftafel.server.protocol.answers import PuzzleList, PuzzlePage
from elftafel.server.refusal import Refusal
from elftafel.server.table.puzzles import line, page

MOST_KEPT = 100  # pages, of some 20 kB

GameName = Annotated[str, PathParameter(pattern=schemas.ID, description="the name of a game")]
PuzzleId = Annotated[str, PathParameter(pattern=schemas.ID, description="the id of a puzzle")]


class PuzzlesController(Controller):
    """Positions in which one move is clearly best."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @get("/{game:str}", responses=problems(400, 404), operation_id="puzzles")
    async def listed(self, game: GameName) -> PuzzleList:
        """The puzzles of a game; none for a game without."""
        if game not in games.NAMES:
            raise Refusal("no_such_game", "game")
        return PuzzleList(puzzles=tuple(map(line, puzzles.shipped(game))))

    @get("/{game:str}/{id:str}", responses=problems(400, 404), operation_id="puzzle")
    async def puzzle(self, game: GameName, id: PuzzleId, request: Req, services: Here) -> Response[PuzzlePage]:
        """A puzzle: its position as the seat knew it, the answer, and the evidence for it."""
        if game not in games.NAMES:
            raise Refusal("no_such_game", "game")
        if all(puzzle.id != id for puzzle in puzzles.shipped(game)):
            raise Refusal("not_found", "id")
        services.check_replay(request)
        await services.hub.warming.need(game)
        body: Any = await services.replays.in_thread(lambda: encoded(game, id))
        return Response(body, media_type="application/json")


@lru_cache(MOST_KEPT)
def encoded(game: str, id: str) -> bytes:
    """A puzzle as it is sent."""
    return msgspec.json.encode(page(game, puzzles.named(game, id)))
