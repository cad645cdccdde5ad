"""Writes docs/screenshots: `make screenshots`. What is dealt differs from time to time; look at them all.

`make screenshots ALL=folder` writes every page and table at seven sizes, in both lights and with the fewest and the
most players into another folder: for looking, not for keeping. ONLY="pages jatten" takes a part of it.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect

from elftafel import games
from tests.web import test_company, test_elevens, test_jatten, test_nimmt11, test_room, test_stage, test_start11
from tests.web.browser import chromium
from tests.web.table import (
    LAPTOP,
    PATIENCE,
    finish_round,
    finished_match,
    open_table,
    play_now,
    play_out,
    play_round,
    step,
    until_asked,
    visit,
)

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
LIGHTS = {"day": "light", "evening": "dark"}
LOOKS = {"phone-day": ((390, 844), "light", 2), "desktop-evening": (LAPTOP, "dark", 1)}
QUALITY = 78  # the grain of the wood makes large PNGs

STEPS = 12
LUCK = Random(11)
STEP: dict[str, Callable[[Page], bool]] = {
    "elfer_raus": step,
    "elevens": test_elevens.step,
    "jatten": lambda page: test_jatten.tap_step(page, LUCK),
    "start11": test_start11.step,
    "nimmt11": test_nimmt11.tap_step,
}

Shoot = Callable[[str], None]


@contextmanager
def serving() -> Iterator[str]:
    """A server for the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "elftafel", "serve", "--port", "0", "--database", f"sqlite:///{folder}/t.db"]
        options = ["--bot-pace", "0", "--log-level", "error", "--requests-per-second", "1000"]
        options += ["--review-iterations", "300"]
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "src"))
        with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            try:
                yield found.group()
            finally:
                server.terminate()


def start(page: Page, shoot: Shoot) -> None:
    """The start page, a lobby and a rulebook."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(2500)  # the table there plays
    shoot("start")
    page.get_by_role("button", name="With friends Elfer raus!").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    page.get_by_role("button", name="Add a bot").first.click()
    page.wait_for_timeout(500)
    shoot("lobby")
    page.goto("/rules/elfer_raus")
    expect(page.get_by_role("heading", name="Elfer raus!", level=1)).to_be_visible()
    shoot("rules")


def table(page: Page, shoot: Shoot, name: str, title: str, step: Callable[[Page], bool], steps: int) -> None:
    """Some steps of a game."""
    play_now(page, title)
    for _ in range(steps):
        if not step(page):
            break
    if until_asked(page):
        shoot(name)


def elfer_raus(page: Page, shoot: Shoot) -> None:
    """A match of Elfer raus!, and the scores after its first round."""
    table(page, shoot, "elfer_raus", "Elfer raus!", step, 12)
    play_round(page)
    page.wait_for_timeout(500)
    shoot("scores")


def elevens(page: Page, shoot: Shoot) -> None:
    """11 Elevens."""
    table(page, shoot, "elevens", test_elevens.TITLE, test_elevens.step, 24)


def jatten(page: Page, shoot: Shoot) -> None:
    """Jatten, with a hand to rob."""
    luck = Random(7)
    table(page, shoot, "jatten", test_jatten.TITLE, lambda page: test_jatten.tap_step(page, luck), 8)


def start11(page: Page, shoot: Shoot) -> None:
    """11!"""
    table(page, shoot, "start11", test_start11.TITLE, test_start11.step, 14)


def nimmt11(page: Page, shoot: Shoot) -> None:
    """11 nimmt!"""
    table(page, shoot, "nimmt11", test_nimmt11.TITLE, test_nimmt11.tap_step, 5)


def looked_back(page: Page, shoot: Shoot) -> None:
    """A finished match: its end, the replay, and the own results."""
    match = finished_match(page)
    page.wait_for_timeout(1500)
    shoot("end")
    page.goto(f"/replay/{match}?round=1&ply=12&seat=all")
    expect(page.get_by_role("slider")).to_be_visible()
    page.wait_for_timeout(300)
    shoot("replay")
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(500)
    shoot("me")


SCENES: list[Callable[[Page, Shoot], None]] = [start, elfer_raus, elevens, jatten, start11, nimmt11, looked_back]


def keep(browser: Browser, address: str, wanted: list[str]) -> None:
    """The pictures that are kept."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        if wanted and scene.__name__ not in wanted:
            continue
        for look, (size, scheme, sharp) in LOOKS.items():
            context, page = visit(browser, address, size, [], color_scheme=scheme, device_scale_factor=sharp)

            def shoot(name: str, page: Page = page, look: str = look) -> None:
                page.screenshot(path=FOLDER / f"{name}-{look}.jpg", type="jpeg", quality=QUALITY)

            scene(page, shoot)
            context.close()


def all_pages(page: Page, shoot: Shoot) -> None:
    """Pages without a match: start, dialogs, lobbies, rules, the own page, an unknown address."""
    start(page, shoot)
    page.goto("/nowhere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    shoot("lost")
    page.goto(f"/t/{open_table(page, {'game': 'nimmt11', 'seats': 7})}")
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    shoot("lobby-most")


def all_tables(page: Page, shoot: Shoot, game: str) -> None:
    """A game in mid-round with the fewest and the most players, a hint, scores after a round and after the match."""
    for which, seats in zip(("fewest", "most"), games.facts(game).players, strict=True):
        test_stage.sit(page, game, seats)
        for _ in range(STEPS):
            if not STEP[game](page):
                break
        shoot(f"{game}-{which}")
    begin(page, game, min(4, seats), 2)
    finish_round(page)
    page.wait_for_timeout(1500)
    shoot(f"{game}-scores")
    begin(page, game, min(4, seats), 1)
    play_out(page, rounds=1)
    page.wait_for_timeout(1500)
    shoot(f"{game}-end")
    begin(page, game, min(4, seats), 1)
    page.get_by_role("button", name="Hint", exact=True).click()
    asks = page.get_by_role("button", name="Show the hint")
    expect(asks.or_(page.locator(".hint")).first).to_be_visible()
    if asks.count():
        asks.click()
    expect(page.locator(".hint .clamp")).to_be_visible(timeout=4 * PATIENCE)  # the search is compiled first
    shoot(f"{game}-hint")


def begin(page: Page, game: str, seats: int, rounds: int) -> None:
    """A match against bots at which hints may be taken, up to the first decision."""
    table = open_table(page, {"game": game, "seats": seats, "rounds": rounds, "hints": True})
    page.goto(f"/t/{table}")
    page.locator("main .button.main").last.click()
    page.locator(".play").wait_for(timeout=PATIENCE)
    until_asked(page)


def all_looked_back(page: Page, shoot: Shoot) -> None:
    """Replay, own results, and the review."""
    match = finished_match(page)
    page.goto(f"/replay/{match}?round=1&ply=12&seat=all")
    expect(page.get_by_role("slider")).to_be_visible()
    shoot("replay")
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(500)
    shoot("me")
    page.goto(f"/review/{match}")
    page.get_by_role("button", name="Look back at this match").click()
    expect(page.locator('.review[data-state="done"]')).to_be_visible(timeout=PATIENCE)
    shoot("review")


def all_in_one_room(page: Page, shoot: Shoot) -> None:
    """The big screen with empty chairs and in mid-round, and the curtain between two at one device."""
    code = test_room.code_in(test_company.open_lobby(page, 4))
    table = page.url
    page.goto(f"/tv/{code}")
    page.get_by_role("img", name=re.compile("QR|code")).or_(page.get_by_text(code, exact=True)).first.wait_for()
    shoot("tv-lobby")
    page.goto(table)
    page.locator("main .button.main").last.click()
    page.locator(".play").wait_for(timeout=PATIENCE)
    for _ in range(8):
        step(page)
    page.goto(f"/tv/{code}")
    page.wait_for_timeout(1500)
    shoot("tv")
    test_company.open_lobby(page, 2)
    page.get_by_role("button", name="Someone at this device").click()
    page.get_by_label("Their name").fill("Bo")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start", exact=True).click()
    curtain = page.get_by_role("heading", name=re.compile("it’s your turn"))
    while not curtain.count():
        expect(page.locator(".ask.turn").or_(curtain).first).to_be_visible(timeout=PATIENCE)
        if not curtain.count():
            test_room.act(page)
    shoot("curtain")


ALL: dict[str, Callable[[Page, Shoot], None]] = {
    "pages": all_pages,
    **{game: partial(all_tables, game=game) for game in games.NAMES},
    "looked_back": all_looked_back,
    "in_one_room": all_in_one_room,
}


def look_at_all(browser: Browser, address: str, folder: Path, wanted: list[str]) -> None:
    """Every page and table at every size and in both lights."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in ALL.items():
        if wanted and name not in wanted:
            continue
        context, page = visit(browser, address, LAPTOP, [], service_workers="block")

        def shoot(name: str, page: Page = page) -> None:
            for width, height in test_stage.SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for light, scheme in LIGHTS.items():
                    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    page.wait_for_timeout(250)
                    page.screenshot(path=folder / f"{name}-{width}x{height}-{light}.png")
            page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})

        scene(page, shoot)
        context.close()


if __name__ == "__main__":
    expect.set_options(timeout=60_000)  # milliseconds: others may use this machine too
    with serving() as where, chromium() as window:
        if sys.argv[1:2] == ["--all"]:
            look_at_all(window, where, Path(sys.argv[2]), sys.argv[3:])
        else:
            keep(window, where, sys.argv[1:])
