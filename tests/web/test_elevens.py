"""11 Elevens in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.keys import by_keys, press_first_playable
from tests.web.table import (
    BY_DAY,
    LAPTOP,
    cards,
    decision,
    in_hand,
    nothing_jumps,
    play_now,
    play_round,
    playable,
    press,
    touch,
    until_asked,
    violations,
)

Someone = Callable[..., Page]
TITLE = "11 Elevens"
CARD = "[role=toolbar] [data-place^=card-]:not([aria-disabled])"


@decision
def step(page: Page) -> None:
    """Lay a card, else a joker at a lit place, else the main button."""
    joker = "[role=toolbar] [data-place^=joker-]:not([aria-disabled])"
    if page.locator(CARD).count():
        press(page, CARD)
    elif page.locator(joker).count():
        press(page, joker)
        press(page, "[role=grid] .lit" if page.locator("[role=grid] .lit").count() else ".joker button")
    else:
        press(page, ".actions .main")


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE, full=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"
    with nothing_jumps(page):
        play_round(page, step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    page.get_by_role("button", name="Deal the next round").tap()
    expect(page.locator("#result")).to_be_hidden()
    until_asked(page)
    assert in_hand(page) > 0


def test_a_whole_round_by_keyboard_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE, full=True)
    play_round(page, press_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()


@by_keys
def press_step(page: Page) -> None:
    """The same by keys alone."""
    if playable(page).count():
        joker = (playable(page).first.get_attribute("data-place") or "").startswith("joker-")
        press_first_playable(page)
        if joker:
            lay_joker(page)
    else:
        page.keyboard.press("e")


def lay_joker(page: Page) -> None:
    """Go through the offered places with arrows and lay the joker at the last; throw it away if there are none."""
    if page.locator("[role=grid] .lit").count():
        page.wait_for_function("document.activeElement?.classList.contains('lit')")
        page.keyboard.press("End")
        assert page.evaluate("document.activeElement.classList.contains('lit')")
    else:
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")


def test_arrows_go_over_the_rows_and_a_place_says_what_it_is(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    assert page.locator("[role=grid] [tabindex='0']").count() == 1, "one tab stop"
    page.locator("[role=grid] [tabindex='0']").focus()
    label = "document.activeElement.getAttribute('aria-label')"
    page.keyboard.press("Home")
    assert page.evaluate(label).startswith("Red 1, free")
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(label).startswith("Yellow 21, free")
    rows = page.get_by_role("grid", name="The rows").get_by_role("row")
    assert rows.count() == 4
    expect(rows.first).to_have_attribute("aria-label", re.compile("^Red: .*11.* lie, next: "))


def test_a_card_that_does_not_fit_says_why_and_a_step_is_taken_back(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    page.get_by_role("toolbar").get_by_role("button", disabled=True).first.tap(force=True, position={"x": 10, "y": 24})
    why = page.locator(".why")
    expect(why).to_contain_text(re.compile(r"^Not now\. .*( on the table first| none left)\."))
    assert re.search("#EE-[56]$", why.get_by_role("link").get_attribute("href") or "")
    for _ in range(60):
        until_asked(page)
        if page.locator("[role=toolbar] [data-place^=card-]:not([aria-disabled])").count():
            break
        step(page)
    before, counter = in_hand(page), page.locator(".counter")
    laid = int(re.search(r"(\d) of 4", counter.inner_text())[1])  # type: ignore[index]
    press(page, "[role=toolbar] [data-place^=card-]:not([aria-disabled])")
    expect(cards(page)).to_have_count(before - 1)
    expect(counter).to_contain_text(f"{laid + 1} of 4")
    page.get_by_role("button", name="Undo", disabled=False).tap()
    expect(cards(page)).to_have_count(before)
    expect(counter).to_contain_text(f"{laid} of 4")


def test_a_place_and_the_bonus_cards_say_what_they_are(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    held = {card.get_attribute("aria-label") for card in cards(page).all()}
    lies = page.locator("[data-place^=row-red-].lies").evaluate_all("all => all.map(one => one.dataset.place)")
    free = (number for number in range(1, 22) if f"row-red-{number}" not in lies)
    number = next(number for number in free if f"red {number}" not in held)
    why = page.locator(".why")
    page.locator(f"[data-place=row-red-{number}]").tap(force=True)
    expect(why).to_contain_text(f"You do not have red {number}.")
    why.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="7 bonus cards left").tap()
    expect(why).to_contain_text("gets a bonus card: 11 points.")
    expect(why.get_by_role("link")).to_have_attribute("href", re.compile("#EE-12$"))
    why.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="You: 4 bridges").tap()
    expect(why).to_contain_text("Bridge: ")
    expect(page.locator(".counter")).to_contain_text("You: 0 of 4")


def test_a_phone_shows_the_whole_board(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    places = page.locator("[role=gridcell] button")
    assert places.count() == 84
    assert places.evaluate_all(
        """all => all.every(one => {
            const {left, top, right, bottom} = one.getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        })"""
    )


def test_a_finger_may_miss_a_place_a_little(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    hits: list[list[bool]] = []
    for _ in range(40):
        until_layable(page)
        hits = page.evaluate(MISSES)
        if hits:
            break
        step(page)
    assert [True, True, True] in hits, hits
    expect(page.locator(".actions .main")).not_to_have_class(re.compile(r"\bturn\b"))


# A place at an end of its row has nothing beside it, and two places side by side share what is between them.
MISSES = """() => [...document.querySelectorAll("[role=grid] .own")].filter(place => {
    const {previousElementSibling: before, nextElementSibling: after} = place.closest("[role=gridcell]");
    return [before, after].every(cell => cell?.querySelector(".place:not(.own)"));
}).map(place => {
    const {left, right, top, bottom} = place.getBoundingClientRect();
    const meets = (x, y) => document.elementFromPoint(x, y)?.closest("button") === place;
    return [meets(left - 4, top + 9), meets(right + 4, top + 9), meets(left + 9, bottom + 2)];
})"""


def until_layable(page: Page) -> None:
    """Play until a number card can be laid as the first of a turn, so that a card could be taken instead."""
    for _ in range(40):
        until_asked(page)
        if page.locator(CARD).count() and page.get_by_role("button", name="Take a card").count():
            return
        step(page)
    pytest.fail("no card could be laid")


@pytest.mark.parametrize(("theme", "size"), BY_DAY)
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    play_now(page, TITLE)
    assert violations(page, axe) == []
    for _ in range(40):
        if not until_asked(page):
            break
        joker = page.locator("[role=toolbar] [data-place^=joker-]:not([aria-disabled])")
        if joker.count():
            touch(joker.first, once=True)
            expect(page.locator(".joker.panel")).to_be_visible()  # a joker on the table is drawn as one too
            assert violations(page, axe) == []
            break
        step(page)
