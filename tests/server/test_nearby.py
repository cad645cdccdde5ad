"""People in this room: 127.0.0.2 stands for the local network."""

import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from elftafel.errors import BadInput
from elftafel.server import settings
from elftafel.server.http import nearby
from tests.server.apps import served

pytest_plugins = ["tests.server.databases"]
ROOM = "127.0.0.2"


@pytest.fixture
def here(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    """A browser at the machine itself."""
    monkeypatch.setattr(nearby, "find_address", lambda: ROOM)
    with served(sqlite_url) as address, httpx.Client(base_url=address, headers={"origin": address}) as client:
        yield client


def test_the_room_is_opened_seen_and_closed_at_the_machine(here: httpx.Client) -> None:
    assert here.get("/api/visitor").json() == {"person": None, "at_machine": True}
    assert here.get("/api/nearby").json() == {"address": None, "reached": False}
    opened = here.post("/api/nearby").json()
    address = opened["address"]
    assert urlsplit(address).hostname == ROOM
    assert here.post("/api/nearby").json() == opened, "once is enough"
    with httpx.Client(base_url=address) as phone:
        assert phone.get("/api/visitor").json() == {"person": None, "at_machine": False}
        for method in ("GET", "POST", "DELETE"):
            assert phone.request(method, "/api/nearby", headers={"origin": address}).status_code == 403
        assert here.get("/api/nearby").json() == {"address": address, "reached": True}
        assert here.delete("/api/nearby").json()["address"] is None
        with pytest.raises(httpx.TransportError):
            phone.get("/healthz")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((ROOM, urlsplit(address).port or 0), timeout=2)
    assert here.get("/healthz").status_code == 200
    assert here.post("/api/nearby").status_code == 200, "and again"


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-for": "127.0.0.1"},
        {"via": "1.1 somewhere"},
        {"host": "tafel.example", "origin": "http://tafel.example"},
        {"host": "rebound.example.org", "origin": "http://rebound.example.org"},
        {"host": "127.0.0.1.example", "origin": "http://127.0.0.1.example"},
        {"origin": "http://evil.example"},
    ],
)
def test_nobody_else_opens_it(here: httpx.Client, headers: dict[str, str]) -> None:
    assert here.post("/api/nearby", headers=headers).status_code == 403
    assert here.get("/api/nearby").json()["address"] is None


@pytest.mark.parametrize("more", [{"public": "http://tafel.example"}, {"proxy": "192.0.2.1"}])
def test_a_server_for_others_does_not_offer_it(sqlite_url: str, more: dict[str, Any]) -> None:
    with served(sqlite_url, **more) as address:
        answer = httpx.get(f"{address}/api/visitor")
        assert answer.status_code != 200 or answer.json()["at_machine"] is False
        assert httpx.post(f"{address}/api/nearby").status_code == 403
    with pytest.raises(BadInput, match="lan"):
        settings.read({"lan": True, **more}, {})


def test_without_a_network_it_says_so(here: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearby, "find_address", lambda: None)
    answer = here.post("/api/nearby")
    assert (answer.status_code, answer.json()["error"]) == (409, "no_local_network")


@pytest.mark.parametrize(
    ("own", "found"), [("192.168.1.7", "192.168.1.7"), ("127.0.0.1", None), ("0.0.0.0", None), ("8.8.8.8", None)]
)
def test_only_a_private_address_is_ever_shown(monkeypatch: pytest.MonkeyPatch, own: str, found: str | None) -> None:
    class Way:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> "Way":
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: object) -> None: ...
        def getsockname(self) -> tuple[str, int]:
            return own, 4711

    monkeypatch.setattr(socket, "socket", Way)
    assert nearby.find_address() == found
