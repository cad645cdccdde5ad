"""Writes docs/screenshots: `make screenshots`. What is dealt differs from time to time; look at them all."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect

from tests.web import test_elevens, test_jatten, test_nimmt11, test_start11
from tests.web.browser import chromium
from tests.web.table import LAPTOP, PHONE, finished_match, next_round, play_now, play_round, step, until_asked, visit

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screenshots"
THEMES = {"paper": "light", "night": "dark"}
SIZES = {"phone": PHONE, "desktop": LAPTOP}

Shoot = Callable[[str], None]


@contextmanager
def serving() -> Iterator[str]:
    """A server for the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "elftafel", "serve", "--port", "0", "--database", f"sqlite:///{folder}/t.db"]
        options = ["--bot-pace", "0", "--log-level", "error", "--requests-per-second", "1000"]
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
    """The start page and what opens from it."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(300)
    shoot("start")
    page.get_by_role("button", name="Settings").click()
    shoot("settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With friends Elfer raus!").click()
    expect(page.get_by_role("combobox", name="Seats")).to_be_visible()
    shoot("new-table")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    page.get_by_role("button", name="Add a bot").first.click()
    page.wait_for_timeout(300)
    shoot("lobby")
    page.goto("/rules/elfer_raus")
    expect(page.get_by_role("heading", name="Elfer raus!", level=1)).to_be_visible()
    shoot("rules")


def elfer_raus(page: Page, shoot: Shoot) -> None:
    """A match of Elfer raus!"""
    play_now(page, "Elfer raus!")
    for _ in range(16):
        step(page)
    if until_asked(page):
        shoot("elfer_raus")
        card = page.get_by_role("toolbar").get_by_role("button", disabled=True).first
        if card.count():
            card.click(force=True)
            expect(page.locator(".why")).to_be_visible()
            shoot("elfer_raus-why")
    play_round(page)
    next_round(page)
    play_round(page)
    page.wait_for_timeout(200)
    shoot("elfer_raus-scores")


def drawn(page: Page, shoot: Shoot, name: str, title: str, step: Callable[[Page], bool], steps: int) -> None:
    """Some steps of a game, then its first round to the end."""
    play_now(page, title)
    for _ in range(steps):
        if not step(page):
            break
    if until_asked(page):
        shoot(name)
    while step(page):
        pass
    page.wait_for_timeout(200)
    shoot(f"{name}-scores")


def elevens(page: Page, shoot: Shoot) -> None:
    """A round of 11 Elevens."""
    drawn(page, shoot, "elevens", test_elevens.TITLE, test_elevens.step, 24)


def jatten(page: Page, shoot: Shoot) -> None:
    """A round of Jatten, with a hand to rob."""
    luck = Random(7)

    def step(page: Page) -> bool:
        return test_jatten.tap_step(page, luck)

    drawn(page, shoot, "jatten", test_jatten.TITLE, step, 8)


def start11(page: Page, shoot: Shoot) -> None:
    """A round of 11!"""
    drawn(page, shoot, "start11", test_start11.TITLE, test_start11.step, 14)


def nimmt11(page: Page, shoot: Shoot) -> None:
    """A round of 11 nimmt!"""
    drawn(page, shoot, "nimmt11", test_nimmt11.TITLE, test_nimmt11.tap_step, 5)


def looked_back(page: Page, shoot: Shoot) -> None:
    """A finished match: the replay, whether it was fair, and the own results."""
    table = finished_match(page)
    page.goto(f"/replay/{table}?round=1&ply=12&seat=all")
    expect(page.get_by_role("slider")).to_be_visible()
    page.wait_for_timeout(300)
    shoot("replay")
    page.goto(f"/fair/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(300)
    shoot("fair")
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(500)
    shoot("me")


SCENES: list[Callable[[Page, Shoot], None]] = [start, elfer_raus, elevens, jatten, start11, nimmt11, looked_back]


def main(browser: Browser, address: str, wanted: list[str]) -> None:
    """All scenes in all sizes and themes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        if wanted and scene.__name__ not in wanted:
            continue
        for size, pixels in SIZES.items():
            for theme, scheme in THEMES.items():
                sharp = 2 if size == "phone" else 1
                context, page = visit(browser, address, pixels, [], color_scheme=scheme, device_scale_factor=sharp)

                def shoot(name: str, page: Page = page, ending: str = f"{size}-{theme}") -> None:
                    page.screenshot(path=FOLDER / f"{name}-{ending}.png")

                scene(page, shoot)
                context.close()


if __name__ == "__main__":
    with serving() as where, chromium() as window:
        main(window, where, sys.argv[1:])
