"""The rulebooks in the browser: every rule is an anchor, every example is drawn and has a name."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from elftafel import games
from elftafel.games.rulebook import LANGUAGES
from tests.conftest import MORE
from tests.drawings import examples
from tests.rule_ids import ids_of
from tests.web.table import BY_NIGHT, LAPTOP, PHONE, hand, play_now, violations

Someone = Callable[..., Page]
DESK = (2560, 1440)  # 27 inches
LONGEST = 90  # letters in a line


def open_book(page: Page, game: str, rule: str = "") -> Locator:
    """Go to a rulebook; its drawn examples."""
    page.goto(f"/rules/{game}#{rule}" if rule else f"/rules/{game}")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    return page.get_by_role("figure")


@pytest.mark.parametrize("language", LANGUAGES if MORE > 1 else ["is"])
def test_every_rule_is_an_anchor_and_every_example_has_its_caption_as_name(someone: Someone, language: str) -> None:
    page = someone(LAPTOP, locale=language)
    for game in games.NAMES:
        figures = open_book(page, game)
        assert page.evaluate("document.documentElement.lang") == language
        anchors: list[str] = page.eval_on_selector_all("main .ids a[id]", "found => found.map(one => one.id)")
        assert sorted(anchors) == sorted(ids_of(game)), "each one once"
        captions = [caption for caption, _ in examples(game, language)]
        expect(figures).to_have_count(len(captions))
        expect(figures.locator("figcaption")).to_have_text(captions)
        assert all(figures.evaluate_all("found => found.map(one => one.querySelectorAll('svg').length)"))
        for number, caption in enumerate(captions):
            expect(figures.nth(number)).to_have_accessible_name(re.sub(r"\s+", " ", caption))


def test_the_rule_of_the_address_is_in_view_and_marked(someone: Someone) -> None:
    page = someone(PHONE)
    open_book(page, "jatten", "JA-11")
    rule = page.locator("#JA-11")
    expect(rule).to_be_in_viewport()
    expect(rule).to_be_focused()
    expect(rule).to_have_attribute("aria-current", "location")
    expect(page.locator(".saying.here")).to_have_text(re.compile("^When the pile runs out"))
    expect(page.locator(".saying.here")).to_have_css("text-decoration-line", "underline")  # not only a colour
    page.locator("#JA-12").click()
    expect(page.locator(".saying.here")).to_have_text(re.compile("^Six or more cards"))
    page.go_back()
    expect(page.locator(".saying.here")).to_have_text(re.compile("^When the pile runs out"))


def test_parts_and_the_other_games_are_a_tap_away(someone: Someone) -> None:
    page = someone(PHONE)
    open_book(page, "elfer_raus")
    page.get_by_role("navigation", name="In this rulebook").get_by_role("link", name="End and score").click()
    expect(page.get_by_role("heading", name="End and score")).to_be_in_viewport()
    links = page.get_by_role("navigation", name="Rulebooks").get_by_role("link")
    expect(links).to_have_count(len(games.NAMES))
    for game in games.NAMES:
        links.and_(page.locator(f"[href='/rules/{game}']")).click()
        expect(page.locator(f"[href='/rules/{game}'][aria-current=page]")).to_be_visible()
        expect(page.get_by_role("figure").first).to_be_visible()


def test_a_reason_in_play_leads_to_its_rule(someone: Someone) -> None:
    page = someone(PHONE)
    play_now(page, "Elfer raus!")
    hand(page).get_by_role("button", disabled=True).first.click(force=True, position={"x": 10, "y": 24})
    link = page.locator(".why a")
    rule = (link.get_attribute("href") or "").partition("#")[2]
    assert rule in ids_of("elfer_raus")
    with page.context.expect_page() as opened:
        link.click()
    book = opened.value
    expect(book.locator(f"#{rule}")).to_be_in_viewport()
    expect(book.locator(f"#{rule}")).to_have_attribute("aria-current", "location")


@pytest.mark.parametrize(("theme", "size"), BY_NIGHT)
def test_axe_finds_nothing(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    for game in games.NAMES:
        open_book(page, game, sorted(ids_of(game))[0])
        assert violations(page, axe) == []


@pytest.mark.parametrize("size", [PHONE, DESK, LAPTOP] if MORE > 1 else [PHONE, DESK])
def test_nothing_is_too_wide_and_lines_are_short(someone: Someone, size: tuple[int, int]) -> None:
    page = someone(size, settings={"size": "large"} if size == PHONE else None)
    for game in games.NAMES:
        figures = open_book(page, game)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for figure in figures.all():
            spill: Any = figure.evaluate(
                """figure => [...figure.querySelectorAll("svg, .space")].filter(one => {
                    const [inner, outer] = [one.getBoundingClientRect(), figure.getBoundingClientRect()];
                    return inner.left < outer.left || inner.right > outer.right;
                }).length"""
            )
            assert spill == 0
        letters: float = page.evaluate(
            """() => {
                const text = document.createElement("canvas").getContext("2d");
                const line = document.querySelector("main li, main p");
                const {fontSize, fontFamily} = getComputedStyle(line);
                text.font = `${fontSize} ${fontFamily}`;  // `font` is empty where no shorthand says it all
                const sample = "the quick brown fox jumps over the lazy dog";
                return line.clientWidth / (text.measureText(sample).width / sample.length);
            }"""
        )
        assert letters < LONGEST
