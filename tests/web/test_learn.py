"""A lesson in the browser: one by tap on a phone, one by keys alone."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from elftafel import lessons
from elftafel.games import NAMES
from tests.web.table import EXPOSED, LAPTOP, PATIENCE, cards, hand, touch, violations

GAME = NAMES[0]
FIRST, LATER = lessons.names(GAME)


def said(page: Page, text: str) -> None:
    """Wait until the lesson says this."""
    expect(page.locator("#ask")).to_have_text(text)


def card(page: Page, step: lessons.LessonStep) -> Locator:
    """The card that a step asks for, or the button that ends the turn."""
    wanted = step.expect[0]
    if "card" not in wanted:
        return page.get_by_role("button", name="End turn", disabled=False)
    name = f"{wanted['card']['colour']} {wanted['card']['number']}"
    return hand(page).get_by_role("button", name=re.compile(rf"^{name}\b", re.IGNORECASE))


def insist(thing: Locator) -> None:
    """Tap a card that cannot be played; in a tight hand the first tap raises it."""
    for _ in range(2):
        if thing.page.locator(".why").count() == 0:
            thing.tap(force=True, position=thing.evaluate(EXPOSED))


def steps(name: str) -> list[lessons.LessonStep]:
    """All steps of a lesson."""
    return [step for scene in lessons.read(GAME, name).scenes for step in scene.steps]


def test_a_lesson_is_tapped_through_and_leads_to_a_first_round(someone: Callable[..., Page], axe: str) -> None:
    page = someone(settings={"coach": True})
    page.goto("/")
    page.locator(f'a[href="/learn/{GAME}"]').tap()
    words = lessons.words(GAME, "en")[FIRST]
    wrong = steps(FIRST)[0].refused[0]
    for number, step in enumerate(steps(FIRST)):
        told = words.steps[step.key]
        said(page, told.ask)
        expect(page.locator("h1")).to_contain_text(f"Step {number + 1} of {len(words.steps)}")
        if number == 0:
            assert violations(page, axe) == []
            insist(card(page, lessons.LessonStep("", 0, (wrong.move,))))
            expect(page.locator(".why")).to_contain_text(wrong.rule)
            page.get_by_role("button", name="Show me").tap()
            expect(page.locator(".hinted")).not_to_have_count(0)
        touch(card(page, step))
        if told.done is not None:
            expect(page.get_by_text(told.done, exact=True).first).to_be_visible()
            page.get_by_role("button", name="Go on").first.tap()
    expect(page.get_by_role("heading", name="Now you know how!")).to_be_visible()
    onward = page.get_by_role("link", name=re.compile("^Next lesson"))
    expect(onward).to_have_attribute("href", f"/learn/{GAME}/{LATER}")
    page.get_by_role("button", name="First round against easy bots").tap()
    expect(page.get_by_role("region", name="Tip for your first match")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("h1")).to_contain_text("Round 1 of 1")


def test_a_lesson_is_done_by_keys(someone: Callable[..., Page], axe: str) -> None:
    page = someone(LAPTOP, color_scheme="dark")
    page.goto(f"/learn/{GAME}/{LATER}")
    words = lessons.words(GAME, "en")[LATER]
    for step in steps(LATER):
        told = words.steps[step.key]
        said(page, told.ask)
        if "card" in step.expect[0]:
            cards(page).first.focus()
            page.keyboard.press("Home")
            while not card(page, step).evaluate("one => one === document.activeElement"):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("e")
        if told.done is not None:
            said(page, told.done)
            expect(page.get_by_role("button", name="Go on")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Now you know how!")).to_be_focused()
    assert violations(page, axe) == []
    page.goto("/learn/nothing")
    expect(page.get_by_text("There is no lesson for this game yet.")).to_be_visible()
