"""One's own page: name, language, account, results, finished matches."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import MORE
from tests.web.table import BY_NIGHT, LAPTOP, finished_match, violations

Someone = Callable[..., Page]
PASSPHRASE = "eleven bulls at a table"
ARRIVE = """fetch("/api/people", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({name: "Ana"}),
}).then(answer => answer.json())"""


def test_nobody_yet_is_told_kindly(someone: Someone, axe: str) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("link", name="Your page").tap()
    expect(page.get_by_role("heading", name="Your page", level=1)).to_be_focused()
    expect(page.get_by_text("You play as a guest")).to_be_visible()
    expect(page.get_by_text("Your results will appear here after your first match.")).to_be_visible()
    expect(page.get_by_text("You have not finished a match yet.")).to_be_visible()
    assert page.title() == "Your page – Elftafel"
    assert violations(page, axe) == []
    page.get_by_role("link", name="Choose a game").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Which game")


@pytest.mark.parametrize(("theme", "size"), BY_NIGHT)
def test_a_finished_match_stands_in_history_and_results(
    someone: Someone, axe: str, theme: str, size: tuple[int, int]
) -> None:
    page = someone(size, color_scheme=theme)
    table = finished_match(page)
    page.goto("/me")
    history = page.get_by_role("region", name="Your matches")
    expect(history.get_by_role("listitem")).to_have_count(1)
    expect(history).to_contain_text("Elfer raus!")
    expect(history).to_contain_text(re.compile("place [12] of 2"))
    expect(history).to_contain_text("With Bruno")
    assert history.get_by_role("link", name="Watch it again").get_attribute("href") == f"/replay/{table}"
    assert history.get_by_role("link", name="Was it fair?").get_attribute("href") == f"/fair/{table}"
    row = page.get_by_role("row", name=re.compile("^with bots 1 "))
    expect(row.get_by_role("img", name=re.compile("very probably between"))).to_be_visible()
    expect(row).to_contain_text("still a guess")
    expect(page.get_by_text("how well you play each game")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(page, axe) == []


def test_an_account_is_the_same_person_on_another_device(someone: Someone, axe: str) -> None:
    page = someone()
    page.goto("/me")
    page.get_by_label("Your name").fill("Ana Lóa")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("button", name="Get an account").tap()
    expect(page.get_by_label("Account name")).to_be_focused()
    assert violations(page, axe) == []
    page.get_by_label("Account name").fill("Ana.Loa")
    page.get_by_label("Pass-phrase").fill("short")
    page.get_by_role("button", name="Get an account").last.tap()
    expect(page.get_by_label("Pass-phrase")).to_be_focused()  # the browser itself says what is missing
    page.get_by_label("Pass-phrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Get an account").last.tap()
    expect(page.get_by_text("Your account: ana.loa")).to_be_visible()

    other = someone(LAPTOP)
    other.goto("/me")
    other.get_by_role("button", name="Get an account").click()
    other.get_by_label("Account name").fill("ana.loa")
    other.get_by_label("Pass-phrase").fill("another long phrase")
    other.get_by_role("button", name="Get an account").last.click()
    expect(other.get_by_role("alert")).to_contain_text("Somebody else has this account name.")
    other.get_by_role("button", name="Sign in").click()
    other.get_by_label("Account name").fill("ana.loa")
    other.get_by_label("Pass-phrase").fill("another long phrase")
    other.get_by_role("button", name="Sign in").last.click()
    expect(other.get_by_role("alert")).to_contain_text("does not go with this account")
    other.get_by_label("Pass-phrase").fill(PASSPHRASE)
    other.get_by_role("button", name="Sign in").last.click()
    expect(other.get_by_text("Welcome back, Ana Lóa!")).to_be_visible()
    expect(other.get_by_label("Your name")).to_have_value("Ana Lóa")

    other.get_by_role("button", name="Change the pass-phrase").click()
    other.get_by_label("Current pass-phrase").fill(PASSPHRASE)
    other.get_by_label("New pass-phrase").fill("twelve bulls at a table")
    other.get_by_role("button", name="Change the pass-phrase").last.click()
    expect(other.get_by_text("The pass-phrase has been changed.")).to_be_visible()
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_text("You play as a guest")).to_be_visible()
    expect(other.get_by_label("Your name")).to_have_value("")


def test_a_guest_is_warned_before_being_forgotten(someone: Someone) -> None:
    page = someone()
    finished_match(page)
    page.goto("/me")
    page.get_by_role("button", name="Sign out").tap()
    dialog = page.get_by_role("dialog", name="Sign out as a guest?")
    expect(dialog).to_contain_text("matches and ratings are lost")
    dialog.get_by_role("button", name="Cancel").tap()
    expect(page.get_by_role("region", name="Your matches").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Sign out").tap()
    dialog.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_text("You have not finished a match yet.")).to_be_visible()


def test_history_comes_page_by_page(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    me = page.evaluate(ARRIVE)["person"]["id"]
    seats = [
        {"seat": 0, "person": me, "bot": None, "name": "Ana", "points": 0, "won": 1.0, "rank": 1, "stood_in": False},
        {"seat": 1, "person": "x", "bot": None, "name": "Bo", "points": -9, "won": 0.0, "rank": 2, "stood_in": True},
    ]
    match = {"number": 9, "game": "jatten", "pool": "people", "at": 1_790_000_000_000, "players": 2, "seats": seats}

    def answer(route: Route) -> None:
        older = "before=" in route.request.url
        matches = [match | {"table": f"{'b' if older else 'a'}{i}"} for i in range(3 if older else 50)]
        route.fulfill(json={"matches": matches, "before": None if older else "1_a"})

    page.route("**/api/people/me/history*", answer)
    page.goto("/me")
    lines = page.get_by_role("region", name="Your matches").get_by_role("listitem")
    expect(lines).to_have_count(50)
    expect(lines.first).to_contain_text("won")
    expect(lines.first).to_contain_text("With Bo")
    page.get_by_role("button", name="Older matches").tap()
    expect(lines).to_have_count(53)
    expect(page.get_by_role("button", name="Older matches")).to_be_hidden()


@pytest.mark.parametrize("language", ["de", "nl", "fr", "is"][: 4 if MORE > 1 else 1])
def test_results_fit_a_phone_in_each_language(someone: Someone, language: str) -> None:
    page = someone(locale=language)
    games = [
        {"game": game, "pool": pool, "matches": 120, "wins": 33.5, "points": -9876}
        for game in ("elfer_raus", "jatten")
        for pool in ("people", "bots")
    ]
    rating = {"game": "jatten", "pool": "people", "mu": 31.2, "sigma": 5.0, "matches": 120}
    found = {"games": games, "ratings": [rating]}
    page.route("**/api/people/me/statistics", lambda route: route.fulfill(json=found))
    page.goto("/")
    page.evaluate(ARRIVE)
    page.goto("/me")
    expect(page.get_by_role("row")).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_in_icelandic(someone: Someone) -> None:
    page = someone(locale="is")
    page.goto("/me")
    expect(page.get_by_role("heading", name="Síðan þín", level=1)).to_be_visible()
    expect(page.get_by_text("Þú spilar sem gestur")).to_be_visible()
    page.get_by_role("button", name="Stofna aðgang").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("combobox", name="Tungumál").select_option("de")
    expect(page.get_by_role("heading", name="Deine Seite", level=1)).to_be_visible()
    kept = page.evaluate("localStorage.getItem('elftafel.language')")
    assert json.loads(kept) == "de"
