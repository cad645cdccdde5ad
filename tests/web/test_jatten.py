"""Jatten in a real browser."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.keys import HAND, by_keys, press_first_playable, tab_until
from tests.web.table import (
    BY_NIGHT,
    LAPTOP,
    cards,
    decision,
    in_hand,
    moved,
    next_round,
    nothing_jumps,
    play_now,
    play_round,
    playable,
    ply_of,
    touch,
    until_asked,
    violations,
)

Someone = Callable[..., Page]
TITLE = "Jatten"
MAIN = re.compile("^(Stop and keep|No swap|Steal nothing|Keep everything)$")


def lit(page: Page) -> Locator:
    """What can be done on the board: hands, numbers of collections, copies to choose from."""
    board = page.get_by_role("region", name="Hands, collections and the middle")
    return board.get_by_role("button", disabled=False).and_(page.locator("[data-lit]"))


def main(page: Page) -> Locator:
    """The main button, when it can do something."""
    return page.get_by_role("group", name="Actions").get_by_role("button", name=MAIN, disabled=False)


@decision
def tap_step(page: Page, luck: Random) -> None:
    """One decision by tapping: a card, a hand, a number, or the main button."""
    ply = ply_of(page)
    if playable(page).count():
        touch(luck.choice(playable(page).all()))
    elif main(page).count() and (not lit(page).count() or luck.random() < 0.6):
        touch(main(page))
    else:
        touch(luck.choice(lit(page).all()))
        page.wait_for_function(
            "before => document.querySelector('.play')?.dataset.ply !== before || document.querySelector('.which')",
            arg=ply,
        )
        if ply_of(page) == ply:
            touch(page.get_by_role("group", name="Which one?").get_by_role("button").first)


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page, luck = someone(), Random(11)
    play_now(page, TITLE)
    assert in_hand(page) == 8
    with nothing_jumps(page):
        play_round(page, lambda page: shows_whole_hands(page) and tap_step(page, luck))
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    next_round(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"


def shows_whole_hands(page: Page) -> bool:
    """What an eye showed has as many cards as the hand has now, with the crook; new cards come in the last part."""
    until_asked(page)
    eye = page.locator("div.eye")
    if eye.count() and "keep everything" not in page.locator("#ask").inner_text():
        name = re.search("the hand of (.+):", eye.inner_text())
        assert name
        label = page.get_by_role("button", name=re.compile(f"Hand of {name[1]}, ")).get_attribute("aria-label") or ""
        held = re.search(r"(\d+) cards?\b", label)
        assert held
        assert eye.get_by_role("img").count() == int(held[1]), label
    return True


def test_a_whole_round_by_keyboard_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    play_round(page, press_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()


@by_keys
def press_step(page: Page) -> None:
    """The same by keys alone, without luck."""
    if playable(page).count():
        press_first_playable(page)
    elif main(page).count():
        page.keyboard.press("e")
    else:
        tab_until(page, "[data-lit]")
        page.keyboard.press("Enter")


def test_after_a_card_the_focus_is_on_a_hand_to_rob_and_the_odds_are_told(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, TITLE)
    tab_until(page, HAND)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('[data-place^=fan-][data-lit]')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('[data-lit]')")
    odds = page.get_by_text(re.compile(r"^(Risk of a bust: \d+%|No card there can bust you)$"))
    for _ in range(60):
        if odds.count() or not until_asked(page):
            break
        ply = ply_of(page)
        touch(playable(page).first if playable(page).count() else lit(page).first)
        moved(page, ply)
    expect(odds.first).to_be_visible()


def test_what_is_not_due_answers_with_the_rule(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    why, rule = page.locator(".why"), page.locator(".why").get_by_role("link")
    page.get_by_role("button", name="crook", exact=True).tap(force=True)
    expect(why).to_contain_text("Crook: it is never played.")
    expect(rule).to_have_attribute("href", re.compile("#JA-R2$"))
    page.get_by_role("button", name=re.compile("^Hand of Bruno")).tap(force=True)
    expect(why).to_contain_text("Not now. First put a card from your hand into your collection.")
    expect(rule).to_have_attribute("href", re.compile("#JA-4$"))
    touch(playable(page).first)
    expect(why).to_be_hidden()
    until_asked(page)
    cards(page).first.tap(force=True, position={"x": 10, "y": 24})
    expect(why).to_contain_text("You have played a card already: now choose whom to rob.")


def test_a_tap_on_a_collection_says_what_lies_there(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    page.locator("[data-place=col-1-4]").tap(force=True)
    expect(page.locator(".why")).to_contain_text(re.compile(r"^Collection of Bruno, 4: \d+ cards?\. "))
    expect(page.locator(".why").get_by_role("link")).to_have_attribute("href", re.compile("#JA-(8|12)$"))


def test_keeping_everything_is_no_loud_button_while_a_number_can_be_discarded(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    for _ in range(60):
        asked = until_asked(page)
        assert asked, "a round has an end of a turn"
        if main(page).count() and main(page).inner_text() == "Keep everything":
            break
        ply = ply_of(page)
        touch(next(things.first for things in (playable(page), main(page), lit(page)) if things.count()))
        moved(page, ply)
    assert lit(page).count()
    expect(main(page)).not_to_have_class(re.compile(r"\bturn\b"))
    expect(page.locator("#ask")).to_contain_text("fill your hand up to 8")


def test_a_played_card_is_taken_back(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    before = in_hand(page)
    touch(playable(page).first)
    expect(cards(page)).to_have_count(before - 1)
    page.get_by_role("button", name="Undo", disabled=False).tap()
    expect(cards(page)).to_have_count(before)


@pytest.mark.parametrize(("theme", "size"), BY_NIGHT)
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page, luck = someone(size, color_scheme=theme), Random(3)
    play_now(page, TITLE)
    asked = set()
    for _ in range(60):
        question = page.locator("#ask").inner_text()
        if question not in asked:
            asked.add(question)
            assert violations(page, axe) == [], question
        if len(asked) >= 5 or not tap_step(page, luck) or not until_asked(page):
            break
    assert len(asked) >= 3
