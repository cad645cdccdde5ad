"""The commands `elftafel study` and `elftafel exploit`. Heavy rooms are imported when they run."""

import argparse
import sys
from pathlib import Path
from typing import Any

from elftafel import cli, games
from elftafel.errors import BadInput

MOST_SCALE = 1000.0
MOST_ROUNDS = 1_000_000


def add(commands: Any) -> None:
    """Both commands."""
    add_study(commands.add_parser("study", help="what a game is like: luck, skill, tension, choices, options"))
    add_exploit(commands.add_parser("exploit", help="how far each level is from optimal play in a tiny game"))


def add_study(command: argparse.ArgumentParser) -> None:
    """The options of `elftafel study`."""
    command.description = (
        "Study a game for all numbers of players: seats, length, luck and skill, tension, choices, options. "
        "Writes GAME.html and GAME.json. A study that was stopped continues with the same command."
    )
    command.set_defaults(run=study)
    command.add_argument("game", choices=games.NAMES)
    command.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where to write; default: here")
    command.add_argument(
        "--scale", type=float, default=1.0, metavar="N", help="play N times as much; 1 takes a few minutes of a core"
    )
    command.add_argument("--seed", help="any text; another seed, other deals")
    command.add_argument("--jobs", type=int, metavar="N", help="processes; default 1")
    command.add_argument("--ray", action="store_true", help="work on a Ray cluster (needs the extra `ray`)")
    command.add_argument("--fresh", action="store_true", help="start anew instead of continuing")


def add_exploit(command: argparse.ArgumentParser) -> None:
    """The options of `elftafel exploit`."""
    command.description = (
        "Solve a tiny form of a game for two exactly, and show what a perfect opponent wins against each level."
    )
    command.set_defaults(run=exploit)
    command.add_argument("game", choices=games.NAMES)
    command.add_argument("--size", help="what is dealt, as 2x9-12x3 (2 colours, 9 to 12, hands of 3)")
    command.add_argument("--rounds", type=int, default=1000, metavar="N", help="of CFR+; default %(default)s")
    command.add_argument("--json", action="store_true", help="print the figures as JSON")


def exploit(arguments: argparse.Namespace) -> None:
    """`elftafel exploit GAME`."""
    if not 1 <= arguments.rounds <= MOST_ROUNDS:
        raise BadInput("rounds", arguments.rounds, f"1 to {MOST_ROUNDS:,}")
    from elftafel.lab.tiny import tiny_of

    tiny_of(arguments.game)
    cli.load(arguments.game, thinking=True)
    from rich.table import Table as Grid

    from elftafel.lab import exact, report

    found = exact.measure(arguments.game, arguments.size, arguments.rounds)
    if arguments.json:
        report.print_json(found)
        return
    print(
        f"{games.facts(found.game).title} {found.size}: {found.deals:,} deals, {found.nodes:,} nodes, {found.states:,} "
        f"information states. In optimal play the starter wins {50 + 100 * found.value:.2f} %."
    )
    grid = Grid("player", "a perfect opponent wins", "wins against optimal play")
    for player in found.players:
        shares = (f"{50 + 100 * share:.2f} %" for share in (player.exploitability, player.against_optimal))
        grid.add_row(player.player, *shares)
    cli.console().print(grid)


def study(arguments: argparse.Namespace) -> None:
    """`elftafel study GAME`."""
    if not 0.0001 <= arguments.scale <= MOST_SCALE:
        raise BadInput("scale", arguments.scale, f"0.0001 to {MOST_SCALE:g}")
    if not arguments.out.is_dir():
        raise BadInput("out", str(arguments.out), "a folder that exists")
    from elftafel.lab.study import conduct, plan_of
    from elftafel.lab.workers import check_workers

    check_workers(arguments.jobs, arguments.ray)
    cli.load(arguments.game, thinking=True)
    from elftafel.lab.study_page import in_short, write_study

    found = conduct(
        plan_of(arguments.game, arguments.scale, arguments.seed),
        jobs=arguments.jobs or 1,
        on_ray=arguments.ray,
        fresh=arguments.fresh,
        progress=sys.stderr.isatty(),
    )
    print("\n".join(in_short(found)))
    for path in write_study(found, arguments.out):
        print(f"Written: {path}", file=sys.stderr)
