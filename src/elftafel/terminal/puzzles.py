"""Puzzles in the terminal: one after the other, harder after a solved one and easier after a missed one."""

import random
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.text import Text

from elftafel import puzzles
from elftafel.games import load_terminal
from elftafel.games.drawing import say_reason
from elftafel.games.messages import Reason, View
from elftafel.games.rulebook import rule_text
from elftafel.match import Match
from elftafel.puzzles import EASIEST, HARDEST, MoveCost, Puzzle
from elftafel.terminal.play import Quit, TerminalTable, by_turn

HELP = "l log · h shows the answer · enter shows the table · ? rules · q quit"
TRIES = 2  # then the answer is told
BEGIN_WITH = 2  # difficulty
SHOWN = 8  # lines of what happened before


class PuzzleTable(TerminalTable):
    """A person at the decision of a puzzle; nobody else decides anything."""

    def __init__(
        self,
        game: str,
        language: str,
        console: Console,
        ask: Callable[[str], str] = input,
        luck: random.Random | None = None,
    ) -> None:
        self.game = game
        self.language = language
        self.console = console
        self.ask = ask
        self.luck = luck or random.Random()
        self.words = load_terminal(game)
        self.person: int | None = None
        self.level = BEGIN_WITH
        self.streak = 0

    def name(self, seat: int) -> str:
        """How the table calls a seat."""
        return "You" if seat == self.person else f"Bot {seat + 1}"

    def solve(self, first: Puzzle | None = None) -> None:
        """Puzzles until the person has had enough, or has seen all."""
        for puzzle in self.in_turn(first):
            solved = self.one(puzzle)
            self.streak = self.streak + 1 if solved else 0
            self.level = max(EASIEST, min(HARDEST, self.level + (1 if solved else -1)))
            command = ""
            while command not in ("q", "quit"):
                self.console.print(Text(f"Solved in a row: {self.streak} · enter next · e evidence · q quit", "dim"))
                command = self.read().strip().lower()
                if not command:
                    break
                if command in ("e", "evidence"):
                    self.show_evidence(puzzle)
            else:
                raise Quit
        self.say("These were all puzzles of this game.")

    def in_turn(self, first: Puzzle | None) -> Iterator[Puzzle]:
        """Each puzzle once: the one that is wanted, then always one that is nearest to the person's level."""
        left = list(puzzles.shipped(self.game))
        self.luck.shuffle(left)
        following = first
        while left:
            puzzle = following or min(left, key=lambda one: abs(one.difficulty - self.level))
            left.remove(puzzle)
            following = None
            yield puzzle

    def one(self, puzzle: Puzzle) -> bool:
        """Ask until the answer is found or told; true if it was found at once."""
        self.match = self.replay(puzzle)
        view = self.match.game.view(self.match.state, self.person)
        self.show(puzzle, view)
        missed = 0
        while missed < TRIES:
            command = self.read().strip().lower()
            if command in ("q", "quit"):
                raise Quit
            if command in ("?", "rules"):
                self.show_rules()
            elif command in ("l", "log"):
                self.show_log(len(self.news))
            elif command in ("h", "hint"):
                missed = TRIES
            elif not command:
                self.show(puzzle, view)
            elif (action := self.understand(command, view)) == puzzle.answer:
                self.console.print(Text("That’s it!", "bold green"))
                self.explain(puzzle.answer, best=True)
                return missed == 0
            elif action is not None:
                missed += 1
                self.say(f"Another move wins more often, by {percent(puzzle.evidence.costs[action])}.")
                self.explain(action)
        self.console.print(Text(f"The answer: {self.say_action(puzzle.answer)}.", "bold"))
        self.explain(puzzle.answer, best=True)
        return False

    def replay(self, puzzle: Puzzle) -> Match:
        """The match at the puzzle, with the news that the seat at turn has heard."""
        match = puzzles.position(self.game, puzzle)
        self.person = match.turn
        told = puzzles.begin(self.game, puzzle.seed, puzzle.players)
        self.news: list[str] = []
        self.match = told
        self.tell(told.deal_steps)
        for action in puzzle.actions:
            self.tell(told.apply(action))
        return match

    def show(self, puzzle: Puzzle, view: View) -> None:
        """What happened, the table, the moves, and what is asked for."""
        title = f"{self.match.game.facts.title} · puzzle {puzzle.id} · {self.match.players} players"
        self.console.rule(f"{title} · {'★' * puzzle.difficulty}{'☆' * (HARDEST - puzzle.difficulty)}")
        self.show_log(SHOWN)
        self.console.print()
        self.console.print(self.words.draw(view.table, view.hand, self.name))
        self.console.print()
        self.show_choices(view)
        self.console.print(Text("One move is clearly best. Which?", "bold"))

    def show_log(self, lines: int) -> None:
        """The last lines of what happened in this round."""
        for line in by_turn(self.news)[-lines:]:
            self.console.print(Text(f"  {line}", "dim"))

    def explain(self, action: int, best: bool = False) -> None:
        """The reasons for a move and against it."""
        game, state = self.match.game, self.match.state
        reasons = game.reasons_for_best(state, action) if best else game.reasons(state, action)
        if reasons:
            said = ", ".join(self.say_reason(reason) for reason in reasons)
            self.console.print(f"  {self.say_action(action)}: {said}", highlight=False)

    def say_reason(self, reason: Reason) -> str:
        """A reason in the words of the game."""
        return say_reason(self.words.REASON_WORDS, reason)

    def say_action(self, action: int) -> str:
        """A move in words."""
        return str(self.words.say_move(self.match.game.move_of(action)))

    def show_evidence(self, puzzle: Puzzle) -> None:
        """What was measured."""
        evidence = puzzle.evidence
        self.console.print(
            f"  Measured with {evidence.iterations:,} iterations of the search, against sensible opponents.\n"
            f"  The second best move wins {percent(evidence.margin, 1)} less often. "
            + ", ".join(f"{name} finds it {one.found} of {one.tried} times" for name, one in evidence.levels.items()),
            highlight=False,
        )
        for action, cost in sorted(evidence.costs.items(), key=lambda pair: pair[1].value)[:SHOWN]:
            self.console.print(f"  {self.say_action(action)}: −{percent(cost, 1)}", highlight=False)

    def help(self, view: View) -> str:
        """What can be typed."""
        return f"a number or words ({self.example(view)}) answer · {HELP}"

    def refuse(self, rule: str) -> None:
        """The rule that forbids what was tried."""
        self.console.print(Text(f"{rule}: {rule_text(self.game, rule, self.language)}", "yellow"))


def percent(cost: MoveCost, digits: int = 0) -> str:
    """A cost in percent of a win, with one standard error."""
    return f"{100 * cost.value:.{digits}f} ± {100 * cost.error:.{max(1, digits)}f} %"
