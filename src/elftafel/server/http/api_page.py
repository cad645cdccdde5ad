"""The OpenAPI document as a page to read: every operation, every type.

Works on the document alone.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

METHODS = ("get", "post", "patch", "put", "delete")
SCHEMAS = "#/components/schemas/"
EVERYWHERE = {"405", "429", "503"}  # described once for all operations


def reference(document: dict[str, Any], render: Callable[[str], str]) -> str:
    """The body of the page."""
    info = document["info"]
    types = document.get("components", {}).get("schemas", {})
    every = list(operations(document))
    contents = "".join(
        f'<li><a href="#{anchor(method, path)}"><code>{method.upper()} {escape(path)}</code></a></li>'
        for path, method, _ in every
    )
    parts = [
        "<h1>The HTTP interface</h1>",
        render(info.get("description", "")),
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>',
        f'<nav aria-label="Operations"><ul class="contents">{contents}</ul></nav>',
        "<p>Every operation may also answer 405 (not with this method), 429 (too often; <code>Retry-After</code> tells "
        "when) and 503 (not now).</p>",
    ]
    group = None
    for path, method, operation in every:
        if (tag := (operation.get("tags") or ["other"])[0]) != group:
            group = tag
            parts.append(f"<h2>{escape(str(tag).capitalize())}</h2>")
        parts.append(operation_part(path, method, operation, render))
    parts.append("<h2>Types</h2>")
    parts += [type_part(name, schema) for name, schema in sorted(types.items())]
    return "\n".join(parts)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All operations, by group."""
    order = [tag["name"] for tag in document.get("tags", [])]
    listed = [
        (path, method, item[method])
        for path, item in document.get("paths", {}).items()
        for method in METHODS
        if method in item
    ]

    def place(entry: tuple[str, str, dict[str, Any]]) -> tuple[int, str, int]:
        path, method, operation = entry
        tag = (operation.get("tags") or [""])[0]
        return order.index(tag) if tag in order else len(order), path, METHODS.index(method)

    yield from sorted(listed, key=place)


def anchor(method: str, path: str) -> str:
    """Where an operation stands on the page."""
    return "-".join([method, *(part.strip("{}") for part in path.split("/") if part)])


def operation_part(path: str, method: str, operation: dict[str, Any], render: Callable[[str], str]) -> str:
    """One operation."""
    kind = "method" if method == "get" else "method writes"
    parts = [
        f'<section class="operation" id="{anchor(method, path)}">',
        f'<h3><span class="{kind}">{method.upper()}</span> {escape(path)}</h3>',
        render(operation.get("description") or operation.get("summary") or ""),
    ]
    if operation.get("security"):
        parts.append("<p>For someone: needs the cookie or a bearer token.</p>")
    if given := operation.get("parameters"):
        rows = [
            (
                f"<code>{escape(p['name'])}</code>",
                escape(p["in"]),
                type_text(p.get("schema", {})),
                words(p.get("description", "")),
            )
            for p in given
        ]
        parts += ["<h4>Parameters</h4>", table(("name", "in", "type", "what"), rows)]
    if body := operation.get("requestBody"):
        parts.append(f"<p>Body: {type_text(content_of(body))}</p>")
    answers = [
        (
            escape(status),
            type_text(content_of(answer)) if content_of(answer) else "",
            words(answer.get("description", "")),
        )
        for status, answer in sorted(operation.get("responses", {}).items())
        if status not in EVERYWHERE
    ]
    parts += ["<h4>Answers</h4>", table(("status", "type", "when"), answers), "</section>"]
    return "\n".join(parts)


def content_of(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a body or an answer."""
    for media in part.get("content", {}).values():
        schema: dict[str, Any] = media.get("schema", {})
        return schema
    return {}


def type_part(name: str, schema: dict[str, Any]) -> str:
    """One named type."""
    parts = [f'<section class="type" id="type-{escape(name)}"><h3><code>{escape(name)}</code></h3>']
    if description := schema.get("description"):
        parts.append(f"<p>{words(description)}</p>")
    if fields := schema.get("properties"):
        required = set(schema.get("required", []))
        rows = [
            (
                f"<code>{escape(field)}</code>",
                type_text(what),
                "" if field in required else default_text(what),
                words(what.get("description", "")),
            )
            for field, what in fields.items()
        ]
        parts.append(table(("field", "type", "default", "what"), rows))
    else:
        parts.append(f"<p>{type_text({**schema, 'title': None})}</p>")
    return "\n".join([*parts, "</section>"])


def default_text(schema: dict[str, Any]) -> str:
    """What an optional field is if it is not given."""
    if "default" not in schema:
        return "optional"
    return f"<code>{escape(json.dumps(schema['default'], ensure_ascii=False))}</code>"


def type_text(schema: dict[str, Any]) -> str:
    """A type in one line of HTML."""
    if (ref := schema.get("$ref")) is not None:
        name = escape(str(ref).removeprefix(SCHEMAS))
        return f'<a href="#type-{name}"><code>{name}</code></a>'
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " or ".join(type_text(part) for part in schema[key])
    if "allOf" in schema:
        return " with ".join(type_text(part) for part in schema["allOf"])
    if "const" in schema:
        return f"<code>{escape(repr(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(
            f"<code>{escape('null' if value is None else str(value))}</code>" for value in schema["enum"]
        )
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(type_text({**schema, "type": one}) for one in kind)
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(type_text(part) for part in schema["prefixItems"]) + "]"
        return f"list of {type_text(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object with values {type_text(schema['additionalProperties'])}"
    return escape(f"{kind}{bounds(schema)}")


def bounds(schema: dict[str, Any]) -> str:
    """The bounds of a number or a text."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None or high is not None:
        return f" {'' if low is None else low}–{'' if high is None else high}"
    if pattern := schema.get("pattern"):
        return f" like {pattern}"
    low, high = schema.get("minLength"), schema.get("maxLength")
    if low is not None or high is not None:
        return f" of {low or 0}–{'' if high is None else high} letters"
    return ""


def words(text: str) -> str:
    """A sentence with `code` in it, as HTML."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the cells are HTML."""
    top = "".join(f'<th scope="col">{name}</th>' for name in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'
