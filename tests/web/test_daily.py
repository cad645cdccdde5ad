"""The deal of the day in the browser: one try by tap and by keys, everybody's results, a family's board, the check."""

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import MORE
from tests.web.keys import by_keys, press_first_playable, tab_to
from tests.web.table import LAPTOP, PHONE, hand, play_out, step, until_asked, violations

Someone = Callable[..., Page]
GAME, TITLE = "elfer_raus", "Elfer raus!"
PATIENCE = 90_000  # milliseconds: the search of the bots may have to be compiled first


def table_of(page: Page) -> str:
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"), timeout=PATIENCE)
    expect(hand(page)).to_be_visible(timeout=PATIENCE)
    until_asked(page)
    return page.url.rpartition("/")[2]


def other_day(days: int) -> str:
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=days)).isoformat()


@pytest.mark.xdist_group("daily")
def test_one_try_by_tap_and_everybodys_results(someone: Someone, axe: str) -> None:
    page = someone(PHONE)
    page.goto("/")
    page.get_by_role("link", name="Play today's deals").tap()
    expect(page.get_by_role("heading", name="The deal of the day", level=1)).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("button", name=f"Play {TITLE}").tap()
    id = table_of(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    assert step(page)

    # Away and back: the same try, as far as it was.
    page.get_by_role("button", name="Leave").tap()
    page.goto("/daily")
    page.get_by_role("link", name=f"Go on {TITLE}").tap()
    assert table_of(page) == id
    play_out(page, rounds=1)
    page.locator(".actions").get_by_role("link", name="Result").tap()
    expect(page.locator(".own .big")).to_contain_text("Your result: ")
    expect(page.locator("section.own")).to_have_attribute("data-people", re.compile("^[1-9]"))
    expect(page.get_by_role("button", name="Copy the result as text")).to_be_visible()
    expect(page.get_by_role("button", name="Look back at this match")).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_text("Everybody's results").tap()
    expect(page.locator("tr.own")).to_have_count(1)

    # Nobody can play it again, and nobody else sees it.
    page.goto("/daily")
    line = page.locator(f"[data-game={GAME}]")
    expect(line.get_by_role("link", name="Result")).to_be_visible()
    expect(line.get_by_role("button")).to_have_count(0)
    other = someone(PHONE)
    other.goto(f"/t/{id}")
    expect(other.get_by_role("main").get_by_role("link", name="To the start page")).to_be_visible()
    other.goto(f"/daily/{other_day(0)}/{GAME}")
    expect(other.get_by_role("alert")).to_contain_text("Play this deal first")


@pytest.mark.xdist_group("daily")
def test_by_keyboard_alone_from_the_start_to_a_familys_board(someone: Someone, axe: str) -> None:
    page = someone(LAPTOP, color_scheme="dark")
    page.goto("/")
    expect(page.get_by_role("link", name="Play today's deals")).to_be_visible()
    tab_to(page, "Play today's deals")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-game={GAME}]")).to_be_visible()
    tab_to(page, rf"^Play ?{re.escape(TITLE)}")
    page.keyboard.press("Enter")
    table_of(page)
    assert by_keys(press_first_playable)(page)
    play_out(page, rounds=1)
    tab_to(page, "^Result$")
    page.keyboard.press("Enter")
    expect(page.locator(".own .big")).to_contain_text("Your result: ")
    assert violations(page, axe) == []
    tab_to(page, "To the deals of the day")
    page.keyboard.press("Enter")
    name = page.get_by_label("Name of the board")
    expect(name).to_be_visible()
    name.focus()
    page.keyboard.type("At home")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="At home", level=1)).to_be_visible()
    expect(page.locator("tr.own td").first).to_have_text(re.compile(r"^([+−]?\d+)$"))
    assert violations(page, axe) == []

    # By its link another one joins, and sees who has played, and no result yet.
    other = someone(PHONE)
    other.goto(page.url)
    other.wait_for_load_state("networkidle")  # who one is and who has played: then nothing is drawn anew
    other.get_by_label("Your name").fill("Bo")
    other.get_by_role("button", name="Join this board").tap()
    expect(other.locator("tbody tr")).to_have_count(2)
    expect(other.locator("tbody tr").first.locator("td").first).to_contain_text("has played")
    assert violations(other, axe) == []
    other.get_by_role("button", name="Leave this board").tap()
    expect(other.get_by_role("heading", name="The deal of the day", level=1)).to_be_visible()


@pytest.mark.xdist_group("daily")
def test_earlier_days_and_their_check(someone: Someone, axe: str) -> None:
    page = someone(LAPTOP)
    page.goto("/daily")
    page.get_by_role("link", name="The day before").click()
    page.get_by_role("link", name="Check this day").click()
    section = page.locator(f"section[data-game={GAME}]")
    expect(section.locator('[data-check="secret"]')).to_have_class(re.compile("passed"))
    expect(section.locator('[data-check="seed"]')).to_have_class(re.compile("passed"))
    expect(section.locator('[data-check="shown"]')).to_have_class(re.compile("unknown"))
    assert violations(page, axe) == []
    page.goto(f"/fair/{other_day(0)}")
    expect(page.get_by_role("status")).to_contain_text("shown when it is over")
    expect(page.locator("code")).to_have_count(5)
    page.goto(f"/daily/{other_day(1)}")
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.skipif(MORE == 1, reason="`make test-all` has it; the words of all languages are compared by make check")
@pytest.mark.xdist_group("daily")
def test_in_every_language(someone: Someone, axe: str) -> None:
    for language, title in (
        ("de", "Die Runde des Tages"),
        ("nl", "De ronde van de dag"),
        ("fr", "La donne du jour"),
        ("is", "Spil dagsins"),
    ):
        page = someone(PHONE, locale=language)
        for path in ("/daily", f"/daily/{other_day(-1)}", f"/daily/{other_day(-1)}/{GAME}", f"/fair/{other_day(-1)}"):
            page.goto(path)
            expect(page.locator("#main")).to_contain_text(title if path.startswith("/daily") else "")
            expect(page.locator("#main .panel").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert violations(page, axe) == []
