"""Telling a finished or running match again from its log."""

from importlib import import_module

from rich.console import Console
from rich.text import Text

from elftafel.kernel.journal import Row
from elftafel.match import Match, MatchLog, replay


def tell(log: MatchLog, ply: int | None, seat: int | None, console: Console) -> None:
    """Print what happened up to `ply`, then the table there; as `seat` saw it, or everything."""
    match = replay(log, 0)
    words = import_module(f"elftafel.terminal.{log.game}")
    names = [place.name for place in log.seats]

    def say(steps: list[Row]) -> None:
        for row in steps:
            event = match.game.events([row], row[1] if seat is None else seat)[0]
            console.print(f"  {words.say_event(event, names.__getitem__)}", highlight=False)

    replay(log, ply)  # refuses a bad log before telling half of it
    console.rule(f"{match.game.facts.title} · round 1 of {match.rounds}")
    say(match.deal_steps)
    for action, at in log.actions[:ply]:
        if match.state.over:
            console.rule(f"round {match.round + 1} of {match.rounds}")
            say(match.next_round())
        say(match.apply(action, at))
        if match.state.over:
            console.print(Text(f"  points {list(match.results[-1].points)}, totals {match.totals}", "bold"))
    show(match, seat, console)


def show(match: Match, seat: int | None, console: Console) -> None:
    """The table as it stands, with one hand or all of them."""
    words = import_module(f"elftafel.terminal.{match.game.facts.name}")
    names = [place.name for place in match.seats]
    seats = range(match.players) if seat is None else [seat]
    for number, one in enumerate(seats):
        view = match.game.view(match.state, one)
        if number == 0:
            console.print(words.draw(view.table, None, names.__getitem__))
        console.print(Text(f"\n{names[one]}", "bold"))
        console.print(words.draw_hand(view.table, view.hand))
    if match.over:
        console.print(Text(f"Won by {' and '.join(names[w] for w in match.winners)}.", "bold"))
