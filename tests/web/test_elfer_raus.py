"""Elfer raus! in a real browser."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.keys import HAND, by_keys, keeps_focus, press_first_playable, tab_to, tab_until
from tests.web.table import (
    LAPTOP,
    cards,
    end_turn,
    in_hand,
    moved,
    next_round,
    nothing_jumps,
    play_now,
    play_round,
    playable,
    ply_of,
    step,
    touch,
    until_asked,
)

Someone = Callable[..., Page]
TITLE = "Elfer raus!"


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    with nothing_jumps(page):
        assert play_round(page) > 0
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    rows = page.get_by_role("row")
    assert rows.count() == 5, "four seats and the head"
    next_round(page)
    assert in_hand(page) > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"


def test_a_whole_round_by_keyboard_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    page.goto("/")
    tab_to(page, rf"^Play now\s*{re.escape(TITLE)}")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=toolbar]", timeout=90_000)
    play_round(page, press_step)
    tab_to(page, "^Deal the next round")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_hidden()
    until_asked(page)
    keeps_focus(page)


@by_keys
def press_step(page: Page) -> None:
    """By keys alone: play the first card that can be played, else end the turn."""
    ply = ply_of(page)
    if playable(page).count():
        press_first_playable(page)
        moved(page, ply)
        assert in_toolbar(page) or not until_asked(page), "the focus stays in the hand"
    else:
        page.keyboard.press("e")  # or Tab to the button


def in_toolbar(page: Page) -> bool:
    """Whether a card has the focus."""
    return bool(page.evaluate("!!document.activeElement?.closest('[role=toolbar]')"))


def test_digits_and_arrows_go_through_the_hand(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    tab_until(page, HAND)
    labels = [button.get_attribute("aria-label") or "" for button in cards(page).all()]
    page.keyboard.press("End")
    assert focused(page) == labels[-1]
    page.keyboard.press("ArrowLeft")
    assert focused(page) == labels[-2]
    number = labels[0].split()[-1]
    page.keyboard.press("Home")
    page.keyboard.press("End")
    page.keyboard.type(number)
    assert focused(page).split()[-1] == number
    assert page.locator("[role=toolbar] [tabindex='0']").count() == 1, "one tab stop"


def focused(page: Page) -> str:
    """The name of what has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))


def test_a_card_that_does_not_fit_says_why_and_leads_to_the_rule(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    card = page.get_by_role("toolbar").get_by_role("button", disabled=True).first
    before = in_hand(page)
    card.tap(force=True, position={"x": 10, "y": 24})
    why = page.locator(".why")
    expect(why).to_contain_text(re.compile(r"^Not now\. \w+ \d+ needs .* on the table first\."))
    link = why.get_by_role("link")
    rule = (link.get_attribute("href") or "").rpartition("#")[2]
    assert rule in ("ER-5", "ER-6")
    expect(page.locator("[role=log]")).to_contain_text("Not now.")
    assert in_hand(page) == before
    with page.expect_popup() as opened:
        link.tap()
    expect(opened.value.locator(f"#{rule}")).to_be_visible()


def test_a_step_is_taken_back(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    before = in_hand(page)
    name = playable(page).first.get_attribute("aria-label")
    touch(playable(page).first)
    expect(cards(page)).to_have_count(before - 1)
    page.get_by_role("button", name="Undo", disabled=False).tap()
    expect(cards(page)).to_have_count(before)
    expect(page.get_by_role("button", name=name, exact=True).first).to_be_visible()


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    step(page)
    until_asked(page)
    held = [button.get_attribute("aria-label") for button in cards(page).all()]
    asked = page.locator("#ask").inner_text()
    page.reload()
    until_asked(page)
    assert [button.get_attribute("aria-label") for button in cards(page).all()] == held
    assert page.locator("#ask").inner_text() == asked


def test_a_cut_connection_shows_and_heals_and_nothing_is_lost(someone: Someone) -> None:
    page = someone()
    cut = False
    routes: list[WebSocketRoute] = []

    def handle(route: WebSocketRoute) -> None:
        if cut:
            route.close()
        else:
            route.connect_to_server()
            routes.append(route)

    page.route_web_socket(re.compile("/socket$"), handle)
    play_now(page, TITLE)
    touch(playable(page).first)
    until_asked(page)
    before = in_hand(page)
    cut = True
    routes[-1].close()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    ply = ply_of(page)
    end_turn(page).tap()  # nobody hears it yet
    cut = False
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    moved(page, ply)
    assert until_asked(page)
    assert in_hand(page) >= before


def test_two_browsers_through_an_invitation(someone: Someone) -> None:
    host, guest = someone(LAPTOP), someone()
    host.goto("/")
    host.get_by_role("button", name=f"With friends {TITLE}").click()
    host.get_by_label("Your name").last.fill("Ana")
    host.get_by_role("combobox", name="Seats").select_option(label="3")
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_role("link").filter(has_text="/j/").get_attribute("href")
    assert link

    guest.goto(link)
    guest.get_by_label("Your name").last.fill("Bo")
    guest.get_by_role("button", name="Sit down").tap()
    expect(guest.get_by_text("The host starts the match")).to_be_visible()
    expect(host.get_by_text("Bo", exact=True)).to_be_visible()

    host.get_by_label("Say something").fill("Hello <b>Bo</b>")
    host.get_by_role("button", name="Send").click()
    expect(guest.get_by_text("Hello <b>Bo</b>", exact=True)).to_be_visible()

    host.get_by_role("button", name="Fill up with bots and start").click()
    expect(host.get_by_role("toolbar")).to_be_visible(timeout=90_000)
    expect(guest.get_by_role("toolbar")).to_be_visible()
    for _ in range(6):
        page = host if whose_turn(host) == "You" else guest
        name = "Ana" if page is host else "Bo"
        ply = ply_of(page)
        touch(playable(page).first if playable(page).count() else end_turn(page))
        moved(page, ply)
        other = guest if page is host else host
        expect(
            other.get_by_role("list", name=re.compile("Seats|You")).get_by_text(name, exact=True).first
        ).to_be_visible()


def whose_turn(page: Page) -> str:
    """The name of the person who is asked, once it is a person."""
    page.wait_for_function("""() => document.querySelector('.ask.turn') || document.querySelector('#result')
        || /Bo is thinking/.test(document.querySelector('#ask')?.textContent ?? '')""")
    return "You" if page.locator(".ask.turn").count() else "Bo"


def test_a_spectator_never_gets_a_hidden_card(someone: Someone) -> None:
    player, watcher = someone(LAPTOP), someone()
    play_now(player, TITLE)
    told: list[dict[str, Any]] = []
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda text: told.append(json.loads(text))))
    watcher.goto(player.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    for _ in range(5):  # nobody can be out so soon: a hand is left to look for
        assert step(player)
    held = {button.get_attribute("data-place") for button in cards(player).all()}
    page = watcher.content()
    assert held
    assert not any(place in page for place in held if place)
    assert watcher.locator("[role=toolbar]").count() == 0
    positions = [message["position"] for message in told if message.get("position")]
    positions += [message["body"]["position"] for message in told if (message.get("body") or {}).get("position")]
    assert positions
    assert all(position["view"]["hand"] is None and not position["view"]["choices"] for position in positions)
    steps = [event for message in told for event in (message.get("body") or {}).get("events", ())]
    assert all(event["card"] is None for event in steps if event["event"] == "drew")


def test_a_hint_shows_the_best_card(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    page.get_by_role("button", name="Hint").tap()
    page.get_by_role("button", name="Show the hint").tap()
    hints = page.get_by_role("region", name="Hint")
    expect(hints.get_by_role("button", name="Close")).to_be_visible(timeout=90_000)  # the first may be compiled first
    assert "%" not in hints.inner_text(), "words first"
    board, said = page.locator(".board-room").bounding_box(), hints.bounding_box()
    assert board
    assert said
    assert said["y"] >= board["y"] + board["height"] - 1 or said["y"] + said["height"] <= board["y"] + 1
    ringed = page.locator(".hand .hinted")
    if ringed.count():  # the best move lays a card: it is seen where it would go
        ghost = page.locator(".board-room .phantom")
        expect(ghost).to_be_visible()
        card = (ringed.get_attribute("data-place") or "").replace("card-", "row-")
        assert ghost.locator("xpath=..").get_attribute("data-place") == card
    before = ply_of(page)
    figures = hints.get_by_role("button", name="The moves compared")
    if figures.count():  # there is more than one move
        figures.tap()
        sheet = page.get_by_role("dialog")
        assert "%" in sheet.inner_text()
        sheet.get_by_role("row").nth(1).get_by_role("button").tap()
    else:
        touch(page.locator(".hinted").first)
    moved(page, before)


def test_draws_are_shown_one_by_one(someone: Someone) -> None:
    page = someone(settings={"speed": "fast"})
    page.goto("/")
    page.evaluate(
        """() => {
            window.seen = [];
            new MutationObserver(() => {
                const line = document.querySelector("#ask")?.textContent;
                if (line && window.seen.at(-1) !== line) window.seen.push(line);
            }).observe(document.body, {subtree: true, childList: true, characterData: true});
        }"""
    )
    page.get_by_role("button", name=f"Play now {TITLE}", exact=True).tap()
    for _ in range(40):
        if not step(page) or any("drew" in line for line in page.evaluate("seen")):
            break
    seen = page.evaluate("seen")
    assert any(re.search(r"(Bruno|Cleo|Doro|You): (laid|drew)", line) for line in seen), seen


def test_every_card_in_the_middle_of_a_row_has_its_number_where_there_is_room(someone: Someone) -> None:
    page = someone((1000, 800))
    play_now(page, TITLE)
    inner = page.locator(".lies:not(.wide) use")
    while not inner.count():
        assert step(page)
    seen = inner.first.evaluate("corner => getComputedStyle(corner).getPropertyValue('--number')")
    assert seen != "transparent"
    box = page.locator(".lies:not(.wide)").first.bounding_box()
    assert box
    assert box["width"] >= 16, "both digits of the corner can be read"
