"""The app: handlers, errors, the OpenAPI document, start and stop, wrapped by the guard."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

import structlog
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException

from elftafel.server.http import api, assets, daily, health, openapi, pages, puzzles, reviews
from elftafel.server.http.context import Services
from elftafel.server.http.guard import MOST_BODY, Guard
from elftafel.server.http.request import StrictRequest
from elftafel.server.live.tasks import Tasks
from elftafel.server.node.node import Node
from elftafel.server.ops.metrics import Metrics, watch_loop
from elftafel.server.people.accounts import Accounts
from elftafel.server.settings import Settings
from elftafel.server.store import Store

log = structlog.get_logger("elftafel.app")


class App:
    """An app with what it is made of. Call it as ASGI; it starts and stops with ASGI's lifespan."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        node: Node,
        people: Accounts,
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
                api.NearbyController,
                reviews.ReviewsController,
                puzzles.PuzzlesController,
                daily.DailyController,
                daily.BoardsController,
                reviews.MistakesController,
                api.table_socket,
                *health.HANDLERS,
                *pages.HANDLERS,
                *assets.HANDLERS,
            ],
            dependencies={"services": Provide(self._services, sync_to_thread=False)},
            exception_handlers={Exception: pages.answer, HTTPException: pages.answer},
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
        """Stop the node within the time that the settings allow; only the first call does it."""
        try:
            await asyncio.wait_for(self.node.stop(), self.settings.stop_within)
        except TimeoutError:
            log.warning("stopping takes too long", seconds=self.settings.stop_within)
