"""11! the board game in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.keys import by_keys, press_first_playable, tab_to, tab_until
from tests.web.table import (
    BY_NIGHT,
    LAPTOP,
    PATIENCE,
    cards,
    decision,
    in_hand,
    moved,
    next_round,
    nothing_jumps,
    play_now,
    play_round,
    play_until,
    playable,
    ply_of,
    press,
    touch,
    until_asked,
    violations,
)

Someone = Callable[..., Page]
TITLE = "11!"
MOVED = "document.querySelector('.play')?.dataset.ply !== before"


@decision
def step(page: Page) -> None:
    """Lay a tile, at a lit space if it has several, give one away if that may be, else the main button."""
    ply = ply_of(page)
    gift = page.locator("button", has_text="Give a tile")
    if page.locator("[role=grid] .lit").count():
        press(page, "[role=grid] .lit")
    elif gift.count():
        gift.click()
        press(page, "[role=toolbar] button:not([aria-disabled])")
    elif playable(page).count():
        press(page, "[role=toolbar] button:not([aria-disabled])")
        page.wait_for_function(
            f"before => {MOVED} || document.querySelector('[role=grid] .lit')",
            arg=ply,
        )
        if ply_of(page) == ply:
            press(page, "[role=grid] .lit")
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
    page.wait_for_function("scrollY === 0")
    expect(page.locator("[data-place=space-red-11]")).to_be_in_viewport(ratio=1)
    until_asked(page)
    assert in_hand(page) > 0


def test_a_board_with_symbols(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("button", name=f"With friends {TITLE}", exact=True).tap()
    page.get_by_label("With symbols").check()
    page.get_by_role("button", name="Open the table").tap()
    page.get_by_role("button", name="Fill up with bots and start").tap()
    expect(page.get_by_role("toolbar")).to_be_visible(timeout=PATIENCE)
    assert page.get_by_role("gridcell").count() == 4 * 22
    for _ in range(8):
        assert step(page)


def test_a_whole_round_by_keyboard_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE, full=True)
    play_round(page, press_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()


@by_keys
def press_step(page: Page) -> None:
    """The same by keys alone."""
    ply = ply_of(page)
    if page.locator("[role=grid] .lit").count():
        tab_until(page, "[role=grid] *")
        page.keyboard.press("Enter")
    elif page.locator("button", has_text="Give a tile").count():
        tab_to(page, "^Give a tile$")
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement?.closest('[role=toolbar]')")
        page.keyboard.press("Enter")
    elif playable(page).count():
        press_first_playable(page)
        page.wait_for_function(f"before => {MOVED} || document.activeElement?.classList.contains('lit')", arg=ply)
        if ply_of(page) == ply:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")


def test_a_tile_that_does_not_fit_says_why_and_a_step_is_taken_back(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    page.get_by_role("toolbar").get_by_role("button", disabled=True).first.tap(force=True, position={"x": 10, "y": 24})
    why = page.locator(".why")
    expect(why).to_contain_text("Not now.")
    assert re.search(r"#SB-\w+$", why.get_by_role("link").get_attribute("href") or "")
    plain = "[role=toolbar] button:not([aria-disabled], [data-place*=joker])"
    undo = page.get_by_role("button", name="Undo", disabled=False)
    for _ in range(60):
        assert until_asked(page)
        before = in_hand(page)
        if page.locator(plain).count() and not page.locator("[role=grid] .lit").count():
            ply = ply_of(page)
            press(page, plain)
            moved(page, ply)
            until_asked(page)
            if undo.count():  # no bonus tile was drawn, and the turn goes on
                undo.tap()
                expect(cards(page)).to_have_count(before)
                return
        else:
            step(page)
    raise AssertionError("no step could be taken back")


def test_every_space_says_what_it_is(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    told = page.locator(".why")
    space = page.locator("[data-place^=space]:not(.lies)[aria-label*=bridge]").first
    space.click(button="right", force=True)  # as a long press
    expect(told).to_contain_text(re.compile(r"(Bonus on the bridge|Bridge) \w+–\w+: "))
    expect(told.get_by_role("link")).to_have_attribute("href", re.compile(r"#SB-[78]$"))
    told.get_by_role("button", name="Close").tap()
    expect(told).to_be_hidden()
    page.locator("[data-place=space-green-12]").focus()
    page.keyboard.press("i")
    expect(told).to_contain_text(re.compile(r"Green 12 (goes|lies) here\."))
    told.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name=re.compile("^Laid in this turn")).tap()
    expect(told).to_contain_text("side by side in a row")
    told.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name=re.compile("^Bag")).tap()
    expect(told).to_contain_text("If nothing on your rack fits")


def test_a_space_without_its_tile_says_so(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    missing = page.evaluate(
        """() => Array.from(document.querySelectorAll("[data-place^=space]"), space => space.dataset.place)
            .find(place => /green-(1|2|8|9|10|12|14|20)$/.test(place)
                && !document.querySelector(`[data-place=${place}].lies`)
                && !document.querySelector(`[data-place=${place.replace("space", "tile")}]`))"""
    )
    page.locator(f"[data-place={missing}]").tap(force=True)
    number = missing.rpartition("-")[2]
    expect(page.locator(".why")).to_contain_text(f"You do not have green {number}.")
    assert "Not now" not in page.locator(".why").inner_text()


def play_on(page: Page) -> None:
    """Until the next own decision, in another round or another match if need be: what tiles come is chance."""
    while not until_asked(page):
        if page.get_by_role("button", name="Rematch").count():
            play_now(page, TITLE)
        else:
            next_round(page)


def may_give(choices: list[Any]) -> bool:
    """Nothing can be laid, and a tile may be given."""
    kinds = {choice["move"]["move"] for choice in choices}
    return "give" in kinds and "lay" not in kinds


def test_a_tap_on_a_tile_offers_it_as_the_gift(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    play_until(page, may_give)
    before, ply = in_hand(page), ply_of(page)
    told, asks = page.locator(".why"), page.locator("p.dock", has_text="to Bruno? This ends your turn.")
    page.get_by_role("button", name=re.compile("^Bag")).tap()
    expect(told).to_be_visible()
    touch(cards(page).first, once=True)
    expect(asks).to_be_visible()
    expect(told).to_be_hidden()  # an answer to something else
    page.get_by_role("button", name="Cancel").tap()
    expect(asks).to_be_hidden()
    page.get_by_role("button", name=re.compile("^Bag")).tap()
    page.locator("button", has_text="Give a tile").tap()
    expect(told).to_be_hidden()
    page.get_by_role("button", name="Cancel").tap()
    given = cards(page).first.get_attribute("data-place")
    touch(cards(page).first, once=True)
    assert ply_of(page) == ply
    page.get_by_role("button", name="Give it").tap()
    moved(page, ply)
    assert page.locator(f"[data-place={given}]").count() == 0 or in_hand(page) >= before - 1


def test_bonus_tiles_and_gifts_are_marked_and_told(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    bonus = page.locator(".long", has_text="bonus tile")
    gift = page.get_by_role("button", name=re.compile(r", new: a gift from \w+$"))
    seen = set()
    for _ in range(600):
        play_on(page)
        if bonus.count():
            assert page.get_by_role("gridcell").get_by_role("button", name=re.compile("filled, bonus tile$")).count()
            seen.add("bonus")
        if gift.count():
            assert page.get_by_text(re.compile("gave you")).count(), "said at the giver's seat and in the log"
            seen.add("gift")
        if len(seen) == 2:
            return
        step(page)
    raise AssertionError(f"only {seen}")


@pytest.mark.parametrize(("theme", "size"), BY_NIGHT)
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    play_now(page, TITLE)
    assert violations(page, axe) == []
    play_until(page, may_give)
    page.locator("button", has_text="Give a tile").click()
    assert violations(page, axe) == []
