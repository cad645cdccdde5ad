"""The server's log: lines of JSON or text on standard error, without secrets.

uvicorn's lines come through here too.
"""

import hashlib
import logging
import re
import sys
from itertools import pairwise
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from elftafel.server.settings import LogFormat, Settings, without_password

SECRET = {"token", "cookie", "authorization", "passphrase", "current", "secret", "nonce", "hash", "seed", "body"}
TOKEN = re.compile(r"[\w-]{8,40}\.\d{9,12}\.[\w-]{43}")
ID = re.compile(r"(?<![\w-])[\w-]{16}(?![\w-])")  # of a table or a person, or a word of this length
PARAMETERS = re.compile(r"\[parameters: .*", re.DOTALL)  # of a failed SQL statement
NAMES = {"node", "game", "timestamp", "level", "route", "method"}  # fields without anything of a person
TABLE = "table"  # the field in which a table is told
CHANGES = 5  # an id has fewer once in a thousand times
LOUD = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "asyncio", "sqlalchemy", "alembic")


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Send everything that this process logs through one formatter. Called once, at the start."""
    stream = sys.stderr if stream is None else stream
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    last: Processor = structlog.processors.JSONRenderer()
    if settings.log_format is LogFormat.TEXT:
        last = structlog.dev.ConsoleRenderer(colors=stream.isatty(), pad_event_to=0, sort_keys=False)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in LOUD:  # what they tell below a warning has paths and addresses of people
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(logging.WARNING, root.level))
    logging.getLogger("uvicorn.error").addFilter(is_our_fault)


def is_our_fault(record: logging.LogRecord) -> bool:
    """False for uvicorn's lines about broken requests and about handshakes that we refuse."""
    return not str(record.msg).startswith(("Invalid UTF-8", "Invalid HTTP request", "ASGI callable returned without"))


def without_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A log line without secrets: fields by their names, tokens, passwords and ids anywhere."""
    return {key: shown(key.lower(), value) for key, value in event.items()}


def shown(key: str, value: Any) -> Any:
    """A field of a log line as it may be written."""
    if key in SECRET:
        return "…"
    if key == TABLE:
        return mark(str(value))
    return value if key in NAMES else cleaned(value)


def mark(id: str) -> str:
    """What stands for a table in the log, because whoever has its id may watch it.

    `elftafel doctor` tells the mark beside the id.
    """
    return f"#{hashlib.sha256(id.encode()).hexdigest()[:8]}"


def cleaned(value: Any) -> Any:
    """A value; if it is text, without tokens, passwords, ids and parameters of SQL statements."""
    if not isinstance(value, str):
        return value
    value = PARAMETERS.sub("[parameters: …]", TOKEN.sub("…", value))
    value = ID.sub(lambda found: mark(found[0]) if is_id(found[0]) else found[0], value)
    return without_password(value) if "://" in value else value


def is_id(word: str) -> bool:
    """True for random letters; words and names change less often between small, large and digits."""
    kinds = ["a" if letter.islower() else "A" if letter.isupper() else "1" for letter in word]
    changes = sum(one != other for one, other in pairwise(kinds))
    return changes >= CHANGES and len({*kinds} - {"1"}) == 2
