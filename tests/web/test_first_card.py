"""The first card: a server that has compiled nothing yet, with an empty cache, plays every game in the browser."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import MORE
from tests.web.screenshots import STEP
from tests.web.table import PHONE, called, hand, tap_play_now, visit

ROOT = Path(__file__).resolve().parents[2]
TITLES = ("Elfer raus!", "11 Elevens", "Jatten", "11!", "11 nimmt!")
MOST_TAPS = 4  # the start page's button; a card, and again if it lies in a fan; its place if it has several
COUNT_TAPS = "addEventListener('pointerdown', () => sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0), true)"


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server serves that never gets a game compiled."""
    folder = tmp_path_factory.mktemp("uncompiled")
    command = [sys.executable, "-m", "tests.web.uncompiled", "serve", "--port", "0", "--log-level", "warning"]
    environment = os.environ | {
        "ELFTAFEL_CACHE": str(folder / "cache"),
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }
    with subprocess.Popen(
        [*command, "--bot-pace", "0", "--database", str(folder / "t.db")],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not start"
            yield found.group()
        finally:
            server.terminate()
    assert not list((folder / "cache").rglob("*.nbc")), "something was compiled"


@pytest.mark.parametrize("title", TITLES if MORE > 1 else TITLES[3:4])
def test_a_game_is_played_before_it_is_compiled(browser: Browser, uncompiled: str, title: str) -> None:
    problems: list[str] = []
    context, page = visit(browser, uncompiled, PHONE, problems, {"coach": True}, service_workers="block")
    page.add_init_script(COUNT_TAPS)
    tap_play_now(page, title)
    assert hand(page).is_visible()
    assert page.locator(".ask.turn").is_visible()
    assert STEP[called(title)[0]](page), "a newcomer's first decision, while the coach speaks"
    assert int(page.evaluate("sessionStorage.taps")) <= MOST_TAPS
    context.close()
    assert problems == []
