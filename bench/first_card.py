"""How long a newcomer waits for the first card: `make bench-first`.

For each game a server of its own with an empty cache of machine code, so that everything must be compiled, and a
browser that has never been there. Measured from the line that says where the server serves: until the start page can
be used, until the first decision is asked of the person, and until the game is compiled (it plays meanwhile).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser

from elftafel import games
from tests.web.browser import chromium
from tests.web.table import LAPTOP, until_asked, visit

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = 300


def first_card(browser: Browser, game: str) -> tuple[float, float, float]:
    """Seconds from serving to the start page, to the first decision, and to a compiled game."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "elftafel", "serve", "--port", "0", "--log-level", "error", "--bot-pace", "0"]
        environment = os.environ | {"ELFTAFEL_CACHE": f"{folder}/cache", "PYTHONPATH": str(ROOT / "src")}
        with subprocess.Popen(
            [*command, "--database", f"{folder}/t.db"], stdout=subprocess.PIPE, text=True, env=environment
        ) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found
                began = time.monotonic()
                context, page = visit(browser, found.group(), LAPTOP, [])
                page.goto("/")
                title = games.facts(game).title.removesuffix(" the board game")
                button = page.get_by_role("button", name=f"Play now {title}", exact=True)
                button.wait_for()
                usable = time.monotonic() - began
                button.click()
                until_asked(page)  # bots may decide before
                asked = time.monotonic() - began
                context.close()
                return usable, asked, compiled(found.group(), game, began)
            finally:
                server.terminate()


def compiled(address: str, game: str, began: float) -> float:
    """Seconds until the server says that this game is compiled."""
    while time.monotonic() - began < MOST_SECONDS:
        try:
            answer = urlopen(f"{address}/readyz").read()
        except HTTPError as error:
            answer = error.read()
        if json.loads(answer)["games"][game]:
            break
        time.sleep(0.2)
    return time.monotonic() - began


if __name__ == "__main__":
    print("| game | start page usable | first decision | compiled |\n|---|---|---|---|")
    with chromium() as browser:
        for game in games.NAMES:
            times = first_card(browser, game)
            print(f"| {games.facts(game).title} | {' | '.join(f'{seconds:.1f} s' for seconds in times)} |", flush=True)
