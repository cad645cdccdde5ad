"""Reads JSON exactly: no number from text, no unknown field, and a refusal that names the field."""

import re
from typing import Any

import msgspec

from elftafel.server.refusal import Malformed


def read(body: bytes, wanted: Any) -> Any:
    """A body as the type `wanted`; Malformed if it is not one."""
    try:
        try:
            return msgspec.json.decode(body, type=wanted)
        except msgspec.ValidationError:
            return msgspec.convert(with_whole_numbers(msgspec.json.decode(body)), wanted)
    except msgspec.ValidationError as error:
        field, expected = parts_of(str(error))
        raise Malformed("bad_field", field or "body", expected) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed("bad_json", "body", "JSON") from None


def with_whole_numbers(value: Any) -> Any:
    """The value with each float that is a whole number as an integer: in JSON, 4.0 is the integer
    4.
    """
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [with_whole_numbers(part) for part in value]
        case dict():
            return {key: with_whole_numbers(part) for key, part in value.items()}
    return value


def parts_of(message: str) -> tuple[str, str]:
    """Field and expectation in a message of msgspec: "Expected `int`, got `str` - at `$.seats`"."""
    what, _, where = message.partition(" - at ")
    return re.sub(r"^\$\.?", "", where.strip("`")), what.replace("`", "").strip()
