"""Every setting of `elftafel serve`, by flag or by environment variable. Loads nothing heavy."""

import ipaddress
import os
import platform
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_args
from urllib.parse import urlsplit

import msgspec
import platformdirs
from msgspec import Meta

from elftafel.errors import BadInput

PREFIX = "ELFTAFEL_"
LEAST_REVIEW = 100  # iterations a decision


class LogFormat(StrEnum):
    """How log lines look."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """What is worth a log line."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Reader(StrEnum):
    """Who may read /metrics."""

    LOCAL = "local"
    ALL = "all"
    NOBODY = "nobody"


WHERE, KEEPING, BOTS, BOUNDS, WATCHING = "where", "keeping", "bots", "bounds", "watching"
GROUPS = {
    WHERE: "where it serves",
    KEEPING: "where tables are kept",
    BOTS: "bots",
    BOUNDS: "bounds",
    WATCHING: "logs and figures",
}


def about(group: str, help: str, **bounds: Any) -> Meta:
    """The bounds of a setting and its help."""
    return Meta(description=help, extra={"group": group}, **bounds)


def data_folder() -> Path:
    """The folder in which this user's programs keep their data; it need not exist yet."""
    return platformdirs.user_data_path("elftafel", appauthor=False)


def usual_database() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{data_folder() / 'elftafel.db'}"


def usual_node() -> str:
    """A name that no other running server has: machine and process."""
    return f"{re.sub('[^A-Za-z0-9.-]', '-', platform.node())[:40] or 'node'}-{os.getpid()}"


def usual_threads() -> int:
    """All cores but one, which serves."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a server. Comma-separated text where several values may be given."""

    host: Annotated[str, about(WHERE, "address to listen on; 0.0.0.0 for all", min_length=1, max_length=255)] = (
        "127.0.0.1"
    )
    port: Annotated[int, about(WHERE, "port to listen on; 0 for any that is free", ge=0, le=65_535)] = 1111
    public: Annotated[
        str,
        about(
            WHERE,
            "addresses under which people reach this server, such as https://cards.example.org; pages from elsewhere "
            "may not act for them. Default: the host that the request names",
            max_length=2000,
        ),
    ] = ""
    proxy: Annotated[
        str,
        about(
            WHERE,
            "addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; default: none",
            max_length=2000,
        ),
    ] = ""
    lan: Annotated[
        bool, about(WHERE, "let people in this room in: listen in the local network too, and show a QR code")
    ] = False
    open: Annotated[bool, about(WHERE, "open a browser there, if this machine has one")] = False

    database: Annotated[
        str,
        about(
            KEEPING,
            "sqlite:///FILE, a file, or postgresql://USER:PASSWORD@HOST/NAME; default: in the user's data folder",
            min_length=1,
            max_length=2000,
        ),
    ] = msgspec.field(default_factory=usual_database)
    node: Annotated[
        str,
        about(
            KEEPING,
            "name of this server among those on the same database; default: machine and process",
            pattern="^[A-Za-z0-9._-]{1,60}$",
        ),
    ] = msgspec.field(default_factory=usual_node)

    bot_threads: Annotated[int, about(BOTS, "threads in which bots think; default: all cores but one", ge=1, le=64)] = (
        msgspec.field(default_factory=usual_threads)
    )
    bot_pace: Annotated[
        int, about(BOTS, "least milliseconds between bots' moves, so that people can follow", ge=0, le=10_000)
    ] = 120

    review_iterations: Annotated[
        int,
        about(BOTS, "how long to think about a decision in reviews, in iterations; 0: no reviews", ge=0, le=100_000),
    ] = 5_000

    review_nice: Annotated[
        int, about(BOTS, "by how much reviews lower their priority, so that tables come first", ge=0, le=19)
    ] = 19

    most_tables: Annotated[int, about(BOUNDS, "tables in memory", ge=1, le=1_000_000)] = 5_000
    most_sockets: Annotated[int, about(BOUNDS, "open sockets", ge=1, le=1_000_000)] = 10_000
    most_sockets_per_address: Annotated[int, about(BOUNDS, "open sockets from one address", ge=1, le=1_000_000)] = 100
    most_connections_per_address: Annotated[
        int, about(BOUNDS, "open connections from one address that are no sockets", ge=1, le=1_000_000)
    ] = 200
    most_tables_per_person: Annotated[
        int, about(BOUNDS, "tables that one person may have opened and not finished", ge=1, le=100_000)
    ] = 50
    people_per_hour: Annotated[int, about(BOUNDS, "new guests an hour from one address", ge=1, le=1_000_000)] = 120
    tables_per_hour: Annotated[int, about(BOUNDS, "new tables an hour of one person", ge=1, le=1_000_000)] = 60
    reviews_per_hour: Annotated[int, about(BOUNDS, "reviews an hour for one person", ge=1, le=1_000_000)] = 20
    requests_per_second: Annotated[
        int, about(BOUNDS, "HTTP requests a second from one address", ge=1, le=1_000_000)
    ] = 50
    messages_per_second: Annotated[
        int, about(BOUNDS, "messages a second over one socket; three times as many at once", ge=1, le=1_000_000)
    ] = 20
    stop_within: Annotated[int, about(BOUNDS, "seconds that a graceful stop may take", ge=1, le=300)] = 10

    log_level: Annotated[LogLevel, about(WATCHING, "debug, info, warning or error")] = LogLevel.INFO
    log_format: Annotated[LogFormat, about(WATCHING, "text for people, json for programs")] = LogFormat.TEXT
    metrics: Annotated[Reader, about(WATCHING, "who may read /metrics: local addresses, all or nobody")] = Reader.LOCAL
    metrics_token: Annotated[
        str,
        about(WATCHING, "whoever sends this as bearer token may read /metrics as well", pattern="^([!-~]{16,200})?$"),
    ] = ""

    @property
    def origins(self) -> frozenset[str]:
        """The public addresses as browsers name them."""
        return frozenset(origin(address) for address in parts(self.public))

    @property
    def proxies(self) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
        """Where proxies are believed."""
        return tuple(ipaddress.ip_network(address, strict=False) for address in parts(self.proxy))

    @property
    def database_shown(self) -> str:
        """The database without its password."""
        return without_password(self.database)

    def shown(self) -> dict[str, Any]:
        """All settings, without secrets."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        return values | {"database": self.database_shown, "metrics_token": "…" if self.metrics_token else ""}

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in self.shown().items())})"

    def check(self) -> None:
        """Raise BadInput for what the types alone do not refuse."""
        for address in parts(self.public):
            origin(address)
        for address in parts(self.proxy):
            try:
                ipaddress.ip_network(address, strict=False)
            except ValueError:
                raise BadInput("proxy", address, "an address or a network, such as 10.0.0.0/8") from None
        if self.lan and (self.public or self.proxy or self.host not in ("127.0.0.1", "localhost")):
            raise BadInput("lan", "true", "a server for this machine alone: not with public, proxy or another host")
        if 0 < self.review_iterations < LEAST_REVIEW:
            raise BadInput("review_iterations", self.review_iterations, f"0 or at least {LEAST_REVIEW}")
        if not re.match(r"(sqlite:///.|postgresql(\+psycopg)?://.)", self.database):
            raise BadInput("database", self.database_shown, "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")


def parts(text: str) -> list[str]:
    """Values between commas."""
    return [part for part in (part.strip() for part in text.split(",")) if part]


def origin(address: str) -> str:
    """An address as a browser's Origin header names it: scheme, host, and the port unless it is the
    usual one.
    """
    try:
        parsed = urlsplit(address.lower())
        port = parsed.port
    except ValueError:
        parsed, port = urlsplit(""), None
    if parsed.scheme not in ("http", "https") or not parsed.hostname or parsed.path not in ("", "/"):
        raise BadInput("public", address, "an address such as https://cards.example.org, without a path")
    host = f"[{parsed.hostname}]" if ":" in parsed.hostname else parsed.hostname
    usual = {"http": 80, "https": 443}[parsed.scheme]
    return f"{parsed.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def without_password(url: str) -> str:
    """A database URL that may be shown."""
    hidden = re.sub(r"(?i)([?&](?:password|sslpassword)=)[^&]*", r"\1…", url)
    return re.sub(r"(://[^/?#]*?):.*@", r"\1:…@", hidden)


def database_url(text: str) -> str:
    """A URL from what a person may type for a database: a URL or a file."""
    text = text.strip()
    return text if "://" in text or not text else f"sqlite:///{Path(text).expanduser().absolute()}"


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def meta_of(field: msgspec.structs.FieldInfo) -> Meta:
    """Bounds and help of a setting."""
    return next(part for part in get_args(field.type) if isinstance(part, Meta))


def kind_of(field: msgspec.structs.FieldInfo) -> type:
    """The plain type of a setting."""
    kind: type = get_args(field.type)[0]
    return kind


TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


def read_one(field: msgspec.structs.FieldInfo, text: object, called: str) -> Any:
    """One setting from text; BadInput names it as the person did."""
    kind, meta = kind_of(field), meta_of(field)
    value: object = text
    if isinstance(text, str):
        value = text.strip()
        if kind is bool:
            if value.lower() not in TRUE + FALSE:
                raise BadInput(called, text, "true or false")
            value = value.lower() in TRUE
        elif field.name == "database":
            value = database_url(text)
    try:
        return msgspec.convert(value, field.type, strict=False)
    except msgspec.ValidationError:
        if field.name in ("database", "metrics_token"):
            value = "…"
        raise BadInput(called, value, expected(kind, meta)) from None


def expected(kind: type, meta: Meta) -> str:
    """What a setting may be, in words."""
    if issubclass(kind, StrEnum):
        return "one of " + ", ".join(kind)
    if kind is int:
        return f"a whole number from {meta.ge} to {meta.le}"
    if meta.pattern:
        return f"text like {meta.pattern}"
    return f"text of {meta.min_length or 0} to {meta.max_length} letters"


def read(given: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from flags (by field name; None is not given) and from the environment.

    Flags win; BadInput if wrong.
    """
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        if given.get(field.name) is not None:
            values[field.name] = read_one(field, given[field.name], flag(field.name))
        elif variable(field.name) in environment:
            values[field.name] = read_one(field, environment[variable(field.name)], variable(field.name))
    settings = Settings(**values)
    settings.check()
    return settings


def flag(name: str) -> str:
    """The flag of a setting."""
    return "--" + name.replace("_", "-")


def placeholder(field: msgspec.structs.FieldInfo) -> str:
    """What stands for a value in help texts."""
    kind = kind_of(field)
    if issubclass(kind, StrEnum):
        return "|".join(kind)
    return "N" if kind is int else field.name.upper().rpartition("_")[2]
