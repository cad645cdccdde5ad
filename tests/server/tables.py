"""Tables for tests, made of entries without a store."""

from typing import Any

import msgspec

from elftafel import games
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import Clock, TableSettings
from elftafel.server.table import commands, entries
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import AnyEntry, BotSeated, Created, Seated, Started
from elftafel.server.table.state import Moment, Table

SECRET = "5e" * 32


def person(seat: int) -> Actor:
    return Actor(f"person-{seat}", f"Person {seat}")


class Scene:
    """A table at a given time; what is written is applied at once."""

    def __init__(
        self, game: str = "elfer_raus", seats: int = 3, options: dict[str, Any] | None = None, **more: Any
    ) -> None:
        self.now = 1_000_000
        self.table = Table("table-of-the-test")
        data = games.load_data(game)
        settings = TableSettings(game=game, seats=seats, options=options or {}, **more)
        self.write(
            Created(
                settings=settings,
                host=person(0).id,
                code="ABCDEF",
                secret=SECRET,
                rules_version=games.facts(game).rules_version,
                data=None if data is None else msgspec.to_builtins(data, str_keys=True),
            )
        )

    def write(self, *written: AnyEntry) -> list[Moment]:
        """Write entries as the store gives them back."""
        return [
            self.table.apply(self.table.number + 1, self.now, entries.decode(entries.encode(entry)))
            for entry in written
        ]

    def seat_all(self, bots: dict[int, str] | None = None) -> "Scene":
        for seat in range(self.table.settings.seats):
            if bots and seat in bots:
                self.write(BotSeated(seat, bots[seat]))
            else:
                self.write(Seated(seat, person(seat).id, person(seat).name))
        return self

    def start(self, bots: dict[int, str] | None = None) -> "Scene":
        self.seat_all(bots).write(Started())
        return self

    def do(self, seat: int, command: messages.AnyCommand) -> list[Moment]:
        """What the person of a seat asks for, written."""
        return self.write(*commands.decide(self.table, person(seat), command, self.now))

    def play(self, action: int | None = None) -> list[Moment]:
        """A decision of the seat at turn: this one, or the first that is legal."""
        assert self.table.match is not None
        assert self.table.turn is not None
        if action is None:
            action = self.table.match.game.legal(self.table.match.state)[0]
        return self.do(self.table.turn, messages.Play(id="x", ply=self.table.ply, action=action))


def replayed(scene: Scene, log: list[tuple[int, int, bytes]]) -> Table:
    table = Table(scene.table.id)
    for number, at, body in log:
        table.apply(number, at, entries.decode(body))
    return table


__all__ = ["SECRET", "Clock", "Scene", "person", "replayed"]
