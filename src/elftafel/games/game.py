"""A game as the rest of the program meets it: facts, compiled rules and what people see, behind one small door."""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np

from elftafel.errors import BadInput, IllegalMove
from elftafel.games.contract import Rooms
from elftafel.games.facts import Facts, Options
from elftafel.games.messages import NOTHING_BETTER, Choice, Event, Move, Reason, View
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import below
from elftafel.kernel.journal import Step, new_journal, rows
from elftafel.kernel.plain import plain
from elftafel.kernel.record import Record

COUNT, LOST, FIRST, WIDTH = 0, 1, 2, 5
"""Where a journal's numbers stand: how many steps, how many were lost, and then the steps."""


class Scratch(threading.local):
    """What compiled functions write into; every thread has its own."""

    def __init__(self) -> None:
        self.out = record.new_out()
        self.actions = self.out.actions
        self.points = self.out.points
        self.journal = new_journal()
        self._numbers = memoryview(self.journal.base.view(np.ndarray).view("<i8"))  # the journal's, in their order

    def steps(self) -> list[Step]:
        """What the last call wrote into the journal, which is empty afterwards; ten times as fast as `rows`."""
        numbers = self._numbers
        if numbers[LOST]:
            return rows(self.journal)  # which raises
        end = FIRST + numbers[COUNT] * WIDTH
        numbers[COUNT] = 0
        steps: list[Any] = [tuple(numbers[at : at + WIDTH].tolist()) for at in range(FIRST, end, WIDTH)]
        return steps


class Game:
    """One game of the registry, loaded."""

    def __init__(self, facts: Facts, rooms: Rooms, data: Any = None) -> None:
        self.facts = facts
        self.rules = rooms.rules
        self.policy = rooms.policy
        self.people = rooms.people
        self.why = rooms.reasons
        self.data = data
        self.record = rooms.rules.RECORD
        self.mind = record.mind_type() if rooms.belief is None else rooms.belief.MIND
        self.scratch = Scratch()
        self.choice_of = cache(lambda action: Choice(action, self.people.move_of(action)))
        optional = () if rooms.belief is None else (rooms.belief,)
        verbs.register(self.record, rooms.rules, rooms.policy, rooms.knowledge, *optional)

    def template(self, options: Options, players: int, seed: bytes, data: Any = None) -> Any:
        """An array of one record with everything set that comes before the deal, checked."""
        self.facts.check_players(players)
        options.check(players)
        if len(seed) != 32:
            raise BadInput("seed", seed.hex(), "a seed has 32 bytes")
        states = record.empty(self.record)
        state = states[0]
        state.key[:] = np.frombuffer(seed, "<u4")
        state.players = players
        if self.facts.data is None:
            self.people.setup(state, options)
        else:
            self.people.setup(state, options, self.data if data is None else data)
        return states

    def new_round(
        self, options: Options, players: int, starter: int, seed: bytes, number: int, data: Any = None
    ) -> tuple[Record, list[Step]]:
        """Deal round `number` of a match; returns the position and what the deal itself did."""
        state = self.template(options, players, seed, data)[0]
        self.check_seat(state, starter, "starter")
        state.nonce[0] = number
        state.starter = starter
        journal = new_journal()
        verbs.deal(state, journal)
        return state, rows(journal)

    def draw_lot(self, seed: bytes, players: int) -> int:
        """Who starts the first round when the table draws lots (AL-1)."""
        lots = record.empty(self.record)[0]
        lots.key[:] = np.frombuffer(seed, "<u4")
        lots.nonce[1] = 1  # a stream of its own: rounds use nonce[0]
        return int(below(lots, players))

    def next_starter(self, starter: int, points: list[int]) -> int:
        """From which seat the next round's start is counted (AL-6)."""
        return self.people.next_starter(starter, points)

    def read_data(self, given: Any) -> Any:
        """The game's replaceable table from plain values, checked; None for a game without one."""
        return self.facts.read_data(given)

    def check_seat(self, state: Record, seat: int, field: str = "seat") -> None:
        """Raise BadInput for a seat that is not at this table."""
        if not 0 <= seat < state["players"]:
            raise BadInput(field, seat, f"the seats are 0 to {state.players - 1}")

    def turn(self, state: Record) -> int | None:
        """The seat whose decision it is; None when the round is over."""
        return None if state["over"] else int(state["seat"])  # by index: attributes of a record are slow

    def legal(self, state: Record) -> list[int]:
        """The legal actions, in order; none when the round is over."""
        if state["over"]:
            return []
        scratch = self.scratch
        return sorted(scratch.actions[: verbs.legal(state, scratch.out)].tolist())

    def apply(self, state: Record, action: int, legal: list[int] | None = None) -> list[Step]:
        """Carry out a legal action in place; an illegal one raises IllegalMove and changes nothing.

        `legal` has the legal actions, if they are known already.
        """
        if action not in (self.legal(state) if legal is None else legal):
            raise IllegalMove(self.rule_against(state, action), self.move_of(action))
        verbs.apply(state, action, self.scratch.journal)
        return self.scratch.steps()

    def scores(self, state: Record) -> list[int]:
        """Each seat's points of a round that is over; more is better."""
        verbs.scores(state, self.scratch.out)
        return [int(points) for points in self.scratch.points[: state.players]]

    def table(self, state: Record) -> Any:
        """What everybody sees of a position: the part of every view that is the same."""
        return self.people.table(state)

    def view(self, state: Record, seat: int | None, table: Any = None, legal: list[int] | None = None) -> View:
        """Everything that `seat` may see (None: a spectator). The only door through which a position is shown.

        `table` is the same position's table, if it was made before for another viewer, and `legal`
        has its legal actions, if they are known already.
        """
        seen = plain(state)
        if seat is not None and not 0 <= seat < seen.players:
            self.check_seat(state, seat)
        mine = seat is not None and seen.seat == seat and not seen.over
        return View(
            table=self.table(state) if table is None else table,
            hand=None if seat is None else self.people.hand(state, seat),
            choices=tuple(map(self.choice_of, self.legal(state) if legal is None else legal)) if mine else (),
        )

    def events(self, steps: Sequence[Step], viewer: int | None) -> list[Event]:
        """What happened, as `viewer` may see it (None: a spectator)."""
        return [self.people.event(step, viewer) for step in steps]

    def move_of(self, action: int) -> Move:
        """What an action number means."""
        if not 0 <= action < self.facts.action_count:
            raise BadInput("action", action, f"actions of {self.facts.title} are 0 to {self.facts.action_count - 1}")
        return self.people.move_of(action)

    def action_of(self, move: Move) -> int:
        """The number of a move, as `apply` takes it; BadInput if no action of the game means it."""
        action = self.people.action_of(move)
        if action is None:
            raise BadInput("move", msgspec.to_builtins(move), f"no action of {self.facts.title} means this")
        return action

    def read_move(self, data: Any) -> Move:
        """A move from plain values (as decoded from JSON)."""
        try:
            move: Move = msgspec.convert(data, self.people.MOVES)
        except msgspec.ValidationError as error:
            raise BadInput("move", data, str(error)) from None
        return move

    def why_not(self, state: Record, seat: int, move: Move) -> str | None:
        """The rule id that forbids this move to this seat now; None if it is allowed."""
        if state.over:
            return self.people.ENDS
        if seat != state.seat:
            return "AL-3"
        action = self.people.action_of(move)
        if action is not None and action in self.legal(state):
            return None
        return self.people.why_not(state, seat, move)

    def reasons(self, state: Record, action: int) -> tuple[Reason, ...]:
        """What is to be said about a legal action of the seat at turn: what speaks for it, then what against it.

        The most telling first, and three at most.
        """
        told = sorted(self.why.reasons(state, action), key=lambda reason: reason.key in self.why.COSTS)
        return tuple(told[:3])

    def reasons_for_best(self, state: Record, action: int) -> tuple[Reason, ...]:
        """The same for the best action: if all of them speak against it, that nothing else is better comes first."""
        told = self.reasons(state, action)
        if all(reason.key in self.why.COSTS for reason in told):
            return (Reason(NOTHING_BETTER), *told[:2])
        return told

    def rule_against(self, state: Record, action: int) -> str:
        """The rule id that forbids an action that is not legal."""
        return self.why_not(state, int(state.seat), self.move_of(action)) or ""
