"""A table's clock, replayed from the log like everything else: times come from the entries, never
from a wall clock.
"""

from elftafel.server.protocol.table_settings import Clock, DecisionClock

MERCY = 30_000  # milliseconds for someone who comes back with an empty clock
PAUSE = 30_000  # for the others, once somebody is ready for the next round
FORGOTTEN = 600_000  # between rounds, if nobody is ready at a table with a clock: it shall come to its end


class SeatClock:
    """Who has how much time left. All times are milliseconds."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.bank = [clock.seconds * 1000] * seats
        self.seat: int | None = None  # whose time runs
        self.since = 0
        self._kept: list[int] = []  # what was left before each step that may be undone
        self._mercy: set[int] = set()  # seats that were given time when they came back

    @property
    def per_decision(self) -> bool:
        """True if every decision gets the same time, False if the match has one time."""
        return isinstance(self.clock, DecisionClock)

    @property
    def deadline(self) -> int | None:
        """When the running time ends."""
        return None if self.seat is None else self.since + self.bank[self.seat]

    def left(self, seat: int, at: int) -> int:
        """What a seat has left at a moment."""
        return max(0, self.bank[seat] - (at - self.since if seat == self.seat else 0))

    def decided(self, seat: int, following: int | None, at: int, undoable: bool) -> None:
        """A seat has decided; `following` decides next (None: the round is over)."""
        left = self.left(seat, at)
        self.bank[seat] = left
        self._kept = [*self._kept, left] if undoable else []
        if not isinstance(self.clock, DecisionClock):
            if following != seat:
                self.bank[seat] += self.clock.increment * 1000
        elif following is not None:
            self.bank[following] = self.clock.seconds * 1000
        self.seat, self.since = following, at

    def left_after_undo(self, seat: int, at: int) -> int:
        """What a seat would have if it took back its step: what was spent stays spent, so undoing
        gains no time.
        """
        if self.per_decision and self._kept:
            return max(0, self._kept[-1] - (at - self.since))
        return self.left(seat, at)

    def undone(self, seat: int, at: int) -> None:
        """A step was taken back."""
        self.bank[seat] = self.left_after_undo(seat, at)
        self._kept = self._kept[:-1]
        self.seat, self.since = seat, at

    def deal(self, seat: int, at: int) -> None:
        """A round begins."""
        self._kept = []
        if self.per_decision:
            self.bank[seat] = self.clock.seconds * 1000
        self.seat, self.since = seat, at

    def give(self, milliseconds: int) -> None:
        """The server was away so long while time ran."""
        if self.seat is not None:
            self.since += milliseconds

    def bot_decided(self, seat: int) -> None:
        """A bot has decided for a person: whoever lost a decision may be given time again."""
        self._mercy.discard(seat)

    def returned(self, seat: int, at: int) -> None:
        """Someone plays again, with at least a little time: once, and again after a bot has decided
        for them.
        """
        if seat in self._mercy:
            return
        self._mercy.add(seat)
        self.bank[seat] = max(self.left(seat, at), self.clock.seconds * 1000 if self.per_decision else MERCY)
        if self.seat == seat:
            self.since = at
