"""Luck or choice: the review of a finished match in the browser, by tap, key and link, in every language."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import LAPTOP, PHONE, finished_match, touch, violations

Someone = Callable[..., Page]
PATIENCE = 120_000  # milliseconds: a review runs at low priority


def reviewed(page: Page) -> str:
    """A finished match whose review is on the screen; the table's id."""
    id = finished_match(page)
    page.get_by_role("link", name="Luck or choice?").click()
    expect(page.get_by_role("heading", name="Luck or choice?", level=1)).to_be_visible()
    touch(page.get_by_role("button", name="Look back at this match"))
    expect(page.locator('.review[data-state="done"]')).to_be_visible(timeout=PATIENCE)
    return id


def ply(page: Page) -> int:
    return int(page.locator(".review").get_attribute("data-ply") or -1)


@pytest.mark.xdist_group("review")
def test_one_tap_from_the_scores_to_chart_decisions_and_words(someone: Someone, axe: str) -> None:
    page = someone(PHONE)
    id = reviewed(page)
    expect(page.get_by_role("img", name=re.compile(r"round 1, .*%"))).to_be_visible()
    expect(page.get_by_role("heading", name="Luck and choice")).to_be_visible()
    expect(page.get_by_role("heading", name="Decisions that cost something")).to_be_visible()
    assert violations(page, axe) == []

    # the figures are a tap away, and each row adds up
    page.get_by_text("In figures").tap()
    for row in page.locator("tbody tr").all():
        result, *parts = (int(text.replace("−", "-").split(" ")[0]) for text in row.locator("td").all_inner_texts())
        assert abs(result - sum(parts)) <= 3, "rounded"

    # the chart leads to any moment, the address to the same one
    moments = page.get_by_role("slider", name="Moments of the match")
    moments.fill("3")
    expect(page.locator(".review")).not_to_have_attribute("data-ply", "0")
    there = ply(page)
    page.wait_for_url(re.compile(rf"/review/{id}\?round=1&ply={there}&seat=\w+$"))
    other = someone(LAPTOP)
    other.goto(page.url)
    expect(other.locator(".review")).to_have_attribute("data-ply", str(there))
    expect(other.locator(".review")).to_have_attribute("data-state", "done")


@pytest.mark.xdist_group("review")
def test_by_keyboard_alone(someone: Someone, axe: str) -> None:
    page = someone(LAPTOP)
    reviewed(page)
    assert violations(page, axe) == []
    moments = page.get_by_role("slider", name="Moments of the match")
    moments.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(moments).to_have_value("2")
    page.locator("h1").focus()
    before = ply(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".review")).to_have_attribute("data-ply", str(before + 1))
    whose = page.get_by_role("combobox", name="Whose decisions")
    everybody = page.locator("button[data-ply]").count()
    counts = []
    for seat in ("0", "1"):
        whose.select_option(seat)
        counts.append(page.locator("button[data-ply]").count())
    assert sum(counts) == everybody
    whose.select_option("all")
    if everybody:
        first = page.locator("button[data-ply]").first
        first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".review")).to_have_attribute("data-ply", first.get_attribute("data-ply") or "")
        expect(first).to_have_attribute("aria-current", "step")
        expect(page.locator("#now")).to_contain_text("more often")
        expect(page.locator("[role=log][aria-live]")).to_contain_text("more often")


@pytest.mark.xdist_group("review")
def test_in_every_language(someone: Someone) -> None:
    page = someone(LAPTOP)
    id = reviewed(page)
    for language, title in (
        ("de", "Glück oder Können?"),
        ("nl", "Geluk of keuze?"),
        ("fr", "Chance ou choix\u202f?"),
        ("is", "Heppni eða val?"),
    ):
        other = someone(LAPTOP, locale=language)
        other.goto(f"/review/{id}")
        expect(other.locator("h1")).to_contain_text(title)
        expect(other.locator('.review[data-state="done"]')).to_be_visible()


def test_a_running_match_is_not_told(someone: Someone) -> None:
    page = someone(PHONE)
    page.goto("/")
    answer = page.evaluate(
        """async () => {
            const post = (path, body) => fetch(path, {
                method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body ?? {}),
            });
            await post("/api/people", {name: "Ana"});
            const {id} = await (await post("/api/tables", {game: "elfer_raus", seats: 2})).json();
            return [(await fetch(`/api/tables/${id}/review`)).status, (await post(`/api/tables/${id}/review`)).status];
        }"""
    )
    assert answer == [409, 409]
