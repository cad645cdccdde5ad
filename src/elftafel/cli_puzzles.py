"""`elftafel puzzles`: find them, measure them again, solve them. Heavy rooms are imported when it runs."""

import argparse
import sys
from pathlib import Path
from typing import Any

from elftafel import cli, games
from elftafel.errors import BadInput
from elftafel.games.rulebook import LANGUAGES


def add(command: argparse.ArgumentParser, language: str) -> None:
    """The options of the commands."""
    commands = command.add_subparsers(metavar="COMMAND", required=True)

    about = commands.add_parser("play", help="solve puzzles in the terminal")
    about.add_argument("game", nargs="?", choices=games.NAMES)
    about.add_argument("--puzzle", metavar="ID", help="this one first; default: one as hard as suits you")
    about.add_argument("--language", choices=LANGUAGES, default=language, help="of rules; default: %(default)s")
    about.set_defaults(run=play)

    about = commands.add_parser("make", help="find new ones in expert play")
    about.description = (
        "Play rounds of experts and look for positions in which one move is clearly better than all others. "
        "A run that was stopped continues with the same command. What was there before is replaced."
    )
    about.add_argument("game", choices=games.NAMES)
    about.add_argument("--count", type=int, default=60, metavar="N", help="puzzles; default %(default)s")
    about.add_argument("--rounds", type=int, default=100_000, metavar="N", help="search no more than these")
    about.add_argument("--seed", default="", help="any text; another seed, other rounds")
    about.add_argument("--out", type=Path, metavar="FILE", help="default: puzzles.jsonl in the folder of the game")
    about.add_argument("--run", dest="run_file", type=Path, metavar="FILE", help="what was searched; default: a cache")
    about.add_argument("--fresh", action="store_true", help="start anew instead of continuing")
    add_measuring(about)
    about.set_defaults(run=make)

    about = commands.add_parser("check", help="measure those that ship again, with other luck")
    about.description = "Measure puzzles again. Says which fail, and then ends with 1."
    about.add_argument("game", nargs="?", choices=games.NAMES, help="default: all")
    about.add_argument("--file", type=Path, help="puzzles of that game in a file; default: those that ship")
    about.add_argument("--seed", default="check", help="any text; another seed, other luck")
    about.add_argument("--drop", action="store_true", help="take those that fail out of the file")
    add_measuring(about)
    about.set_defaults(run=check)


def add_measuring(about: argparse.ArgumentParser) -> None:
    """How it is measured, and on what."""
    about.add_argument("--budget", default="50000", help="iterations of a long look; default %(default)s")
    about.add_argument("--jobs", type=int, metavar="N", help="processes; default 1")
    about.add_argument("--ray", action="store_true", help="work on a Ray cluster (needs the extra `ray`)")


def search_of(game: str, arguments: argparse.Namespace) -> Any:
    """What decides the measurement, from the command line."""
    from elftafel.bots.levels import read_budget
    from elftafel.lab.puzzling import LEAST_ITERATIONS, Search
    from elftafel.lab.workers import check_workers

    check_workers(arguments.jobs, arguments.ray)
    budget = read_budget(arguments.budget)
    budget.check()
    if budget.iterations < LEAST_ITERATIONS:
        raise BadInput("budget", arguments.budget, f"{LEAST_ITERATIONS} iterations or more")
    return Search(game, arguments.seed, budget.iterations)


def make(arguments: argparse.Namespace) -> None:
    """`elftafel puzzles make GAME`."""
    from elftafel import puzzles
    from elftafel.lab.harvest import Goal, RunFile, harvest

    search, goal = search_of(arguments.game, arguments), Goal(arguments.count, arguments.rounds)
    goal.check()
    out = arguments.out or puzzles.place(arguments.game)
    cli.check_save(out)
    cli.load(arguments.game, thinking=True)
    run = RunFile(search, arguments.run_file, arguments.fresh)
    try:
        found = harvest(search, goal, run, arguments.jobs or 1, arguments.ray)
    except KeyboardInterrupt:
        print(f"\nStopped; the same command continues ({run.path}).", file=sys.stderr)
        sys.exit(130)
    write(out, found)
    print(f"{len(found)} puzzles of {games.facts(arguments.game).title} are in {out}.")


def check(arguments: argparse.Namespace) -> None:
    """`elftafel puzzles check [GAME]`."""
    if arguments.file is not None and arguments.game is None:
        raise BadInput("file", str(arguments.file), "name its game too")
    failed = sum(check_game(game, arguments) for game in ([arguments.game] if arguments.game else games.NAMES))
    if failed:
        sys.exit(1)


def check_game(game: str, arguments: argparse.Namespace) -> int:
    """Measure the puzzles of a game again and print what is found; returns how many fail."""
    from elftafel import puzzles
    from elftafel.lab.harvest import check as measure

    search = search_of(game, arguments)
    place = arguments.file or puzzles.place(game)
    if arguments.file is not None:
        cli.read_file(place, 0)  # says why if it cannot be read
    shipped = puzzles.read(place) if place.is_file() else ()
    title = games.facts(game).title
    if not shipped:
        print(f"{title}: no puzzles.")
        return 0
    rules = cli.load(game, thinking=True)
    failed = set()
    for judged in measure(search, shipped, arguments.jobs or 1, arguments.ray):
        puzzle = judged.puzzle
        if judged.passes:
            continue
        failed.add(puzzle.id)
        if judged.evidence is None:
            told = f"best is now {rules.move_of(judged.best)}, not {rules.move_of(puzzle.answer)}"
        else:
            now = judged.evidence.margin
            told = f"the second best move costs {100 * now.value:.1f} ± {100 * now.error:.1f} % now"
        print(f"{title}: puzzle {puzzle.id} fails: {told}", flush=True)
    print(f"{title}: {len(shipped) - len(failed)} of {len(shipped)} puzzles hold with other luck.")
    if failed and arguments.drop:
        write(place, [puzzle for puzzle in shipped if puzzle.id not in failed])
        print(f"{len(failed)} were taken out of {place}.")
    return len(failed)


def write(place: Path, found: Any) -> None:
    """Write a file of puzzles."""
    from elftafel import puzzles

    try:
        puzzles.write(place, found)
    except OSError as error:
        raise BadInput("out", str(place), f"cannot be written: {error.strerror or error}") from None


def play(arguments: argparse.Namespace) -> None:
    """`elftafel puzzles play [GAME]`."""
    game = arguments.game or cli.ask_for_game()
    from elftafel import puzzles

    if not puzzles.shipped(game):
        raise BadInput("game", game, f"no puzzles yet; `elftafel play {game}` plays it")
    first = None if arguments.puzzle is None else puzzles.named(game, arguments.puzzle)
    cli.load(game)
    from elftafel.terminal.play import Quit
    from elftafel.terminal.puzzles import PuzzleTable

    try:
        PuzzleTable(game, arguments.language, cli.console()).solve(first)
    except (Quit, KeyboardInterrupt):
        print("Goodbye.")
