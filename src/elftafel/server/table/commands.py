"""Decides what a command does: returns the entries to be written, or raises Refusal. Changes
nothing.

What the server does by itself (a bot's decision, a clock that ran out) is decided here too, by the
same rules.
"""

import msgspec

from elftafel import games
from elftafel.bots import levels
from elftafel.errors import BadInput, IllegalMove
from elftafel.match import Match
from elftafel.server.people.text import clean_text
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.table import log_limits
from elftafel.server.table.entries import (
    AnyEntry,
    BotSeated,
    Changed,
    Chatted,
    Closed,
    Dealt,
    Hinted,
    HostPassed,
    NonceAdded,
    Played,
    Readied,
    Rematched,
    Removed,
    Returned,
    Seated,
    Started,
    StoodIn,
    Swapped,
    TimeGiven,
    Undone,
    Vacated,
)
from elftafel.server.table.state import Table

STAND_IN = "casual"
LEAST_TIME = 2_000  # milliseconds that an undo must leave on the clock


class Actor(msgspec.Struct, frozen=True):
    """The person who sends a command."""

    id: str
    name: str


def decide(table: Table, who: Actor, command: messages.AnyCommand, now: int) -> list[AnyEntry]:
    """The entries that a command writes; raises Refusal."""
    new_entries = wanted(table, who, command, now)
    log_limits.check_room(table, who.id, new_entries)
    return new_entries


def wanted(table: Table, who: Actor, command: messages.AnyCommand, now: int) -> list[AnyEntry]:
    """The entries that a command would write if there were always room for them."""
    match command:
        case messages.Sit():
            return sit(table, who, command)
        case messages.AddNonce():
            return add_nonce(table, who, command.nonce)
        case messages.Leave():
            return leave(table, who)
        case messages.PutBot():
            return put_bot(table, who, command)
        case messages.TakeBot():
            return take_bot(table, who, command.seat)
        case messages.Vacate():
            return vacate(table, who, command.seat)
        case messages.Remove():
            return remove(table, who, command.person)
        case messages.Change():
            return change(table, who, command.settings)
        case messages.Swap():
            return swap(table, who, command)
        case messages.Start():
            return start(table, who, command.fewer)
        case messages.Play():
            return play(table, who, command, now)
        case messages.Undo():
            return undo(table, who, command.ply, now)
        case messages.NextRound():
            return next_round(table, who, command.ply)
        case messages.StandIn():
            return stand_in(table, who, command)
        case messages.Return():
            return come_back(table, own_seat(table, who))
        case messages.Chat():
            return chat(table, who, command.text)
        case messages.Close():
            return close(table, who)
    raise AssertionError(f"{type(command).__name__} is answered elsewhere")


def sit(table: Table, who: Actor, command: messages.Sit) -> list[AnyEntry]:
    """Take a free seat, or move to it."""
    must_be_open(table)
    if who.id in table.removed:
        raise Refusal("removed")
    free = [seat for seat, chair in enumerate(table.chairs) if chair == messages.Chair()]
    here = table.seat_of(who.id)
    if here is not None and command.seat in (None, here):
        return add_nonce(table, who, command.nonce) if command.nonce else []
    if command.seat is not None:
        check_seat(table, command.seat)
    if not free or (command.seat is not None and command.seat not in free):
        raise Refusal("seat_taken", "seat", f"free: {free}")
    seat = free[0] if command.seat is None else command.seat
    given = table.nonce_of.get(who.id)
    if given and command.nonce not in ("", given):
        raise Refusal("nonce_given", "nonce", "a nonce can be given once")
    entries: list[AnyEntry] = [] if here is None else [Vacated(here)]
    entries.append(Seated(seat, who.id, who.name))
    if nonce := given or command.nonce:  # one that was given stays, in whatever seat
        entries.append(NonceAdded(seat, nonce))
    if table.seat_of(table.host) is None and who.id != table.host:
        entries.append(HostPassed(who.id))  # whoever had the table has left it
    return entries


def add_nonce(table: Table, who: Actor, nonce: str) -> list[AnyEntry]:
    """Add a person's nonce, once and before the start: it cannot be changed after others have given
    theirs.
    """
    must_be_open(table)
    seat = own_seat(table, who)
    if table.nonce_of.get(who.id, nonce) != nonce:
        raise Refusal("nonce_given", "nonce", "a nonce can be given once")
    if table.chairs[seat].nonce:
        return []
    if not nonce:
        raise Refusal("bad_field", "nonce", "32 to 64 hexadecimal digits")
    return [NonceAdded(seat, nonce)]


def leave(table: Table, who: Actor) -> list[AnyEntry]:
    """Leave the seat: before the start it becomes free, later a bot plays on.

    If the host leaves, another becomes host.
    """
    seat = own_seat(table, who)
    if table.daily is not None:
        raise Refusal("daily_stays", "seat", "a deal of the day waits until its person comes back")
    entries: list[AnyEntry] = []
    if table.status == "open":
        entries.append(Vacated(seat))
    elif table.status == "playing" and table.chairs[seat].stand_in is None:
        entries.append(StoodIn(seat, STAND_IN, "left"))
    others = [chair.person for chair in table.chairs if chair.person not in (None, who.id) and not chair.stand_in]
    if entries and who.id == table.host and others and others[0] is not None:
        entries.append(HostPassed(others[0]))
    return entries


def put_bot(table: Table, who: Actor, command: messages.PutBot) -> list[AnyEntry]:
    """A bot in a free seat, or another level for a bot."""
    must_be_host(table, who)
    must_be_open(table)
    check_seat(table, command.seat)
    check_level(command.level)
    chair = table.chairs[command.seat]
    if chair.person is not None:
        raise Refusal("seat_taken", "seat", "a seat that is free or has a bot")
    return [] if chair.bot == command.level else [BotSeated(command.seat, command.level)]


def take_bot(table: Table, who: Actor, seat: int) -> list[AnyEntry]:
    """Make a bot's seat free."""
    must_be_host(table, who)
    must_be_open(table)
    check_seat(table, seat)
    if table.chairs[seat].bot is None:
        raise Refusal("no_bot", "seat", "a seat that has a bot")
    return [Vacated(seat)]


def vacate(table: Table, who: Actor, seat: int) -> list[AnyEntry]:
    """Free the seat of a person. The caller checks that this person is not connected."""
    must_be_host(table, who)
    must_be_open(table)
    check_seat(table, seat)
    if table.chairs[seat].person in (None, who.id):
        raise Refusal("not_a_person", "seat", "the seat of another person")
    return [Vacated(seat)]


def remove(table: Table, who: Actor, person: str) -> list[AnyEntry]:
    """Send a person away: from a seat before the start, from watching at any time."""
    must_be_host(table, who)
    if person == who.id:
        raise Refusal("bad_field", "person", "somebody else")
    seat = table.seat_of(person)
    if seat is None and person in table.removed:
        return []
    if seat is None and len(table.removed) >= log_limits.MOST_REMOVED:
        raise Refusal("table_full", "person", f"at most {log_limits.MOST_REMOVED} people sent away")
    if seat is None:
        return [Removed(person)]
    must_be_open(table)
    return [Vacated(seat, removed=True)]


def change(table: Table, who: Actor, settings: TableSettings) -> list[AnyEntry]:
    """Other settings for the same game. With fewer seats, the last free ones go."""
    must_be_host(table, who)
    must_be_open(table)
    if settings.game != table.settings.game:
        raise Refusal("bad_field", "game", table.settings.game)
    return [] if settings == table.settings else [Changed(settings, kept_seats(table, settings))]


def kept_seats(table: Table, settings: TableSettings) -> tuple[int, ...]:
    """The seats that stay with these settings: everybody's, then the first free ones, in order."""
    try:
        settings.check()
    except BadInput as error:
        raise Refusal("bad_field", error.field, error.expected, error.rule) from None
    taken = [seat for seat, chair in enumerate(table.chairs) if chair != messages.Chair()]
    if len(taken) > settings.seats:
        raise Refusal("seat_taken", "seats", f"{len(taken)} at least: so many sit there")
    free = [seat for seat in range(len(table.chairs)) if seat not in taken]
    return tuple(sorted([*taken, *free][: settings.seats]))


def swap(table: Table, who: Actor, command: messages.Swap) -> list[AnyEntry]:
    """Two seats change places."""
    must_be_host(table, who)
    must_be_open(table)
    check_seat(table, command.seat)
    check_seat(table, command.other)
    same = table.chairs[command.seat] == table.chairs[command.other]  # both free, or one and the same seat
    return [] if same else [Swapped(command.seat, command.other)]


def start(table: Table, who: Actor, fewer: bool = False) -> list[AnyEntry]:
    """Deal, once every seat is taken; with `fewer` the free seats go first."""
    must_be_host(table, who)
    must_be_open(table)
    free = [seat for seat, chair in enumerate(table.chairs) if chair == messages.Chair()]
    if not free:
        return [Started()]
    least = games.facts(table.settings.game).players[0]
    seats = len(table.chairs) - len(free)
    if not fewer or seats < least:
        raise Refusal("seats_free", "seats", f"somebody in every seat; free: {free}")
    settings = msgspec.structs.replace(table.settings, seats=seats)
    return [Changed(settings, kept_seats(table, settings)), Started()]


def play(table: Table, who: Actor, command: messages.Play, now: int) -> list[AnyEntry]:
    """A seat's own decision. If a bot stands in for the person, playing also brings them back."""
    match = running(table)
    seat = own_seat(table, who)
    must_be_at(table, command.ply)
    action = command.action
    if (action is None) == (command.move is None):
        raise Refusal("bad_field", "action", "an action number or a move, not both")
    try:
        if command.move is not None:
            move = match.game.read_move(command.move)
            action = match.game.people.action_of(move)
            rule = match.game.why_not(match.state, seat, move)
            if rule is not None or action is None:
                raise Refusal("illegal_move", "move", rule=rule)
        assert action is not None
        if table.turn != seat:
            raise Refusal("illegal_move", "action", rule=match.game.people.ENDS if table.turn is None else "AL-3")
        if action not in match.legal:
            raise Refusal("illegal_move", "action", rule=match.game.rule_against(match.state, action))
    except IllegalMove as error:
        raise Refusal("illegal_move", "move", rule=error.rule) from None
    except BadInput as error:
        raise Refusal("bad_field", error.field, error.expected, error.rule) from None
    deadline = table.deadline
    if deadline is not None and now > deadline and table.chairs[seat].stand_in is None:
        raise Refusal("too_late", stale=True)
    returned: list[AnyEntry] = [] if table.chairs[seat].stand_in is None else [Returned(seat)]
    return [*returned, Played(seat, action)]


def undo(table: Table, who: Actor, ply: int, now: int) -> list[AnyEntry]:
    """Take back the own last step (AL-7)."""
    match = running(table)
    seat = own_seat(table, who)
    must_be_at(table, ply)
    if not match.can_undo(seat) or table.chairs[seat].stand_in is not None:
        raise Refusal("illegal_move", "undo", rule="AL-7")
    if table.clock is not None and table.clock.left_after_undo(seat, now) < LEAST_TIME:
        raise Refusal("no_time", "undo", "time on the clock for another decision")
    return [Undone(seat)]


def next_round(table: Table, who: Actor, ply: int) -> list[AnyEntry]:
    """Ready for the next round; it is dealt when all people are."""
    running(table)
    seat = own_seat(table, who)
    must_be_at(table, ply)
    if not table.between_rounds:
        raise Refusal("round_running", "round", "the next round is dealt when one has ended")
    if table.waited_for <= {seat}:
        return [Dealt()]
    return [] if seat in table.ready else [Readied(seat)]


def stand_in(table: Table, who: Actor, command: messages.StandIn) -> list[AnyEntry]:
    """The host lets a bot play for someone. The caller checks that this person is not connected."""
    must_be_host(table, who)
    running(table)
    check_seat(table, command.seat)
    check_level(command.level)
    chair = table.chairs[command.seat]
    if chair.person is None:
        raise Refusal("not_a_person", "seat", "the seat of a person")
    return [] if chair.stand_in == command.level else [StoodIn(command.seat, command.level, "host")]


def come_back(table: Table, seat: int) -> list[AnyEntry]:
    """Play again oneself."""
    running(table)
    return [] if table.chairs[seat].stand_in is None else [Returned(seat)]


def chat(table: Table, who: Actor, text: str) -> list[AnyEntry]:
    """While the match runs, spectators talk among themselves."""
    if not table.settings.chat:
        raise Refusal("no_chat")
    if table.status == "closed" or who.id in table.removed:
        raise Refusal("closed")
    seated = table.seat_of(who.id) is not None
    if (table.chats if seated else table.chats_of_others) >= log_limits.MOST_CHATS:
        raise Refusal("chat_full")
    words = clean_text(text)
    if not words:
        raise Refusal("bad_field", "text", "something to read")
    return [Chatted(who.id, who.name, words, spectator=not seated and table.status == "playing")]


def rematch(table: Table, who: Actor, new: str) -> list[AnyEntry]:
    """Tell everyone the table where they meet again, unless they know."""
    if not table.rematch:
        return [Rematched(new)]
    log_limits.check_share(table, who.id)
    return []


def take_hint(table: Table, seat: int) -> list[AnyEntry]:
    """Note that a seat is told a hint; the first one of a match counts."""
    return [Hinted(seat)] if table.status == "playing" and seat not in table.hinted else []


def take_over(table: Table, who: Actor) -> list[AnyEntry]:
    """Become host instead of the present one.

    The caller checks that the present host is not connected.
    """
    return [] if table.host == who.id or table.seat_of(who.id) is None else [HostPassed(who.id)]


def close(table: Table, who: Actor) -> list[AnyEntry]:
    """Give the table up."""
    must_be_host(table, who)
    must_be_open(table)
    return [Closed("host")]


def bot_decides(table: Table, ply: int, action: int) -> list[AnyEntry]:
    """A bot's decision, if it is still asked for."""
    if table.status != "playing" or table.ply != ply or table.turn is None or table.bot_to_play is None:
        return []
    return [Played(table.turn, action, table.bot_to_play)]


def time_is_up(table: Table, now: int) -> list[AnyEntry]:
    """What the server does at a deadline: deal the next round, or let a bot play for the seat whose
    time is up.
    """
    deadline = table.deadline
    if deadline is None or now < deadline:
        return []
    if table.between_rounds:
        return [Dealt()]
    return [] if table.turn is None else [StoodIn(table.turn, STAND_IN, "clock")]


def give_back(table: Table, silent_from: int, silent_until: int) -> list[AnyEntry]:
    """Give back the time in which no server ran, as far as a clock ran meanwhile."""
    if table.status != "playing" or table.time_given_until >= silent_until:
        return []
    began = None
    if table.between_rounds:
        began = table.ready_since if table.ready else table.round_ended_at
    elif table.clock is not None and table.clock.seat is not None:
        began = table.clock.since
    if began is None or began >= silent_until:
        return []
    return [TimeGiven(min(silent_until - max(silent_from, began), MOST_GIVEN), silent_until)]


MOST_GIVEN = 400 * 86_400_000  # milliseconds


def own_seat(table: Table, who: Actor) -> int:
    """The person's seat; raises Refusal if they have none."""
    seat = table.seat_of(who.id)
    if seat is None:
        raise Refusal("not_seated", "seat", "take a seat first")
    return seat


def must_be_host(table: Table, who: Actor) -> None:
    """Raise Refusal if the person is not the host."""
    if who.id != table.host:
        raise Refusal("not_host")


def must_be_open(table: Table) -> None:
    """Raise Refusal if the match has started or the table is closed."""
    if table.status != "open":
        raise Refusal("started" if table.status != "closed" else "closed")


def running(table: Table) -> Match:
    """The match that is being played; raises Refusal if there is none."""
    if table.status != "playing" or table.match is None:
        raise Refusal("not_started" if table.status == "open" else "over")
    return table.match


def must_be_at(table: Table, ply: int) -> None:
    """Raise Refusal if the command answers another position than the present one."""
    if ply != table.ply:
        raise Refusal("stale", "ply", str(table.ply), stale=True)


def check_seat(table: Table, seat: int) -> None:
    """Raise Refusal for a seat that the table does not have."""
    if not 0 <= seat < len(table.chairs):
        raise Refusal("bad_field", "seat", f"0 to {len(table.chairs) - 1}")


def check_level(level: str) -> None:
    """Raise Refusal for a level that a bot at a table cannot have."""
    try:
        levels.check_level(level, yardstick=False)
    except BadInput as error:
        raise Refusal("bad_field", error.field, error.expected) from None
