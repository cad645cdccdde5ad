"""For those who run the server: is it alive, is it ready, and its figures."""

import asyncio
import hmac
from typing import Any

from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

from elftafel import __version__
from elftafel.errors import ElftafelError
from elftafel.server.http import schemas
from elftafel.server.http.context import Here
from elftafel.server.http.errors import problems
from elftafel.server.http.guard import is_local
from elftafel.server.ops.metrics import CONTENT_TYPE
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Reader

PATIENCE = 2.0  # seconds for the database to answer


@get("/healthz", tags=["operations"], responses=problems(), operation_id="health")
async def healthz() -> schemas.Health:
    """The process answers."""
    return schemas.Health(ok=True, version=__version__)


NOT_READY = ResponseSpec(schemas.Readiness, description="Not yet; `missing` tells what", generate_examples=False)


@get("/readyz", tags=["operations"], responses={**problems(), 503: NOT_READY}, operation_id="ready")
async def readyz(services: Here) -> Response[schemas.Readiness]:
    """Whether this server can serve tables: the database answers and takes what is written, and all
    games are compiled.
    """
    try:
        await asyncio.wait_for(services.store.now(), PATIENCE)
        database = services.hub.time.fresh  # the heartbeat writes every second; on a full disk it fails
    except (ElftafelError, TimeoutError):
        database = False
    games = dict(services.hub.warming.ready)
    missing = ([] if database else ["database"]) + [name for name, warm in games.items() if not warm]
    readiness = schemas.Readiness(ready=not missing, database=database, games=games, missing=tuple(missing))
    return Response(readiness, status_code=503 if missing else 200)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], services: Here) -> Response[bytes]:
    """Figures for Prometheus, for those who may read them."""
    settings = services.settings
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    may_read = settings.metrics is Reader.ALL or (settings.metrics is Reader.LOCAL and is_local(request))
    if not may_read and settings.metrics_token:
        may_read = hmac.compare_digest(token.encode(), settings.metrics_token.encode())
    if not may_read:
        raise Refusal("not_allowed", expected="a local address or the token for the metrics")
    depth = services.metrics.queue_depth
    depth.labels("store").set(services.store.waiting)
    depth.labels("bots").set(services.hub.bots.waiting)
    depth.labels("sockets").set(sum(len(socket.queue) for socket in services.hub.sockets))
    return Response(services.metrics.text(), headers={"content-type": CONTENT_TYPE})


HANDLERS = [healthz, readyz, metrics]
