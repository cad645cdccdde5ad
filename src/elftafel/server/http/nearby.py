"""People in this room: a listener for the local network, opened and closed at the machine itself.

A server that serves this machine alone is out of reach for the phones in the room. Whoever sits at
the machine may let them in. Nobody else may: no one behind a proxy, no one on the network, and no
page from elsewhere whose name was made to mean this machine.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import structlog
from litestar import Request

from elftafel.server.http import schemas
from elftafel.server.http.guard import PEER, address_of, is_address, names_this_machine
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Settings

log = structlog.get_logger("elftafel.nearby")

Req = Request[Any, Any, Any]
PATIENCE = 2.0  # seconds for our own answer at the new address
FARAWAY = ("192.168.255.255", "10.255.255.255", "203.0.113.1")  # to ask which way leads there; nothing is sent
PROXIED = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")


class OpenPort(Protocol):
    """An open listener."""

    def close(self) -> None:
        """Accept nobody any more, and end the connections that came this way."""


Listen = Callable[[socket.socket], Awaitable[OpenPort]]


class LocalDoor:
    """The listener for the local network, if it is open."""

    def __init__(self, settings: Settings) -> None:
        self.listen: Listen | None = None  # how the process listens; without one there is nothing to offer
        self.port = settings.port
        self.address: str | None = None  # that people in the room open
        self.reached = False  # somebody has come by it
        self._serves_here_alone = names_this_machine(settings.host) and not (settings.public or settings.proxy)
        self._listener: OpenPort | None = None
        self._host: str | None = None
        self._lock = asyncio.Lock()

    def may_open(self, request: Req) -> bool:
        """True for whoever sits at this machine, if this is a server for it alone."""
        scope = request.scope
        server = scope.get("server") or ("", 0)
        at_machine = is_loopback(address_of(scope)) and scope["state"].get(PEER) == scope.get("client")
        by_proxy = scope.get("http_version") == "1.0" or any(name in request.headers for name in PROXIED)
        called = request.headers.get("host", "")
        near = self._host is not None and (server[0] == self._host or called.startswith(self._host))
        ready = self.listen is not None and self._serves_here_alone
        return ready and at_machine and not by_proxy and not near and names_this_machine(called)

    def note(self, request: Req) -> None:
        """Remember that somebody came by the address in the room."""
        server = request.scope.get("server") or ("", 0)
        if self._host is not None and server[0] == self._host:
            self.reached = True

    async def open(self) -> str:
        """Listen in the local network; returns the address. Raises Refusal if that is impossible."""
        async with self._lock:
            if self.address is not None:
                return self.address
            host = find_address()
            if host is None or self.listen is None:
                raise Refusal("no_local_network", expected="a wifi or a cable to a local network")
            listener = bound(host, self.port)
            try:
                self._listener = await self.listen(listener)
                port = listener.getsockname()[1]
                await asyncio.wait_for(asyncio.to_thread(knock, host, port), PATIENCE + 1)
            except OSError as error:
                self._close()
                listener.close()
                log.warning("the local network cannot be served", problem=str(error))
                raise Refusal("not_reachable", expected="no firewall between this machine and itself") from None
            self._host, self.reached = host, False
            self.address = f"http://{host}:{port}"
            log.info("serving the local network")
            return self.address

    async def close(self) -> None:
        """Be there for this machine alone again."""
        async with self._lock:
            self._close()

    def _close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        self._listener = self.address = self._host = None

    def state(self) -> schemas.Nearby:
        """What the page shows."""
        return schemas.Nearby(address=self.address, reached=self.reached)


def is_loopback(address: str) -> bool:
    """True for an address of the machine itself."""
    if not is_address(address):
        return False
    parsed = ipaddress.ip_address(address)
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback


def find_address() -> str | None:
    """This machine's address in its local network; never one that the whole internet can reach."""
    found = []
    for target in FARAWAY:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((target, 9))  # chooses the way, and sends nothing
            except OSError:
                continue
            found.append(way.getsockname()[0])
    for address in found:
        parsed = ipaddress.IPv4Address(address)
        if parsed.is_private and not parsed.is_loopback and not parsed.is_unspecified:
            return str(address)
    return None


def bound(host: str, port: int) -> socket.socket:
    """A socket for a listener: at the usual port, or at any that is free."""
    for wanted in (port, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.bind((host, wanted))
        except OSError:
            listener.close()
        else:
            return listener
    raise Refusal("not_reachable", expected="an address of this machine")


def knock(host: str, port: int) -> None:
    """Ask for a sign of life at the new address; OSError if none comes."""
    with socket.create_connection((host, port), timeout=PATIENCE) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nhost: {host}:{port}\r\nconnection: close\r\n\r\n".encode())
        if b" 200 " not in line.recv(64):
            raise OSError("no sign of life")
