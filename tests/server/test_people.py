"""Guests, tokens and accounts."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elftafel.server.people import accounts
from elftafel.server.people.accounts import MONTH, YEAR, Cost, Tokens, hash_passphrase, passphrase_fits
from elftafel.server.people.limits import Buckets
from elftafel.server.people.text import clean_name, clean_text
from tests.server.apps import HOST, running

pytest_plugins = ["tests.server.databases"]

ACCOUNT = {"account": "ana", "passphrase": "twelve letters"}


def test_a_token_holds_for_a_year_and_only_with_our_key() -> None:
    tokens = Tokens(b"k" * 32)
    token = tokens.issue("person-1", 1000.0)
    found = tokens.read(token, 1000.0 + YEAR - 1)
    assert found is not None
    assert found.person == "person-1"
    assert tokens.read(token, 1000.0 + YEAR) is None
    assert Tokens(b"x" * 32).read(token, 1000.0) is None


def test_a_token_is_old_after_a_month() -> None:
    tokens = Tokens(b"k" * 32)
    found = tokens.read(tokens.issue("person-1", 0.0), 1.0)
    assert found is not None
    assert not found.is_old(MONTH - 1)
    assert found.is_old(MONTH + 1)


@given(st.text(max_size=100), st.data())
def test_a_token_with_anything_changed_is_none(noise: str, data: st.DataObject) -> None:
    tokens = Tokens(b"k" * 32)
    token = tokens.issue("person-1", 0.0)
    assert tokens.read(noise, 0.0) is None
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.characters().filter(lambda c: c != token[place]))
    assert tokens.read(token[:place] + letter + token[place + 1 :], 0.0) is None
    assert tokens.read(token + noise, 0.0) is None or not noise


def test_passphrases_are_kept_salted_and_compared_whole() -> None:
    cheap = Cost(4, 8, 1)
    kept = hash_passphrase("twelve letters", cheap)
    assert "twelve" not in kept
    assert kept != hash_passphrase("twelve letters", cheap)
    assert passphrase_fits("twelve letters", kept)
    assert passphrase_fits("ﬁfty ﬁne words", hash_passphrase("fifty fine words", cheap)), (
        "the same letters, typed otherwise"
    )
    assert not passphrase_fits("twelve letterS", kept)
    assert not passphrase_fits("", kept)


def test_the_usual_cost_takes_memory() -> None:
    assert 128 * Cost().r * 2 ** Cost().n >= 32_000_000
    assert passphrase_fits("twelve letters", hash_passphrase("twelve letters", Cost()))


def test_a_guest_gets_a_cookie_and_a_token(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            browser = app.client()
            answer = await browser.post("/api/people", json={"name": "  Ana\u202e\n  Bo ", "language": "nl"})
            assert answer.status_code == 201
            body = answer.json()
            assert body["person"]["name"] == "Ana Bo", "cleaned"
            assert body["person"]["language"] == "nl"
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith(f"elftafel={body['token']};")
            for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"):
                assert part in cookie
            assert "Secure" not in cookie, "not over plain HTTP: the browser would drop it"
            by_cookie = await browser.get("/api/people/me")
            assert by_cookie.json() == body["person"]
            program = app.client(authorization=f"Bearer {body['token']}")
            assert (await program.get("/api/people/me")).json() == body["person"]
            assert (await browser.get("/api/visitor")).json() == {"person": body["person"], "at_machine": False}
            newcomer = await app.client().get("/api/visitor")
            assert (newcomer.status_code, newcomer.json()) == (200, {"person": None, "at_machine": False})
            nobody = await app.client().get("/api/people/me")
            assert (nobody.status_code, nobody.json()["error"]) == (401, "not_signed_in")
            assert nobody.headers["www-authenticate"] == "Bearer"

    asyncio.run(scene())


def test_another_person_at_the_same_device_changes_no_cookie(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            browser = app.client(origin=HOST)
            first = (await browser.post("/api/people", json={"name": "Ana"})).json()
            answer = await browser.post("/api/people", json={"name": "Bo", "beside": True})
            assert "set-cookie" not in answer.headers
            assert (await browser.get("/api/people/me")).json() == first["person"]
            other = app.client(authorization=f"Bearer {answer.json()['token']}")
            assert (await other.get("/api/people/me")).json()["name"] == "Bo"

    asyncio.run(scene())


FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (FAMILY, FAMILY),
        (f"Die {FAMILY} Müllers", f"Die {FAMILY} Müllers"),
        ("🧑🏽\u200d🚀", "🧑🏽\u200d🚀"),  # an astronaut with a skin tone
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("An\u200dna", "Anna"),  # an invisible letter would make two Annas
        (f"\u200d{FAMILY}\u200d", FAMILY),
        ("x" * 38 + FAMILY, "x" * 38),  # does not fit whole
        ("x" * 39 + "🇮🇸", "x" * 39),
        ("🇮🇸" * 20 + "🇳🇱", "🇮🇸" * 20),
        ("x" * 40 + "y", "x" * 40),
    ],
)
def test_a_drawn_letter_of_a_name_stays_whole(typed: str, name: str) -> None:
    assert clean_name(typed) == name
    if len(typed) < 30:
        assert clean_text(typed) == name


@pytest.mark.parametrize("name", ["\u200b", "   ", "\n\t", "\u202e\u2066"])
def test_a_name_with_nothing_to_see_is_refused(name: str, sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            answer = await app.client().post("/api/people", json={"name": name})
            assert (answer.status_code, answer.json()["field"]) == (422, "name")

    asyncio.run(scene())


def test_forged_run_out_and_foreign_tokens_are_refused(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            token = (await app.client().post("/api/people", json={"name": "Ana"})).json()["token"]
            person = token.split(".")[0]
            bad = [
                token[:-1] + ("A" if token[-1] != "A" else "B"),
                Tokens(b"not our key" * 3).issue(person, time.time()),
                app.people.tokens.issue(person, time.time() - YEAR - 1),
                app.people.tokens.issue("nobody-we-know", time.time()),
                "",
                "x",
            ]
            for wrong in bad:
                answer = await app.client(authorization=f"Bearer {wrong}").get("/api/people/me")
                assert (answer.status_code, answer.json()["error"]) == (401, "bad_token"), wrong
                browser = app.client()
                browser.cookies.set("elftafel", wrong)
                answer = await browser.get("/api/people/me")
                assert (answer.status_code, answer.json()["error"]) == (401, "not_signed_in"), wrong
            answer = await app.client(authorization=f"Basic {token}").get("/api/people/me")
            assert answer.status_code == 401

    asyncio.run(scene())


def test_an_old_cookie_is_renewed_and_a_fresh_one_is_not(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            browser = app.client()
            person = (await browser.post("/api/people", json={"name": "Ana"})).json()["person"]["id"]
            assert "set-cookie" not in (await browser.get("/api/people/me")).headers
            browser.cookies.clear()
            browser.cookies.set("elftafel", app.people.tokens.issue(person, time.time() - MONTH - 60))
            renewed = (await browser.get("/api/people/me")).headers["set-cookie"]
            fresh = app.people.read_token(renewed.partition("=")[2].partition(";")[0])
            assert fresh is not None
            assert fresh.person == person
            assert not fresh.is_old(time.time())

    asyncio.run(scene())


def test_an_account_makes_two_devices_the_same_person(database_url: str) -> None:
    async def scene() -> None:
        async with running(database_url) as app:
            first = await app.guest("Ana")
            me = (await first.get("/api/people/me")).json()
            made = await first.post("/api/people/me/account", json=ACCOUNT)
            assert (made.status_code, made.json()["account"]) == (200, "ana")
            second = app.client(origin=HOST)
            answer = await second.post("/api/sign-in", json=ACCOUNT)
            assert answer.status_code == 200
            assert answer.json()["person"]["id"] == me["id"]
            assert (await second.get("/api/people/me")).json()["id"] == me["id"]
            gone = await second.post("/api/sign-out")
            assert gone.status_code == 204
            assert "Max-Age=0" in gone.headers["set-cookie"]
            assert (await second.get("/api/people/me")).status_code == 401
            other = await app.guest("Bo")
            taken = await other.post("/api/people/me/account", json=ACCOUNT)
            assert (taken.status_code, taken.json()["error"]) == (409, "account_taken")

    asyncio.run(scene())


def test_an_account_is_changed_only_with_its_passphrase(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest("Ana")
            await guest.post("/api/people/me/account", json=ACCOUNT)
            new = {"account": "ana2", "passphrase": "another dozen"}
            for current in ({}, {"current": "not this one"}):
                answer = await guest.post("/api/people/me/account", json={**new, **current})
                assert (answer.status_code, answer.json()["error"]) == (403, "wrong_passphrase")
            answer = await guest.post("/api/people/me/account", json={**new, "current": ACCOUNT["passphrase"]})
            assert answer.json()["account"] == "ana2"
            assert (await app.client().post("/api/sign-in", json=ACCOUNT)).status_code == 403
            assert (await app.client().post("/api/sign-in", json=new)).status_code == 200

    asyncio.run(scene())


def test_unknown_accounts_cost_as_much_as_wrong_passphrases(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            await (await app.guest("Ana")).post("/api/people/me/account", json=ACCOUNT)
            costs: list[Cost] = []
            true = accounts.hash_passphrase

            def counted(passphrase: str, cost: Cost, salt: bytes | None = None) -> str:
                costs.append(cost)
                return true(passphrase, cost, salt)

            monkeypatch.setattr(accounts, "hash_passphrase", counted)
            wrong = await app.client().post("/api/sign-in", json={**ACCOUNT, "passphrase": "not the right one"})
            unknown = await app.client().post("/api/sign-in", json={**ACCOUNT, "account": "nobody"})
            assert costs == [app.people.cost] * 2
            assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json()), (
                "the answer tells nothing"
            )

    asyncio.run(scene())


def test_guessing_is_slowed_down_by_address_and_by_account(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            await (await app.guest("Ana")).post("/api/people/me/account", json=ACCOUNT)

            async def tries(address: str, account: str) -> int:
                wrong = {"account": account, "passphrase": "wrong"}
                answer = await app.client(address).post("/api/sign-in", json=wrong)
                if answer.status_code == 429:
                    assert int(answer.headers["retry-after"]) >= 1
                return answer.status_code

            from_one = [await tries("192.0.2.1", f"account{i}") for i in range(12)]
            assert from_one == [403] * 10 + [429] * 2
            on_one = [await tries(f"192.0.2.{i}", "ana") for i in range(30, 42)]
            assert on_one == [403] * 12, "guessing from elsewhere does not lock the owner out"
            app.people._tries_all = Buckets(1 / 30, 10)
            on_one = [await tries(f"192.0.2.{i}", "ana") for i in range(10, 22)]
            assert on_one == [403] * 10 + [429] * 2
            assert await tries("192.0.2.99", "somebody-else") == 403

    asyncio.run(scene())


def test_hashing_is_bounded(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            at_once, most = 0, 0
            true = accounts.passphrase_fits

            def slow(passphrase: str, kept: str) -> bool:
                nonlocal at_once, most
                at_once += 1
                most = max(most, at_once)
                time.sleep(0.01)
                at_once -= 1
                return true(passphrase, kept)

            monkeypatch.setattr(accounts, "passphrase_fits", slow)
            tries = [
                app.client(f"192.0.2.{i}").post("/api/sign-in", json={**ACCOUNT, "account": f"account{i}"})
                for i in range(40)
            ]
            statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
            assert most <= accounts.AT_ONCE
            assert sorted(set(statuses)) == [403, 503]
            assert statuses.count(403) >= accounts.MOST_WAITING

    asyncio.run(scene())


def test_one_address_brings_so_many_guests_an_hour(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url, people_per_hour=3) as app:

            async def arrive(address: str) -> int:
                return (await app.client(address).post("/api/people", json={"name": "Ana"})).status_code

            assert [await arrive("192.0.2.1") for _ in range(4)] == [201, 201, 201, 429]
            assert await arrive("192.0.2.2") == 201
            assert [await arrive(f"2001:db8::{i}") for i in range(1, 5)] == [201, 201, 201, 429], "one network of IPv6"

    asyncio.run(scene())


def test_a_person_changes_name_and_language(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest("Ana")

            async def change(**fields: Any) -> dict[str, Any]:
                answer = await guest.patch("/api/people/me", json=fields)
                assert answer.status_code == 200, answer.text
                found: dict[str, Any] = answer.json()
                return found

            assert (await change(name="Bo"))["name"] == "Bo"
            changed = await change(language="is")
            assert (changed["name"], changed["language"]) == ("Bo", "is")
            assert await change() == changed
            seen = await app.client().get(f"/api/people/{changed['id']}")
            assert seen.json() == {"id": changed["id"], "name": "Bo", "ratings": []}, "others see no more"

    asyncio.run(scene())


def test_tokens_work_on_every_node_and_after_a_restart(tmp_path: Path, sqlite_url: str) -> None:
    async def arrive() -> str:
        async with running(sqlite_url) as app:
            return str((await app.client().post("/api/people", json={"name": "Ana"})).json()["token"])

    async def later(token: str) -> int:
        async with running(sqlite_url) as app:
            return (await app.client(authorization=f"Bearer {token}").get("/api/people/me")).status_code

    token = asyncio.run(arrive())
    assert asyncio.run(later(token)) == 200
