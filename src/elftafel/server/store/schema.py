"""The tables of the database, the same on SQLite and PostgreSQL.

A change here needs a migration.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    and_,
    literal_column,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("host", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("people", LargeBinary, nullable=False),  # JSON; `seatings` is the index of it
    Column("free", Integer, nullable=False),
    Column("cared", Boolean, nullable=False),
    Column("number", Integer, nullable=False),
)
"""The tables where people play, one row each: what lists need to know."""

# Conditions of partial indexes: constants, so that both planners see that a query fits the index.
alive = tables.c.status.in_([literal_column("'open'"), literal_column("'playing'")])
joinable = and_(tables.c.status == literal_column("'open'"), tables.c.public, tables.c.free > literal_column("0"))
watchable = and_(tables.c.status == literal_column("'playing'"), tables.c.public, tables.c.spectators)
cared = and_(tables.c.cared)
waiting = tables.c.status == literal_column("'open'")

Index("tables_code", tables.c.code, unique=True, sqlite_where=alive, postgresql_where=alive)
Index("tables_codes", tables.c.code, tables.c.created_at)
Index("tables_joinable", tables.c.created_at, sqlite_where=joinable, postgresql_where=joinable)
Index("tables_watchable", tables.c.created_at, sqlite_where=watchable, postgresql_where=watchable)
Index("tables_cared", tables.c.id, sqlite_where=cared, postgresql_where=cared)
Index("tables_host", tables.c.host, sqlite_where=alive, postgresql_where=alive)
Index("tables_idle", tables.c.updated_at, sqlite_where=waiting, postgresql_where=waiting)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("person", Text),  # with `command`, on the first entry that a command made
    Column("command", Text),
    sqlite_with_rowid=False,
)
"""The logs. Rows are only ever added."""

commanded = entries.c.command.is_not(None)
making = and_(entries.c.number == literal_column("1"), entries.c.command.is_not(None))

Index(
    "entries_command",
    entries.c.table_id,
    entries.c.person,
    entries.c.command,
    unique=True,
    sqlite_where=commanded,
    postgresql_where=commanded,
)
Index("entries_making", entries.c.person, entries.c.command, unique=True, sqlite_where=making, postgresql_where=making)

seatings = Table(
    "seatings",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("person", Text, primary_key=True),
    sqlite_with_rowid=False,
)
"""Who has a seat where."""

Index("seatings_person", seatings.c.person)

leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("node", Text, nullable=False),  # "" is nobody
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Which node cares for a table, and until when; a row for every table."""

Index("leases_node", leases.c.node)

nodes = Table(
    "nodes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
    Column("gone", Boolean, nullable=False),  # stopped in good order
)
"""When each node gave its last sign of life."""

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("account", Text),
    Column("hash", Text),  # of the pass-phrase
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)
"""Who plays."""

Index("people_account", people.c.account, unique=True)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the entry that ended the match
    Column("seat", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("pool", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("players", Integer, nullable=False),
    Column("person", Text),
    Column("bot", Text),
    Column("name", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("won", Float, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("stood_in", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""How finished matches ended, a row a seat."""

Index("results_person", results.c.person, results.c.at, results.c.table_id)

ratings = Table(
    "ratings",
    metadata,
    Column("person", Text, primary_key=True),  # or bot:<level>
    Column("game", Text, primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How strong people and bots are."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("asked_by", Text, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("iterations", Integer, nullable=False),
    Column("node", Text, nullable=False),  # that works on it; "" is nobody
    Column("until", BigInteger, nullable=False),  # when another node may take it
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("finished_at", BigInteger),
    Column("body", LargeBinary),
    Column("problem", Text),
    sqlite_with_rowid=False,
)
"""Reviews of finished matches: jobs, and what they found."""

unfinished = reviews.c.finished_at.is_(None)

Index("reviews_unfinished", reviews.c.asked_at, sqlite_where=unfinished, postgresql_where=unfinished)
Index("reviews_asked", reviews.c.asked_by, reviews.c.asked_at)

deals = Table(
    "deals",
    metadata,
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON: the table of the deal
    Column("wanted_at", BigInteger),  # when somebody first had a result to compare with the expert's
    Column("node", Text, nullable=False),  # that plays it as an expert; "" is nobody
    Column("until", BigInteger, nullable=False),  # when another node may do it
    Column("tries", Integer, nullable=False),
    Column("expert", LargeBinary),  # JSON: the points of every seat; empty if there will be none
    sqlite_with_rowid=False,
)
"""Deals of the day: the table that each is played at, and what an expert made of it."""

expert_waits = and_(deals.c.expert.is_(None), deals.c.wanted_at.is_not(None))

Index("deals_waiting", deals.c.wanted_at, sqlite_where=expert_waits, postgresql_where=expert_waits)

tries = Table(
    "tries",
    metadata,
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("lead", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Counted results of deals of the day, one for each person and deal."""

Index("tries_person", tries.c.person, tries.c.day)

boards = Table(
    "boards",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
"""Groups of people who compare their deals of the day."""

members = Table(
    "members",
    metadata,
    Column("board", Text, ForeignKey("boards.id"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Who is in which group."""

Index("members_person", members.c.person)

looked_back = Table(
    "looked_back",
    metadata,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("choices", Float, nullable=False),
    Column("choices_error", Float, nullable=False),
    Column("cards", Float, nullable=False),
    sqlite_with_rowid=False,
)
"""What reviews found about people's choices, a row a person and match."""

Index("looked_back_person", looked_back.c.person, looked_back.c.at)

mistakes = Table(
    "mistakes",
    metadata,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("kind", Text, nullable=False),  # the first reason for what was better
    Column("loss", Float, nullable=False),
    Column("found", Integer, nullable=False),  # how often in a row something better was found
    Column("due_at", BigInteger),  # when it comes again; NULL: it is learned
    sqlite_with_rowid=False,
)
"""Own mistakes, to be looked at again some days later."""

Index("mistakes_due", mistakes.c.person, mistakes.c.due_at)

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Secrets that all nodes share, and the generation of the log: another one after a restore."""
