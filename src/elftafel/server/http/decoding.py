"""Reads JSON exactly: no number from text, no unknown field, and a problem that names the field."""

import re
from typing import Any

import msgspec

from elftafel.server.http.errors import HttpProblem


def read(body: bytes, wanted: Any) -> Any:
    """A body as the type that is asked for."""
    try:
        try:
            return msgspec.json.decode(body, type=wanted)
        except msgspec.ValidationError:
            return msgspec.convert(with_whole_numbers(msgspec.json.decode(body)), wanted)
    except msgspec.ValidationError as error:
        field, expected = said_by(str(error))
        raise HttpProblem(400, "bad_field", field or "body", expected) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise HttpProblem(400, "bad_json", "body", "JSON") from None


def with_whole_numbers(value: Any) -> Any:
    """4.0 is the integer 4 in JSON."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [with_whole_numbers(part) for part in value]
        case dict():
            return {key: with_whole_numbers(part) for key, part in value.items()}
    return value


def said_by(error: str) -> tuple[str, str]:
    """The field and what was expected, from a message such as "Expected `int`, got `str` - at `$.seats`"."""
    what, _, where = error.partition(" - at ")
    return re.sub(r"^\$\.?", "", where.strip("`")), what.replace("`", "").strip()
