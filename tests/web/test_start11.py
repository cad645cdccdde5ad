"""11! the board game in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.keys import keeps_focus, press_first_playable, tab_to, tab_until
from tests.web.table import (
    LAPTOP,
    PATIENCE,
    PHONE,
    cards,
    in_hand,
    moved,
    play_now,
    play_round,
    playable,
    ply_of,
    press,
    until_asked,
    violations,
)

Someone = Callable[..., Page]
TITLE = "11!"
MOVED = "document.querySelector('.play')?.dataset.ply !== before"


def step(page: Page) -> bool:
    """Lay a tile, at a lit space if it has several, give one away if that may be, else the main button."""
    if not until_asked(page):
        return False
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
    moved(page, ply)
    return True


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"
    play_round(page, step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    page.get_by_role("button", name="Round 2 of 3").tap()
    until_asked(page)
    assert in_hand(page) > 0


def test_a_whole_round_with_symbols(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("button", name=f"With friends {TITLE}", exact=True).tap()
    page.get_by_label("With symbols").check()
    page.get_by_role("button", name="Open the table").tap()
    page.get_by_role("button", name="Fill up with bots and start").tap()
    expect(page.get_by_role("toolbar")).to_be_visible(timeout=PATIENCE)
    assert page.get_by_role("gridcell").count() == 4 * 22
    play_round(page, step)


def test_a_whole_round_by_keyboard_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    play_round(page, press_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()


def press_step(page: Page) -> bool:
    """The same by keys alone."""
    if not until_asked(page):
        return False
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
    moved(page, ply)
    keeps_focus(page)
    return True


def test_a_tile_that_does_not_fit_says_why_and_a_step_is_taken_back(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    page.get_by_role("toolbar").get_by_role("button", disabled=True).first.tap(force=True)
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


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), ("dark", LAPTOP)])
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    play_now(page, TITLE)
    assert violations(page, axe) == []
    gift = page.locator("button", has_text="Give a tile")
    for _ in range(40):
        if not until_asked(page):
            break
        if gift.count():
            gift.click()
            assert violations(page, axe) == []
            break
        step(page)
