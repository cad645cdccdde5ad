"""What a request that cannot be done is answered with: a status, and a key with the field or rule that is at fault.

Never a trace and never a sentence to be shown: screens have their own words for the keys.
"""

import msgspec

from elftafel.errors import BadInput, BadLog
from elftafel.server.refusal import Refusal
from elftafel.server.store import AccountTaken, StoreError


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done: a key, and where known the field, what would be right, and the rule."""

    error: str
    field: str | None = None
    expected: str | None = None
    rule: str | None = None


class HttpProblem(Exception):
    """A problem with its status."""

    def __init__(
        self,
        status: int,
        error: str,
        field: str | None = None,
        expected: str | None = None,
        rule: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(error)
        self.status = status
        self.problem = Problem(error, field, expected, rule)
        self.headers = headers or {}


STATUSES = {
    "busy": 503,
    "try_again": 503,
    "resync": 503,
    "game_not_ready": 503,
    "stopping": 503,
    "bad_field": 422,
    "not_host": 403,
    "removed": 403,
    "too_many_tables": 409,
}
"""Of what tables refuse; all else is a conflict with how things stand."""

LATER = {"retry-after": "2"}


def too_often(seconds: float) -> HttpProblem:
    """Someone who asks more than they may."""
    wait = max(1, int(seconds + 1))
    return HttpProblem(429, "too_often", expected=f"wait {wait} seconds", headers={"retry-after": str(wait)})


def from_error(error: Exception) -> HttpProblem | None:
    """The problem that one of our own errors stands for; None for an error nobody expected."""
    match error:
        case HttpProblem():
            return error
        case Refusal():
            status = STATUSES.get(error.key, 409)
            headers = LATER if status == 503 else None
            return HttpProblem(status, error.key, error.field, error.expected, error.rule, headers)
        case BadInput():
            return HttpProblem(422, "bad_field", error.field, error.expected, error.rule)
        case BadLog():
            return HttpProblem(409, "bad_log")
        case AccountTaken():
            return HttpProblem(409, "account_taken", "account", "a name that nobody else has")
        case StoreError():
            return HttpProblem(503, "try_again", headers=LATER)
    return None
