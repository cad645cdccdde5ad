"""Playing a match in the terminal, against bots."""

import re
import time
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from elftafel.bots.levels import choose
from elftafel.games.messages import Move, View
from elftafel.games.rulebook import common, rule_text, rulebook
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import Row
from elftafel.match import Match

HELP = "a number or words (“red 12”) play · u undo · ? rules · l log · s scores · q quit"


class Quit(Exception):
    """The person has had enough."""


class TerminalTable:
    """One person (or none) and bots around a match."""

    def __init__(self, match: Match, person: int | None, console: Console, ask: Callable[[str], str] = input) -> None:
        self.match = match
        self.person = person
        self.console = console
        self.ask = ask
        self.words: ModuleType = import_module(f"elftafel.terminal.{match.game.facts.name}")
        self.luck = new_luck(int.from_bytes(match.seed[:8], "little"))
        self.began = time.monotonic()
        self.told: list[str] = []
        self.told_before = 0

    def name(self, seat: int) -> str:
        """How the table calls a seat."""
        return self.match.seats[seat].name

    def play(self) -> None:
        """Play the match to its end."""
        self.tell(self.match.deal_steps)
        while True:
            self.play_round()
            self.show_scores()
            if self.match.over:
                self.show_winners()
                return
            self.told.clear()
            self.told_before = 0
            self.tell(self.match.next_round())

    def play_round(self) -> None:
        """Play until the round is over."""
        match = self.match
        while not match.state.over:
            seat = int(match.state.seat)
            action = self.ask_person() if seat == self.person else self.ask_bot(seat)
            if action is not None:
                self.tell(match.apply(action, int(1000 * (time.monotonic() - self.began))))
        self.show_news()

    def ask_bot(self, seat: int) -> int:
        """What the bot of this seat does."""
        return choose(self.match.game, self.match.state, self.match.seats[seat].bot or "casual", self.luck)

    def tell(self, steps: list[Row]) -> None:
        """Remember what happened, in words, as the person may see it."""
        for event in self.match.game.events(steps, self.person):
            self.told.append(self.words.say_event(event, self.name))

    def show_news(self) -> None:
        """Print what happened since the person's last decision."""
        for line in by_turn(self.told[self.told_before :]):
            self.console.print(Text(f"  {line}", "dim"))
        self.told_before = len(self.told)

    def ask_person(self) -> int | None:
        """Show the table and ask for a move; None if something else was done (undo)."""
        match = self.match
        view = match.game.view(match.state, self.person)
        self.console.rule(f"{match.game.facts.title} · round {match.round} of {match.rounds}")
        self.show_news()
        self.console.print()
        self.console.print(self.words.draw(view.table, view.hand, self.name))
        self.console.print()
        self.show_choices(view)
        self.console.print(Text(self.words.ask(view), "bold"))
        while True:
            text = self.read()
            command = text.strip().lower()
            if command in ("u", "undo"):
                if self.person is not None and match.can_undo(self.person):
                    match.undo(self.person)
                    self.told.append(f"{self.name(self.person)}: took the last step back")
                    return None
                self.refuse("AL-7")
            elif command in ("?", "rules"):
                self.console.print(Markdown(rulebook(match.game.facts.name)), Markdown(common()))
            elif command in ("l", "log"):
                for line in by_turn(self.told):
                    self.console.print(f"  {line}", highlight=False)
            elif command in ("s", "scores"):
                self.show_scores()
            elif command in ("q", "quit"):
                raise Quit
            elif command:
                action = self.understand(command, view)
                if action is not None:
                    return action

    def read(self) -> str:
        """One line from the person; the end of the input means quit."""
        try:
            return self.ask("> ")
        except EOFError:
            raise Quit from None

    def show_choices(self, view: View) -> None:
        """The legal moves, numbered, in as many columns as fit."""
        said = [f"{i:>3}  {self.words.say_move(choice.move)}" for i, choice in enumerate(view.choices, 1)]
        width = max(map(len, said)) + 3
        columns = max(1, min(4, self.console.width // width))
        rows = -(-len(said) // columns)
        for row in range(rows):
            self.console.print("".join(line.ljust(width) for line in said[row::rows]), highlight=False)
        self.console.print(Text(HELP, "dim"))

    def understand(self, command: str, view: View) -> int | None:
        """The action that a number or some words stand for; says why if it cannot be played."""
        if command.isdecimal():
            if 1 <= int(command) <= len(view.choices):
                return view.choices[int(command) - 1].action
            self.console.print(f"There are moves 1 to {len(view.choices)}.")
            return None
        wanted = tokens(command)
        fitting = [c.action for c in view.choices if wanted <= tokens(self.words.say_move(c.move))]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            self.console.print(f"“{command}” could be several moves; use a number or more words.")
            return None
        move = self.find_move(wanted)
        if move is None:
            self.console.print(f"I do not know “{command}”. {HELP}")
        else:
            rule = self.match.game.why_not(self.match.state, int(self.match.state.seat), move)
            self.console.print(f"You cannot {self.words.say_move(move)} now.")
            self.refuse(rule or "")
        return None

    def find_move(self, wanted: set[str]) -> Move | None:
        """Any move of the game, legal or not, that these words describe."""
        game = self.match.game
        for action in range(game.facts.action_count):
            move = game.move_of(action)
            if wanted <= tokens(self.words.say_move(move)):
                return move
        return None

    def refuse(self, rule: str) -> None:
        """Say which rule stands against it."""
        self.console.print(Text(f"{rule}: {rule_text(self.match.game.facts.name, rule)}", "yellow"))

    def show_scores(self) -> None:
        """The points of each round and the totals."""
        grid = Grid(title="Scores", title_justify="left")
        grid.add_column("seat")
        for number in range(1, len(self.match.results) + 1):
            grid.add_column(f"round {number}", justify="right")
        grid.add_column("total", justify="right", style="bold")
        for seat in range(self.match.players):
            points = [str(result.points[seat]) for result in self.match.results]
            grid.add_row(self.name(seat), *points, str(self.match.totals[seat]))
        self.console.print(grid)

    def show_winners(self) -> None:
        """Who won the match."""
        names = " and ".join(self.name(seat) for seat in self.match.winners)
        shared = " share the win" if len(self.match.winners) > 1 else ": the match is won"
        self.console.print(Text(f"{names}{shared}!", "bold"))


def by_turn(lines: list[str]) -> list[str]:
    """One line a turn, not one a card: what the same seat did in a row is joined."""
    joined: list[str] = []
    for line in lines:
        who, colon, what = line.partition(": ")
        if joined and colon and joined[-1].startswith(f"{who}: "):
            joined[-1] += f" · {what}"
        else:
            joined.append(line)
    return joined


def tokens(text: str) -> set[str]:
    """The words and numbers in a text; r12 means r 12."""
    return set(re.findall(r"[a-zà-ÿ]+|\d+|\+|→", text.lower()))
