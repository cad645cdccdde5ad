"""Telling a finished or running match again from its log."""

from rich.console import Console
from rich.text import Text

from elftafel.games import load_terminal
from elftafel.match import Match, MatchLog, replay, story


def tell(log: MatchLog, ply: int | None, seat: int | None, console: Console) -> None:
    """Print what happened up to `ply`, then the table there; as `seat` saw it, or everything."""
    match = replay(log, ply)  # refuses a bad log before telling half of it
    words = load_terminal(log.game)
    names = [place.name for place in log.seats]
    for match, decided, rows in story(log, ply):
        if decided is None:
            title = f"{match.game.facts.title} · " if match.round == 1 else ""
            console.rule(f"{title}round {match.round} of {match.rounds}")
        for row in rows:
            event = match.game.events([row], row[1] if seat is None else seat)[0]
            console.print(f"  {words.say_event(event, names.__getitem__)}", highlight=False)
        if match.state.over:
            console.print(Text(f"  points {list(match.results[-1].points)}, totals {match.totals}", "bold"))
    show(match, seat, console)


def show(match: Match, seat: int | None, console: Console) -> None:
    """The table as it stands, with one hand or all of them."""
    words = load_terminal(match.game.facts.name)
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
