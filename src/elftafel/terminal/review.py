"""A review in a terminal: luck and choice of every seat, and the marked decisions with reasons."""

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from elftafel.bots.judging import Mark
from elftafel.bots.review import Account, Cause, Decision, Hindsight, Review, Told, Turn
from elftafel.games import facts, load_terminal
from elftafel.games.drawing import say_reason
from elftafel.match import MatchLog

MOST_SHOWN = 12  # marked decisions; the costliest
STYLES = {Mark.INACCURACY: "", Mark.MISTAKE: "bold", Mark.BLUNDER: "bold red"}
HINDSIGHT = {
    Hindsight.UNLUCKY: "With open cards another move would have been better; nobody could have known.",
    Hindsight.LUCKY: "With the cards as they lay it turned out well; nobody could have known.",
}


def show(log: MatchLog, review: Review, seat: int | None, console: Console) -> None:
    """Print a review: everything, or the decisions of one seat."""
    console.rule(f"{facts(log.game).title} · {len(review.decisions)} decisions with a choice")
    console.print(sums(log, review))
    for number, place in enumerate(log.seats):
        if seat in (None, number):
            console.print(Text(f"{place.name}: {judgement(review.seats[number])}"))
    if review.turns:
        console.print(Text("\nTurning points, with all cards known", "bold"))
        for turn in review.turns:
            console.print(Text("  " + say_turn(log, review, turn)))
    marked = review.marked(seat)
    if marked:
        console.print(Text("\nDecisions that cost most, against sensible opponents", "bold"))
    for decision in sorted(marked[:MOST_SHOWN], key=lambda d: d.ply):
        console.print(Text("  " + say_decision(log, decision), STYLES[decision.mark]))
    if len(marked) > MOST_SHOWN:
        console.print(Text(f"  and {len(marked) - MOST_SHOWN} that cost less", "dim"))
    if not marked:
        console.print(Text("\nNo decision can be told from the best one."))


def sums(log: MatchLog, review: Review) -> Grid:
    """The accounts of all seats: the result of each is the sum of its row."""
    grid = Grid(box=None, pad_edge=False)
    for title in ("seat", "result", "even", "choices", "others'", "deal", "draw", "marked", "loss"):
        grid.add_column(title, justify="left" if title == "seat" else "right", no_wrap=True)
    for place, account in zip(log.seats, review.seats, strict=True):
        marks = "/".join(str(account.marks[mark]) for mark in STYLES)
        grid.add_row(
            place.name,
            f"{100 * account.result:.0f}",
            f"{100 * account.even:.0f}",
            f"{100 * account.choices:+.0f} ± {100 * account.choices_error:.0f}",
            f"{100 * account.others:+.0f} ± {100 * account.others_error:.0f}",
            f"{100 * account.deal:+.0f}",
            f"{100 * account.draw:+.0f}",
            marks,
            f"{100 * account.loss:.0f} ± {100 * account.loss_error:.0f}",
        )
    grid.caption = "in percent of a win; marked: inaccuracies/mistakes/blunders; ± one standard error"
    grid.caption_justify = "left"
    return grid


def judgement(account: Account) -> str:
    """What may be said about a seat after one match, in words."""
    if account.told == Told.UNCLEAR:
        return "mostly luck; its choices cannot be told apart from sensible ones."
    verb = "gained" if account.told == Told.GAINED else "cost"
    return (
        f"its choices {verb} about {abs(100 * account.choices):.0f} % of a win (± {100 * account.choices_error:.0f}) "
        "compared with sensible ones; the rest was luck and the others."
    )


def say_turn(log: MatchLog, review: Review, turn: Turn) -> str:
    """One turning point as a sentence."""
    point = review.chart[turn.point]
    change = f"{log.seats[turn.seat].name} from {100 * turn.before:.0f} to {100 * turn.after:.0f} %"
    if turn.cause == Cause.DEAL:
        return f"round {point.round}, the deal: {change}"
    if turn.decision is not None:
        decision = review.decisions[turn.decision]
        words = load_terminal(log.game)
        return (
            f"round {point.round}, {log.seats[decision.seat].name}: {words.say_move(decision.move)} "
            f"({decision.mark}): {change}"
        )
    return f"round {point.round}, after {review.chart[turn.point - 1].ply + 1} actions, the cards: {change}"


def say_decision(log: MatchLog, decision: Decision) -> str:
    """One marked decision as a few sentences."""
    words = load_terminal(log.game)
    reasons = ", ".join(say_reason(words.REASON_WORDS, reason) for reason in decision.why)
    told = (
        f"round {decision.round}, action {decision.ply + 1}, {log.seats[decision.seat].name}: "
        f"{words.say_move(decision.move)}, {decision.mark}. "
        f"{sentence(words.say_move(decision.better))} would win about {100 * decision.loss:.0f} % "
        f"(± {100 * decision.error:.0f}) more often: {reasons}."
    )
    note = HINDSIGHT.get(decision.hindsight)
    return f"{told} {note}" if note else told


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
