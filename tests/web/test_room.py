"""People in one room: phones and a big screen, and one device for all."""

import re
import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.dealt import ROOM
from tests.web.table import LAPTOP, PATIENCE, end_turn, hand, playable, ply_of
from tests.web.test_company import begin, come_in, open_lobby

Someone = Callable[..., Page]
SCREEN = (1280, 720)


def code_in(link: str) -> str:
    return link.rsplit("/", 1)[1]


def sockets(page: Page) -> list[str]:
    """What comes over the page's sockets from now on."""
    heard: list[str] = []

    def listen(text: str | bytes) -> None:
        heard.append(str(text))

    page.on("websocket", lambda socket: socket.on("framereceived", listen))
    return heard


def act(page: Page) -> None:
    """One step by key: cards of a large hand lie over one another."""
    ply = ply_of(page)
    (playable(page).first if playable(page).count() else end_turn(page)).press("Enter")
    page.wait_for_function(
        """before => document.querySelector(".play")?.dataset.ply !== before
            && !document.querySelector("[data-busy=true]")""",
        arg=str(ply),
    )


def test_two_phones_and_a_big_screen(someone: Someone) -> None:
    host, guest = someone(), someone()
    link = open_lobby(host, 2)
    screen = host.context.new_page()  # whoever opens it, it shows no hand
    screen.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
    heard = sockets(screen)
    screen.goto(f"/tv/{code_in(link).lower()}")
    expect(screen.get_by_role("img", name=re.compile("QR"))).to_have_count(0)  # no phone can go to 127.0.0.1
    expect(screen.get_by_role("button", name="People in this room")).to_be_visible()
    expect(screen.get_by_text(code_in(link), exact=True)).to_be_visible()
    come_in(guest, link, "Bo")
    expect(screen.get_by_text("Everyone is here")).to_be_visible()
    expect(screen.get_by_role("img", name=re.compile("QR"))).to_have_count(0)
    begin(host, guest)
    expect(screen.locator(".turn").last).to_have_text(re.compile("^(Ana|Bo) plays$"))
    for _ in range(4):
        for page in (host, guest):
            if page.locator(".ask.turn").count():
                act(page)
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert hand(screen).count() == 0
    assert any('"position":{' in text for text in heard)
    assert not any(re.search(r'"hand":\{|"choices":\[\{', text) for text in heard), "a hand went to the big screen"
    # The phones fold to their hand, and unfold when the screen is gone.
    guest.get_by_role("button", name="Only my hand").tap()
    expect(guest.locator(".play .board-room")).to_be_hidden()
    expect(hand(guest)).to_be_visible()
    guest.get_by_role("button", name="Show the table").tap()
    expect(guest.locator(".play .board-room")).to_be_visible()
    guest.get_by_role("button", name="Only my hand").tap()
    screen.close()
    expect(guest.locator(".play .board-room")).to_be_visible()
    expect(host.get_by_role("button", name="Only my hand")).to_have_count(0)


def test_one_device_for_two_with_a_curtain_between(someone: Someone) -> None:
    page = someone(LAPTOP)
    open_lobby(page, 2)
    page.get_by_role("button", name="Someone on this device").click()
    page.get_by_label("Their name").fill("Bo")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("on this device", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    names: list[str] = []
    curtain = page.get_by_role("heading", name=re.compile("it’s your turn"))
    for _ in range(40):
        expect(page.locator(".ask.turn").or_(curtain).first).to_be_visible(timeout=PATIENCE)
        if curtain.count():
            names.append(lift(page))
        else:
            act(page)
        if set(names) == {"Ana", "Bo"}:
            break
    assert set(names) == {"Ana", "Bo"}
    page.reload()  # nobody knows who did that
    expect(curtain).to_be_visible()
    lift(page)


def lift(page: Page) -> str:
    """Say who one is, behind a curtain that shows nothing."""
    name = page.get_by_role("heading", level=1).inner_text().split(",")[0]
    expect(page.locator("[role=toolbar], .card, .play, .board")).to_have_count(0)
    page.get_by_role("button", name=f"It’s me, {name}").click()
    expect(hand(page)).to_be_visible()
    return name


@pytest.fixture
def closed_after(address: str) -> Iterator[None]:
    """Whatever happens, other tests find the room closed."""
    yield
    httpx.delete(f"{address}/api/nearby", headers={"origin": address}).raise_for_status()


@pytest.mark.usefixtures("closed_after")
def test_people_in_this_room_are_let_in_and_no_more(someone: Someone) -> None:
    host = someone(LAPTOP)
    assert urlsplit(open_lobby(host, 2)).hostname == "127.0.0.1"
    expect(host.get_by_text("the link works on this computer only")).to_be_visible()
    host.get_by_role("button", name="People in this room").click()
    way = host.get_by_role("dialog", name="People in this room")
    expect(way.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    expect(way.get_by_text(re.compile(f"^{re.escape(ROOM)}:"))).to_be_visible()
    expect(way.get_by_role("status")).to_have_text("Nobody has come in this way yet.")
    expect(way.get_by_text(re.compile("firewall"))).to_be_visible()
    invitation = host.locator("a[href*='/j/']")
    expect(invitation).to_have_attribute("href", re.compile(f"^http://{re.escape(ROOM)}:"))
    link = urlsplit(invitation.get_attribute("href") or "")
    guest = someone(at=f"{link.scheme}://{link.netloc}")
    come_in(guest, link.geturl(), "Bo")
    expect(guest.get_by_role("button", name="People in this room")).to_have_count(0)
    expect(way.get_by_role("status")).to_have_text("It works: somebody has come in this way.")
    expect(way.get_by_text(re.compile("firewall"))).to_have_count(0)
    host.keyboard.press("Escape")
    expect(way).to_have_count(0)
    begin(host, guest)
    played: set[Page] = set()
    for _ in range(40):
        for page in (host, guest):
            if page.locator(".ask.turn").count():
                act(page)
                played.add(page)
        if len(played) == 2:
            break
    assert played == {host, guest}
    # The next lobby finds the room open, and ends it.
    open_lobby(host, 2)
    host.get_by_role("button", name="People in this room").click()
    way.get_by_role("button", name="Stop letting people in").click()
    expect(way).to_have_count(0)
    expect(invitation).to_have_attribute("href", re.compile(r"^http://127\.0\.0\.1:"))
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((ROOM, link.port or 0), timeout=2)
    expect(guest.get_by_text("Connection lost")).to_be_visible()
