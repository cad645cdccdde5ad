"""How much a log takes: nobody can fill it, and so keep the others from playing to the end."""

from elftafel.server.refusal import Refusal
from elftafel.server.table.entries import (
    AnyEntry,
    BotSeated,
    Chatted,
    Dealt,
    NonceAdded,
    Played,
    Readied,
    Removed,
    Returned,
    Seated,
    Started,
    StoodIn,
    Undone,
)
from elftafel.server.table.state import Table

MOST_CHATS = 1_000  # lines of the people with seats, and as many of those without
MOST_REMOVED = 200  # people
MOST_ENTRIES = 20_000  # in a log; a long match has some 8,000. What ends a match is still written then
MOST_BEFORE = 4_000  # of them before the start
MOST_BY_ONE = 500  # of one person's ENDLESS entries besides chat; the host has as many more before the start
ENDLESS = (Seated, BotSeated, NonceAdded, Removed, Returned, Undone, Chatted)
"""Entries that people could add for ever. All others follow from them, or bring the match on."""
FORWARD = (Started, Played, Readied, Dealt)


def check_room(table: Table, person: str, new_entries: list[AnyEntry]) -> None:
    """Raise Refusal if a log has no room for these entries: nobody can fill it, and so keep others
    from playing to the end.
    """
    if any(isinstance(entry, FORWARD) for entry in new_entries):
        return
    if new_entries and not any(is_endless(table, entry) for entry in new_entries):
        return
    most = MOST_ENTRIES
    if table.status == "open":
        most = MOST_BEFORE + (MOST_BY_ONE if person == table.host else 0)
    if table.number >= most:
        raise Refusal("table_full")
    if not any(isinstance(entry, Chatted) for entry in new_entries):  # chat is counted by itself
        check_share(table, person)


def is_endless(table: Table, entry: AnyEntry) -> bool:
    """True for an entry that people could add for ever."""
    if isinstance(entry, StoodIn):  # another level for a bot that plays already
        return table.chairs[entry.seat].stand_in is not None
    return isinstance(entry, ENDLESS)


def check_share(table: Table, person: str) -> None:
    """Raise Refusal if a person has had their share of a log."""
    if table.spent[person] >= MOST_BY_ONE:
        raise Refusal("table_full", "person", f"at most {MOST_BY_ONE} changes by one person")
