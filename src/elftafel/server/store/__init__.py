"""The store: append-only logs of tables, in SQLite or PostgreSQL.

Knows nothing of games, seats or sockets.
"""

from elftafel.server.store.records import (
    AccountTaken,
    Appended,
    Beat,
    Behind,
    Busy,
    CodeTaken,
    CommandKey,
    Ended,
    GameStatistics,
    HistoryLine,
    Line,
    LogReplaced,
    LogRow,
    Person,
    Pool,
    Rating,
    Repeated,
    SeatResult,
    Silence,
    Status,
    StoreError,
    Unknown,
)
from elftafel.server.store.store import Store

__all__ = [
    "AccountTaken",
    "Appended",
    "Beat",
    "Behind",
    "Busy",
    "CodeTaken",
    "CommandKey",
    "Ended",
    "GameStatistics",
    "HistoryLine",
    "Line",
    "LogReplaced",
    "LogRow",
    "Person",
    "Pool",
    "Rating",
    "Repeated",
    "SeatResult",
    "Silence",
    "Status",
    "Store",
    "StoreError",
    "Unknown",
]
