"""The page that checks a finished match in the browser, and says what that proves and what not."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.table import BY_DAY, finished_match, violations

Someone = Callable[..., Page]


def check(page: Page, name: str) -> Locator:
    """One of the checks."""
    return page.locator(f"[data-check={name}]")


@pytest.mark.parametrize(("theme", "size"), BY_DAY)
def test_a_match_is_checked(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    finished_match(page)
    page.get_by_role("link", name="Was it fair?").click()
    expect(page.get_by_role("heading", name="Was the shuffle fair?", level=1)).to_be_focused()
    expect(page.get_by_role("heading", name="Everything fits.")).to_be_visible()
    for name in ("secret", "shown", "nonce", "seed"):
        expect(check(page, name)).to_contain_text("Passed.")
    expect(page.get_by_text("Seats that added a part: 1 of 2.")).to_be_visible()
    expect(page.get_by_role("region", name="What this proves").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("region", name="What it does not prove")).to_contain_text(
        "read the secret while the match is running"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(page, axe) == []


def test_the_record_that_is_downloaded_is_verified_by_the_program(someone: Someone, tmp_path: Path) -> None:
    page = someone()
    table = finished_match(page)
    page.goto(f"/fair/{table}")
    with page.expect_download() as found:
        page.get_by_role("link", name="Download the record").tap()
    assert found.value.suggested_filename == f"elftafel-{table}.json"
    file = tmp_path / "match.json"
    found.value.save_as(file)
    command = [sys.executable, "-m", "elftafel", "verify", str(file)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    expect(page.get_by_text(json.loads(file.read_text(encoding="utf-8"))["log"]["seed"])).to_be_visible()


def changed(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """From now on the server lies about matches."""

    def lie(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        change(record)
        route.fulfill(response=answer, json=record)

    page.unroute("**/match")
    page.route("**/match", lie)


def test_a_record_that_was_changed_fails(someone: Someone, axe: str) -> None:
    page = someone()
    table = finished_match(page)

    changed(page, lambda record: record["log"].update(seed="00" * 32))
    page.goto(f"/fair/{table}")
    expect(page.get_by_role("heading", name="Something does not fit.")).to_be_visible()
    expect(check(page, "seed")).to_contain_text("Failed. The seed was not made from this secret and these parts.")
    expect(check(page, "secret")).to_contain_text("Passed.")
    expect(page.get_by_text("This record is not what was promised")).to_be_visible()
    expect(page.get_by_role("heading", name="What this proves")).to_be_hidden()
    assert violations(page, axe) == []

    changed(page, lambda record: record["fairness"].update(secret="ab" * 32))
    page.goto(f"/fair/{table}")
    expect(check(page, "secret")).to_contain_text("Failed.")

    changed(page, lambda record: record["fairness"].update(nonces=["ab" * 16, ""]))
    page.goto(f"/fair/{table}")
    expect(check(page, "nonce")).to_contain_text("Failed. Your own part is missing")

    changed(page, lambda record: record["fairness"].update(commitment="cd" * 32))
    page.goto(f"/fair/{table}")
    expect(check(page, "shown")).to_contain_text("Failed. Before the start this browser was shown another seal.")


def test_a_browser_that_was_not_there_says_what_it_cannot_know(someone: Someone) -> None:
    page = someone()
    table = finished_match(page)
    other = someone(locale="de")
    other.goto(f"/fair/{table}")
    expect(other.get_by_role("heading", name="Was sich hier prüfen lässt, stimmt.")).to_be_visible()
    expect(check(other, "seed")).to_contain_text("Bestanden.")
    expect(check(other, "shown")).to_contain_text("Hier nicht bekannt.")
    expect(check(other, "nonce")).to_contain_text("Hier nicht bekannt.")
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate("localStorage.removeItem('elftafel.shuffles')")
    page.goto(f"/fair/{table}")
    expect(check(page, "nonce")).to_contain_text("Not known here.")


def test_the_own_part_follows_to_another_seat(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("button", name="With friends Elfer raus!").tap()
    page.get_by_role("button", name="Open the table").tap()
    page.get_by_role("button", name="Move here").last.tap()
    expect(page.locator(".chair.mine")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    page.wait_for_function(
        """table => fetch(`/api/tables/${table}`).then(answer => answer.json()).then(({chairs}) => {
            const kept = JSON.parse(localStorage.getItem("elftafel.shuffles") ?? "[]").find(one => one.table === table);
            const [mine, ...more] = chairs.filter(chair => chair.person);
            return !more.length && mine !== chairs[0] && mine.nonce !== "" && kept?.nonce === mine.nonce;
        })""",
        arg=table,
    )


def test_a_match_that_runs_says_so(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("button", name="With friends Elfer raus!").tap()
    page.get_by_role("button", name="Open the table").tap()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    page.goto(f"/fair/{table}")
    expect(page.get_by_role("alert")).to_contain_text("This match is not over yet.")
    page.get_by_role("link", name="To the table").tap()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    page.goto("/fair/nosuchtable")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")
