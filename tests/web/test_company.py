"""Who is at the table: opening one, coming by invitation, leaving and coming back, watching, talking."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.table import LAPTOP, PATIENCE, finished_match, moved, play_now, ply_of, step, touch, until_asked

Someone = Callable[..., Page]
TITLE = "Elfer raus!"


def open_lobby(host: Page, seats: int) -> str:
    """Ana opens a table for friends; the way to it."""
    host.goto("/")
    touch(host.get_by_role("button", name=f"With friends {TITLE}"))
    host.get_by_label("Your name").last.fill("Ana")
    host.get_by_role("combobox", name="Seats").select_option(label=str(seats))
    touch(host.get_by_role("button", name="Open the table"))
    link = host.get_by_role("link").filter(has_text="/j/").get_attribute("href")
    assert link
    return link


def come_in(guest: Page, link: str, name: str) -> None:
    """By the invitation to a seat."""
    guest.goto(link)
    guest.get_by_label("Your name").last.fill(name)
    touch(guest.get_by_role("button", name="Sit down"))
    expect(guest.get_by_text("The host starts the match")).to_be_visible()


def begin(host: Page, *guests: Page) -> None:
    """Bots fill the table and the cards are dealt."""
    touch(host.get_by_role("button", name=re.compile("Fill up with bots and start|^Start$")))
    for page in (host, *guests):
        expect(page.get_by_role("toolbar")).to_be_visible(timeout=PATIENCE)


def leave(page: Page) -> None:
    touch(page.get_by_role("button", name="Leave", exact=True))


def go_on(page: Page) -> None:
    expect(page.get_by_role("heading", name="Continue your games")).to_be_visible()
    touch(page.get_by_role("link", name=re.compile(f"Go on.*{TITLE}")).first)


def seat(page: Page, name: str) -> Locator:
    return page.locator(".seat").filter(has=page.get_by_text(name, exact=True))


def line(page: Page) -> Locator:
    """What is asked, or who is waited for."""
    return page.locator("#ask")


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    touch(page.get_by_role("button", name="Send"))
    expect(page.get_by_role("group", name="Chat").get_by_text(text)).to_be_visible()


def test_bots_wait_for_one_who_leaves(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    step(page)
    assert until_asked(page)
    ply = ply_of(page)
    leave(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Which game")
    page.wait_for_timeout(500)  # bots that do not wait are quick here
    go_on(page)
    assert until_asked(page)
    assert ply_of(page) == ply
    expect(page.get_by_text("plays for you")).to_have_count(0)


def test_a_bot_plays_until_one_opens_the_table_again(someone: Someone) -> None:
    host, guest = someone(LAPTOP), someone(LAPTOP)
    come_in(guest, open_lobby(host, 3), "Bo")
    begin(host, guest)
    leave(guest)
    expect(guest.get_by_role("dialog")).to_contain_text("A bot plays on for you")
    guest.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(seat(host, "Bo")).to_contain_text("A bot is standing in")
    expect(host.get_by_role("group", name="Log")).to_contain_text("A bot (casual) plays for Bo")
    go_on(guest)
    expect(host.get_by_role("group", name="Log")).to_contain_text("Bo is back")
    expect(guest.get_by_role("group", name="Log")).to_contain_text("A bot (casual) plays for you")
    expect(guest.get_by_role("button", name="Take over again")).to_have_count(0)
    expect(seat(host, "Bo")).not_to_contain_text("A bot is standing in")


def test_one_who_is_away_is_not_said_to_think(someone: Someone) -> None:
    host, guest = someone(), someone()
    come_in(guest, open_lobby(host, 4), "Marlene")
    begin(host, guest)
    guest.close()
    for _ in range(40):
        expect(line(host)).to_contain_text(re.compile("Your turn|Marlene"))
        if "Marlene" in line(host).inner_text():
            break
        ply = ply_of(host)
        assert step(host)
        moved(host, ply)
    expect(line(host)).to_have_text("Marlene is not connected: the table is waiting")
    expect(host.get_by_text("is thinking")).to_have_count(0)
    expect(seat(host, "Marlene")).to_contain_text("away")
    assert host.locator(".name", has_text="Marlene").evaluate("name => name.scrollWidth <= name.clientWidth")
    ply = ply_of(host)
    host.get_by_role("button", name="Let a bot play for Marlene").tap()
    moved(host, ply)
    expect(seat(host, "Marlene")).to_contain_text("A bot is standing in")


def test_what_is_said_is_seen_on_a_phone_and_read_once(someone: Someone) -> None:
    host, guest = someone(LAPTOP), someone()
    come_in(guest, open_lobby(host, 2), "Bo")
    say(guest, "Hello Ana")
    begin(host, guest)
    host.get_by_role("button", name=re.compile("^Chat")).click()
    expect(host.get_by_role("group", name="Chat")).to_contain_text("Hello Ana")
    say(host, "Good luck")
    note = guest.get_by_role("button", name="Ana Good luck")
    expect(note).to_be_in_viewport()
    expect(guest.get_by_role("button", name="Chat 1 new message")).to_be_attached()
    expect(guest.locator("[role=log]")).to_contain_text("Ana says: Good luck")
    note.tap()
    expect(note).to_have_count(0)
    expect(guest.get_by_label("Say something")).to_be_in_viewport(ratio=1)
    say(guest, "You too")
    expect(host.get_by_role("group", name="Chat")).to_contain_text("You too")
    for page in (host, guest):
        page.reload()
        expect(page.get_by_role("toolbar")).to_be_visible()
        expect(page.get_by_role("button", name="Chat", exact=True)).to_be_attached()
    say_to_log(host)
    guest.get_by_role("button", name="Log", exact=True).tap()
    expect(guest.get_by_role("group", name="Log")).to_be_in_viewport()


def say_to_log(page: Page) -> None:
    """What was read stays read when the log is looked at."""
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("group", name="Log")).to_be_visible()
    expect(page.get_by_text("new message")).to_have_count(0)


def test_talk_after_a_match_leaves_the_scores_alone(someone: Someone) -> None:
    page = someone(LAPTOP)
    finished_match(page)
    page.evaluate("document.querySelector('#result').dataset.mark = 'the same'")
    page.get_by_role("button", name="Chat", exact=True).click()
    say(page, "Well played")
    assert page.evaluate("document.querySelector('#result').dataset.mark") == "the same"


def test_a_spectator_can_talk_after_saying_who_it_is(someone: Someone) -> None:
    player, watcher = someone(), someone(LAPTOP)
    play_now(player, TITLE)
    height = player.locator("header").first.bounding_box()
    watcher.goto(player.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(player.locator("header")).to_contain_text("1 watches")
    assert player.locator("header").first.bounding_box() == height
    watcher.get_by_role("button", name="Chat", exact=True).click()
    expect(watcher.get_by_text("Enter your name to join in")).to_be_visible()
    watcher.get_by_label("Your name").fill("Cy")
    watcher.get_by_role("button", name="Join in").click()
    expect(watcher.get_by_label("Say something")).to_be_focused()
    expect(watcher.get_by_text("only spectators read what you say")).to_be_visible()
    say(watcher, "A fine match")
    expect(player.get_by_text("A fine match")).to_have_count(0)


def test_the_rules_and_the_language_are_at_the_table(someone: Someone) -> None:
    page = someone()
    play_now(page, TITLE)
    ply = ply_of(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules").tap()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text(TITLE)
    opened.value.close()
    page.get_by_role("button", name="Settings").tap()
    page.mouse.move(180, 60)  # above the sheet
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == 0, "the page behind stays where it is"
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(line(page)).to_contain_text("Du bist am Zug")
    assert ply_of(page) == ply
    page.get_by_role("link", name="Zur Startseite").tap()
    expect(page.get_by_role("link", name=re.compile("Gast"))).to_be_visible()  # who gave no name


def test_a_lobby_says_what_can_be_done(someone: Someone) -> None:
    host, guest, third = someone(), someone(), someone()
    link = open_lobby(host, 3)
    expect(host.get_by_role("button", name="Move here")).to_have_count(2)
    expect(host.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(host.get_by_role("img", name=re.compile("QR"))).to_have_count(0)  # no phone can go to 127.0.0.1
    expect(host.get_by_role("button", name="People in this room")).to_be_visible()
    guest.goto(link)
    expect(guest.get_by_label("Your name").last).to_be_focused()
    come_in(guest, link, "Bo")
    expect(guest.get_by_role("heading", name="Invite others")).to_be_visible()
    expect(guest.get_by_text("--host")).to_have_count(0)
    third.goto(host.url)
    expect(third.get_by_role("button", name="Sit here")).to_have_count(1)


def test_options_of_a_table_are_explained(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("button", name=f"With friends {TITLE}").tap()
    opening = page.get_by_role("combobox", name="Opening")
    expect(opening).to_have_accessible_description(re.compile("starts with its 11"))
    opening.select_option("outside_in")
    expect(opening).to_have_accessible_description(re.compile("grow inward"))
    expect(page.get_by_role("combobox", name="Rounds")).to_have_accessible_description("That makes 4 rounds.")
    page.get_by_role("combobox", name="Seats").select_option(label="5")
    expect(page.get_by_role("combobox", name="Rounds")).to_have_accessible_description("That makes 5 rounds.")
    watching = page.get_by_role("checkbox", name="Spectators may watch")
    expect(watching).to_have_accessible_description(re.compile("the table is not listed"))
    page.get_by_role("checkbox", name="Listed for everyone").check()
    expect(watching).to_have_accessible_description(re.compile("Tables to watch"))
    page.keyboard.press("Escape")
    for game in ("11 Elevens", "Jatten", "11!", "11 nimmt!"):
        page.get_by_role("button", name=f"With friends {game}", exact=True).tap()
        about = page.locator("form small").nth(2)
        expect(about).to_have_text(re.compile(r"\w.*\."))
        page.keyboard.press("Escape")
