"""Running the server: its sockets, uvicorn, signals, and a graceful stop."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from functools import partial
from typing import Any

import structlog
import uvicorn

from elftafel.errors import BadInput
from elftafel.server.app import App
from elftafel.server.live.tasks import Tasks
from elftafel.server.node import pace
from elftafel.server.node.node import Node
from elftafel.server.ops import garbage, logs
from elftafel.server.ops.metrics import Metrics
from elftafel.server.people.accounts import Accounts
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Settings
from elftafel.server.store import Store
from elftafel.server.wire.connections import (
    MOST_REQUESTS,
    REQUEST_SECONDS,
    Limits,
    PlainConnection,
)
from elftafel.server.wire.table_socket import TableSocket

log = structlog.get_logger("elftafel.serve")

BACKLOG = 2048  # connections that wait to be accepted
FILES = 65_536  # open at once, if the system allows it
SWITCH = 0.0005  # seconds for which the event loop may keep the writing thread waiting
LINGER = 1.0  # seconds for threads to end by themselves after a stop
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """uvicorn's server, but tables are stopped before sockets are closed."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing new, stop the tables, then close the connections that are left."""
        for server in self.servers:
            server.close()
        await self.app.stop()
        await super().shutdown(sockets)

    async def listen(self, listener: socket.socket) -> "Extra":
        """Serve at one more socket, until it is closed."""
        loop = asyncio.get_running_loop()
        make: Any = self.config.http_protocol_class
        protocol = partial(
            make,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        server = await loop.create_server(protocol, sock=listener, backlog=self.config.backlog)
        self.servers.append(server)
        return Extra(self, server, listener.getsockname())

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals ask for a stop; unlike uvicorn, do not raise them again at the end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class Extra:
    """A listener that was opened while the server ran."""

    def __init__(self, server: Server, listener: asyncio.AbstractServer, address: tuple[str, int]) -> None:
        self.server = server
        self.listener = listener
        self.address = address

    def close(self) -> None:
        """Accept nobody any more, and end the connections that came this way."""
        if self.listener in self.server.servers:
            self.server.servers.remove(self.listener)
        self.listener.close()
        for connection in tuple(self.server.server_state.connections):
            transport = connection.transport
            if tuple(transport.get_extra_info("sockname") or ()) == self.address:
                transport.close()


def run(settings: Settings) -> None:
    """`elftafel serve`: serves until a signal comes. Raises BadInput if it cannot listen."""
    logs.set_up(settings)
    allow_many_files()
    sys.setswitchinterval(SWITCH)
    sockets = bind(settings)
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(serve(settings, sockets))
    finally:
        for listener in sockets:
            listener.close()


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's event loop, a third cheaper for each message; asyncio's own on Windows."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.new_event_loop()
    return new_event_loop()


async def serve(settings: Settings, sockets: list[socket.socket]) -> None:
    """Open the store, serve until asked to stop, and close everything."""
    store = await Store.open(settings.database, settings.node)
    try:
        metrics = Metrics()
        node = Node(store, settings, metrics, pace.read())
        app = App(settings, store, node, await Accounts.open(store, settings), metrics)
        server = Server(configuration(app, settings), app)
        offer_nearby(server, sockets)
        async with Tasks("process", metrics) as tasks:
            tasks.start(announce(server, settings, sockets))
            tasks.start(garbage.collect(lambda: node.hub.tables.last_change))
            await server.serve(sockets)
    finally:
        await store.close()
    log.info("stopped", node=settings.node)
    do_not_linger()


def allow_many_files() -> None:
    """Raise the limit of open files, of which every socket is one, as far as we may."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and (hard == resource.RLIM_INFINITY or soft < hard):
            wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def do_not_linger() -> None:
    """End the process soon, even if a thread still waits for a compiler; all is written by now."""
    timer = threading.Timer(LINGER, os._exit, (0,))
    timer.daemon = True
    timer.start()


def configuration(app: App, settings: Settings) -> uvicorn.Config:
    """uvicorn's settings: small messages, no compression, no WebSocket pings besides ours."""
    limits = Limits(settings, app.metrics)
    return uvicorn.Config(
        app.asgi,
        loop="none",
        http=partial(PlainConnection, limits=limits),  # type: ignore[arg-type]
        ws=partial(TableSocket, limits=limits),  # type: ignore[arg-type]
        ws_max_size=messages.MOST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_ping_timeout=None,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        limit_concurrency=settings.most_sockets + MOST_REQUESTS,
        timeout_keep_alive=REQUEST_SECONDS,
        timeout_graceful_shutdown=settings.stop_within,
        h11_max_incomplete_event_size=32_768,
    )


async def announce(server: Server, settings: Settings, sockets: list[socket.socket]) -> None:
    """Print the server's address once it serves, and open a browser there if asked to."""
    while not server.started:
        if server.should_exit:
            return
        await asyncio.sleep(0.02)
    address = shown_address(settings, sockets)
    print(f"Elftafel serves at {address}", flush=True)
    log.info("serving", address=address, node=settings.node, database=settings.database_shown)
    if settings.lan:
        await invite(server)
    if settings.open and has_browser():
        await asyncio.to_thread(webbrowser.open, address)


def offer_nearby(server: Server, sockets: list[socket.socket]) -> None:
    """Let whoever sits at this machine open a listener for the local network."""
    nearby = server.app.services.nearby
    nearby.listen, nearby.port = server.listen, sockets[0].getsockname()[1]


async def invite(server: Server) -> None:
    """`--lan`: open the local network, and print address and QR code large."""
    import segno

    try:
        address = await server.app.services.nearby.open()
    except Refusal as refusal:
        print(f"People in this room cannot get in: {refusal.key} ({refusal.expected})", flush=True)
        return
    print(f"People in this room open {address}\n", flush=True)
    segno.make(address, error="m").terminal(out=sys.stdout, compact=True)
    print("\nIf a phone cannot get in: is it on the same wifi (not the guests')? Does the firewall here allow it?")
    sys.stdout.flush()


def shown_address(settings: Settings, sockets: list[socket.socket]) -> str:
    """The address that a person can type: the public one if it is set, else this machine's."""
    if settings.origins:
        return min(settings.origins, key=lambda origin: (not origin.startswith("https"), origin))
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    return f"http://{host}:{sockets[0].getsockname()[1]}"


def has_browser() -> bool:
    """True if this machine has a screen for a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def bind(settings: Settings) -> list[socket.socket]:
    """Sockets that listen at all addresses of the host. Raises BadInput if that is impossible."""
    try:
        addresses = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_NUMERICSERV
        )
    except OSError as error:
        raise BadInput("--host", settings.host, f"no address of this machine: {error.strerror}") from None
    sockets: list[socket.socket] = []
    port = settings.port
    for family, kind, protocol, _, address in dict.fromkeys(addresses):
        try:
            listener = socket.socket(family, kind, protocol)
            sockets.append(listener)
            if os.name != "nt":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind((address[0], port, *address[2:]))
            listener.listen(BACKLOG)
            port = listener.getsockname()[1]
        except OSError as error:
            for other in sockets:
                other.close()
            raise refused(settings, error) from None
    return sockets


def refused(settings: Settings, error: OSError) -> BadInput:
    """Why a socket cannot listen, in words."""
    if error.errno == errno.EADDRINUSE:
        return BadInput("--port", settings.port, "another program serves there already; choose another port")
    if error.errno in (errno.EACCES, errno.EPERM):
        return BadInput("--port", settings.port, "not allowed for this user; choose one above 1023")
    return BadInput("--host", settings.host, f"cannot listen there: {error.strerror}")
