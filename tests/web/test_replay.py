"""A match looked at again in the browser: every step, every view, its address, its file."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from elftafel import games
from elftafel.kernel.chance import new_luck, pick
from elftafel.match import Match, Seat, export_log
from tests.conftest import MORE
from tests.web.table import (
    BY_DAY,
    LAPTOP,
    PHONE,
    finish_round,
    finished_match,
    next_round,
    play_now,
    step,
    touch,
    until_asked,
    violations,
)

Someone = Callable[..., Page]


def at(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-at") or -1)


def is_at(page: Page, index: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-at", str(index))


def last(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("max") or 0)


def press(page: Page, name: str) -> None:
    touch(page.get_by_role("button", name=name, exact=True))


def current(page: Page) -> Locator:
    """The line of the log that is marked."""
    return page.locator('.log [aria-current="step"]')


def test_step_jump_run_share_save_and_open_again(someone: Someone, tmp_path: Path) -> None:
    page = someone()
    id = finished_match(page)
    page.get_by_role("link", name="Watch it again").tap()
    expect(page.get_by_role("heading", name="Replay", level=1)).to_be_visible()
    is_at(page, 0)
    expect(page.locator("#now")).to_contain_text("The match begins")
    steps = last(page)

    # step by step
    press(page, "One step forward")
    is_at(page, 1)
    told = page.locator("#now").inner_text()
    expect(page.locator("[role=log][aria-live]")).to_contain_text(told)
    press(page, "One step back")
    is_at(page, 0)

    # jumps: the ends, the slider, a line of the log
    press(page, "To the end of the round")
    is_at(page, steps)
    expect(page.locator("#now")).to_contain_text("The match is over")
    page.get_by_role("slider").fill(str(steps // 2))
    is_at(page, steps // 2)
    page.locator(".log button").nth(5).tap()
    page.wait_for_function("not => Number(document.querySelector('.replay').dataset.at) !== not", arg=steps // 2)
    expect(current(page)).to_have_count(1)
    somewhere = at(page)
    assert 0 < somewhere < steps // 2
    current(page).tap()  # a line leads to its own step
    is_at(page, somewhere)

    # by itself
    page.get_by_role("combobox", name="Speed").select_option("4")
    press(page, "Let it run")
    page.wait_for_function(
        "from => Number(document.querySelector('.replay').dataset.at) > from + 1", arg=somewhere, timeout=15_000
    )
    press(page, "Pause")
    stopped = at(page)
    page.wait_for_timeout(1200)
    assert at(page) == stopped

    # the address leads somebody else to the same step
    ply = page.locator(".replay").get_attribute("data-ply")
    page.wait_for_url(re.compile(rf"/replay/{id}\?round=1&ply={ply}&seat=all$"))
    other = someone(LAPTOP)
    other.goto(page.url)
    is_at(other, stopped)
    assert other.locator("#now").inner_text() == page.locator("#now").inner_text()

    # saved, and opened again from the file: the same match
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the match as a file").tap()
    path = tmp_path / saving.value.suggested_filename
    saving.value.save_as(path)
    other.goto("/replay/file")
    other.get_by_label("Choose a file").set_input_files(path)
    is_at(other, 0)
    assert last(other) == steps
    other.get_by_role("slider").fill(str(stopped))
    expect(other.locator("#now")).to_have_text(page.locator("#now").inner_text())
    other.wait_for_url(re.compile(rf"ply={ply}&seat=all$"))
    other.reload()
    is_at(other, stopped)


def test_all_hands_one_hand_or_none(someone: Someone) -> None:
    page = someone(LAPTOP)
    id = finished_match(page)
    page.goto(f"/replay/{id}?ply=4")
    is_at(page, 4)
    hands = page.get_by_role("toolbar", name=re.compile("’s hand"))
    expect(hands).to_have_count(2)
    opened = {name: [card.get_attribute("aria-label") for card in hand_of(page, name)] for name in ("Ana", "Bruno")}
    assert all(opened.values())
    view = page.get_by_role("combobox", name="View")
    view.select_option("Bruno")
    expect(page.locator(".replay")).to_have_attribute("data-loading", "false")
    expect(hands).to_have_count(1)
    is_at(page, 4)
    assert [card.get_attribute("aria-label") for card in hand_of(page, "Bruno")] == opened["Bruno"]
    view.select_option("You")
    expect(page.get_by_role("toolbar", name=re.compile("^Your hand"))).to_be_visible()
    view.select_option("as a spectator")
    expect(hands).to_have_count(0)
    page.wait_for_url(re.compile(r"ply=4&seat=spectator$"))


def hand_of(page: Page, name: str) -> list[Locator]:
    toolbar = page.get_by_role("toolbar", name=re.compile(f"^{name}’s hand"))
    expect(toolbar).to_be_visible()
    return toolbar.get_by_role("button").all()


def test_keys_go_through_all_rounds(someone: Someone) -> None:
    page = someone(LAPTOP)
    id = finished_match(page, rounds=2)
    page.goto(f"/replay/{id}")
    is_at(page, 0)
    page.keyboard.press("ArrowRight")
    is_at(page, 1)
    page.keyboard.press("End")
    is_at(page, last(page))
    end = last(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_contain_text("Round 2 of 2")
    is_at(page, 0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_contain_text("Round 1 of 2")
    is_at(page, end)
    page.keyboard.press("Home")
    is_at(page, 0)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('.replay').dataset.at) > 0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Let it run")).to_be_visible()
    page.get_by_role("combobox", name="Round").select_option("2")
    expect(page.locator("h1")).to_contain_text("Round 2 of 2")
    expect(page.locator("th.now")).to_have_text("Round 2")


def test_a_running_match_shows_the_own_seat_and_strangers_nothing(someone: Someone) -> None:
    page = someone()
    play_now(page, "Elfer raus!")
    for _ in range(3):
        step(page)
    assert until_asked(page)
    id = page.url.rsplit("/", 1)[1]
    page.goto(f"/replay/{id}?round=1&ply=2&seat=all")
    expect(page.get_by_text("This match is still running: here is what your seat has seen.")).to_be_visible()
    expect(page.get_by_role("toolbar", name=re.compile("^Your hand"))).to_be_visible()
    expect(page.get_by_role("combobox", name="View").get_by_role("option")).to_have_text(["You"])
    expect(page.get_by_role("link", name="Save the match as a file")).to_have_count(0)
    stranger = someone()
    stranger.goto(f"/replay/{id}")
    expect(stranger.get_by_role("alert")).to_contain_text("still running")


def test_between_two_rounds_one_can_look_back_and_return(someone: Someone) -> None:
    page = someone()
    play_now(page, "Elfer raus!")
    finish_round(page)
    page.get_by_role("link", name="Watch it again").tap()
    expect(page.locator("h1")).to_contain_text("Round 1 of 4")
    page.get_by_role("button", name="To the end of the round").tap()
    page.get_by_role("link", name="To the table").tap()
    next_round(page)


def test_a_file_that_is_no_match_says_so(someone: Someone, tmp_path: Path) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("link", name="Watch a match from a file").tap()
    choose = page.get_by_label("Choose a file")
    (tmp_path / "no.json").write_text("[1, 2")
    choose.set_input_files(tmp_path / "no.json")
    expect(page.get_by_role("alert")).to_contain_text("There is no match in this file.")
    log = match_file(tmp_path, "elfer_raus", 2).read_text()
    (tmp_path / "wrong.json").write_text(re.sub(r'"actions":\[(\[\d+,\d+\])', r'"actions":[\1,\1', log))
    choose.set_input_files(tmp_path / "wrong.json")
    expect(page.get_by_role("alert")).to_contain_text("The first wrong step is number 2.")
    choose.set_input_files(match_file(tmp_path, "elfer_raus", 2))
    is_at(page, 0)
    expect(page.get_by_role("alert")).to_have_count(0)


def match_file(folder: Path, name: str, players: int, rounds: int = 1) -> Path:
    """A match of random moves, as `elftafel play` writes it."""
    game, luck = games.load(name), new_luck(7)
    seats = tuple(Seat(f"Person {seat + 1}") for seat in range(players))
    match = Match(game, game.facts.read_options({}, players), seats, bytes(range(32)), rounds)
    while not match.over:
        if match.turn is None:
            match.next_round()
        legal = game.legal(match.state)
        match.apply(legal[int(pick(luck, len(legal)))])
    path = folder / f"{name}.json"
    path.write_bytes(export_log(match.log()))
    return path


@pytest.mark.parametrize("name", games.NAMES if MORE > 1 else games.NAMES[1::2])
def test_every_game_can_be_looked_at_on_a_phone(someone: Someone, axe: str, tmp_path: Path, name: str) -> None:
    page = someone(PHONE, color_scheme="dark")
    page.goto("/replay/file")
    most = games.facts(name).players[1]
    page.get_by_label("Choose a file").set_input_files(match_file(tmp_path, name, most, rounds=2))
    is_at(page, 0)
    expect(page.get_by_role("toolbar", name=re.compile("^Person"))).to_have_count(most)
    for index in (last(page) // 2, last(page)):
        page.get_by_role("slider").fill(str(index))
        is_at(page, index)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    for view in ("spectator", "1"):
        page.get_by_role("combobox", name="View").select_option(view)
        page.wait_for_url(re.compile(rf"seat={view}$"))
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert violations(page, axe) == []


@pytest.mark.parametrize(("theme", "size"), BY_DAY)
def test_axe_finds_nothing(someone: Someone, axe: str, tmp_path: Path, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    page.goto("/replay/file")
    expect(page.get_by_label("Choose a file")).to_be_attached()
    assert violations(page, axe) == []
    page.get_by_label("Choose a file").set_input_files(match_file(tmp_path, "elfer_raus", 4, rounds=3))
    is_at(page, 0)
    page.get_by_role("slider").fill("20")
    is_at(page, 20)
    assert violations(page, axe) == []
    page.get_by_role("combobox", name="View").select_option("2")
    page.wait_for_url(re.compile(r"seat=2$"))
    assert violations(page, axe) == []
    page.goto("/replay/nosuchtable")
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page, axe) == []
