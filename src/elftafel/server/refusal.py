"""The one family of refusals: what the rooms of the server raise when they do not do what they are
asked.

A refusal has a key, never a sentence: screens have their own words for the keys (docs/protocol.md
lists them). No room below `http/` knows a status; `http/errors.py` maps keys and types to them.
"""

from elftafel.errors import ElftafelError


class Refusal(ElftafelError):
    """Something that is not done, with the reason as a key. Nothing has changed.

    `field`, `expected` and `rule` say which value is wrong, what would be right and which rule of
    the game says so. `retry_after` is the number of seconds after which another try makes sense.
    With `stale`, the request answered an older position: the present one is sent along.
    """

    def __init__(
        self,
        key: str,
        field: str | None = None,
        expected: str | None = None,
        rule: str | None = None,
        *,
        stale: bool = False,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(key)
        self.key, self.field, self.expected, self.rule = key, field, expected, rule
        self.stale, self.retry_after = stale, retry_after


class Malformed(Refusal):
    """Text that is not JSON, or JSON that is not of the type that was asked for."""


class BadFile(Refusal):
    """A match file that can be read, but whose match is impossible or was played by other rules."""


class TooOften(Refusal):
    """Someone asks more often than their limit allows."""

    def __init__(self, seconds: float) -> None:
        wait = max(1, int(seconds + 1))
        super().__init__("too_often", expected=f"wait {wait} seconds", retry_after=wait)
