"""What tests do at a table in the browser by keys alone."""

import re
from collections.abc import Callable
from functools import wraps

from playwright.sync_api import Page

from tests.web.table import cards, decision

MOST_STOPS = 80
FOCUSED = "document.activeElement === document.body ? '' : document.activeElement.textContent.trim()"
HAND = "[role=toolbar][aria-label^=Your] *"


def tab_until(page: Page, wanted: str) -> None:
    """Press Tab until something like this (a selector) has the focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def tab_to(page: Page, text: str) -> None:
    """Press Tab until something that says so (a pattern) has the focus."""
    for _ in range(MOST_STOPS):
        if re.search(text, page.evaluate(FOCUSED)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {text}")


def press_first_playable(page: Page) -> None:
    """Tab to the hand, go along it to the first card that can be played, and play it."""
    tab_until(page, HAND)
    page.keyboard.press("Home")
    for _ in range(cards(page).evaluate_all("all => all.findIndex(one => !one.ariaDisabled)")):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def keeps_focus(page: Page) -> None:
    """The focus is never lost."""
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


def by_keys(act: Callable[[Page], None]) -> Callable[[Page], bool]:
    """A decision after which something still has the focus. False when the round is over."""
    decide = decision(act)

    @wraps(act)
    def step(page: Page) -> bool:
        decided = decide(page)
        if decided:
            keeps_focus(page)
        return decided

    return step
