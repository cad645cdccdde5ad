"""Puzzles in the browser: one by tap on a phone, one by keys alone; what is wrong with an address is told."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from elftafel import games, puzzles
from elftafel.puzzles import Puzzle
from tests.web.table import LAPTOP, violations

GAME = next(game for game in games.NAMES if puzzles.shipped(game))
"""In whose puzzles some have the end of a turn for a wrong move or for the answer: the one big button."""


def ends(game: str, puzzle: Puzzle) -> int | None:
    """The action that ends the turn, if it is allowed."""
    match = puzzles.position(game, puzzle)
    moves = {action: type(match.game.move_of(action)).__name__ for action in match.legal}
    return next((action for action, kind in moves.items() if kind == "EndTurn"), None)


def wanted(answer: bool) -> tuple[str, Puzzle]:
    """A puzzle whose answer is to end the turn, or is not though that is allowed."""
    for game in games.NAMES:
        for puzzle in puzzles.shipped(game):
            action = ends(game, puzzle)
            if action is not None and (action == puzzle.answer) == answer:
                return game, puzzle
    raise AssertionError("no such puzzle ships")


def end_turn(page: Page) -> None:
    """The big button; where it costs something it is pressed again."""
    page.get_by_role("button", name=re.compile("^(End turn|End your turn|Stop)", re.IGNORECASE)).first.tap()


def test_a_puzzle_is_tried_by_tap_and_the_answer_told_with_its_evidence(someone: Callable[..., Page], axe: str) -> None:
    game, puzzle = wanted(answer=False)
    page = someone()
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    expect(page.locator("#ask")).to_have_text("One move is clearly best. Which one?")
    assert violations(page, axe) == []
    end_turn(page)
    expect(page.locator(".why")).to_contain_text("less often")
    expect(page.locator(".why")).to_contain_text("Try once more")
    page.get_by_role("button", name="Show me").tap()
    expect(page.locator("#ask")).to_contain_text("wins more often")
    expect(page.locator(".hinted")).not_to_have_count(0)
    page.get_by_role("button", name="How sure is that?").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Measured with 50,000 tries")
    expect(page.get_by_role("dialog")).to_contain_text("Found at the first try: 0 of 1")
    assert violations(page, axe) == []
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Next puzzle").tap()
    expect(page.locator("#ask")).to_have_text("One move is clearly best. Which one?")
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(page).to_have_url(re.compile(f"/puzzles/{game}/[0-9a-f]{{8}}$"))


def test_a_puzzle_is_solved_by_keys_and_the_streak_counts(someone: Callable[..., Page], axe: str) -> None:
    game, puzzle = wanted(answer=True)
    page = someone(LAPTOP, color_scheme="dark")
    page.goto("/")
    page.locator(f'a[href="/puzzles/{game}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_have_text("One move is clearly best. Which one?")
    expect(page.locator("h1")).to_contain_text("Difficulty 2 of 5")
    for times in (1, 2):
        page.goto(f"/puzzles/{game}/{puzzle.id}")
        expect(page.locator("#ask")).to_have_text("One move is clearly best. Which one?")
        page.locator("h1").focus()
        page.keyboard.press("e")
        expect(page.locator("#ask")).to_contain_text("That’s it!")
        onward = page.get_by_role("button", name="Next puzzle")
        expect(onward).to_be_focused()
        if times == 2:
            expect(page.locator("h1")).to_contain_text("2 in a row")
            assert violations(page, axe) == []
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_have_text("One move is clearly best. Which one?")


def test_an_address_without_a_puzzle_says_so(someone: Callable[..., Page]) -> None:
    page = someone()
    page.goto(f"/puzzles/{GAME}/nothing")
    expect(page.get_by_text("There is no such puzzle.")).to_be_visible()
    page.get_by_role("link", name="To the puzzles").tap()
    expect(page.locator("#ask")).to_have_text("One move is clearly best. Which one?")
