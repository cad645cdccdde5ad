"""The OpenAPI document: Litestar finds the operations, msgspec describes the types as it reads and
writes them.
"""

from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from elftafel import __version__, fairness
from elftafel.games.messages import Move
from elftafel.match import MatchLog
from elftafel.server.http.errors import Problem
from elftafel.server.http.schemas import Readiness
from elftafel.server.people.accounts import COOKIE
from elftafel.server.refusal import Refusal

DESCRIPTION = """\
People, tables and finished matches of an Elftafel server. Live play goes over the socket
`/api/tables/{id}/socket`; the page of the protocol tells each of its messages.

`POST /api/people` makes a guest and gives a token. Programs send it as `Authorization: Bearer …`; browsers get a
cookie. A request with the cookie that changes something must come from a page of this server (its `Origin` is
checked).

Every problem is answered as JSON with a key in `error`, and where known the `field`, what would be `expected`, and the
`rule` of the game. Bodies are at most 16 KB, match files 500 KB. Times are milliseconds since 1970.
"""
LINKS = {
    "arrive": {"someone": {"id": "$response.body#/person/id"}},
    "openTable": {
        "table": {"id": "$response.body#/id"},
        "match": {"id": "$response.body#/id"},
        "replay": {"id": "$response.body#/id"},
        "review": {"id": "$response.body#/id"},
        "askReview": {"id": "$response.body#/id"},
        "code": {"code": "$response.body#/code"},
    },
}
"""Where the answer to one operation leads: to these others, with these parameters."""
BODIES: dict[str, tuple[type[msgspec.Struct], ...]] = {"replayFile": (fairness.MatchRecord, MatchLog)}
"""Bodies that the handler reads itself, because they can be one of several types."""
DONE = {"200": "Done", "201": "Made", "202": "Taken on", "204": "Done, and nothing to tell"}


async def not_here(request: Request[Any, Any, Any]) -> None:
    """Litestar's own pages of the document: ours are exact, and fetch nothing from elsewhere."""
    raise Refusal("not_found")


def configuration() -> OpenAPIConfig:
    """What the document says of the whole."""
    return OpenAPIConfig(
        title="Elftafel",
        version=__version__,
        description=DESCRIPTION,
        use_handler_docstrings=True,
        openapi_router=Router("/api/openapi", route_handlers=[], include_in_schema=False, before_request=not_here),
        render_plugins=[JsonRenderPlugin()],
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(type="http", scheme="bearer", description="the token of a person"),
                "cookie": SecurityScheme(type="apiKey", security_scheme_in="cookie", name=COOKIE),
            }
        ),
        tags=[Tag(name=tag) for tag in ("people", "tables", "daily", "puzzles", "operations")],
    )


def document(app: Litestar) -> dict[str, Any]:
    """The whole document."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    _, exact = msgspec.json.schema_components(types_of(app), ref_template="#/components/schemas/{name}")
    exact[Move.__name__]["properties"]["move"] = {"type": "string"}  # each game has its own kinds
    document["components"]["schemas"] = exact
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", []):
                parameter["schema"] = without_null(parameter["schema"])
            if kinds := BODIES.get(operation["operationId"]):
                choice = [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in kinds]
                operation["requestBody"] = {
                    "content": {"application/json": {"schema": {"anyOf": choice}}},
                    "required": True,
                }
            for status, answer in operation["responses"].items():
                answer["description"] = DONE.get(status, answer["description"])
            if operation["operationId"] in LINKS:
                operation["responses"]["201"]["links"] = {
                    name: {"operationId": name, "parameters": given}
                    for name, given in LINKS[operation["operationId"]].items()
                }
    return document


def types_of(app: Litestar) -> list[Any]:
    """All types that handlers take or give."""
    kinds: list[Any] = [Problem, Readiness, *(kind for choice in BODIES.values() for kind in choice)]
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            if isinstance(handler, HTTPRouteHandler) and handler.include_in_schema is not False:
                signature = handler.parsed_fn_signature
                kinds += [signature.parameters["data"].annotation] if "data" in signature.parameters else []
                given = signature.return_type
                kinds.append(given.inner_types[0].annotation if given.origin is Response else given.annotation)
    return [kind for kind in dict.fromkeys(kinds) if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter can be left out, but it cannot be null."""
    kinds = [kind for kind in schema.get("oneOf", []) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**kinds[0], **{key: value for key, value in schema.items() if key != "oneOf"}}


def methods_of(app: Litestar) -> dict[str, str]:
    """What may be done at each path, for the header `Allow`."""
    methods_at: dict[str, set[str]] = {}
    for route in app.routes:
        methods = {method for handler in getattr(route, "route_handlers", []) for method in methods_by(handler)}
        methods_at.setdefault(route.path_format, set()).update(methods)
    return {path: ", ".join(sorted(methods)) for path, methods in methods_at.items()}


def methods_by(handler: object) -> set[str]:
    """What one handler does."""
    methods = {str(method) for method in handler.http_methods} if isinstance(handler, HTTPRouteHandler) else set()
    return methods | ({"HEAD"} if "GET" in methods else set())  # the guard answers it
