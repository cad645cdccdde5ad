"""How a request that is not done is answered: a status, and a key with the field or rule that is at
fault.

This is the only file that knows which refusal has which status. An answer never has a trace, and
never a sentence to be shown: screens have their own words for the keys.
"""

from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from elftafel.errors import BadInput, BadLog, OtherRules
from elftafel.server.protocol.decoding import parts_of
from elftafel.server.refusal import BadFile, Malformed, Refusal
from elftafel.server.store import AccountTaken, StoreError

log = structlog.get_logger("elftafel.app")

CONFLICT, UNAVAILABLE, UNEXPECTED = 409, 503, 500
STATUSES = {
    "bad_request": 400,
    "bad_token": 401,
    "not_signed_in": 401,
    "foreign_origin": 403,
    "no_origin": 403,
    "not_allowed": 403,
    "not_host": 403,
    "own_seat_only": 403,
    "removed": 403,
    "wrong_passphrase": 403,
    "no_such_board": 404,
    "no_such_game": 404,
    "no_such_person": 404,
    "no_such_table": 404,
    "not_found": 404,
    "bad_method": 405,
    "too_slow": 408,
    "too_large": 413,
    "not_json": 415,
    "bad_field": 422,
    "too_often": 429,
    "unexpected": UNEXPECTED,
    "busy": UNAVAILABLE,
    "game_not_ready": UNAVAILABLE,
    "resync": UNAVAILABLE,
    "stopping": UNAVAILABLE,
    "too_many_connections": UNAVAILABLE,
    "too_many_sockets": UNAVAILABLE,
    "try_again": UNAVAILABLE,
}
"""The status of a key. Every other key is a conflict with how things stand."""

STATUSES_BY_TYPE: dict[type[Refusal], int] = {Malformed: 400, BadFile: 422}
"""Where the type of a refusal decides, whatever its key."""

KEYS = {
    400: "bad_request",
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "bad_method",
    413: "too_large",
    415: "not_json",
}
"""The key for a status that Litestar itself answers with."""

RETRY_AFTER = 2  # seconds, where a refusal does not say more
DISCONNECTED = "client disconnected prematurely"  # Litestar's words for a client that leaves in the middle of a body

DESCRIPTIONS = {
    400: "The request is not as this page describes it",
    401: "Nobody is signed in, or the token is not valid",
    403: "Not allowed: a foreign page, a wrong pass-phrase, or someone else's right",
    404: "There is no such thing, or not for this person",
    405: "Not with this method",
    408: "The body did not come in time",
    409: "Not possible as things stand",
    413: "The body is too large",
    415: "The body is not application/json",
    422: "Each value could be right, but they do not go together; `rule` tells which rule of the game says so",
    429: "Too often; Retry-After tells when",
    503: "Not now; try again",
}
BODY = (400, 403, 408, 413, 415, 422)
"""What an operation that reads a body may be answered with."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done: a key, and where known the field, what would be right, and the
    rule.
    """

    error: str
    field: str | None = None
    expected: str | None = None
    rule: str | None = None


class ProblemAnswer(msgspec.Struct, frozen=True):
    """A problem with the status and headers of its answer."""

    status: int
    problem: Problem
    headers: dict[str, str] = {}

    @property
    def body(self) -> bytes:
        """The problem as it is sent."""
        return msgspec.json.encode(self.problem)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What an operation may answer besides success, for the OpenAPI document."""
    return {
        status: ResponseSpec(Problem, description=DESCRIPTIONS[status], generate_examples=False)
        for status in sorted({*statuses, 405, 429, 503})
    }


def status_of(refusal: Refusal) -> int:
    """The status that a refusal is answered with."""
    return STATUSES_BY_TYPE.get(type(refusal)) or STATUSES.get(refusal.key, CONFLICT)


def answer_to(refusal: Refusal) -> ProblemAnswer:
    """A refusal as an answer."""
    status = status_of(refusal)
    headers = {}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if status == UNAVAILABLE or refusal.retry_after is not None:
        headers["retry-after"] = str(refusal.retry_after or RETRY_AFTER)
    return ProblemAnswer(status, Problem(refusal.key, refusal.field, refusal.expected, refusal.rule), headers)


def refusal_for(error: Exception) -> Refusal | None:
    """The refusal that one of our own errors stands for; None for an error nobody expected."""
    match error:
        case Refusal():
            return error
        case BadInput():
            return Refusal("bad_field", error.field, error.expected, error.rule)
        case OtherRules():  # the table was played before the rules were changed
            return Refusal("other_rules")
        case BadLog():
            return Refusal("bad_log")
        case AccountTaken():
            return Refusal("account_taken", "account", "a name that nobody else has")
        case StoreError():
            return Refusal("try_again")
        case ValidationException():
            extras: Any = error.extra or [{}]
            return Malformed("bad_field", extras[0].get("key", "body"), parts_of(extras[0].get("message", ""))[1])
        case HTTPException() if error.detail == DISCONNECTED:
            return Refusal("bad_request", "body")
    return None


def answer_for(error: Exception) -> ProblemAnswer | None:
    """The answer to a request that ended with this error; None for an error nobody expected."""
    if (refusal := refusal_for(error)) is not None:
        return answer_to(refusal)
    if isinstance(error, HTTPException) and error.status_code < UNEXPECTED:
        allow = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
        return ProblemAnswer(error.status_code, Problem(KEYS.get(error.status_code, "bad_request")), allow)
    return None


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Any exception as JSON.

    What nobody expected is logged whole, and answered without a word about it.
    """
    answer = answer_for(error)
    if answer is None:
        log.error("unexpected", exc_info=error)
        request.app.state.metrics.failures.labels("http").inc()
        answer = answer_to(Refusal("unexpected"))
    return Response(answer.body, status_code=answer.status, headers=answer.headers, media_type="application/json")
