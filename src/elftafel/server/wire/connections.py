"""uvicorn's connections with limits: HTTP in time, and no flood of frames.

A plain connection is one that is no WebSocket (yet). One address may have so many of them, and
every request on them must come, and its answer be taken, in time.
"""

import asyncio
import ipaddress
import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.protocol import State

from elftafel.server.http.errors import answer_to
from elftafel.server.http.guard import trusted
from elftafel.server.ops.metrics import Metrics
from elftafel.server.people.limits import Count, address_key
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Settings
from elftafel.server.wire.frames import FrameLimit

MOST_REQUESTS = 1000  # plain connections in all, besides as many as there may be sockets
REQUEST_SECONDS = 15  # for the head of a request to come, from the connection or the last answer on
TAKE_SECONDS = 30.0  # for a client to take enough of an answer that more can be written
LINGER_SECONDS = 15.0  # for a client to take the rest after we have closed


class Limits:
    """What all connections of a server share."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.plain = Count(settings.most_sockets + MOST_REQUESTS, settings.most_connections_per_address)
        self.messages_per_second = settings.messages_per_second
        self.metrics = metrics
        self._proxies = trusted(settings.proxies)

    def key_of(self, client: tuple[str, int] | None) -> str | None:
        """What a connection counts as; None for a trusted proxy, which speaks for many people."""
        if client is None:
            return "unknown"
        try:
            address = ipaddress.ip_address(client[0].partition("%")[0])
        except ValueError:
            return address_key(client[0])
        return None if any(address in network for network in self._proxies) else address_key(client[0])


class PlainConnection(H11Protocol):
    """HTTP of one connection: so many an address, and every request in time.

    uvicorn's timer for idle connections stops with the first byte of a request. Here it runs from
    the connection or the last answer until the head of the next request is complete.
    """

    def __init__(self, *given: Any, limits: Limits, **named: Any) -> None:
        super().__init__(*given, **named)
        self._limits = limits
        self._counted: str | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection and start waiting for a request, or refuse it."""
        super().connection_made(transport)
        key = self._limits.key_of(self.client)
        if key is not None and not self._limits.plain.enter(key):
            transport.write(TOO_MANY)
            self._close()
            return
        self._counted = key
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def data_received(self, data: bytes) -> None:
        """Read on; the timer stops only when a request's head is complete."""
        self.conn.receive_data(data)
        self.handle_events()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to the WebSocket; from here on the guard counts it."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._leave()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client takes its answer slowly: it has so much time."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It took enough of it."""
        super().resume_writing()
        self._stop_taking()

    def on_response_complete(self) -> None:
        """An answer is written; the client must take the last one in time too."""
        super().on_response_complete()
        if self.transport.is_closing():
            abort_later(self.loop, self.transport)

    def send_400_response(self, msg: str) -> None:
        """That was no HTTP: answer and close."""
        super().send_400_response(msg)
        abort_later(self.loop, self.transport)

    def timeout_keep_alive_handler(self) -> None:
        """No complete request came in time."""
        super().timeout_keep_alive_handler()
        self._close()

    def _close(self) -> None:
        self.transport.close()
        abort_later(self.loop, self.transport)

    def _leave(self) -> None:
        self._stop_taking()
        if self._counted is not None:
            self._limits.plain.leave(self._counted)
            self._counted = None

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


class FrameCountingSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are counted before they are read; a flood ends it."""

    def __init__(self, *given: Any, limits: Limits, **named: Any) -> None:
        super().__init__(*given, **named)
        self._limits = limits
        self._limit = FrameLimit(limits.messages_per_second)

    def data_received(self, data: bytes) -> None:
        """Read on, unless that are too many frames. The handshake comes first, and is no frame."""
        if self.handshake_initiated and not self._limit.read(data, time.monotonic()):
            self._end()
        else:
            super().data_received(data)

    def _end(self) -> None:
        """Close without reading anything of the flood."""
        self._limits.metrics.ended.labels("too_many_frames").inc()
        if self.conn.state is State.CONNECTING:
            self.transport.abort()
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too_many_frames")
        self.handle_parser_exception()
        abort_later(self.loop, self.transport)

    async def run_asgi(self) -> None:
        """Serve the socket; when the app is done with it, do not wait for the client for ever."""
        await super().run_asgi()
        if not self.disconnected:
            abort_later(self.loop, self.transport)


def abort_later(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
    """Give a client some time to take what is written; a closed transport waits for it for ever."""
    loop.call_later(LINGER_SECONDS, transport.abort)


def whole_answer(refusal: Refusal) -> bytes:
    """A whole answer as bytes, for a connection of which no request is read."""
    answer = answer_to(refusal)
    headers = {
        "content-type": "application/json",
        "content-length": str(len(answer.body)),
        "connection": "close",
        **answer.headers,
    }
    lines = [f"HTTP/1.1 {answer.status} Service Unavailable", *(f"{name}: {text}" for name, text in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + answer.body


TOO_MANY = whole_answer(Refusal("too_many_connections", retry_after=REQUEST_SECONDS))
