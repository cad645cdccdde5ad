"""The stage, measured: at seven sizes and with few and many players everything has its place."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from elftafel import games
from tests.conftest import MORE
from tests.web.dealt import SAME_NONCE
from tests.web.table import LAPTOP, PATIENCE, open_table, until_asked, visit

SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900), (2560, 1440)]
LANGUAGES = ["de", "fr", "is", "nl", "en-GB"]
CASES = [(game, many) for game in games.NAMES for many in (True, False)]
"""Each game with the most and with the fewest players; `make test` has both for one game."""

TROUBLE = """() => {
    const found = [], [W, H] = [innerWidth, innerHeight], root = document.documentElement;
    const box = one => one.getBoundingClientRect();
    const name = one => one.dataset?.place || one.getAttribute("class") || one.tagName;
    const all = selector => [...document.querySelectorAll(selector)].filter(one => box(one).width > 1);
    if (root.scrollWidth > W || root.scrollHeight > H) found.push("the page scrolls");
    for (const one of all(".play *")) {
        const {overflowX, overflowY} = getComputedStyle(one);
        const scrolls = /auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + 1
            || /auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight + 1;
        if (scrolls && !one.closest("aside") && !(one.matches(".hand") && one.children.length > 40))
            found.push(`scrolls: ${name(one)}`);
    }
    for (const one of all(".play button, .play .seat")) {
        const {left, top, right, bottom} = box(one);
        if (left < -1 || top < -1 || right > W + 1 || bottom > H + 1) found.push(`outside the window: ${name(one)}`);
    }
    const parts = all(".play > *:not(.away, aside)");
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    parts.forEach((one, i) => parts.slice(i + 1).forEach(other => {
        if (meet(box(one), box(other))) found.push(`overlap: ${name(one)} and ${name(other)}`);
    }));
    for (const part of all(".play > .board, .play > .own, .play > .sitting")) {
        const {left, top, right, bottom} = box(part);
        for (const one of part.querySelectorAll("button, li")) {
            const inner = box(one);
            const beside = inner.top < top - 14 || inner.bottom > bottom + 12 || inner.left < left - 12
                || inner.right > right + 12;
            if (inner.width > 1 && beside && !one.closest(".says, .above, .dock"))
                found.push(`beside its place: ${name(one)}`);
        }
    }
    // A target is what is hit around its middle, unless another target is nearer.
    // What is invisible keeps its place for later and is no target.
    const targets = all(".play button:not(:disabled), .page header a, .page header button")
        .filter(one => one.checkVisibility({visibilityProperty: true}))
        .filter(one => !one.matches(".hand .card") && (one.closest(".actions, header, .tabs, .board-facts")
            || one.matches(".own, .lit, [data-lit], .pile")));
    for (const one of targets) {
        const {left, right, top, bottom} = box(one), [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const hit = (dx, dy) => {
            const there = document.elementFromPoint(x + dx, y + dy)?.closest("button, a");
            return there === one || targets.includes(there) || x + dx < 0 || y + dy < 0 || x + dx > W || y + dy > H;
        };
        const around = [[-19, 0], [19, 0], [0, -19], [0, 19]];
        const missed = around.filter(([dx, dy]) => !hit(dx, dy));
        if (missed.length) found.push(`too small: ${name(one)} at ${missed.join(" and ")}`);
    }
    const cards = all(".hand .card");
    if (!cards.length) found.push("no hand");
    return [...new Set(found)];
}"""
"""What is not as it should be on this page."""


def sit(page: Page, game: str, seats: int) -> None:
    """Start a match of so many seats against bots, up to the first decision."""
    page.goto(f"/t/{open_table(page, {'game': game, 'seats': seats, 'rounds': 1})}")
    page.locator("main .button.main").last.click()
    page.locator(".play").wait_for(timeout=PATIENCE)
    until_asked(page)


@pytest.fixture(scope="module")
def windows(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Pages of windows that are opened once for each choice."""
    opened: dict[str, tuple[BrowserContext, Page]] = {}

    def window(locale: str, large: bool, size: tuple[int, int] = LAPTOP) -> Page:
        which = f"{locale} {large} {size}"
        if which not in opened:
            more = {"locale": locale, "service_workers": "block"}
            opened[which] = visit(browser, address, size, [], {"large": large}, **more)
            opened[which][0].add_init_script(SAME_NONCE)
        return opened[which][1]

    yield window
    for context, _ in opened.values():
        context.close()


@pytest.mark.parametrize(("game", "many"), [case for case in CASES if MORE > 1 or case[1] or case[0] == games.NAMES[0]])
def test_everything_has_its_place_at_every_size(
    windows: Callable[..., Page], dealt_to: Any, game: str, many: bool
) -> None:
    dealt_to.write_text(f"stage {game} {many}", encoding="utf-8")
    number = games.NAMES.index(game)
    page = windows(LANGUAGES[(number + (not many)) % len(LANGUAGES)], large=not many)
    sit(page, game, games.facts(game).players[1 if many else 0])
    trouble = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if found := page.evaluate(TROUBLE):
            trouble[f"{width}x{height}"] = found
    assert trouble == {}
