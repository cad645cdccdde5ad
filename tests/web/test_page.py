"""The page as a whole: its size, its shell without a network, its languages, its tab."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import LAPTOP, play_now, playable, step, touch, until_asked

Someone = Callable[..., Page]
MOST = 220_000  # compressed bytes of the table page: script, style and type
LANGUAGES = {
    "en": "Which game",
    "de": "Welches Spiel",
    "nl": "Welk spel",
    "fr": "À quoi",
    "is": "Hvað eigum",
}


def test_the_table_page_is_small(someone: Someone) -> None:
    page = someone()
    play_now(page, "Elfer raus!")
    url = page.url
    page.goto(url)
    until_asked(page)
    loaded = page.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter(one => /\\.(js|css|woff2)$/.test(one.name)).map(one => one.encodedBodySize)"""
    )
    assert loaded
    assert sum(loaded) < MOST


def test_the_shell_is_there_without_a_network(someone: Someone) -> None:
    page = someone(service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.keys().then(names => names.length > 0)")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.set_offline(False)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(answer => answer.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.evaluate("src => fetch(src).then(answer => answer.ok)", icon["src"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_fits_a_phone(someone: Someone, language: str) -> None:
    page = someone(locale=language)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text(LANGUAGES[language])
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".game .button.main").first.tap()
    expect(page.get_by_role("toolbar")).to_be_visible(timeout=90_000)
    until_asked(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if language != "en":
        text = page.locator("body").inner_text()
        assert not re.search(r"\b(Your turn|Round|End turn|Stock|laid)\b", text), text


def test_language_and_name_are_kept(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("link", name="Your page").tap()
    page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Elftafel").tap()
    page.get_by_role("combobox", name="Language").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("À quoi")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("À quoi")
    expect(page.get_by_role("link", name=re.compile("Ana"))).to_be_visible()


def test_the_tab_tells_whose_turn_it_is(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, "Elfer raus!")
    assert page.title().startswith("●")
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"
    page.get_by_role("link", name="To the start page").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Which game")
    assert page.title() == "Elftafel"
    expect(page.get_by_role("heading", name="Continue your games")).to_be_visible()
    page.get_by_role("link", name=re.compile("Go on")).first.click()
    assert until_asked(page)


def test_keys_read_the_table_from_the_first_moment(someone: Someone) -> None:
    page = someone(LAPTOP)
    play_now(page, "Elfer raus!")
    page.keyboard.press("s")
    expect(page.get_by_role("log", name="What happens")).to_contain_text("0 points")


def test_moves_can_be_confirmed(someone: Someone) -> None:
    page = someone(settings={"confirm": True})
    play_now(page, "Elfer raus!")
    ply = page.locator(".play").get_attribute("data-ply")
    card = playable(page).first
    touch(card)
    expect(page.locator("[role=log]")).to_contain_text("once more to play it")
    assert page.locator(".play").get_attribute("data-ply") == ply
    touch(page.locator(".card.selected"))
    page.wait_for_function("before => document.querySelector('.play').dataset.ply !== before", arg=ply)


def test_a_table_that_does_not_exist_says_so(someone: Someone) -> None:
    page = someone()
    page.goto("/t/nosuchtable")
    expect(page.get_by_text("There is no such table")).to_be_visible()
    page.get_by_role("link", name="To the start page").last.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Which game")


def test_reduced_motion_is_honoured(someone: Someone) -> None:
    page = someone(LAPTOP, reduced_motion="reduce", settings={"speed": "fast"})
    play_now(page, "Elfer raus!")
    step(page)
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_wrong_code_says_so_and_can_be_typed_again(someone: Someone) -> None:
    page = someone()
    page.goto("/")
    page.get_by_role("textbox", name="Code").fill("xyz")
    page.get_by_role("button", name="To the table").tap()
    expect(page.get_by_role("alert")).to_have_text("A code has 6 letters and digits.")
    page.get_by_role("textbox", name="Code").fill("ABCDEF")
    page.get_by_role("button", name="To the table").tap()
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")
    page.goto("/j/xyz")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()


def test_a_first_visit_leaves_the_console_empty(someone: Someone) -> None:
    page = someone(service_workers="allow")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert said == []


def test_an_unknown_address_is_a_friendly_page(someone: Someone) -> None:
    page = someone(locale="de")
    answer = page.goto("/nirgends/wo")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite gibt es nicht")
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()
    page.get_by_role("link", name="Zur Startseite").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Welches Spiel")
