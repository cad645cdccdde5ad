"""What tests do at a table in the browser: by tap, as the accessibility tree shows it."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from websockets.sync.client import ClientConnection, connect

from elftafel import games
from elftafel.server.protocol import messages
from tests.conftest import MORE

ROOT = Path(__file__).resolve().parents[2]
PHONE = (360, 740)
LAPTOP = (1440, 900)
LOOKS = [("light", PHONE), ("dark", LAPTOP)]
if MORE > 1:
    LOOKS += [("dark", PHONE), ("light", LAPTOP)]
"""Themes and sizes in which barriers are looked for: each theme and each size once, and all four in `make test-all`."""
BY_DAY, BY_NIGHT = (LOOKS, LOOKS) if MORE > 1 else (LOOKS[:1], LOOKS[1:])
"""For pages that share their parts with others: one look each."""

MOST_STEPS = 600
PATIENCE = 90_000  # milliseconds: a game may have to be compiled first

P = ParamSpec("P")

QUICK = {"speed": "instant", "sound": False, "coach": False}


def visit(
    browser: Browser,
    address: str,
    size: tuple[int, int],
    problems: list[str],
    settings: dict[str, Any] | None = None,
    **more: Any,
) -> tuple[BrowserContext, Page]:
    """Open a browser window of its own at the start page's address, without going there yet."""
    width, height = size
    more.setdefault("locale", "en-GB")
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=width < 600,
        is_mobile=width < 600,
        **more,
    )
    context.set_default_timeout(15_000)
    chosen = json.dumps(json.dumps(QUICK | (settings or {})))
    context.add_init_script(  # an empty page has no storage
        "if (location.protocol.startsWith('http'))"
        f" localStorage.getItem('elftafel.settings') ?? localStorage.setItem('elftafel.settings', {chosen})"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if is_problem(said.type, said.text) else None)
    page.on("request", lambda request: problems.append(request.url) if not is_ours(request.url, address) else None)
    return context, page


def is_problem(kind: str, text: str) -> bool:
    """Whether the console tells of something that should not be; an answer that is no success is none."""
    expected = ("status of 4", "WebSocket", "ERR_INTERNET_DISCONNECTED", "blocked by Playwright")
    return kind in ("error", "warning") and not any(part in text for part in expected)


def is_ours(url: str, address: str) -> bool:
    """Nothing is fetched from elsewhere."""
    return url.startswith((address, address.replace("http", "ws"), "data:", "blob:"))


def called(title: str) -> tuple[str, str]:
    """The game with this title in the browser, and the text of its facts there."""
    files = {name: ROOT / "web" / "src" / "games" / name / "facts.ts" for name in games.NAMES}
    texts = {name: file.read_text(encoding="utf-8") for name, file in files.items()}
    return next((name, text) for name, text in texts.items() if f'title: "{title}"' in text)


def play_now(page: Page, title: str, full: bool = False) -> None:
    """At the first decision of a new table with bots, as "Play now" opens it, without drawing the start page first.

    `full`: with as many players as there may be, so that a round has fewer own turns.
    """
    game, facts = called(title)
    seats = games.facts(game).players[1] if full else int(facts.partition("seats: ")[2].partition(",")[0])
    table = open_table(page, {"game": game, "seats": seats, "hints": True})
    with socket_of(page, table) as socket:
        commands: list[dict[str, Any]] = [{"t": "add_nonce", "nonce": "0b" * 16}]
        commands += [{"t": "put_bot", "seat": seat, "level": "casual"} for seat in range(1, seats)]
        for number, command in enumerate([*commands, {"t": "start"}]):
            socket.send(json.dumps({"id": f"now-{number}", **command}))
            while (answer := json.loads(socket.recv(timeout=PATIENCE / 1000))).get("id") != f"now-{number}":
                pass
            assert answer["t"] == "ack", answer
    page.goto(f"/t/{table}")
    expect(hand(page)).to_be_visible(timeout=PATIENCE)
    until_asked(page)


def tap_play_now(page: Page, title: str) -> None:
    """From the start page to the first decision, against bots."""
    page.goto("/")
    page.get_by_role("button", name=f"Play now {title}", exact=True).click()
    expect(hand(page)).to_be_visible(timeout=PATIENCE)
    until_asked(page)


def open_table(page: Page, settings: dict[str, Any], name: str = "Guest") -> str:
    """A table that this page's person has opened, a new guest if nobody is known; its id."""
    asked = page.context.request
    known = asked.get("/api/people/me")
    origin = {"origin": known.url.removesuffix("/api/people/me")}
    if not known.ok:
        language = page.evaluate("navigator.language").partition("-")[0]
        assert asked.post("/api/people", data={"name": name, "language": language}, headers=origin).ok
    opened = asked.post("/api/tables", data=settings, headers=origin)
    assert opened.ok, opened.text()
    return str(opened.json()["id"])


@contextmanager
def socket_of(page: Page, table: str) -> Iterator[ClientConnection]:
    """A socket at a table, of this page's person; the hello is said."""
    cookies = "; ".join(f"{one.get('name')}={one.get('value')}" for one in page.context.cookies())
    server = page.context.request.get("/healthz").url
    address = f"ws://{urlsplit(server).netloc}/api/tables/{table}/socket"
    with connect(address, additional_headers={"cookie": cookies}) as socket:
        socket.send(json.dumps({"t": "hello", "version": messages.VERSION}))
        yield socket


def until_asked(page: Page) -> bool:
    """Wait until something is asked of this person; False if the round is over instead."""
    page.wait_for_function(
        """() => document.querySelector("#result")
            || (document.querySelector(".ask.turn") && !document.querySelector("[data-busy=true]"))""",
        timeout=PATIENCE,
    )
    return page.locator("#result").count() == 0


def hand(page: Page) -> Locator:
    """The own cards or tiles; a board may have toolbars too."""
    return page.get_by_role("toolbar", name=re.compile("^Your (hand|rack)"))


def cards(page: Page) -> Locator:
    """The own cards."""
    return hand(page).get_by_role("button")


def playable(page: Page) -> Locator:
    """The own cards that can be played."""
    return hand(page).get_by_role("button", disabled=False)


def end_turn(page: Page) -> Locator:
    """The main button, when it can end the turn."""
    return page.get_by_role("button", name="End turn", disabled=False)


def in_hand(page: Page) -> int:
    """How many cards one holds."""
    return cards(page).count()


def next_round(page: Page) -> None:
    """After a round: deal the next one."""
    page.get_by_role("button", name="Deal the next round").click()
    expect(page.locator("#result")).to_be_hidden()
    until_asked(page)


def ply_of(page: Page) -> str | None:
    """How far the match is."""
    return page.locator(".play").get_attribute("data-ply")


def moved(page: Page, ply: str | None) -> None:
    """Wait until the position is another one."""
    page.wait_for_function("before => document.querySelector('.play')?.dataset.ply !== before", arg=ply)


def decision(act: Callable[Concatenate[Page, P], None]) -> Callable[Concatenate[Page, P], bool]:
    """Do this when something is asked, and wait until it is done. False when the round is over."""

    @wraps(act)
    def step(page: Page, /, *args: P.args, **kwargs: P.kwargs) -> bool:
        if not until_asked(page):
            return False
        ply = ply_of(page)
        act(page, *args, **kwargs)
        moved(page, ply)
        return True

    return step


@decision
def step(page: Page) -> None:
    """Play the first card that can be played, else end the turn."""
    card = playable(page).first
    touch(card if card.count() else end_turn(page))


EXPOSED = """async one => {
    const places = () => [...one.parentElement.parentElement.querySelectorAll("*")]
        .map(each => Object.values(each.getBoundingClientRect().toJSON()).join()).join();
    for (let before = ""; before !== places(); ) {  // cards of a fan make room for another
        before = places();
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    const box = one.getBoundingClientRect();
    for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) {
        const free = [];
        for (let across = 2; across < box.width; across += 4)
            if (one.contains(document.elementFromPoint(box.left + across, box.top + box.height * down)))
                free.push(across);
        // The middle: near an edge a touch counts for the neighbour.
        if (free.length) return {x: free[free.length >> 1], y: box.height * down};
    }
    return null;
}"""
"""A point of something that nothing lies over."""


RAISED_OR_PLAYED = """ply => document.querySelector(".hand.tight .card.selected")
    || document.querySelector(".play")?.dataset.ply !== ply"""


def touch(thing: Locator, once: bool = False) -> None:
    """Tap it on a phone, click it elsewhere; once more if it is a card that the first tap only raises.

    A card with several places is chosen by the first tap, and a second one would end that.

    A card of a fanned hand is touched where the next one does not lie over it.
    """
    page = thing.page
    hit = thing.tap if (page.viewport_size or {"width": 0})["width"] < 600 else thing.click
    asks = page.locator(".dock", has_text="Cancel")
    asked, ply = asks.count(), ply_of(page) if page.locator(".play").count() else None
    raises, card = thing.evaluate("one => [one.matches('.hand.tight .card:not(.selected)'), one.matches('.card')]")
    hit(position=thing.evaluate(EXPOSED) if card else None)
    if raises and not once:
        page.wait_for_function(RAISED_OR_PLAYED, arg=ply)
        raised = page.locator(".hand.tight .card.selected").first
        if raised.count() and asks.count() <= asked:
            raised.click(force=True, position=raised.evaluate(EXPOSED))


def press(page: Page, selector: str) -> None:
    """Tap or click the first of these."""
    touch(page.locator(selector).first)


def play_round(page: Page, step: Callable[[Page], bool] = step) -> int:
    """Play to the end of the round; how many steps it took."""
    steps = 0
    while step(page):
        steps += 1
        assert steps < MOST_STEPS, "a round should have ended long ago"
    return steps


MOST_SHIFT = 0.02
SHIFTS = """() => {
    window.shifts = [];
    const told = one => [one.value, one.sources.map(({node}) => node?.className || node?.nodeName).join(", ")];
    new PerformanceObserver(list => {
        if (document.querySelector("#result")) return;  // the scores are another picture
        for (const one of list.getEntries()) window.shifts.push(told(one));
    }).observe({type: "layout-shift"});
}"""


@contextmanager
def nothing_jumps(page: Page) -> Iterator[None]:
    """What is done at this table meanwhile shifts no part of the page by more than a little (`layout-shift`)."""
    page.evaluate(SHIFTS)
    yield
    jumps = [shift for shift in page.evaluate("window.shifts") if shift[0] > MOST_SHIFT]
    assert not jumps, f"how far and what: {jumps}"


def finish_round(page: Page) -> None:
    """Let the round be played to its end at once, not by hand; the scores are shown."""
    play_out(page, rounds=1)


def play_out(page: Page, rounds: int) -> None:
    """Play so many rounds of this page's table for its person; the scores are shown."""
    play_unseen(page, rounds, lambda choices: False)
    expect(page.locator("#result")).to_be_visible()


def play_until(page: Page, wanted: Callable[[list[Any]], bool]) -> None:
    """Play this page's table for its person until the choices of a turn are as wanted, at most to the match's end."""
    assert play_unseen(page, MOST_STEPS, wanted), "the match has no such turn"
    until_asked(page)


def play_unseen(page: Page, rounds: int, wanted: Callable[[list[Any]], bool]) -> bool:
    """Play over a socket, while no page draws every step. True as soon as choices are as wanted; False at the end."""
    url = urlsplit(page.url)
    page.goto("about:blank")
    with socket_of(page, url.path.rpartition("/")[2]) as socket:
        found = answer_all(socket, rounds, wanted)
    page.goto(url.geturl())
    return found


def answer_all(socket: ClientConnection, rounds: int, wanted: Callable[[list[Any]], bool]) -> bool:
    """Make the first choice whenever one is asked."""
    answered: set[tuple[int, bool]] = set()
    unanswered = ""
    while True:
        try:
            message = json.loads(socket.recv(timeout=2))
        except TimeoutError:  # too fast for the server, perhaps: it takes so many messages a second
            socket.send(unanswered or json.dumps({"t": "ping"}))
            continue
        position = message.get("position") or (message.get("body") or {}).get("position")
        if not position or (asked := (position["ply"], position["between_rounds"])) in answered:
            continue
        unanswered = ""
        if position["winners"] or (position["between_rounds"] and rounds == 1):
            return False
        command = {"id": f"out-{len(answered)}", "ply": position["ply"]}
        if position["between_rounds"]:
            rounds -= 1
            unanswered = json.dumps({"t": "next_round", **command})
        elif choices := position["view"]["choices"]:
            if wanted(choices):
                return True
            unanswered = json.dumps({"t": "play", "action": choices[0]["action"], **command})
        if unanswered:
            answered.add(asked)
            socket.send(unanswered)


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds: the rule and where."""
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{one['id']}: {', '.join(re.sub('<', ' <', node['html'])[:120] for node in one['nodes'])}" for one in found
    ]


def short_match(page: Page, game: str = "elfer_raus", rounds: int = 1) -> str:
    """A match against one bot, opened and started by this page; the table's id."""
    table = open_table(page, {"game": game, "seats": 2, "rounds": rounds}, "Ana")
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Fill up with bots and start").click()
    page.locator(".play").wait_for(timeout=PATIENCE)
    return table


def finished_match(page: Page, game: str = "elfer_raus", rounds: int = 1) -> str:
    """A match against a bot, played out at once; the table's id."""
    table = short_match(page, game, rounds)
    play_out(page, rounds)
    return table
