"""The HTTP interface: tables, matches, problems, headers, origins, probes and pages."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from elftafel import fairness, games
from elftafel.cli import main
from elftafel.server.http import assets, pages, request
from elftafel.server.http.guard import HEADERS, MOST_BODY
from elftafel.server.store import StoreError
from elftafel.server.store.writer import GroupFailed, Writer
from elftafel.server.table import entries
from tests.drawings import examples
from tests.rule_ids import ids_of
from tests.server.apps import HOST, running
from tests.server.databases import break_index

pytest_plugins = ["tests.server.databases"]

TABLE = {"game": "elfer_raus", "seats": 3}


def told(answer: httpx.Response) -> tuple[int, str]:
    """Status and key of a problem, which has always the same shape."""
    body = answer.json()
    assert set(body) == {"error", "field", "expected", "rule"}
    assert answer.headers["content-type"] == "application/json"
    return answer.status_code, body["error"]


# Tables.


def test_a_table_is_opened_found_and_listed(database_url: str) -> None:
    async def scene() -> None:
        async with running(database_url) as app:
            guest = await app.guest("Ana")
            answer = await guest.post("/api/tables", json={**TABLE, "public": True, "clock": {"clock": "decision"}})
            assert answer.status_code == 201, answer.text
            table = answer.json()
            assert table["settings"]["clock"] == {"clock": "decision", "seconds": 60}
            assert [chair["name"] for chair in table["chairs"]] == ["Ana", None, None]
            assert len(table["commitment"]) == 64
            assert "secret" not in answer.text
            nobody = app.client()
            assert (await nobody.get(f"/api/tables/{table['id']}")).json() == table
            assert (await nobody.get(f"/api/codes/{table['code'].lower()}")).json() == table
            lists = (await nobody.get("/api/tables")).json()
            assert [line["id"] for line in lists["joinable"]] == [table["id"]]
            assert lists["joinable"][0]["seats"][0] == {"name": "Ana", "bot": None}
            assert lists["watchable"] == []
            mine = (await guest.get("/api/tables/mine")).json()["tables"]
            assert [line["id"] for line in mine] == [table["id"]]
            hidden = (await guest.post("/api/tables", json=TABLE)).json()
            lists = (await nobody.get("/api/tables")).json()
            assert hidden["id"] not in str(lists), "by link or code only"

    asyncio.run(scene())


def test_the_same_key_gives_the_same_table(database_url: str) -> None:
    async def scene() -> None:
        async with running(database_url) as app:
            guest, other = await app.guest("Ana"), await app.guest("Bo")
            key = {"idempotency-key": "once-1"}
            first = await guest.post("/api/tables", json=TABLE, headers=key)
            again = await guest.post("/api/tables", json=TABLE, headers=key)
            assert first.json() == again.json()
            assert (await guest.post("/api/tables", json=TABLE)).json()["id"] != first.json()["id"]
            assert (await other.post("/api/tables", json=TABLE, headers=key)).json()["id"] != first.json()["id"]

    asyncio.run(scene())


def test_a_finished_match_is_shown_whole_and_counted(database_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(database_url) as app:
            guest = await app.guest("Cy")
            open_id = (await guest.post("/api/tables", json=TABLE)).json()["id"]
            assert told(await guest.get(f"/api/tables/{open_id}/match")) == (409, "not_over")
            id, guests = await app.played()
            answer = await app.client().get(f"/api/tables/{id}/match")
            assert answer.status_code == 200
            record = fairness.read_record(answer.content)
            assert fairness.verify_record(record).over
            (tmp_path / "match.json").write_bytes(answer.content)
            history = (await guests[0].get("/api/people/me/history")).json()
            assert [line["table"] for line in history["matches"]] == [id]
            assert history["before"] is None
            older = await guests[0].get(
                "/api/people/me/history", params={"before": f"{history['matches'][0]['at']}_{id}"}
            )
            assert older.json()["matches"] == []
            statistics = (await guests[1].get("/api/people/me/statistics")).json()
            assert [(line["game"], line["pool"], line["matches"]) for line in statistics["games"]] == [
                ("elfer_raus", "people", 1)
            ]
            assert statistics["ratings"][0]["matches"] == 1
            me = (await guests[1].get("/api/people/me")).json()
            assert me["ratings"] == statistics["ratings"]

    asyncio.run(scene())
    checked = elftafel("verify", str(tmp_path / "match.json"))
    assert checked.returncode == 0, checked.stderr
    assert "Right by the rules" in checked.stdout
    assert "Fairly shuffled" in checked.stdout
    record = msgspec.json.decode((tmp_path / "match.json").read_bytes())
    record["fairness"]["nonces"][0] = "00" * 16
    (tmp_path / "match.json").write_bytes(msgspec.json.encode(record))
    refused = elftafel("verify", str(tmp_path / "match.json"))
    assert refused.returncode == 2
    assert "seed" in refused.stderr


def elftafel(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "elftafel", *arguments], capture_output=True, text=True, check=False, timeout=300
    )


def test_the_doctor_replays_every_table_and_finds_what_was_changed(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scene() -> str:
        async with running(sqlite_url) as app:
            await (await app.guest()).post("/api/tables", json=TABLE)
            return (await app.played())[0]

    id = asyncio.run(scene())
    assert main(["doctor", "--database", sqlite_url]) == 0
    assert "2 tables replayed: 1 finished matches are right, 0 tables have a problem" in capsys.readouterr().out
    copy = tmp_path / "copy.db"

    def told_after(statement: str, *values: object) -> str:
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as whole:
            whole.execute("VACUUM INTO ?", (str(copy),))
        with closing(sqlite3.connect(copy)) as changed:
            changed.execute(statement, values)
            changed.commit()
        assert main(["doctor", "--database", str(copy)]) == 1
        out = capsys.readouterr().out
        assert "1 tables have a problem" in out
        assert out.startswith(f"{id}: ")
        return out

    def told_of_damage() -> str:
        assert main(["doctor", "--database", str(copy)]) == 1
        out = capsys.readouterr().out
        assert out.startswith(f"sqlite:///{copy} is damaged")
        assert f"elftafel restore BACKUP --database sqlite:///{copy}" in out
        return out

    body = "UPDATE entries SET body = ? WHERE number = ? AND table_id = ?"
    version = "UPDATE entries SET body = replace(body, '_version\":', '_version\":9') WHERE number = 1 AND table_id = ?"
    assert "the result was kept as" in told_after("UPDATE results SET points = points + 1 WHERE seat = 0")
    assert "its result was not kept" in told_after("DELETE FROM results")
    assert "entry 5: " in told_after(body, entries.encode(entries.Played(0, 79)), 5, id)
    assert "entry 6 cannot be read" in told_after(body, b'{"entry":"unheard"}', 6, id)
    assert "of the rules" in told_after(version, id)
    told_after("DELETE FROM results")
    os.truncate(copy, copy.stat().st_size - 1)
    assert "cut off, 1 bytes are missing" in told_of_damage()
    copy.unlink()
    shutil.copy(sqlite_url.removeprefix("sqlite:///"), copy)
    break_index(copy)
    assert "missing from index" in told_of_damage()
    assert "entry 8 follows 6" in told_after("DELETE FROM entries WHERE number = 7 AND table_id = ?", id)


def test_asking_again_for_a_table_at_the_limit_gives_the_same_table(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, most_tables_per_person=1) as app:
            guest = await app.guest("Ana")
            key = {"idempotency-key": "once-1"}
            opened = [await guest.post("/api/tables", json=TABLE, headers=key) for _ in range(2)]
            assert [answer.status_code for answer in opened] == [201, 201]
            assert opened[0].json()["id"] == opened[1].json()["id"]
            assert told(await guest.post("/api/tables", json=TABLE)) == (409, "too_many_tables")

    asyncio.run(scene())


def test_a_person_has_so_many_tables_and_opens_so_many_an_hour(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, most_tables_per_person=2, tables_per_hour=4) as app:
            guest, other = await app.guest("Ana"), await app.guest("Bo")
            opened = [await guest.post("/api/tables", json=TABLE) for _ in range(5)]
            assert [answer.status_code for answer in opened] == [201, 201, 409, 409, 429]
            assert told(opened[2]) == (409, "too_many_tables")
            assert told(opened[4]) == (429, "too_often")
            assert int(opened[4].headers["retry-after"]) > 60
            assert (await other.post("/api/tables", json=TABLE)).status_code == 201

    asyncio.run(scene())


def test_codes_cannot_be_tried_out(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            client = app.client("192.0.2.1")
            tries = [(await client.get(f"/api/codes/AAAA{i:02}")).status_code for i in range(40)]
            assert set(tries[:30]) == {404}
            assert tries[-1] == 429

    asyncio.run(scene())


def test_the_games_with_all_that_a_host_can_choose(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            found = (await app.client().get("/api/games")).json()
            assert [game["name"] for game in found["games"]] == list(games.NAMES)
            assert [level["name"] for level in found["levels"]] == ["random", "easy", "casual", "strong", "expert"]
            guest = await app.guest()
            for game in found["games"]:
                assert game["ready"] is False
                for option in game["options"]:
                    assert option["default"] in option["values"]
                    assert option["rule"].startswith(game["rule_prefix"])
                    for value in option["values"]:
                        wish = {"game": game["name"], "seats": 2, "options": {option["name"]: value}}
                        assert (await guest.post("/api/tables", json=wish)).status_code == 201

    asyncio.run(scene())


# Problems.


def test_every_problem_is_json_with_a_key(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            guest, nobody = await app.guest(), app.client()
            assert told(await nobody.get("/nothing")) == (404, "not_found")
            for path in ("/api/openapi", "/api/openapi/", "/api/openapi/openapi.json", "/api/openapi/x", "/schema"):
                assert told(await nobody.get(path)) == (404, "not_found"), path
            assert told(await nobody.get("/api/tables/unheard-of")) == (404, "no_such_table")
            assert told(await nobody.get("/api/tables/unheard-of/match")) == (404, "no_such_table")
            assert told(await nobody.get("/api/codes/ZZZZZZ")) == (404, "no_such_table")
            assert told(await nobody.get("/api/people/unheard-of")) == (404, "no_such_person")
            assert told(await nobody.get("/rules/chess")) == (404, "no_such_game")
            wrong = await nobody.delete("/api/tables")
            assert told(wrong) == (405, "bad_method")
            assert "POST" in wrong.headers["allow"]
            assert told(await nobody.post("/api/tables", json=TABLE)) == (401, "not_signed_in")
            assert told(await nobody.post("/api/people", content=b"{", headers=JSON)) == (400, "bad_json")
            assert told(await nobody.post("/api/people", content=b"\xff\xfe", headers=JSON)) == (400, "bad_json")
            assert told(await nobody.post("/api/people", content=b"[" * 9000, headers=JSON)) == (400, "bad_json")
            assert told(await nobody.post("/api/people", content=b"", headers=JSON)) == (400, "bad_field")
            assert told(await nobody.post("/api/people", data={"name": "Ana"})) == (415, "not_json")
            assert told(await guest.get("/api/tables/..%2f..%2fetc")) == (404, "not_found")
            assert told(await guest.get("/api/people/me/history?before=x")) == (400, "bad_field")
            assert told(await guest.post("/api/tables", json=TABLE, headers={"idempotency-key": "a b"})) == (
                400,
                "bad_field",
            )

    asyncio.run(scene())


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("wish", "status", "field", "rule"),
    [
        ({"seats": "3"}, 400, "seats", None),
        ({"seats": 9}, 400, "seats", None),
        ({"seats": 3.5}, 400, "seats", None),
        ({"public": "yes"}, 400, "public", None),
        ({"extra": 1}, 400, "body", None),
        ({"clock": {"clock": "decision", "seconds": 1}}, 400, "clock.seconds", None),
        ({"clock": {"clock": "sun"}}, 400, "clock.clock", None),
        ({"rounds": 21}, 400, "rounds", None),
        ({"game": "chess"}, 422, "game", None),
        ({"seats": 7}, 422, "players", None),
        ({"options": {"unheard": True}}, 422, "options", None),
        ({"options": {"drop_colour": "red"}}, 422, "drop_colour", "ER-O1"),
    ],
)
def test_a_wrong_field_is_named_with_what_would_be_right(
    wish: dict[str, Any], status: int, field: str, rule: str | None, sqlite_url: str
) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            answer = await (await app.guest()).post("/api/tables", json={**TABLE, **wish})
            assert told(answer) == (status, "bad_field")
            assert (answer.json()["field"], answer.json()["rule"]) == (field, rule)
            assert answer.json()["expected"]

    asyncio.run(scene())


def test_bodies_are_bounded_however_they_come(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            client = app.client()
            large = b'{"name":"' + b"a" * MOST_BODY + b'"}'
            assert told(await client.post("/api/people", content=large, headers=JSON)) == (413, "too_large")

            async def pieces() -> Any:
                for start in range(0, len(large), 1000):
                    yield large[start : start + 1000]

            assert told(await client.post("/api/people", content=pieces(), headers=JSON)) == (413, "too_large")

            async def never() -> Any:
                yield b"{"
                await asyncio.sleep(60)

            monkeypatch.setattr(request, "PATIENCE", 0.05)
            assert told(await client.post("/api/people", content=never(), headers=JSON)) == (408, "too_slow")

    asyncio.run(scene())


def test_what_nobody_expected_is_logged_and_not_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest()

            async def broken(limit: int) -> None:
                raise RuntimeError("a hidden detail")

            monkeypatch.setattr(app.store, "joinable", broken)
            answer = await guest.get("/api/tables")
            assert told(answer) == (500, "unexpected")
            assert "hidden" not in answer.text
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert 'elftafel_failures_total{where="http"} 1.0' in (await app.client().get("/metrics")).text

    asyncio.run(scene())
    assert "a hidden detail" in capsys.readouterr().out


def test_a_database_that_fails_is_no_catastrophe(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from elftafel.server.store import StoreError

    async def scene() -> None:
        async with running(sqlite_url) as app:

            async def broken(*_: object) -> None:
                raise StoreError("disk full")

            monkeypatch.setattr(app.store, "joinable", broken)
            monkeypatch.setattr(app.store, "now", broken)
            answer = await app.client().get("/api/tables")
            assert told(answer) == (503, "try_again")
            assert "retry-after" in answer.headers
            assert "disk" not in answer.text
            ready = await app.client().get("/readyz")
            assert (ready.status_code, ready.json()["database"]) == (503, False)
            assert "database" in ready.json()["missing"]
            assert (await app.client().get("/healthz")).status_code == 200

    asyncio.run(scene())


def test_one_address_asks_so_often(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, requests_per_second=2) as app:
            client = app.client("192.0.2.1")
            answers = [await client.get("/api/games") for _ in range(12)]
            assert [answer.status_code for answer in answers[:8]] == [200] * 8
            assert told(answers[-1]) == (429, "too_often")
            assert (await app.client("192.0.2.2").get("/api/games")).status_code == 200
            assert (await client.get("/healthz")).status_code == 200, "those who watch are not counted"

    asyncio.run(scene())


# Who may act.


def test_only_our_own_pages_may_act_for_a_person(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            browser = app.client()

            async def act(**headers: str) -> int:
                answer = await browser.patch("/api/people/me", json={"name": "Bo"}, headers=headers)
                if answer.status_code == 403:
                    assert told(answer)[1] in ("foreign_origin", "no_origin")
                return answer.status_code

            assert (
                await browser.post("/api/people", json={"name": "x"}, headers={"origin": "http://evil.example"})
            ).status_code == 403
            token = (await browser.post("/api/people", json={"name": "Ana"}, headers={"origin": HOST})).json()["token"]
            assert await act(origin=HOST) == 200
            assert await act(origin=HOST.upper()) == 200
            for foreign in (
                "http://evil.example",
                "null",
                "http://tafel.example:8080",
                "http://tafel.example.evil",
                "x",
                "file://",
            ):
                assert await act(origin=foreign) == 403, foreign
            assert await act() == 403, "a cookie without an origin"
            assert await act(**{"sec-fetch-site": "same-origin"}) == 200
            assert await act(**{"sec-fetch-site": "cross-site"}) == 403
            assert await act(authorization=f"Bearer {token}") == 200
            assert await act(authorization=f"Bearer {token}", origin="http://evil.example") == 403
            assert (await browser.get("/api/people/me", headers={"origin": "http://evil.example"})).status_code == 200
            assert "access-control-allow-origin" not in (await browser.get("/api/people/me")).headers

    asyncio.run(scene())


def test_public_addresses_replace_the_asked_host(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, public="https://cards.example.org") as app:

            async def arrive(origin: str) -> int:
                answer = await app.client(origin=origin).post("/api/people", json={"name": "Ana"})
                return answer.status_code

            assert await arrive("https://cards.example.org") == 201
            assert await arrive("http://cards.example.org") == 403
            assert await arrive(HOST) == 403

    asyncio.run(scene())


def test_a_proxy_is_believed_only_if_it_is_ours(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, proxy="10.0.0.0/8", people_per_hour=2) as app:

            async def arrive(peer: str, said: str, proto: str = "https") -> httpx.Response:
                headers = {"x-forwarded-for": said, "x-forwarded-proto": proto}
                return await app.client(peer).post("/api/people", json={"name": "Ana"}, headers=headers)

            first = await arrive("10.0.0.1", "203.0.113.5")
            assert "Secure" in first.headers["set-cookie"]
            assert first.headers["strict-transport-security"].startswith("max-age=")
            assert (await arrive("10.0.0.1", "203.0.113.5, 10.0.0.2")).status_code == 201
            lies = await arrive("10.0.0.1", "198.51.100.1, 203.0.113.5")
            assert lies.status_code == 429, "what a client wrote itself does not count"
            assert (await arrive("10.0.0.1", "203.0.113.6")).status_code == 201
            stranger = await arrive("192.0.2.1", "203.0.113.7")
            assert "Secure" not in stranger.headers["set-cookie"]
            assert "strict-transport-security" not in stranger.headers
            assert (await arrive("192.0.2.1", "203.0.113.8")).status_code == 201
            assert (await arrive("192.0.2.1", "203.0.113.9")).status_code == 429, "the stranger's own address counts"

    asyncio.run(scene())


def test_every_answer_has_the_headers(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            client = app.client()
            answers = [
                await client.get("/"),
                await client.get("/api"),
                await client.get("/api/tables"),
                await client.get("/nothing"),
                await client.delete("/api/tables"),
                await client.post("/api/people", json={"name": "Ana"}, headers={"origin": "http://evil.example"}),
                await client.post("/api/people", content=b"{", headers=JSON),
                await client.get("/pages.css"),
                await client.request("BREW", "/api"),
            ]
            for answer in answers:
                for name, value in HEADERS.items():
                    assert answer.headers[name] == value
            assert "default-src 'self'" in HEADERS["content-security-policy"]
            assert "frame-ancestors 'none'" in HEADERS["content-security-policy"]
            assert answers[2].headers["cache-control"] == "no-store"
            assert "max-age" in answers[7].headers["cache-control"]

    asyncio.run(scene())


def test_windows_are_kept_apart_where_browsers_trust_the_address(sqlite_url: str) -> None:
    """On plain http a browser ignores this header and complains about it."""

    async def scene() -> None:
        name = "cross-origin-opener-policy"
        async with running(sqlite_url) as app:
            for host in ("localhost:1111", "127.0.0.1:1111", "[::1]:1111"):
                assert (await app.client().get("/", headers={"host": host})).headers[name] == "same-origin", host
            for host in ("192.168.1.7:1111", "tafel.example", "localhost.example", "[", ""):
                assert name not in (await app.client().get("/", headers={"host": host})).headers, host
        async with running(sqlite_url, public="https://tafel.example") as app:
            assert (await app.client().get("/")).headers[name] == "same-origin"

    asyncio.run(scene())


def test_head_is_answered_like_get_without_the_body(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            client = app.client()
            for path in ("/", "/api/games", "/healthz", "/nothing", "/api/people/me"):
                get, head = await client.get(path), await client.head(path)
                assert (head.status_code, head.content) == (get.status_code, b"")
                for name in ("content-type", "content-length"):
                    assert head.headers[name] == get.headers[name]
            assert "HEAD" in (await client.options("/api/tables")).headers["allow"]
            assert told(await client.request("DELETE", "/")) == (405, "bad_method")

    asyncio.run(scene())


# For those who run it.


def test_figures_are_for_local_readers_and_token_holders(sqlite_url: str) -> None:
    async def scene() -> None:
        token = "a long enough token".replace(" ", "-")
        async with running(sqlite_url, metrics_token=token) as app:
            await app.client().get(f"/api/tables/{'x' * 10}")
            answer = await app.client().get("/metrics")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/plain")
            for name in (
                "ack_seconds",
                "commit_seconds",
                "bot_thinking_seconds",
                "loop_lag_seconds",
                "queue_depth",
                "sockets",
                "tables",
                "resyncs_total",
                "messages_sent_total",
                "http_requests_total",
            ):
                assert f"elftafel_{name}" in answer.text, name
            assert "x" * 10 not in answer.text, "no ids of tables"
            assert 'elftafel_queue_depth{queue="store"} 0.0' in answer.text
            assert told(await app.client("203.0.113.1").get("/metrics")) == (403, "not_allowed")
            assert (await app.client("10.1.2.3").get("/metrics")).status_code == 200
            behind = await app.client("10.1.2.3").get("/metrics", headers={"x-forwarded-for": "203.0.113.1"})
            assert behind.status_code == 403, "someone behind a proxy that we do not know"
            assert (await app.client("203.0.113.1", authorization=f"Bearer {token}").get("/metrics")).status_code == 200
            assert (await app.client("203.0.113.1", authorization="Bearer no").get("/metrics")).status_code == 403
        async with running(sqlite_url, metrics="nobody") as app:
            assert (await app.client().get("/metrics")).status_code == 403

    asyncio.run(scene())


@pytest.mark.parametrize("public", ["", "https://cards.example.org"])
def test_a_name_that_was_pointed_at_us_opens_no_door(sqlite_url: str, public: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, public=public, metrics_token="m" * 16) as app:
            rebound = {"host": "cards.example.com:1111"}
            client = app.client()
            for path in ("/", "/api/tables", "/api/people/me"):
                answer = await client.get(path, headers=rebound)
                assert (*told(answer), answer.json()["field"]) == (403, "foreign_origin", "host")
            same = {**rebound, "origin": "http://cards.example.com:1111"}
            assert told(await client.post("/api/people", json={"name": "Eve"}, headers=same)) == (403, "foreign_origin")
            assert told(await client.get("/metrics", headers=rebound)) == (403, "not_allowed")
            token = {**rebound, "authorization": f"Bearer {'m' * 16}"}
            assert (await client.get("/metrics", headers=token)).status_code == 200
            assert (await client.get("/healthz", headers=rebound)).status_code == 200, "probes know no names"
            assert (await client.get("/readyz", headers=rebound)).status_code == 503
            ours = [
                "localhost:1111",
                "127.0.0.1:1111",
                "[::1]:1111",
                "192.168.1.7",
                "nas",
                "nas.local.",
                "nas.lan:1111",
            ]
            for host in [*ours, "cards.example.org"] if public else ours:
                assert (await client.get("/api/tables", headers={"host": host})).status_code == 200, host
                assert (await client.get("/metrics", headers={"host": host})).status_code == 200, host

    asyncio.run(scene())


def test_readiness_tells_what_is_missing(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            answer = await app.client().get("/readyz")
            assert answer.status_code == 503
            assert answer.json()["missing"] == list(games.NAMES)
            for name in games.NAMES:
                app.hub.warming.ready[name] = True
            answer = await app.client().get("/readyz")
            assert (answer.status_code, answer.json()["missing"]) == (200, [])

    asyncio.run(scene())


def test_a_server_that_cannot_write_is_not_ready(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Writer, group: Any) -> Any:
        raise GroupFailed(StoreError("the disk is full"), by_one=False)

    async def scene() -> None:
        async with running(sqlite_url) as app:
            app.hub.warming.ready.update(dict.fromkeys(games.NAMES, True))
            assert (await app.client().get("/readyz")).status_code == 200
            with monkeypatch.context() as patched:
                patched.setattr(Writer, "_commit", full)
                app.hub.time.last_beat -= 10  # it writes every second, and has not for so long
                answer = await app.client().get("/readyz")
                assert (answer.status_code, answer.json()["missing"]) == (503, ["database"])
            assert app.hub.time.beat is not None
            await app.hub.time.beat()
            assert (await app.client().get("/readyz")).status_code == 200

    asyncio.run(scene())


# Pages.


def test_pages_need_no_script_and_fetch_nothing_from_elsewhere(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "build", dict)  # an installation without the front end

    async def scene() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest("<b>Ana</b>")
            await guest.post("/api/tables", json={**TABLE, "public": True})
            paths = ["/", "/api", "/protocol", *(f"/rules/{name}" for name in games.NAMES)]
            for path in paths:
                answer = await app.client().get(path)
                assert answer.status_code == 200, path
                assert answer.headers["content-type"].startswith("text/html")
                assert "<script" not in answer.text
                assert "style=" not in answer.text, "the policy forbids it"
                assert not re.search(r'(src|href|action)="(https?:)?//', re.sub(r"<a [^>]*>", "", answer.text)), path
                for link in re.findall(r'href="(/[^"#]*)"', answer.text):
                    assert (await app.client().get(link)).status_code == 200, link
            start = (await app.client().get("/")).text
            assert "&lt;b&gt;Ana&lt;/b&gt;" in start
            assert "<b>Ana" not in start
            assert all(games.facts(name).title in start for name in games.NAMES)

    asyncio.run(scene())


@pytest.mark.parametrize("name", games.NAMES)
def test_a_rules_page_without_the_front_end_has_each_rule_as_anchor_once_and_tells_the_examples(name: str) -> None:
    text = pages.rules_page(name)
    assert sorted(re.findall(r'<a id="([A-Z]{2}-\w+)" href="#\1">\1</a>', text)) == sorted(ids_of(name))
    assert "draw:" not in text
    assert text.count("<blockquote>") == len(examples(name))


def test_the_page_of_the_interface_tells_every_operation_and_type(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            document = (await app.client().get("/api/openapi.json")).json()
            page = (await app.client().get("/api")).text
            for path in document["paths"]:
                assert path in page
            for name in document["components"]["schemas"]:
                assert f'id="type-{name}"' in page
            for target in re.findall(r'href="#([^"]+)"', page):
                assert f'id="{target}"' in page, target

    asyncio.run(scene())
