"""The outermost door: where a request comes from, whether its page may act, how often, and what
every answer carries.

Plain ASGI around the app, so that no answer leaves without it, not even that for a path that does
not exist.
"""

import asyncio
import ipaddress
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import structlog
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from elftafel.server.http.errors import ProblemAnswer, answer_to
from elftafel.server.ops.metrics import Metrics
from elftafel.server.people.accounts import COOKIE
from elftafel.server.people.limits import Buckets, Count, address_key
from elftafel.server.refusal import Refusal, TooOften
from elftafel.server.settings import Settings

log = structlog.get_logger("elftafel.http")

Scope = Any  # a mapping; Litestar has types of its own for it
Message = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Connection = ASGIConnection[Any, Any, Any, Any]

MOST_BODY = 16_384  # bytes
LARGER = {"/api/replay": 500_000}  # a whole match; a long one of twenty rounds has some 100,000
BURST = 4  # seconds of requests that may come at once
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
METHODS = {*SAFE, "POST", "PUT", "PATCH", "DELETE", "CONNECT", "QUERY"}
PROBES = {"/healthz", "/readyz", "/metrics"}
YEAR = 31_536_000

LOCAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
POLICY = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; "
    "img-src 'self' data:"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
OWN_WINDOW = {"cross-origin-opener-policy": "same-origin"}  # browsers complain about it on plain http
STRICT_TRANSPORT = {"strict-transport-security": f"max-age={YEAR}"}
NOT_KEPT = {"cache-control": "no-store"}
NOT_REGISTERED = (
    "corp",
    "example",
    "home",
    "home.arpa",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "private",
    "test",
)
"""Ends of names that nobody can register on the internet."""

KNOWN = "elftafel_known_host"  # in the scope's state: the request names this server by one of its own names
PEER = "elftafel_peer"  # in the scope's state: who connected to us, be it a person or a proxy
TO_SET = "elftafel_cookie"  # in the scope's state: the token that the answer puts into the cookie


class Guard:
    """Wraps the app."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, allowed: dict[str, str]) -> None:
        self.app = app
        self.metrics = metrics
        self.allowed = allowed  # methods by route
        self.origins = settings.origins
        self.names = own_names(settings)
        self.proxied = ProxyHeadersMiddleware(self._pass, [str(network) for network in trusted(settings.proxies)])
        self.sockets = Count(settings.most_sockets, settings.most_sockets_per_address)
        self.rates = Buckets(settings.requests_per_second, settings.requests_per_second * BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {})[PEER] = scope.get("client")
        await self.proxied(scope, receive, send)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request or socket with the address and scheme that a trusted proxy tells, if it came by
        one.
        """
        if not is_address(address_of(scope)):  # a proxy may write "unknown", which uvicorn takes for an address
            scope["client"] = scope["state"][PEER]
        scope["state"][KNOWN] = self._is_known(name_in(Connection(scope).headers.get("host", "")))
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = address_key(address_of(scope))
        try:
            self._check_rate(scope)
            check_host(scope)
            self._check_origin(Connection(scope))
            if not self.sockets.enter(key):
                raise Refusal("too_many_sockets", retry_after=10)
        except Refusal as refusal:
            await refuse_socket(scope, receive, send, answer_to(refusal))
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets.leave(key)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status: int | None = None
        method = scope["method"]

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status, scope["method"] = message["status"], method
                self._add_headers(scope, MutableScopeHeaders.from_message(message))
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        try:
            self._check(Request(scope))
        except Refusal as refusal:
            await answer(with_headers, answer_to(refusal))
        else:
            if method == "HEAD":  # answered like GET, without the body
                scope["method"] = "GET"
            try:
                await self.app(scope, receive, with_headers)
            except asyncio.CancelledError:  # the server stops and cannot wait for this one
                if status is not None:
                    raise
                await answer(with_headers, answer_to(Refusal("stopping", retry_after=5)))
        finally:
            self._note(scope, status or 500, time.perf_counter() - began)

    def _add_headers(self, scope: Scope, headers: MutableScopeHeaders) -> None:
        """Complete the headers of an answer; those that it brings already stay."""
        if scope["method"] == "OPTIONS" and scope.get("path_template") in self.allowed:
            headers["allow"] = self.allowed[scope["path_template"]]
        present = {name.lower() for name in headers}
        more = {
            **HEADERS,
            **(OWN_WINDOW if self._is_trustworthy(scope) else {}),
            **(STRICT_TRANSPORT if scope["scheme"] == "https" else {}),
            **({} if scope["path"].endswith(".css") else NOT_KEPT),
        }
        for name, value in more.items():
            if name not in present:
                headers.add(name, value)
        if TO_SET in scope["state"]:
            headers.add("set-cookie", cookie(scope["state"][TO_SET], scope["scheme"]))

    def _is_trustworthy(self, scope: Scope) -> bool:
        """True if browsers trust the way to us: https, or none at all on the same machine."""
        if scope["scheme"] == "https" or any(origin.startswith("https") for origin in self.origins):
            return True
        return names_this_machine(Request[Any, Any, Any](scope).headers.get("host", ""))

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Log and measure, by the route: paths have ids of tables in them."""
        route = str(scope.get("path_template") or "other") if status != 404 else "other"
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        if route not in PROBES:
            level = log.info if status < 500 else log.warning
            level("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))

    def _check(self, request: Request[Any, Any, Any]) -> None:
        path = request.scope["path"]
        if path not in PROBES:
            self._check_rate(request.scope)
            check_host(request.scope)
        if request.method in SAFE:
            return
        self._check_origin(request)
        length = request.headers.get("content-length", "")
        most = LARGER.get(path, MOST_BODY)
        if length.isdigit() and int(length) > most:
            raise Refusal("too_large", "body", f"at most {most} bytes")
        has_body = length not in ("", "0") or "transfer-encoding" in request.headers
        if has_body and request.content_type[0].strip().lower() != "application/json":
            raise Refusal("not_json", "content-type", "application/json")

    def _is_known(self, name: str) -> bool:
        """False for a name that someone else may have pointed at this machine.

        A page of theirs would then be a page of ours for the browser of someone near us.
        """
        return name in self.names or not can_be_registered(name)

    def _check_rate(self, scope: Scope) -> None:
        key, now = address_key(address_of(scope)), time.monotonic()
        if not self.rates.take(key, now):
            raise TooOften(self.rates.wait(key, now))

    def _check_origin(self, connection: Connection) -> None:
        """Only our own pages may act for a person.

        A program has no page, and tells by its token who it is.
        """
        headers = connection.headers
        origin = ", ".join(headers.getall("origin", [])).lower()  # two of them are no address, so they are refused
        if origin:
            asked = host_of("//" + headers.get("host", ""))
            ours = origin in self.origins if self.origins else asked != "" and host_of(origin) == asked
            if not ours:
                raise Refusal("foreign_origin", "origin", "a page of this server")
        elif isinstance(connection, Request) and connection.cookies.get(COOKIE):
            if not headers.get("authorization") and headers.get("sec-fetch-site") != "same-origin":
                raise Refusal("no_origin", "origin", "an Origin header, or the token as bearer token")


def check_host(scope: Scope) -> None:
    """Refuse a request that names this server by a name that it does not know."""
    if not scope["state"][KNOWN]:
        raise Refusal("foreign_origin", "host", "a name of this server: --public tells which it has")


def own_names(settings: Settings) -> frozenset[str]:
    """The names by which people reach this server, as far as it was told."""
    public = (name_in(urlsplit(origin).netloc) for origin in settings.origins)
    return frozenset({settings.host.lower(), socket.gethostname().lower(), *public})


def name_in(host: str) -> str:
    """The name or address in a Host header, without the port; empty if there is none."""
    try:
        return urlsplit(f"//{host.lower()}").hostname or ""
    except ValueError:
        return ""


def can_be_registered(name: str) -> bool:
    """True for a name that anybody could own on the internet, and let mean any address."""
    name = name.rstrip(".")
    return "." in name and not is_address(name) and not name.endswith(tuple(f".{end}" for end in NOT_REGISTERED))


def trusted(proxies: tuple[Network, ...]) -> list[Network]:
    """Networks of proxies, and how a socket that listens on IPv6 names addresses of IPv4 in them."""
    mapped = [f"::ffff:{net.network_address}/{96 + net.prefixlen}" for net in proxies if net.version == 4]
    return [*proxies, *map(ipaddress.ip_network, mapped)]


def host_of(address: str) -> str:
    """Host and port of an address, without the usual ports; empty if it has none."""
    try:
        parsed = urlsplit(address.lower())
        port = parsed.port
    except ValueError:
        return ""
    return (parsed.hostname or "") + ("" if port in (None, 80, 443) else f":{port}")


def names_this_machine(host: str) -> bool:
    """True if a Host header names the machine itself: a name that nobody can give to another."""
    try:
        name = urlsplit("//" + host).hostname or ""
    except ValueError:
        return False
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def is_address(text: str) -> bool:
    """True if this is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def address_of(scope: Scope) -> str:
    """Where a connection comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def is_local(connection: Connection) -> bool:
    """True for someone on this machine or in its private network, unless a proxy that we do not
    know is between, or a page that only pretends to be ours.
    """
    scope = connection.scope
    if not scope["state"].get(KNOWN, True):
        return False
    forwarded = "x-forwarded-for" in connection.headers or "forwarded" in connection.headers
    told_by_proxy = scope.get("client") != scope["state"].get(PEER)
    address = address_of(scope)
    if not is_address(address) or (forwarded and not told_by_proxy):
        return False
    parsed = ipaddress.ip_address(address)
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(mapped in network for network in LOCAL)


def cookie(token: str, scheme: str) -> str:
    """The cookie that keeps a token for a year; an empty token takes it away.

    By hand: Litestar writes `SameSite=lax` in small letters, and its cookies belong to a handler's
    response, while this one goes with any answer, also with a refusal.
    """
    secure = "; Secure" if scheme == "https" else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR if token else 0}; HttpOnly; SameSite=Lax{secure}"


def head(problem: ProblemAnswer, length: int) -> list[tuple[bytes, bytes]]:
    """The headers of a problem."""
    headers = {"content-type": "application/json", "content-length": str(length), **problem.headers}
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def answer(send: Send, problem: ProblemAnswer) -> None:
    """Send a problem as the whole answer."""
    body = problem.body
    start = {"type": "http.response.start", "status": problem.status, "headers": head(problem, len(body))}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def refuse_socket(scope: Scope, receive: Receive, send: Send, problem: ProblemAnswer) -> None:
    """Answer a handshake with a problem instead of a socket."""
    await receive()
    body = problem.body
    if "websocket.http.response" in (scope.get("extensions") or {}):
        start = {
            "type": "websocket.http.response.start",
            "status": problem.status,
            "headers": head(problem, len(body)),
        }
        end = {"type": "websocket.http.response.body", "body": body}
        await send(start)
        await send(end)
    else:
        await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.problem.error})
