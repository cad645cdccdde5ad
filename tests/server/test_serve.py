"""A real server: it starts, answers, plays over a socket, and stops in good order."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elftafel.errors import BadInput
from elftafel.server.ops.logs import mark
from elftafel.server.protocol.messages import MOST_BYTES, MOST_FRAME
from elftafel.server.serve import bind, shown_address
from elftafel.server.settings import Settings

ELFTAFEL = [sys.executable, "-m", "elftafel"]
TABLE = {"game": "elfer_raus", "seats": 2}


class Process:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], address: str, log: Path) -> None:
        self.process, self.address, self.log = process, address, log

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, list[dict[str, Any]]]:
        """Its exit code and its log."""
        self.process.send_signal(how)
        code = self.process.wait(30)
        return code, [json.loads(line) for line in self.log.read_text().splitlines()]


@contextmanager
def server(folder: Path, *flags: str) -> Iterator[Process]:
    log = folder / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [*ELFTAFEL, "serve", "--port", "0", "--log-format", "json", "--database", str(folder / "a.db"), *flags],
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, log.read_text()
        yield Process(process, found[0], log)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()


def guest(address: str) -> str:
    answer = httpx.post(f"{address}/api/people", json={"name": "Ana"}, timeout=60)
    return str(answer.json()["token"])


def table(address: str, token: str) -> str:
    answer = httpx.post(f"{address}/api/tables", json=TABLE, headers={"authorization": f"Bearer {token}"}, timeout=60)
    return str(answer.json()["id"])


def socket_of(address: str, id: str, **more: Any) -> connect:
    return connect(f"{address.replace('http', 'ws')}/api/tables/{id}/socket", **more)


async def hello(connection: ClientConnection, token: str | None) -> dict[str, Any]:
    await connection.send(json.dumps({"t": "hello", "version": 2, "token": token}))
    while (message := json.loads(await connection.recv()))["t"] == "notice":
        pass
    found: dict[str, Any] = message
    return found


async def closed(connection: ClientConnection) -> int | None:
    """The code with which the server closes."""
    try:
        while True:
            await connection.recv()
    except ConnectionClosed as end:
        return None if end.rcvd is None else end.rcvd.code


def test_it_serves_says_goodbye_and_ends_cleanly(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        assert httpx.get(f"{running.address}/healthz", timeout=60).json()["ok"] is True
        answer = httpx.get(f"{running.address}/api/games", timeout=60)
        assert "server" not in answer.headers, "nobody needs to know what it runs on"
        token = guest(running.address)
        id = table(running.address, token)

        async def scene() -> list[str]:
            async with socket_of(running.address, id) as connection:
                assert (await hello(connection, token))["t"] == "welcome"
                running.process.send_signal(signal.SIGTERM)
                heard = []
                try:
                    while True:
                        heard.append(json.loads(await connection.recv())["t"])
                except ConnectionClosed:
                    return heard

        assert asyncio.run(scene())[-1] == "bye"
        code, lines = running.stop()
    assert code == 0
    assert [line for line in lines if line["level"] in ("error", "critical")] == []
    assert lines[-1]["event"] == "stopped"
    text = json.dumps(lines)
    assert token not in text
    assert id not in text, "whoever has the link may watch: links are not logged"
    routes = {line["route"] for line in lines if line["event"] == "request"}
    assert "/api/people" in routes


def test_a_second_server_on_the_same_file_is_refused_and_ctrl_c_ends_the_first(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        told = subprocess.run(
            [*ELFTAFEL, "serve", "--port", "0", "--database", str(tmp_path / "a.db")],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        code, lines = running.stop(signal.SIGINT)
    assert told.returncode == 2
    assert "another" in told.stderr
    assert "Traceback" not in told.stderr
    assert code == 0
    assert [line for line in lines if line["level"] == "error"] == []


def test_a_port_that_is_taken_is_told_in_words(tmp_path: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        told = subprocess.run(
            [*ELFTAFEL, "serve", "--port", str(port), "--database", str(tmp_path / "a.db")],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert told.returncode == 2
    assert (
        told.stderr.strip() == f"elftafel: --port is {port}: another program serves there already; choose another port"
    )


@pytest.mark.parametrize(
    ("host", "words"),
    [("no.such.host.invalid", "no address of this machine"), ("192.0.2.1", "cannot listen there")],
)
def test_a_host_that_cannot_be_had_is_told_in_words(host: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        bind(Settings(host=host, port=0))


def test_all_addresses_of_a_host_get_the_same_port() -> None:
    listeners = bind(Settings(host="localhost", port=0))
    assert len({listener.getsockname()[1] for listener in listeners}) == 1
    assert shown_address(Settings(host="localhost"), listeners).startswith("http://localhost:")
    for listener in listeners:
        listener.close()


def test_sockets_are_plain_small_and_ours(tmp_path: Path) -> None:
    with server(tmp_path, "--most-sockets-per-address", "3") as running:
        token = guest(running.address)
        id = table(running.address, token)

        async def refused(**more: Any) -> tuple[int, str]:
            with pytest.raises(InvalidStatus) as told:
                async with socket_of(running.address, id, **more):
                    pass
            response = told.value.response
            return response.status_code, json.loads(response.body)["error"]

        async def scene() -> None:
            for foreign in ("http://evil.example", "null"):
                assert await refused(origin=foreign) == (403, "foreign_origin")
            cookie = {"cookie": f"elftafel={token}"}
            async with socket_of(running.address, id, origin=running.address, additional_headers=cookie) as own:
                assert own.response is not None
                assert "Sec-WebSocket-Extensions" not in own.response.headers, "no compression"
                assert (await hello(own, None))["seat"] == 0, "known by the cookie"
            async with socket_of(running.address, id, additional_headers={"authorization": f"Bearer {token}"}) as own:
                assert (await hello(own, None))["seat"] == 0, "known by the token"
            async with socket_of(running.address, id) as stranger:
                assert (await hello(stranger, None))["seat"] is None
                await stranger.send("x" * (MOST_BYTES + 1))
                while (told := json.loads(await stranger.recv()))["t"] != "refused":
                    pass
                assert told["error"] == "too_long"
                await stranger.send("x" * (MOST_FRAME + 1))
                assert await closed(stranger) == 1009
            async with socket_of(running.address, id) as stranger:
                await hello(stranger, None)
                await stranger.send(b"\xff\xfe", text=True)
                assert await closed(stranger) == 1007
            many = [await socket_of(running.address, id) for _ in range(3)]
            assert await refused() == (503, "too_many_sockets")
            await many.pop().close()
            await asyncio.sleep(0.2)
            async with socket_of(running.address, id) as again:
                assert (await hello(again, None))["t"] == "welcome"
            for connection in many:
                await connection.close()

        asyncio.run(scene())
        host, port = running.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as half:
            half.sendall(b"POST /api/people HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n")
            half.sendall(b"content-length: 20\r\n\r\n{")
            time.sleep(0.2)
        with socket.create_connection((host, int(port))) as noise:
            noise.sendall(b"\x16\x03\x01\x02\x00 not HTTP at all\r\n\r\n")
        assert httpx.get(f"{running.address}/healthz", timeout=60).status_code == 200
        code, lines = running.stop()
    assert code == 0
    assert [line for line in lines if line["level"] in ("error", "critical")] == []


def test_backup_and_restore_while_it_runs(tmp_path: Path) -> None:
    copy, database = tmp_path / "copy.db", ["--database", str(tmp_path / "a.db")]
    with server(tmp_path) as running:
        token = guest(running.address)
        first = table(running.address, token)
        done = subprocess.run([*ELFTAFEL, "backup", str(copy), *database], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        again = subprocess.run([*ELFTAFEL, "backup", str(copy), *database], capture_output=True, text=True, check=False)
        assert again.returncode == 2, "nothing is overwritten unasked"
        second = table(running.address, token)
        back = subprocess.run([*ELFTAFEL, "restore", str(copy), *database], capture_output=True, text=True, check=False)
        assert back.returncode == 0, back.stderr
        assert "kept in" in back.stdout

        def status(id: str) -> int:
            return httpx.get(f"{running.address}/api/tables/{id}", timeout=60).status_code

        until = time.monotonic() + 20
        while status(second) != 404 and time.monotonic() < until:
            time.sleep(0.1)
        assert (status(first), status(second)) == (200, 404)
        checked = subprocess.run([*ELFTAFEL, "doctor", *database], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        code, _ = running.stop()
    assert code == 0


def test_no_secret_reaches_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    code = """
import logging, sys, structlog
from elftafel.server.ops import logs
from elftafel.server.people.accounts import Tokens
from elftafel.server.settings import LogFormat, Settings
logs.set_up(Settings(log_format=LogFormat(sys.argv[1])))
token = Tokens(b'k' * 32).issue('person-1', 1.8e9)
log = structlog.get_logger('test')
log.info('fields', token=token, passphrase='hush', cookie='hush', secret='hush', path=f'/x?{token}')
log.info('address', database='postgresql://ana:hush@db/tafel')
try:
    raise RuntimeError(f"INSERT [SQL: …] [parameters: ('hush', '{token}')]")
except RuntimeError:
    log.exception('failed')
log.error('table cannot be replayed', table='BzK3x-9QaT_w72Lm', problem='no BzK3x-9QaT_w72Lm')
try:
    raise KeyError('qWeRtYuIoPaSdFgH')
except KeyError:
    log.exception('bot', table='qWeRtYuIoPaSdFgH', node='presence_changed', kind='ConnectionClosed')
logging.getLogger('uvicorn.error').warning('to postgresql://ana:hush@db/tafel with %s', token)
logging.getLogger('uvicorn.error').error('Invalid UTF-8 sequence received from client.')
logging.getLogger('uvicorn.access').info('/api?hush')
"""
    for form in ("json", "text"):
        told = subprocess.run([sys.executable, "-c", code, form], capture_output=True, text=True, check=True).stderr
        assert "hush" not in told
        assert "person-1" not in told
        assert "UTF-8" not in told
        assert "RuntimeError" in told
        for id in ("BzK3x-9QaT_w72Lm", "qWeRtYuIoPaSdFgH"):
            assert id not in told, "whoever has a table's id may watch it"
            assert told.count(mark(id)) == 2, "but lines about the same table can be found"
        assert "presence_changed" in told
        assert "ConnectionClosed" in told
        if form == "json":
            assert [json.loads(line)["event"] for line in told.splitlines()][:2] == ["fields", "address"]


def test_help_and_environment_reach_the_server(tmp_path: Path) -> None:
    environment = {**os.environ, "ELFTAFEL_PORT": "not a port"}
    told = subprocess.run(
        [*ELFTAFEL, "serve"], capture_output=True, text=True, check=False, timeout=120, env=environment
    )
    assert told.returncode == 2
    assert "ELFTAFEL_PORT is 'not a port': a whole number from 0 to 65535" in told.stderr
    assert Settings().port == 1111
