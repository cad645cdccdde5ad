"""Hints in a terminal: a small table of the best moves, with what to expect of them and why."""

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from elftafel.bots.hints import HINT_BUDGET, Hint, hints
from elftafel.bots.levels import Budget
from elftafel.bots.thinking import Standing
from elftafel.games import load_terminal
from elftafel.games.drawing import say_reason
from elftafel.games.warm import is_warm, warm
from elftafel.match import Match

SHOWN = 5
SURE = 1.96  # standard errors to each side: 19 times in 20 the true figure is inside


def think_and_show(match: Match, console: Console, budget: Budget | None = None) -> None:
    """Think for the seat at turn and show the best moves; before a wait, print what it is for."""
    name = match.game.facts.name
    if not is_warm(name, thinking=True):
        console.print("Compiling the search, once on this machine; this takes some seconds …", highlight=False)
        warm(name, thinking=True)
    console.print(Text("Thinking …", "dim"))
    show(match, find_hints(match, budget), console)


def find_hints(match: Match, budget: Budget | None = None) -> tuple[Hint, ...]:
    """The hints for the seat at turn, with the match around it."""
    seat = int(match.state.seat)
    standing = Standing.of(match)
    return hints(
        match.game, match.state, seat, budget or HINT_BUDGET.on_all_cores(), standing, seed=int(match.state.ply)
    )


def show(match: Match, moves: tuple[Hint, ...], console: Console) -> None:
    """The best few moves, numbered as in the list of moves."""
    words = load_terminal(match.game.facts.name)
    numbers = {action: number for number, action in enumerate(match.game.legal(match.state), 1)}
    grid = Grid(box=None, pad_edge=False)
    for title in ("", "move", "win", "points", "why"):
        grid.add_column(title, justify="right" if title in ("", "win", "points") else "left", no_wrap=title != "why")
    for hint in moves[:SHOWN]:
        grid.add_row(
            str(numbers[hint.action]),
            words.say_move(hint.move),
            f"{hint.win:.1%} ± {SURE * hint.win_error:.1%}",
            f"{hint.points:+.2f} ± {SURE * hint.points_error:.2f}",
            ", ".join(say_reason(words.REASON_WORDS, reason) for reason in hint.reasons),
        )
    console.print(grid)
    if len(moves) > SHOWN:
        console.print(Text(f"and {len(moves) - SHOWN} more", "dim"))
