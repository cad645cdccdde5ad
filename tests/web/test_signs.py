"""What tells a person who looks elsewhere that it is their turn, and what a card is."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import MORE
from tests.web.table import LAPTOP, cards, hand, play_now, playable, step, touch, until_asked, violations

Someone = Callable[..., Page]

STUB = """
    window.told = [];
    window.hushed = 0;
    window.away = false;
    window.Notification = class {
        static permission = "default";
        static requestPermission = async () => (Notification.permission = "%(answer)s");
        constructor(title, options) {
            if (%(phone)s) throw new TypeError("only from a service worker");
            told.push({title, ...options, made: this});
        }
        close() { hushed++; }
    };
    Object.assign(ServiceWorkerRegistration.prototype, {
        showNotification: async (title, options) => told.push({title, ...options, worker: true}),
        getNotifications: async () => [],
    });
    Object.defineProperty(document, "hidden", {get: () => away, configurable: true});
"""
LOOK_AWAY = "() => { away = true; document.dispatchEvent(new Event('visibilitychange')); }"
LOOK_BACK = "() => { away = false; document.dispatchEvent(new Event('visibilitychange')); }"
TOLD = "told.map(({title, body, tag, worker}) => [title, body, tag, worker === true])"


def stubbed(someone: Someone, answer: str = "granted", phone: bool = False) -> Page:
    """A page whose notifications are only noted."""
    page = someone(LAPTOP, service_workers="allow")
    page.add_init_script(STUB % {"answer": answer, "phone": "true" if phone else "false"})
    play_now(page, "Elfer raus!")
    return page


def allow(page: Page) -> None:
    """Ask for notifications in the settings."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Notify me when it is my turn").click()


def turn(page: Page) -> None:
    """Play on until the turn has gone round once."""
    before = page.evaluate("told.length")
    for _ in range(20):
        step(page)
        if not until_asked(page) or page.evaluate("told.length") > before:
            return


def test_nobody_is_notified_who_did_not_ask(someone: Someone) -> None:
    page = stubbed(someone)
    page.evaluate(LOOK_AWAY)
    for _ in range(4):
        step(page)
    assert page.evaluate("told") == []


def test_a_person_who_looks_elsewhere_is_notified(someone: Someone) -> None:
    page = stubbed(someone)
    allow(page)
    expect(page.get_by_role("checkbox", name="Notify me when it is my turn")).to_be_checked()
    page.keyboard.press("Escape")
    step(page)
    until_asked(page)
    assert page.evaluate("told") == []  # the page is being looked at
    page.evaluate(LOOK_AWAY)
    turn(page)
    path = page.evaluate("location.pathname")
    assert page.evaluate(TOLD)[:1] == [["Elfer raus!", "Your turn", path, False]]
    page.evaluate("() => { window.focus = () => (window.focused = true); told[0].made.onclick(); }")
    assert page.evaluate("focused")
    hushed = page.evaluate("hushed")
    page.evaluate(LOOK_BACK)
    page.wait_for_function("before => hushed > before", arg=hushed)


def test_on_phones_the_service_worker_notifies(someone: Someone) -> None:
    page = stubbed(someone, phone=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    allow(page)
    page.keyboard.press("Escape")
    page.evaluate(LOOK_AWAY)
    turn(page)
    page.wait_for_function("told.length > 0")
    assert page.evaluate(TOLD)[0][3] is True


def test_a_browser_that_forbids_it_is_explained(someone: Someone, axe: str) -> None:
    page = stubbed(someone, answer="denied")
    allow(page)
    box = page.get_by_role("checkbox", name="Notify me when it is my turn")
    expect(box).not_to_be_checked()
    expect(box).to_be_disabled()
    expect(page.get_by_text("Your browser blocks notifications")).to_be_visible()
    assert violations(page, axe) == []


ABOUT = {
    "Elfer raus!": r"^(Red|Yellow|Green|Blue) \d+: costs \d+ points? if it stays in your hand\.",
    "11 Elevens": r"^((Red|Yellow|Green|Blue) \d+: costs|Joker: may be laid)",
    "Jatten": r"^(\d|Crook).*: ",
    "11!": r"^((Red|Yellow|Green|Blue) \d+|Joker \d+): .*points? if it stays on your rack\.",
    "11 nimmt!": r"^\d+, \d ox heads?: costs \d points? if it stays in your hand\.",
}


@pytest.mark.parametrize("game", list(ABOUT) if MORE > 1 else list(ABOUT)[1::2])
def test_a_key_tells_what_a_card_is(someone: Someone, axe: str, game: str) -> None:
    page = someone()
    play_now(page, game)
    own = page.locator(".hand[role=toolbar]").last
    own.get_by_role("button").first.focus()
    for place in ("Home", "End"):
        page.keyboard.press(place)
        expect(page.locator(".above .note")).to_be_hidden()  # it belonged to another card
        page.keyboard.press("i")
        expect(page.locator(".above .note span")).to_have_text(re.compile(ABOUT[game]))
        expect(page.locator("[role=log] p").last).to_have_text(re.compile(ABOUT[game]))
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Escape")
    expect(page.locator(".above .note")).to_be_hidden()


def test_holding_a_card_tells_what_it_is_and_does_not_play_it(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, "Elfer raus!")
    ply = page.locator(".play").get_attribute("data-ply")
    card = playable(page).first
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    expect(page.locator(".above .note")).to_contain_text("Can be played now.")
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.locator(".play").get_attribute("data-ply") == ply
    assert card.bounding_box() == box  # nothing moved under the finger
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".above .note")).to_be_hidden()
    count = cards(page).count()
    touch(card)
    expect(hand(page).get_by_role("button")).to_have_count(count - 1)
