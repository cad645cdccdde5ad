"""The page as a browser sees it: `make bench-page`.

How soon the start page can be used on a processor four times slower, how soon a newcomer has made the first decision
in each game, how much script, style and type the table page loads, and how many frames are late while a whole hand of
cards moves to its new places.
"""

import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page

from elftafel import games
from tests.web.browser import chromium
from tests.web.screenshots import STEP, serving
from tests.web.table import LAPTOP, PHONE, cards, play_now, tap_play_now, visit

SLOWER = 4
TIMES = 7
USABLE = """() => [...document.querySelectorAll("button")].some(one => one.textContent.includes("Play now")
    && !one.disabled && one.getClientRects().length) && performance.now()"""
FRAMES = """() => new Promise(done => {
    const times = [];
    const look = now => {
        times.push(now);
        const running = document.getAnimations().length;
        seen = Math.max(seen, running);
        if (running || times.length < 10) requestAnimationFrame(look);
        else done({cards: seen, gaps: times.slice(1).map((time, i) => time - times[i])});
    };
    let seen = 0;
    requestAnimationFrame(look);
})"""


def until_ready(address: str) -> None:
    """Wait until the server has loaded all games: that takes a core of its own."""
    while True:
        with suppress(HTTPError), urlopen(f"{address}/readyz"):
            break
        time.sleep(0.5)
    time.sleep(3)


def usable(browser: Browser, address: str, size: tuple[int, int]) -> float:
    """Milliseconds from asking for the start page to a button that can be pressed, with nothing kept from before."""
    context, page = visit(browser, address, size, [], service_workers="block")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto("/", wait_until="commit")
    found = page.wait_for_function(USABLE, polling="raf").json_value()
    context.close()
    return float(found)


def first_decision(browser: Browser, address: str, game: str) -> float:
    """Seconds from asking for the start page to a first decision, at the usual speed and with the coach's tips."""
    context, page = visit(browser, address, PHONE, [], {"speed": "normal", "coach": True}, service_workers="block")
    began = time.monotonic()
    tap_play_now(page, games.facts(game).title)
    STEP[game](page)
    took = time.monotonic() - began
    context.close()
    return took


def loaded(page: Page) -> dict[str, int]:
    """Compressed bytes of script, style and type."""
    files: list[dict[str, Any]] = page.evaluate(
        """() => performance.getEntriesByType("resource").filter(one => /[.](js|css|woff2)$/.test(one.name))
            .map(one => ({kind: one.name.split(".").pop(), size: one.encodedBodySize}))"""
    )
    return {kind: sum(file["size"] for file in files if file["kind"] == kind) for kind in ("js", "css", "woff2")}


def frames(page: Page) -> dict[str, Any]:
    """Sort the hand another way, and watch the frames until all cards lie still."""
    page.get_by_role("button", name="Settings").click()
    other = page.locator("input[name=sort]:not(:checked)").first
    watched = page.evaluate_handle(f"() => ({{found: ({FRAMES})()}})")
    other.check(force=True)
    found: dict[str, Any] = watched.evaluate("async one => await one.found")
    page.keyboard.press("Escape")
    return found


def main() -> None:
    with serving() as address, chromium() as browser:
        until_ready(address)
        for name, size in (("phone", PHONE), ("laptop", LAPTOP)):
            times = [usable(browser, address, size) for _ in range(TIMES)]
            print(f"start page usable, {SLOWER} × slower, {name}: {median(times):.0f} ms, worst {max(times):.0f}")
        for game in games.NAMES:
            times = sorted(first_decision(browser, address, game) for _ in range(3))
            print(f"first decision, {games.facts(game).title}: {times[1]:.1f} s, worst {times[-1]:.1f}")
        context, page = visit(browser, address, PHONE, [], {"speed": "normal"}, service_workers="block")
        play_now(page, "Elfer raus!")
        page.reload()
        cards(page).first.wait_for()
        sizes = loaded(page)
        print(f"table page: {sum(sizes.values()) / 1000:.0f} KB compressed ({sizes})")
        for _ in range(TIMES):
            found = frames(page)
            late = sum(gap > 25 for gap in found["gaps"])
            print(
                f"{found['cards']} cards move: {len(found['gaps'])} frames, {late} late, "
                f"longest {max(found['gaps']):.1f} ms"
            )
        context.close()


if __name__ == "__main__":
    main()
