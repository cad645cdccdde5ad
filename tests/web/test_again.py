"""Own mistakes as live decisions, and playing on from a step of a replay, in the browser."""

import os
import re
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from elftafel import games
from elftafel.games import NAMES
from elftafel.match import Match, Seat, seed_from
from elftafel.server.table.live_spot import live_spot
from tests.web.table import LAPTOP, PATIENCE, PHONE, cards, finished_match, hand, touch, violations

Someone = Callable[..., Page]
GAME = NAMES[0]
COUNT = 2


def mistakes() -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[str]]:
    """Own mistakes as the server tells them, each as a live decision, and the names of the cards that are right."""
    game = games.load(GAME)
    rows: list[dict[str, Any]] = []
    spots: list[dict[str, Any]] = []
    right: list[str] = []
    seats = (Seat("Ana"), Seat("Bot 2", "easy"))
    words = (f"again {number}" for number in range(99))
    match = Match(game, game.facts.read_options({}, 2), seats, seed_from(next(words)), 1)
    while len(rows) < COUNT:
        if match.over:
            match = Match(game, game.facts.read_options({}, 2), seats, seed_from(next(words)), 1)
        ply = len(match.actions)
        moves = [msgspec.to_builtins(game.move_of(action)) for action in match.legal]
        if (
            match.turn == 0
            and ply not in [row["ply"] for row in rows]
            and len(moves) > 2
            and all("card" in move for move in moves)
        ):
            spot = msgspec.json.decode(msgspec.json.encode(live_spot(match, ply, match.legal[:1])))
            row = {"table": "t", "ply": ply, "game": GAME, "mark": "mistake", "kind": "opens_nothing", "loss": 0.1}
            rows.append(row | {"found": 0, "due_at": 0})
            spots.append({"spot": spot, "round": 1, "move": moves[-1], "found": 0, "due_at": 0})
            right.append("{colour} {number}".format(**moves[0]["card"]))
        match.apply(match.legal[0])
    return rows, spots, right


def prepared(page: Page) -> tuple[list[str], list[dict[str, Any]]]:
    """The server's answers about own mistakes; returns what is right and, as it comes, what is told."""
    rows, spots, right = mistakes()
    told: list[dict[str, Any]] = []

    def answer(route: Any) -> None:
        if route.request.method == "POST":
            told.append(route.request.post_data_json)
            route.fulfill(json={"mistakes": [rows[0]]})
        elif route.request.url.endswith("/mistakes"):
            route.fulfill(json={"mistakes": rows})
        else:
            ply = int(route.request.url.rsplit("/", 1)[1])
            route.fulfill(json=next(one for row, one in zip(rows, spots, strict=True) if row["ply"] == ply))

    page.route(re.compile("/api/people/me/mistakes"), answer)
    page.goto("/")
    page.evaluate(
        """() => fetch("/api/people", {
            method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({name: "Ana"}),
        })"""
    )
    page.reload()
    return right, told


def one(page: Page, name: str) -> Any:
    return hand(page).get_by_role("button", name=re.compile(rf"^{name}\b", re.IGNORECASE))


def test_mistakes_are_found_or_shown_by_tap(someone: Someone, axe: str) -> None:
    page = someone(PHONE)
    right, told = prepared(page)
    page.get_by_role("link", name="Look again at your mistakes (2)").tap()
    expect(page.locator("#ask")).to_contain_text("Find something better.")
    expect(page.locator("h1")).to_contain_text("1 of 2")
    assert violations(page, axe) == []
    look(page, "again-phone")
    touch(one(page, right[0]))
    expect(page.locator("#ask")).to_contain_text("That’s it!")
    page.get_by_role("button", name="Go on").first.tap()
    expect(page.locator("h1")).to_contain_text("2 of 2")
    page.get_by_role("button", name="Show me").tap()
    expect(page.locator("#ask")).to_contain_text("wins more often")
    expect(page.locator(".hinted")).not_to_have_count(0)
    look(page, "again-phone-shown")
    page.get_by_role("button", name="Go on").first.tap()
    expect(page.get_by_role("heading", name="All looked at")).to_be_focused()
    expect(page.get_by_text("1 of 2 found.")).to_be_visible()
    assert violations(page, axe) == []
    assert told == [{"right": True}, {"right": False}]


def test_mistakes_by_keys_in_every_language(someone: Someone, axe: str) -> None:
    for language, title in (("en", "Find something better"), ("de", "Finde etwas Besseres"), ("nl", "Vind iets beters"),
                            ("fr", "Trouve mieux"), ("is", "Finndu eitthvað betra")):  # fmt: skip
        page = someone(LAPTOP, locale=language, color_scheme="dark")
        _, told = prepared(page)
        page.goto("/again")
        expect(page.locator("h1")).to_contain_text(title)
        expect(page.locator("#ask")).to_contain_text(title, ignore_case=True)
        if language == "en":
            cards(page).first.focus()
            page.keyboard.press("h")
            expect(page.locator("#ask")).to_contain_text("wins more often")
            expect(page.get_by_role("button", name="Go on")).to_be_focused()
            look(page, "again-laptop-evening")
            page.keyboard.press("Enter")
            expect(page.locator("h1")).to_contain_text("2 of 2")
            assert told == [{"right": False}]
            assert violations(page, axe) == []
    nobody = someone(LAPTOP)
    nobody.goto("/again")
    expect(nobody.get_by_text("There is nothing to look at again now.")).to_be_visible()


def test_playing_on_from_a_step_of_a_replay(someone: Someone, axe: str) -> None:
    page = someone(PHONE)
    id = finished_match(page)
    page.goto(f"/replay/{id}?round=1&ply=3&seat=0")
    page.get_by_text("Play on from here").tap()
    assert violations(page, axe) == []
    page.get_by_text("Play on from here").scroll_into_view_if_needed()
    look(page, "play-on-replay")
    page.get_by_role("button", name="Deal the hidden cards anew").tap()
    expect(page.get_by_text("Played on from another match; it does not count.")).to_be_visible(timeout=PATIENCE)
    back = page.get_by_role("link", name="To the match it comes from")
    expect(back).to_have_attribute("href", f"/replay/{id}?round=1&ply=3&seat=0")
    expect(cards(page)).not_to_have_count(0)
    assert violations(page, axe) == []
    look(page, "play-on-table")
    other = someone(LAPTOP, color_scheme="dark")  # whoever has the link may watch
    other.goto(page.url)
    expect(other.get_by_text("Played on from another match; it does not count.")).to_be_visible()
    look(other, "play-on-laptop-evening")
    other.goto(f"/fair/{page.url.rsplit('/', 1)[1]}")
    expect(other.get_by_role("alert")).to_contain_text("not shuffled here")
    back.tap()
    expect(page.locator(".replay")).to_have_attribute("data-at", "3")


def look(page: Page, name: str) -> None:
    """Keep a picture, if somebody wants to look at it."""
    if folder := os.environ.get("ELFTAFEL_LOOK"):
        page.screenshot(path=f"{folder}/{name}.png")
