"""11 nimmt! in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.keys import keeps_focus, press_first_playable, tab_to, tab_until
from tests.web.table import (
    LAPTOP,
    end_turn,
    hand,
    in_hand,
    moved,
    next_round,
    play_now,
    play_round,
    playable,
    ply_of,
    touch,
    until_asked,
    violations,
)

Someone = Callable[..., Page]
TITLE = "11 nimmt!"


def piles(page: Page) -> Locator:
    """The piles on the table."""
    return page.get_by_role("toolbar", name=re.compile(r"^\d+ piles?$")).get_by_role("button")


def lit(page: Page) -> Locator:
    """The piles on which the selected card fits."""
    return page.get_by_role("button", name=re.compile(r"^Pile .* fits here"))


def tap_step(page: Page) -> bool:
    """Lay a card, end the turn or take a pile, by tapping. False when the round is over."""
    if not until_asked(page):
        return False
    ply = ply_of(page)
    bulls = page.get_by_role("button", name=re.compile("^Take a bull from"))
    if bulls.count():
        touch(bulls.first)
    elif playable(page).count():
        touch(playable(page).first)
        page.wait_for_function(
            """before => document.querySelector('.play')?.dataset.ply !== before
                || document.querySelector('[data-pile].lit')""",
            arg=ply,
        )
        if ply_of(page) == ply:
            touch(lit(page).first)
    elif end_turn(page).count():
        touch(end_turn(page))
    else:
        touch(piles(page).first)
        touch(page.get_by_role("button", name=re.compile(r"^Take the pile with \d+$"), disabled=False))
        touch(page.get_by_role("dialog").get_by_role("button", name="OK"))
    moved(page, ply)
    return True


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    assert in_hand(page) == 10
    play_round(page, tap_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    next_round(page)
    assert in_hand(page) >= 10
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"


def press_step(page: Page) -> bool:
    """The same by keys alone."""
    if not until_asked(page):
        return False
    ply = ply_of(page)
    if page.get_by_role("button", name=re.compile("^Take a bull from")).count():
        tab_to(page, "Take a bull")
        page.keyboard.press("Enter")
    elif playable(page).count():
        press_first_playable(page)
        page.wait_for_function(
            """before => document.querySelector('.play')?.dataset.ply !== before
                || document.activeElement.matches('[data-pile].lit')""",
            arg=ply,
        )
        if ply_of(page) == ply:
            page.keyboard.press("Enter")  # on the first pile that takes it
    elif end_turn(page).count():
        page.keyboard.press("e")
    else:
        tab_until(page, "[data-pile]")
        page.keyboard.press("Enter")
        page.keyboard.press("e")
        expect(page.get_by_role("dialog")).to_be_visible()
        tab_to(page, "^OK$")
        page.keyboard.press("Enter")
    moved(page, ply)
    keeps_focus(page)
    return True


def test_a_whole_round_by_keyboard_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    play_round(page, press_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()


def test_a_pile_shows_what_fits_and_is_taken_after_a_second_yes(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    before, ply = in_hand(page), ply_of(page)
    pile = piles(page).first
    pile.tap()
    expect(pile).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".about")).to_contain_text(re.compile(r"^(On \d+ you can lay|None of your cards fits)"))
    take = page.get_by_role("button", name=re.compile(r"^Take the pile with \d+$"), disabled=False)
    take.tap()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()
    assert ply_of(page) == ply
    take.tap()
    page.get_by_role("dialog").get_by_role("button", name="OK").tap()
    moved(page, ply)
    until_asked(page)
    assert in_hand(page) > before


def test_a_card_that_fits_nowhere_says_why(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    blocked = hand(page).get_by_role("button", disabled=True)
    while not blocked.count():
        assert tap_step(page)
        until_asked(page)
    blocked.first.tap(force=True)
    why = page.locator(".why")
    expect(why).to_contain_text("Not now.")
    rule = (why.get_by_role("link").get_attribute("href") or "").rpartition("#")[2]
    assert rule in ("EN-4", "EN-5", "EN-6", "EN-10"), rule


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str) -> None:
    page = someone(color_scheme=theme)
    play_now(page, TITLE)
    assert violations(page, axe) == []
    piles(page).first.tap()
    assert violations(page, axe) == []
    page.get_by_role("button", name=re.compile(r"^Take the pile with \d+$"), disabled=False).tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    for _ in range(12):
        if not tap_step(page):
            break
    assert violations(page, axe) == []
