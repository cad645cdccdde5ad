"""Playing a match in the terminal, against bots."""

import re
import time
from collections.abc import Callable
from contextlib import suppress

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from elftafel.bots.bot import Bot
from elftafel.bots.levels import read_bot
from elftafel.bots.thinking import Standing
from elftafel.games import load_terminal
from elftafel.games.messages import Move, View
from elftafel.games.rulebook import common, rule_text, rulebook, told
from elftafel.kernel.journal import Step
from elftafel.match import Match
from elftafel.terminal.hints import think_and_show

with suppress(ImportError):  # line editing, where the system has it
    import readline  # noqa: F401

HELP = "enter shows the table · h hint · u undo · ? rules · l log · s scores · q quit"


class Quit(Exception):
    """The person has had enough."""


class TerminalTable:
    """One person (or none) and bots around a match."""

    def __init__(self, match: Match, person: int | None, console: Console, ask: Callable[[str], str] = input) -> None:
        self.match = match
        self.person = person
        self.console = console
        self.ask = ask
        self.words = load_terminal(match.game.facts.name)
        self.bots = {
            seat: Bot.of(match.game, read_bot(who.bot or "casual").on_all_cores(), seed=seat)
            for seat, who in enumerate(match.seats)
            if seat != person
        }
        self.began = time.monotonic()
        self.news: list[str] = []  # what happened in this round, a line each
        self.shown = 0  # how many of these lines the person has seen

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
            self.news.clear()
            self.shown = 0
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
        match = self.match
        return self.bots[seat].choose(match.state, Standing.of(match))

    def tell(self, steps: list[Step]) -> None:
        """Remember what happened, in words, as the person may see it."""
        for event in self.match.game.events(steps, self.person):
            self.news.append(self.words.say_event(event, self.name))

    def show_news(self) -> None:
        """Print what happened since the person's last decision."""
        for line in by_turn(self.news[self.shown :]):
            self.console.print(Text(f"  {line}", "dim"))
        self.shown = len(self.news)

    def ask_person(self) -> int | None:
        """Show the table and ask for a move; None if the table is to be shown again."""
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
                    self.news.append(f"{self.name(self.person)}: took the last step back")
                    return None
                self.refuse("AL-7")
            elif command in ("?", "rules"):
                self.show_rules()
            elif command in ("l", "log"):
                for line in by_turn(self.news):
                    self.console.print(f"  {line}", highlight=False)
            elif command in ("h", "hint"):
                think_and_show(match, self.console)
            elif command in ("s", "scores"):
                self.show_scores()
            elif command in ("q", "quit"):
                raise Quit
            elif not command:
                return None
            elif (action := self.understand(command, view)) is not None:
                return action

    def show_rules(self) -> None:
        """The rulebook."""
        from rich.markdown import Markdown  # heavy, and rarely needed

        self.console.print(Markdown(told(rulebook(self.match.game.facts.name))), Markdown(common()))

    def read(self) -> str:
        """One line from the person; the end of the input means quit."""
        try:
            return self.ask("> ")
        except EOFError:
            raise Quit from None

    def show_choices(self, view: View) -> None:
        """The legal moves, numbered, in as many columns as fit."""
        said = [
            f"{i:>3}  {self.words.say_move(choice.move)}{self.words.remark(view.table, choice.move)}"
            for i, choice in enumerate(view.choices, 1)
        ]
        width = max(map(len, said)) + 3
        columns = max(1, min(4, self.console.width // width))
        rows = -(-len(said) // columns)
        for row in range(rows):
            self.console.print("".join(line.ljust(width) for line in said[row::rows]), highlight=False)
        self.console.print(Text(self.help(view), "dim"))

    def understand(self, command: str, view: View) -> int | None:
        """The action that a number or some words stand for; says why if it cannot be played."""
        if command.isdecimal():
            if len(command) <= 4 and 1 <= int(command) <= len(view.choices):
                return view.choices[int(command) - 1].action
            self.say(f"There are moves 1 to {len(view.choices)}. Words name a card: {self.example(view)}.")
            return None
        meant = self.find_moves(command)
        legal = {choice.move: choice.action for choice in view.choices}
        playable = [legal[move] for move in meant if move in legal]
        if len(playable) == 1:
            return playable[0]
        if not meant:
            self.say(f"I do not know “{command[:80]}”. {self.help(view)}")
        elif len(meant) > 1:
            self.say(f"“{command[:80]}” could be several moves; use a number or more words.")
        else:
            rule = self.match.game.why_not(self.match.state, int(self.match.state.seat), meant[0])
            self.say(f"You cannot {self.words.say_move(meant[0])} now.")
            self.refuse(rule or "")
        return None

    def find_moves(self, command: str) -> list[Move]:
        """The moves of the game, legal or not, that these words describe best: those with the fewest other words."""
        if other := self.words.read_move(command):
            return [other]
        game = self.match.game
        wanted = tokens(command)
        by_length: dict[int, list[Move]] = {}
        for action in range(game.facts.action_count if wanted else 0):
            move = game.move_of(action)
            has = tokens(self.words.say_move(move))
            if in_order(wanted, has):
                by_length.setdefault(len(has), []).append(move)
        return by_length[min(by_length)] if by_length else []

    def example(self, view: View) -> str:
        """A move in words, as a person may type it."""
        return f"“{self.words.say_move(view.choices[0].move)}”"

    def help(self, view: View) -> str:
        """What can be typed."""
        return f"a number or words ({self.example(view)}) play · {HELP}"

    def say(self, text: str) -> None:
        """One line to the person."""
        self.console.print(text, highlight=False)

    def refuse(self, rule: str) -> None:
        """Print the rule that forbids what was asked for, with its text."""
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


def tokens(text: str) -> list[str]:
    """The words and numbers in a text; r12 means r 12."""
    return re.findall(r"[a-zà-ÿ]+|\d+|\+|→", text.lower())


def in_order(wanted: list[str], has: list[str]) -> bool:
    """Whether `has` has all wanted words in this order; the beginning of a word will do."""
    rest = iter(has)
    return all(any(word == want or (want.isalpha() and word.startswith(want)) for word in rest) for want in wanted)
