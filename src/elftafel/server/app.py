"""The app: handlers, errors, the OpenAPI document, start and stop, wrapped by the guard."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any

import msgspec
import structlog
from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException

from elftafel.server.http import api, assets, decoding, health, openapi, pages
from elftafel.server.http.context import Services
from elftafel.server.http.errors import HttpProblem, from_error
from elftafel.server.http.guard import MOST_BODY, Guard
from elftafel.server.live.tasks import Tasks
from elftafel.server.node.node import Node
from elftafel.server.ops.metrics import Metrics, watch_loop
from elftafel.server.people.accounts import People
from elftafel.server.settings import Settings
from elftafel.server.store import Store

log = structlog.get_logger("elftafel.app")

PATIENCE = 10  # seconds for a body to come
LEFT = "client disconnected prematurely"  # Litestar's word for a client that goes away in the middle of a body
KEYS = {
    400: "bad_request",
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "bad_method",
    413: "too_large",
    415: "not_json",
}


class StrictRequest(Request[Any, Any, Any]):
    """Reads bodies exactly: no number from text, no unknown field, and a problem that names the field."""

    async def body(self) -> bytes:
        """The body, if it comes in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await super().body()
        except TimeoutError:
            raise HttpProblem(408, "too_slow", "body", f"a body within {PATIENCE} seconds") from None

    async def json(self) -> Any:
        """The body as the type that the handler asks for."""
        wanted = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        return decoding.read(await self.body(), wanted)


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Any exception as JSON. What nobody expected is logged whole, and answered without a word about it."""
    problem = from_error(error)
    if problem is None and isinstance(error, ValidationException):
        told: Any = error.extra or [{}]
        extra = told[0]
        problem = HttpProblem(400, "bad_field", extra.get("key", "body"), decoding.said_by(extra.get("message", ""))[1])
    if problem is None and isinstance(error, HTTPException) and error.status_code < 500:
        allowed = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
        status = error.status_code
        problem = HttpProblem(status, KEYS.get(status, "bad_request"), headers=allowed)
    if problem is None and isinstance(error, HTTPException) and error.detail == LEFT:
        problem = HttpProblem(400, "bad_request", "body")
    if problem is None:
        log.error("unexpected", exc_info=error)
        request.app.state.metrics.failures.labels("http").inc()
        problem = HttpProblem(500, "unexpected")
    return Response(
        msgspec.json.encode(problem.problem),
        status_code=problem.status,
        headers=problem.headers,
        media_type="application/json",
    )


class App:
    """An app with what it is made of. Call it as ASGI; it starts and stops with ASGI's lifespan."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        node: Node,
        people: People,
        metrics: Metrics,
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self.node = node
        self.services = Services(settings, store, node.hub, people, metrics)
        self.litestar = Litestar(
            route_handlers=[
                api.PeopleController,
                api.TablesController,
                api.table_socket,
                *health.HANDLERS,
                *pages.HANDLERS,
                *assets.HANDLERS,
            ],
            dependencies={"services": Provide(self._services, sync_to_thread=False)},
            exception_handlers={Exception: answer_problem, HTTPException: answer_problem},
            lifespan=[self._life],
            logging_config=None,
            openapi_config=openapi.configuration(),
            request_class=StrictRequest,
            request_max_body_size=MOST_BODY,
            debug=False,
        )
        self.litestar.state.metrics = metrics
        self.litestar.state.document = cache(partial(openapi.document, self.litestar))
        self.asgi = Guard(self.litestar, settings, metrics, openapi.methods_of(self.litestar))

    def _services(self) -> Services:
        return self.services

    @asynccontextmanager
    async def _life(self, app: Litestar) -> AsyncIterator[None]:
        async with self.node.running(), Tasks("app", self.metrics) as tasks:
            tasks.start(watch_loop(self.metrics))
            try:
                yield
            finally:
                await self.stop()

    async def stop(self) -> None:
        """Stop the node, within the time that the settings allow; only the first call does anything."""
        try:
            await asyncio.wait_for(self.node.stop(), self.settings.stop_within)
        except TimeoutError:
            log.warning("stopping takes too long", seconds=self.settings.stop_within)
