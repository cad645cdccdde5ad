"""11 nimmt! in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.keys import by_keys, press_first_playable, tab_to, tab_until
from tests.web.table import (
    BY_DAY,
    LAPTOP,
    PATIENCE,
    decision,
    end_turn,
    hand,
    in_hand,
    moved,
    next_round,
    nothing_jumps,
    open_table,
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


@decision
def tap_step(page: Page) -> None:
    """Lay a card, end the turn or take a pile, by tapping."""
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


def test_a_whole_round_by_tapping_on_a_phone(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    assert in_hand(page) == 10
    with nothing_jumps(page):
        play_round(page, tap_step)
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    next_round(page)
    assert in_hand(page) >= 10
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the phone"


@by_keys
def press_step(page: Page) -> None:
    """The same by keys alone."""
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


def test_the_main_button_asks_for_a_pile(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    idle = page.get_by_role("button", name="Take a pile", disabled=True)
    while piles(page).count() < 2 or not idle.count():
        take(page, piles(page).first)
        until_asked(page)
    idle.tap(force=True)
    told = page.locator(".why")
    expect(told).to_contain_text("Tap the pile that you want to take.")
    piles(page).first.tap()
    expect(told).to_be_hidden()


def take(page: Page, pile: Locator) -> None:
    """Take a pile, by tapping."""
    ply = ply_of(page)
    touch(pile)
    touch(page.get_by_role("button", name=re.compile(r"^Take the pile with \d+$"), disabled=False))
    touch(page.get_by_role("dialog").get_by_role("button", name="OK"))
    moved(page, ply)


def test_a_bull_says_what_it_does_and_piles_stay_in_their_places(someone: Someone) -> None:
    page = someone()
    table = open_table(page, {"game": "nimmt11", "seats": 2, "rounds": 9, "options": {"open_piles": True}})
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Fill up with bots and start").tap()
    expect(hand(page)).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("^Bulls left")).tap()
    expect(page.locator(".why")).to_contain_text("three cards or more gets a bull")
    page.locator(".why").get_by_role("button", name="Close").tap()
    bulls = page.get_by_role("button", name=re.compile(r"^\d bulls?$"))
    big = page.get_by_role("button", name=re.compile(r"^Pile .* ([3-9]|\d\d) cards: "))

    def go_on() -> None:
        if not until_asked(page):
            next_round(page)
        elif big.count() and not bulls.count():
            take(page, big.first)
        else:
            tap_step(page)

    while not bulls.count():
        go_on()
    until_asked(page)
    says = "1 bull: from now on you may lay any number of cards on one pile"
    expect(page.locator(".gained")).to_contain_text(says)
    bulls.tap()
    told = page.locator(".why")
    expect(told).to_contain_text(says)
    expect(told.get_by_role("link")).to_have_attribute("href", re.compile("#EN-10$"))
    told.get_by_role("button", name="Close").tap()
    began = page.locator(".base")
    while not began.count():
        go_on()
    bases = [int(pile.get_attribute("data-pile") or 0) for pile in piles(page).all()]
    assert bases == sorted(bases)
    assert began.first.get_attribute("data-figure") in [f"from {base}" for base in bases]


def test_a_card_that_fits_nowhere_says_why(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    blocked = hand(page).get_by_role("button", disabled=True)
    while not blocked.count():
        assert tap_step(page)
        until_asked(page)
    blocked.first.tap(force=True, position={"x": 8, "y": 8})
    why = page.locator(".why")
    expect(why).to_contain_text("Not now.")
    rule = (why.get_by_role("link").get_attribute("href") or "").rpartition("#")[2]
    assert rule in ("EN-4", "EN-5", "EN-6", "EN-10"), rule
    assert len(why.inner_text()) < 110, "one short sentence"


@pytest.mark.parametrize(("theme", "size"), BY_DAY)
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    play_now(page, TITLE)
    assert violations(page, axe) == []
    touch(piles(page).first)
    assert violations(page, axe) == []
    touch(page.get_by_role("button", name=re.compile(r"^Take the pile with \d+$"), disabled=False))
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    for _ in range(12):
        if not tap_step(page):
            break
    assert violations(page, axe) == []
