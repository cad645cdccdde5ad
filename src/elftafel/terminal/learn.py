"""A lesson in the terminal: the same steps and words as on the page `/learn`."""

import re
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from elftafel import lessons
from elftafel.games import load_terminal
from elftafel.games.messages import View
from elftafel.games.rulebook import rule_text
from elftafel.lessons import StepWords, Task
from elftafel.terminal.play import Quit, TerminalTable, by_turn

HELP = "h shows the move · enter shows the table · ? rules · q quit"


class LessonTable(TerminalTable):
    """A newcomer at the table of a lesson; nobody else decides anything."""

    def __init__(
        self, game: str, lesson: str, language: str, console: Console, ask: Callable[[str], str] = input
    ) -> None:
        self.game = game
        self.lesson = lessons.read(game, lesson)
        self.says = lessons.words(game, language)[lesson]
        self.language = language
        self.console = console
        self.ask = ask
        self.words = load_terminal(game)
        self.person: int | None = None

    def name(self, seat: int) -> str:
        """How the table calls a seat."""
        return "You" if seat == self.person else f"Bot {seat + 1}"

    def teach(self) -> None:
        """All steps, one after the other."""
        steps = sum(len(scene.steps) for scene in self.lesson.scenes)
        for number, moment in enumerate(lessons.moments(self.game, self.lesson), 1):
            self.match, self.person = moment.match, moment.seat
            title = moment.match.game.facts.title
            self.console.rule(f"{title} · {self.says.title} · {number}/{steps}")
            self.tell_after(moment, self.ask_for(moment, self.says.steps[moment.step.key]))
        self.console.print()
        self.console.print(Text(self.says.end, "bold"))

    def ask_for(self, moment: Task, says: StepWords) -> int:
        """Ask until an expected move is made; what else is tried is answered."""
        view = moment.match.game.view(moment.match.state, moment.seat)
        ask = self.named(says.ask)
        self.show(view, ask)
        while True:
            command = self.read().strip().lower()
            if command in ("q", "quit"):
                raise Quit
            if command in ("?", "rules"):
                self.show_rules()
            elif command in ("h", "hint"):
                self.say(f"→ {self.words.say_move(moment.match.game.move_of(moment.expect[0]))}")
            elif not command:
                self.show(view, ask)
            elif (action := self.understand(command, view)) in moment.expect and action is not None:
                return action
            elif action is not None:
                self.say(self.named(says.other or says.ask))

    def named(self, text: str) -> str:
        """A sentence with the names of seats in it."""
        return re.sub(r"\{seat(\d)\}", lambda found: self.name(int(found[1])), text)

    def show(self, view: View, text: str) -> None:
        """The table, the moves, and what is asked for."""
        self.console.print()
        self.console.print(self.words.draw(view.table, view.hand, self.name))
        self.console.print()
        self.show_choices(view)
        self.console.print(Text(text, "bold"))

    def tell_after(self, moment: Task, action: int) -> None:
        """What the move led to, in words."""
        lines: list[str] = []
        for match, _, steps in lessons.after(moment, action):
            lines += [self.words.say_event(event, self.name) for event in match.game.events(steps, moment.seat)]
        for line in by_turn(lines):
            self.console.print(Text(f"  {line}", "dim"))
        if done := self.says.steps[moment.step.key].done:
            self.console.print(Text(done, "green"))

    def help(self, view: View) -> str:
        """What can be typed."""
        return f"a number or words ({self.example(view)}) play · {HELP}"

    def refuse(self, rule: str) -> None:
        """The rule that forbids what was tried, in the words of the lesson's language."""
        self.console.print(Text(f"{rule}: {rule_text(self.game, rule, self.language)}", "yellow"))
