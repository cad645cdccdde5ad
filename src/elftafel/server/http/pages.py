"""The few pages that the server writes itself: the protocol, the HTTP interface; and, for an
installation without the build of the front end (assets.py), a start page and the rules.

Plain HTML and one style sheet; nothing is fetched from elsewhere, and nothing needs a script.
"""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.enums import OpenAPIMediaType
from litestar.params import FromPath
from markdown_it import MarkdownIt

from elftafel import __version__, games
from elftafel.games.rulebook import common, rulebook, told
from elftafel.server.http import assets, schemas
from elftafel.server.http.api_page import reference
from elftafel.server.http.context import Here, Services
from elftafel.server.http.errors import answer_problem
from elftafel.server.refusal import Refusal

HERE = Path(__file__).resolve().parent
PROTOCOL = (HERE.parent / "protocol.md", HERE.parents[3] / "docs" / "protocol.md")  # in a wheel, in a checkout
MOST_SHOWN = 20  # tables on the start page
NOT_FOUND = 404
FOR_PROGRAMS = ("/api/", "/assets/")  # where a problem is JSON, whoever asks
LOST = {
    "en": ("There is no such page", "To the start page"),
    "de": ("Diese Seite gibt es nicht", "Zur Startseite"),
    "nl": ("Deze pagina bestaat niet", "Naar het begin"),
    "fr": ("Cette page n’existe pas", "Vers l’accueil"),
    "is": ("Þessi síða er ekki til", "Á upphafssíðu"),
}
"""What the page at an unknown address says without the front end, by language."""

Req = Request[Any, Any, Any]


def page(title: str, body: str, language: str = "en") -> str:
    """A whole page."""
    protocol = '<a href="/protocol">Protocol</a>' if protocol_text() else ""
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Pages"><a class="home" href="/">Elftafel</a>{protocol}<a href="/api">HTTP</a></nav></header>
<main id="main">
{body}
</main>
<footer>Elftafel {escape(__version__)}</footer>
</body>
</html>
"""


@cache
def markdown() -> MarkdownIt:
    """Markdown as our own documents use it; HTML in it is shown, not obeyed."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def protocol_text() -> str:
    """The page of the protocol, if this installation has it."""
    return next((path.read_text(encoding="utf-8") for path in PROTOCOL if path.is_file()), "")


@cache
def rules_page(game: str) -> str:
    """A game's rulebook as a page."""
    body = anchored(markdown().render(told(rulebook(game)) + "\n\n" + common()))
    return page(f"{games.facts(game).title}: the rules", f'<article class="text">{body}</article>')


def anchored(body: str) -> str:
    """The rule ids as links to themselves: /rules/jatten#JA-7 leads to the first place that tells
    the rule.
    """
    linked: set[str] = set()

    def link(match: re.Match[str]) -> str:
        rule = match[0]
        name = "" if rule in linked else f' id="{rule}"'
        linked.add(rule)
        return f'<a{name} href="#{rule}">{rule}</a>'

    return re.sub(r"\b[A-Z]{2}-[OR]?\d+\b", link, body)


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def start(request: Req, services: Here) -> Response[Any]:
    """The front end; without its build, what this is, what can be played, and where."""
    return assets.page(request) or Response(await start_page(services), media_type=MediaType.HTML)


async def start_page(services: Services) -> str:
    """The start page of a server without the front end."""
    joinable = [schemas.table_line(line) for line in await services.store.joinable(MOST_SHOWN)]
    watchable = [schemas.table_line(line) for line in await services.store.watchable(MOST_SHOWN)]
    return page("Elftafel", start_body(joinable, watchable))


def start_body(joinable: list[schemas.TableLine], watchable: list[schemas.TableLine]) -> str:
    """The start page."""
    protocol = ' and a <a href="/protocol">protocol</a> for live play' if protocol_text() else ""
    return f"""<h1>Elftafel</h1>
<p class="lead">A place to play, host and study five number-card games, with friends and with bots.</p>
<h2>Games</h2>
<ul class="games">{"".join(game_card(name) for name in games.NAMES)}</ul>
<h2>Tables with free seats</h2>
{table_list(joinable)}
<h2>Matches to watch</h2>
{table_list(watchable)}
<h2>For programs</h2>
<p>This server has an <a href="/api">HTTP interface</a>{protocol}: enough to write a bot or a screen of your own.</p>"""


def game_card(name: str) -> str:
    """A game on the start page."""
    facts = games.facts(name)
    low, high = facts.players
    return (
        f'<li><h3><a href="/rules/{name}">{escape(facts.title)}</a></h3>'
        f"<p>{low}–{high} players</p><p>{escape(facts.made_of)}</p></li>"
    )


def table_list(lines: list[schemas.TableLine]) -> str:
    """Tables as a list."""
    if not lines:
        return "<p>None at the moment.</p>"
    return f'<ul class="tables">{"".join(map(table_item, lines))}</ul>'


def table_item(line: schemas.TableLine) -> str:
    """A table in a list."""
    seats = ", ".join(
        escape(seat.name or "") + (f" ({escape(seat.bot)})" if seat.bot else "") for seat in line.seats if seat.name
    )
    free = f", {line.free} free" if line.free else ""
    title = escape(games.facts(line.game).title)
    return f"<li><strong>{title}</strong> <code>{escape(line.code)}</code> {seats}{free}</li>"


@get("/rules/{game:str}", media_type=MediaType.HTML, include_in_schema=False)
async def rules(request: Req, game: FromPath[str]) -> Response[Any]:
    """A game's rulebook."""
    if game not in games.NAMES:
        raise Refusal("no_such_game", "game", ", ".join(games.NAMES))
    return assets.page(request) or Response(rules_page(game), media_type=MediaType.HTML)


def answer(request: Req, error: Exception) -> Response[Any]:
    """Any exception as JSON; for a person who opens an address that leads nowhere, a page."""
    problem = answer_problem(request, error)
    if problem.status_code != NOT_FOUND or not opens_page(request):
        return problem
    lost = assets.page(request, NOT_FOUND)
    return lost or Response(lost_page(request), status_code=NOT_FOUND, media_type=MediaType.HTML)


def opens_page(request: Req) -> bool:
    """True if this request wants a page to look at: a browser opens an address."""
    asks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return asks and not request.scope["path"].startswith(FOR_PROGRAMS)


def lost_page(request: Req) -> str:
    """The page at an unknown address, on a server without the front end."""
    wanted = (part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(","))
    language = next((short for short in wanted if short in LOST), "en")
    title, back = LOST[language]
    return page(title, f'<h1>{title}</h1>\n<p><a href="/">{back}</a></p>', language)


@get("/protocol", media_type=MediaType.HTML, include_in_schema=False)
async def protocol() -> str:
    """Every message of a table's socket."""
    text = protocol_text()
    if not text:
        raise Refusal("not_found")
    return page("The protocol", f'<article class="text">{markdown().render(text)}</article>')


@get("/api", media_type=MediaType.HTML, include_in_schema=False)
async def api(request: Req) -> str:
    """The HTTP interface, to be read."""
    return page("The HTTP interface", reference(request.app.state.document(), markdown().render))


@get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Req) -> Response[dict[str, Any]]:
    """The HTTP interface, for programs."""
    return Response(request.app.state.document(), media_type=OpenAPIMediaType.OPENAPI_JSON)


@get("/pages.css", include_in_schema=False)
async def style() -> Response[bytes]:
    """How the pages look."""
    return kept(HERE / "pages.css", "text/css; charset=utf-8")


@get(["/icon.svg", "/favicon.ico"], include_in_schema=False)
async def icon() -> Response[bytes]:
    """The sign in a browser's tab."""
    return kept(HERE / "icon.svg", "image/svg+xml")


def kept(path: Path, kind: str) -> Response[bytes]:
    """A file that browsers may keep for a while."""
    headers = {"content-type": kind, "cache-control": "public, max-age=3600"}
    return Response(path.read_bytes(), headers=headers)


HANDLERS = [start, rules, protocol, api, openapi, style, icon]
