"""TITLE in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.keys import by_keys, press_first_playable
from tests.web.table import LAPTOP, decision, moved, next_round, play_now, play_round, playable, ply_of, touch

Someone = Callable[..., Page]


@decision
def tap_step(page: Page) -> None:
    """Lay the first card that can be laid, else press the main button."""
    card = playable(page).first
    touch(card if card.count() else page.locator(".actions .main"))


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page = someone()
    play_now(page, "TITLE")
    assert play_round(page, tap_step) > 0
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    next_round(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"


@by_keys
def key_step(page: Page) -> None:
    """By keys alone: the first card that can be laid, else the main button."""
    ply = ply_of(page)
    if playable(page).count():
        press_first_playable(page)
        moved(page, ply)
    else:
        page.keyboard.press("e")


def test_a_whole_round_by_keys(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, "TITLE")
    assert play_round(page, key_step) > 0
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
