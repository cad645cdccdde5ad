"""The front end's files, as its build left them in `web/` beside this module. Without a build there
are none.

Names under `/assets` have a hash of their content in them and are kept for good; all else is asked
for anew each time.
"""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath

from elftafel.server.refusal import Refusal

FOLDER = Path(__file__).resolve().parents[1] / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
PACKED = {"br": ".br", "gzip": ".gz"}
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

Req = Request[Any, Any, Any]


class File(msgspec.Struct, frozen=True):
    """A file in memory, plain and compressed."""

    kind: str
    tag: str
    plain: bytes
    packed: dict[str, bytes]


def read(folder: Path) -> dict[str, File]:
    """All files of a build by their path; empty if there is no build."""
    if not (folder / "index.html").is_file():
        return {}
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in PACKED.values():
            files[path.relative_to(folder).as_posix()] = read_file(path)
    return files


def read_file(path: Path) -> File:
    """One file with what lies compressed beside it."""
    plain = path.read_bytes()
    packed = {}
    for name, ending in PACKED.items():
        other = path.with_name(path.name + ending)
        if other.is_file():
            packed[name] = other.read_bytes()
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(kind, f'"{hashlib.sha256(plain).hexdigest()[:20]}"', plain, packed)


@cache
def build() -> dict[str, File]:
    """The files of this installation's build."""
    return read(FOLDER)


def send(request: Req, file: File, keep: str, status: int = 200) -> Response[bytes]:
    """A file as this browser takes it, or that it has not changed."""
    headers = {"cache-control": keep, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    taken = {part.split(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    body = file.plain
    for name, packed in file.packed.items():
        if name in taken:
            headers["content-encoding"] = name
            body = packed
            break
    return Response(body, status_code=status, headers={**headers, "content-type": file.kind})


def page(request: Req, status: int = 200) -> Response[bytes] | None:
    """The page in which all routes of the front end live; None without a build."""
    file = build().get("index.html")
    return None if file is None else send(request, file, ASK_AGAIN, status)


def some(request: Req, name: str, keep: str) -> Response[bytes]:
    """A file by its name; a problem if there is none."""
    file = build().get(name)
    if file is None:
        raise Refusal("not_found")
    return send(request, file, keep)


@get(
    [
        "/t/{id:str}",
        "/j/{id:str}",
        "/tv/{id:str}",
        "/replay/{id:str}",
        "/review/{id:str}",
        "/fair/{id:str}",
        "/again",
        "/again/{id:str}",
        "/learn/{game:str}",
        "/learn/{game:str}/{lesson:str}",
        "/puzzles/{game:str}",
        "/puzzles/{game:str}/{puzzle:str}",
        "/daily",
        "/daily/{day:str}",
        "/daily/{day:str}/{game:str}",
        "/board/{id:str}",
        "/me",
        "/gallery",
    ],
    include_in_schema=False,
)
async def app(request: Req) -> Response[bytes]:
    """A route of the front end."""
    return some(request, "index.html", ASK_AGAIN)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: FromPath[str], request: Req) -> Response[bytes]:
    """A script, a style sheet or a text."""
    return some(request, f"assets/{name}", FOR_GOOD)


@get(
    ["/worker.js", "/manifest.webmanifest", "/icon-turn.svg", "/icon-192.png", "/icon-512.png", "/icon-mask.png"],
    include_in_schema=False,
)
async def beside(request: Req) -> Response[bytes]:
    """What browsers look for at a fixed place."""
    return some(request, request.url.path[1:], ASK_AGAIN)


HANDLERS = [app, asset, beside]
