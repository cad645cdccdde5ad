"""A match: its rounds, who starts each, running scores and shared wins; and its log.

The log is enough to replay everything.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator
from copy import copy
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from elftafel import games
from elftafel.errors import BadInput, BadLog, ElftafelError, IllegalMove, OtherRules
from elftafel.games.facts import Options
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import Step

MOST_ROUNDS = 20
MOST_LETTERS = 40  # in a name
JOINER = "\u200d"  # joins several emoji to one picture; by itself it is not printable
LOG_FORMAT = 1
LOG_LIMIT = 4_000_000  # bytes; a long match of twenty rounds has some 100,000


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits in a seat: a name, and the level if it is a bot."""

    name: str
    bot: str | None = None


class RoundResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round."""

    starter: int
    points: tuple[int, ...]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished match; several winners share the win."""

    rounds: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class Redealt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From this ply on, all that a seat could not know was dealt anew: the match was played on from there."""

    ply: int  # actions before it
    seat: int
    seed: int  # of `redeal`


class MatchLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole match as one small JSON document."""

    elftafel: int = LOG_FORMAT  # the format of the log
    game: str
    rules_version: int
    options: dict[str, Any]
    data: dict[str, Any] | None = None  # the game's replaceable table, if it has one
    seats: tuple[Seat, ...]
    rounds: int
    draw_lots: bool = False
    seed: str  # 64 hexadecimal digits
    actions: tuple[tuple[int, int], ...]  # action, milliseconds since the match began
    result: Result | None = None
    redealt: tuple[Redealt, ...] | UnsetType = UNSET  # in the order of their plies; in most matches nothing


def seed_from(text: str | None) -> bytes:
    """A seed from any text; without a text a fresh secret one."""
    return secrets.token_bytes(32) if text is None else hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


class Match:
    """A running or finished match."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: tuple[Seat, ...],
        seed: bytes,
        rounds: int | None = None,
        draw_lots: bool = False,
        data: Any = None,
    ) -> None:
        for seat in seats:
            if not 1 <= len(seat.name) <= MOST_LETTERS or not seat.name.replace(JOINER, "").isprintable():
                raise BadInput("name", seat.name[:80], f"1 to {MOST_LETTERS} printable letters")
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise BadInput("rounds", rounds, f"a match has 1 to {MOST_ROUNDS} rounds", "AL-2")
        self.game = game
        self.options = options
        self.seats = seats
        self.seed = seed
        self.rounds = rounds or len(seats)
        self.draw_lots = draw_lots
        self.data = game.data if data is None else data
        self.actions: list[tuple[int, int]] = []
        self.redealt: list[Redealt] = []
        self.results: list[RoundResult] = []
        self.state: record.Record = None
        self.turn: int | None = None  # the seat whose decision it is; None when the round is over
        self._legal: list[int] | None = None  # in this position, once it was asked for
        self._undoable: list[bytes] = []  # positions of the running turn that may be gone back to
        starter = game.draw_lot(seed, len(seats)) if draw_lots else 0
        self.deal_steps = self._deal(starter)

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.seats)

    @property
    def round(self) -> int:
        """The number of the round that is on the table, from 1."""
        return len(self.results) + (0 if self.turn is None else 1)

    @property
    def legal(self) -> list[int]:
        """The legal actions, in order; none when the round is over."""
        if self._legal is None:
            self._legal = self.game.legal(self.state)
        return self._legal

    @property
    def over(self) -> bool:
        """True when the last round has ended."""
        return len(self.results) == self.rounds

    @property
    def totals(self) -> list[int]:
        """Points so far."""
        if not self.results:
            return [0] * self.players
        return [sum(points) for points in zip(*(result.points for result in self.results), strict=True)]

    @property
    def winners(self) -> list[int]:
        """The seats with the most points; ties share (AL-2)."""
        totals = self.totals
        most = max(totals)
        return [seat for seat, total in enumerate(totals) if total == most]

    def _deal(self, starter: int) -> list[Step]:
        self._undoable.clear()
        self.state, steps = self.game.new_round(
            self.options, self.players, starter, self.seed, len(self.results), self.data
        )
        self._moved()
        return steps

    def next_round(self) -> list[Step]:
        """Deal the next round once one has ended; returns the steps of the deal."""
        if self.over or not self.state.over:
            raise BadInput("round", self.round, "the next round starts when one has ended and another is left")
        last = self.results[-1]
        self.deal_steps = self._deal(self.game.next_starter(last.starter, list(last.points)))
        return self.deal_steps

    def apply(self, action: int, at: int = 0) -> list[Step]:
        """Carry out a legal action; raises IllegalMove for another.

        `at` is the time in milliseconds since the match began. Returns the steps that were made.
        """
        state = self.state
        before, reveals, seat = record.save(state), state["reveals"], state["seat"]
        steps = self.game.apply(state, action, self.legal)
        self._moved()
        self.actions.append((action, at))
        if state["reveals"] != reveals or state["seat"] != seat:
            self._undoable.clear()
        else:
            self._undoable.append(before)
        if self.turn is None:
            self._undoable.clear()
            self.results.append(RoundResult(int(self.state.starter), tuple(self.game.scores(self.state))))
        return steps

    def _moved(self) -> None:
        """Look at the new position."""
        self.turn = self.game.turn(self.state)
        self._legal = None

    def deal_anew(self, seat: int, seed: int) -> None:
        """Deal anew all that a seat cannot know, in the middle of a round: from here on it is another match."""
        self.game.check_seat(self.state, seat)
        if self.turn is None:
            raise BadInput("redealt", len(self.actions), "a ply at which a round is being played")
        verbs.redeal(self.state, seat, new_luck(seed))
        self.redealt.append(Redealt(len(self.actions), seat, seed))
        self._undoable.clear()
        self._moved()

    def can_undo(self, seat: int) -> bool:
        """True if this seat may take back its last step.

        Nothing hidden was shown, nothing random happened, and it is still its turn.
        """
        return bool(self._undoable) and self.turn == seat

    def undo(self, seat: int) -> None:
        """Take back the last step of the running turn (AL-7)."""
        if not self.can_undo(seat):
            raise IllegalMove("AL-7", "undo")
        self.state = record.load(self.state.dtype, self._undoable.pop())
        self._moved()
        self.actions.pop()

    def copy(self) -> "Match":
        """The match as it stands, to be played on apart from this one."""
        other = copy(self)
        other.state = record.copy(self.state)
        other.actions, other.results, other.redealt = self.actions[:], self.results[:], self.redealt[:]
        other._undoable = self._undoable[:]
        return other

    def log(self) -> MatchLog:
        """The match as a document."""
        done = Result(tuple(self.results), tuple(self.totals), tuple(self.winners)) if self.over else None
        return MatchLog(
            game=self.game.facts.name,
            rules_version=self.game.facts.rules_version,
            options=msgspec.to_builtins(self.options),
            data=None if self.data is None else msgspec.to_builtins(self.data, str_keys=True),
            seats=self.seats,
            rounds=self.rounds,
            draw_lots=self.draw_lots,
            seed=self.seed.hex(),
            actions=tuple(self.actions),
            result=done,
            redealt=tuple(self.redealt) or UNSET,
        )


def export_log(log: MatchLog) -> bytes:
    """The log as JSON."""
    return msgspec.json.encode(log)


def import_log(text: bytes) -> MatchLog:
    """A log from JSON; raises BadLog if the text is no log."""
    if len(text) > LOG_LIMIT:
        raise BadLog(f"the log has {len(text)} bytes, more than {LOG_LIMIT}")
    try:
        log = msgspec.json.decode(text, type=MatchLog)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLog(f"this is no match log: {error}") from None
    check_format(log)
    return log


def check_format(log: MatchLog) -> None:
    """Raise BadLog for a log whose format this program cannot read."""
    if log.elftafel != LOG_FORMAT:
        raise BadLog(f"the log has format {log.elftafel}; this program reads format {LOG_FORMAT}")


def begin(log: MatchLog) -> Match:
    """The match after the first deal; raises BadLog if no match can begin like this."""
    check_format(log)
    try:
        game = games.load(log.game)
        game.facts.check_players(len(log.seats))
        if log.rules_version != game.facts.rules_version:
            raise OtherRules(
                f"played by version {log.rules_version} of the rules; this program has {game.facts.rules_version}"
            )
        return Match(
            game,
            game.facts.read_options(log.options, len(log.seats)),
            log.seats,
            _seed(log.seed),
            log.rounds,
            log.draw_lots,
            game.read_data(log.data),
        )
    except BadLog:
        raise
    except ElftafelError as error:
        raise BadLog(str(error)) from None


def story(log: MatchLog, plies: int | None = None) -> Iterator[tuple[Match, int | None, list[Step]]]:
    """The match after each deal and action, with who decided (None: a deal) and the steps.

    It is the same match object each time, one step further: read what you need before the next one.
    Raises BadLog if a step is impossible.
    """
    match = begin(log)
    redealt = list(log.redealt or ())
    _deal_anew(match, redealt)
    yield match, None, match.deal_steps
    before = 0
    for ply, (action, at) in enumerate(log.actions[:plies], 1):
        if at < before:
            raise BadLog(f"the time {at} is before {before}", ply)
        before = at
        if match.over:
            raise BadLog("the match is over before this action", ply, match.game.people.ENDS)
        if match.state.over:
            steps = match.next_round()
            _deal_anew(match, redealt)
            yield match, None, steps
        seat = match.turn
        try:
            steps = match.apply(action, at)
            _deal_anew(match, redealt)
        except IllegalMove as error:
            raise BadLog(f"{error.move} is not allowed", ply, error.rule) from None
        except BadInput as error:
            raise BadLog(str(error), ply) from None
        yield match, seat, steps
    if plies is None and redealt:
        raise BadLog(f"cards are dealt anew at ply {redealt[0].ply}, where nobody plays")


def _deal_anew(match: Match, redealt: list[Redealt]) -> None:
    """Deal anew what the log says for this ply, and take it off the list."""
    while redealt and redealt[0].ply == len(match.actions) and match.turn is not None:
        one = redealt.pop(0)
        try:
            match.deal_anew(one.seat, one.seed)
        except BadInput as error:
            raise BadLog(str(error), one.ply) from None


def stand_at(log: MatchLog, ply: int) -> Match:
    """The match at a decision, after so many actions; raises BadInput if nobody decides there."""
    match = replay(log, ply)
    if match.turn is None and not match.over and len(match.actions) == ply:
        match.next_round()
        _deal_anew(match, [one for one in log.redealt or () if one.ply == ply])
    if match.turn is None or len(match.actions) != ply:
        raise BadInput("ply", ply, "a ply at which somebody decides")
    return match


def replay(log: MatchLog, plies: int | None = None) -> Match:
    """The match after `plies` actions (default: all). Raises BadLog if an action is impossible."""
    steps = story(log, plies)
    match, _, _ = next(steps)
    for _ in steps:
        pass
    return match


def _seed(text: str) -> bytes:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise BadInput("seed", text[:80], "64 hexadecimal digits")
    return bytes.fromhex(text)


def verify(log: MatchLog) -> Match:
    """Replay the whole log and check its result against the rules; raises BadLog if it differs."""
    match = replay(log)
    true = match.log().result
    if log.result != true:
        claim = "no result" if log.result is None else f"totals {list(log.result.totals)}"
        truth = "the match is not over" if true is None else f"the rules give totals {list(true.totals)}"
        raise BadLog(f"the log tells {claim}, but {truth}", len(log.actions), "AL-2")
    return match
