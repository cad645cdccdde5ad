"""A puzzle as the browser solves it: the position as its seat knew it, what that seat heard before, and
the evidence for the answer. The log with its seed stays on the server.
"""

from elftafel import puzzles
from elftafel.match import Match
from elftafel.puzzles import Puzzle
from elftafel.server.protocol import messages
from elftafel.server.protocol.answers import PuzzleCost, PuzzleLevel, PuzzleLine, PuzzlePage
from elftafel.server.table.live_spot import live_spot


def line(puzzle: Puzzle) -> PuzzleLine:
    """A puzzle in a list."""
    return PuzzleLine(id=puzzle.id, players=puzzle.players, theme=puzzle.theme, difficulty=puzzle.difficulty)


def page(game: str, puzzle: Puzzle) -> PuzzlePage:
    """All that a browser needs of a puzzle."""
    match = puzzles.position(game, puzzle)
    assert match.turn is not None, "a puzzle is a decision"
    return shown(puzzle, match, heard(game, puzzle, match.turn))


def shown(puzzle: Puzzle, match: Match, before: tuple[messages.Happened, ...]) -> PuzzlePage:
    """The same for a match that stands at the puzzle; `before` is what its seat has heard."""
    evidence = puzzle.evidence
    costs = sorted(evidence.costs.items(), key=lambda pair: pair[1].value)
    return PuzzlePage(
        puzzle=line(puzzle),
        spot=live_spot(match, len(puzzle.actions), [puzzle.answer], evidence.seed),
        before=before,
        iterations=evidence.iterations,
        costs=tuple(
            PuzzleCost(action=action, move=match.game.move_of(action), value=cost.value, error=cost.error)
            for action, cost in costs
        ),
        levels=tuple(
            PuzzleLevel(level=level, found=found.found, tried=found.tried) for level, found in evidence.levels.items()
        ),
    )


def heard(game: str, puzzle: Puzzle, seat: int) -> tuple[messages.Happened, ...]:
    """What a seat has heard of the round before, event by event, without positions."""
    match = puzzles.begin(game, puzzle.seed, puzzle.players)
    bodies: list[messages.Body] = [messages.StartedBody(tuple(match.game.events(match.deal_steps, seat)), None)]
    for action in puzzle.actions:
        decider = match.turn
        assert decider is not None, "the log of a puzzle was played to its end before"
        bot = None if decider == seat else match.seats[decider].bot
        events = tuple(match.game.events(match.apply(action), seat))
        bodies.append(messages.PlayedBody(decider, bot, events, None))
    return tuple(messages.Happened(n, 0, body, None) for n, body in enumerate(bodies, 1))
