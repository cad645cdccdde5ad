"""The outermost door: where a request comes from, whether its page may act, how often, and what every answer carries.

Plain ASGI around the app, so that no answer, not even to a path that does not exist, goes round it.
"""

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

import structlog

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
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
PLAIN_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
STRICT_TRANSPORT = (b"strict-transport-security", f"max-age={YEAR}".encode())
BELIEVED = "elftafel_proxy"
TO_SET = "elftafel_cookie"
NOT_KEPT = (b"cache-control", b"no-store")


class Guard:
    """Wraps the app."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, allowed: dict[str, str]) -> None:
        self.app = app
        self.metrics = metrics
        self.allowed = allowed  # methods by route
        self.origins = settings.origins
        self.proxies = settings.proxies
        self.sockets = Count(settings.most_sockets, settings.most_sockets_per_address)
        self.rates = Buckets(settings.requests_per_second, settings.requests_per_second * BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope["headers"])
        scope.setdefault("state", {})
        self._believe_proxy(scope, headers)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, headers)
        else:
            await self._request(scope, receive, send, headers)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, headers: "Headers") -> None:
        key = address_key(address_of(scope))
        try:
            self._check_rate(scope)
            self._check_origin(scope, headers)
            if not self.sockets.enter(key):
                raise Refusal("too_many_sockets", retry_after=10)
        except Refusal as refusal:
            await refuse_socket(scope, receive, send, answer_to(refusal))
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets.leave(key)

    async def _request(self, scope: Scope, receive: Receive, send: Send, headers: "Headers") -> None:
        began = time.perf_counter()
        status: int | None = None
        more = [*PLAIN_HEADERS, STRICT_TRANSPORT] if scope["scheme"] == "https" else PLAIN_HEADERS
        if not scope["path"].endswith(".css"):
            more = [*more, NOT_KEPT]

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if scope["method"] == "OPTIONS" and scope.get("path_template") in self.allowed:
                    allow = (b"allow", self.allowed[scope["path_template"]].encode())
                    message["headers"] = [pair for pair in message["headers"] if pair[0] != b"allow"] + [allow]
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in given)]
                if TO_SET in scope["state"]:
                    message["headers"].append((b"set-cookie", cookie(scope["state"][TO_SET], scope["scheme"]).encode()))
            await send(message)

        try:
            self._check(scope, headers)
        except Refusal as refusal:
            await answer(with_headers, answer_to(refusal))
        else:
            try:
                await self.app(scope, receive, with_headers)
            except asyncio.CancelledError:  # the server stops and cannot wait for this one
                if status is not None:
                    raise
                await answer(with_headers, answer_to(Refusal("stopping", retry_after=5)))
        finally:
            self._note(scope, status or 500, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Log and measure, by the route: paths have ids of tables in them."""
        route = str(scope.get("path_template") or "other") if status != 404 else "other"
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        if route not in PROBES:
            level = log.info if status < 500 else log.warning
            level("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))

    def _check(self, scope: Scope, headers: "Headers") -> None:
        if scope["path"] not in PROBES:
            self._check_rate(scope)
        if scope["method"] in SAFE:
            return
        self._check_origin(scope, headers)
        length = headers.get("content-length")
        most = LARGER.get(scope["path"], MOST_BODY)
        if length.isdigit() and int(length) > most:
            raise Refusal("too_large", "body", f"at most {most} bytes")
        if (length not in ("", "0") or "transfer-encoding" in headers) and not headers.is_json():
            raise Refusal("not_json", "content-type", "application/json")

    def _check_rate(self, scope: Scope) -> None:
        key, now = address_key(address_of(scope)), time.monotonic()
        if not self.rates.take(key, now):
            raise TooOften(self.rates.wait(key, now))

    def _check_origin(self, scope: Scope, headers: "Headers") -> None:
        """Only our own pages may act for a person. A program has no page, and tells by its token who it is."""
        origin = headers.get("origin").lower()
        if origin:
            asked = host_of("//" + headers.get("host"))
            ours = origin in self.origins if self.origins else asked != "" and host_of(origin) == asked
            if not ours:
                raise Refusal("foreign_origin", "origin", "a page of this server")
        elif scope["type"] == "http" and headers.cookie(COOKIE) and not headers.get("authorization"):
            if headers.get("sec-fetch-site") != "same-origin":
                raise Refusal("no_origin", "origin", "an Origin header, or the token as bearer token")

    def _believe_proxy(self, scope: Scope, headers: "Headers") -> None:
        """Take address and scheme from a proxy that we trust: the last address that is not itself a trusted proxy."""
        if not self.proxies or not self._is_proxy(address_of(scope)):
            return
        for address in reversed([part.strip() for part in headers.get("x-forwarded-for").split(",")]):
            if not is_address(address):
                break
            scope["client"] = (address, 0)
            if not self._is_proxy(address):
                break
        scope["state"][BELIEVED] = True
        if headers.get("x-forwarded-proto").rpartition(",")[2].strip().lower() == "https":
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"

    def _is_proxy(self, address: str) -> bool:
        if not is_address(address):
            return False
        found = ipaddress.ip_address(address)
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self.proxies)


class Headers:
    """The headers of a request; those that come more than once are joined."""

    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._all: dict[str, str] = {}
        for name, value in raw:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            joint = "; " if key == "cookie" else ", "
            self._all[key] = self._all[key] + joint + text if key in self._all else text

    def __contains__(self, name: str) -> bool:
        return name in self._all

    def get(self, name: str) -> str:
        """A header, or nothing."""
        return self._all.get(name, "")

    def cookie(self, name: str) -> str:
        """A cookie, or nothing."""
        for part in self.get("cookie").split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value.strip('"')
        return ""

    def is_json(self) -> bool:
        """Whether the body is said to be JSON."""
        kind = self.get("content-type").partition(";")[0].strip().lower()
        return kind == "application/json"


def host_of(address: str) -> str:
    """Host and port of an address, without the usual ports; empty if it has none."""
    try:
        found = urlsplit(address.lower())
        port = found.port
    except ValueError:
        return ""
    return (found.hostname or "") + ("" if port in (None, 80, 443) else f":{port}")


def is_address(text: str) -> bool:
    """Whether this is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def address_of(scope: Scope) -> str:
    """Where a connection comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def is_local(scope: Scope) -> bool:
    """Whether someone is on this machine or in its private network, and not behind a proxy that we do not know."""
    headers = Headers(scope["headers"])
    forwarded = "x-forwarded-for" in headers or "forwarded" in headers
    address = address_of(scope)
    if not is_address(address) or (forwarded and not scope["state"].get(BELIEVED)):
        return False
    found = ipaddress.ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None) or found
    return any(mapped in network for network in LOCAL)


def cookie(token: str, scheme: str) -> str:
    """The cookie that keeps a token for a year; an empty token takes it away."""
    secure = "; Secure" if scheme == "https" else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR if token else 0}; HttpOnly; SameSite=Lax{secure}"


def head(problem: ProblemAnswer, length: int) -> list[tuple[bytes, bytes]]:
    """The headers of a problem."""
    found = {"content-type": "application/json", "content-length": str(length), **problem.headers}
    return [(name.encode(), value.encode()) for name, value in found.items()]


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
