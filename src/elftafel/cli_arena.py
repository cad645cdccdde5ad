"""The command `elftafel arena`: its options, and what it does with them. Heavy rooms are imported when it runs."""

import argparse
import sys
from pathlib import Path

from elftafel import cli, games
from elftafel.errors import BadInput

USUAL_DEALS = 100


def add(command: argparse.ArgumentParser) -> None:
    """The options of the command and of its game sub-commands."""
    command.description = (
        "Compare bots on the same deals with rotated seats. A run that was stopped continues with the same command."
    )
    command.set_defaults(run=arena, command=command)
    command.add_argument("--suite", action="store_true", help="the standing comparison of all levels in all games")
    command.add_argument("--only", choices=games.NAMES, help="with --suite: this game only")
    command.add_argument("--budget", metavar="BUDGET", help="with --suite: for the best level, such as 0.2s or 5000")
    command.add_argument("--markdown", type=Path, metavar="FILE", help="with --suite: write the tables there too")
    add_common(command, top=True)
    for about in cli.game_parsers(command, required=False):
        about.add_argument(
            "--bots",
            metavar="BOT[,BOT…]",
            required=True,
            help="LEVEL or LEVEL@BUDGET, the budget seconds (0.2s) or iterations (5000) a decision; "
            "fewer bots than seats are spread round the table",
        )
        about.add_argument("--players", type=int, help="how many sit at the table; default: as many as bots")
        about.add_argument("--rounds", type=int, default=1, help="rounds of a match, 1 to 20; default 1")
        about.add_argument(
            "--choices",
            action="store_true",
            help="for one bot among sensible ones, single rounds: judge each of its choices with the true cards, "
            "and take the luck out of its share of wins",
        )
        about.add_argument("--run", dest="run_file", type=Path, metavar="FILE", help="keep the run there")
        add_common(about, top=False)


def add_common(about: argparse.ArgumentParser, top: bool) -> None:
    """Options that may stand before or after the name of the game; one given after it wins."""

    def default(value: object) -> object:
        return value if top else argparse.SUPPRESS

    add = about.add_argument
    add("--games", dest="count", type=int, default=default(None), metavar="N", help="deals, each played once per bot")
    add("--seed", default=default(None), help="any text; another seed, other deals")
    add("--jobs", type=int, default=default(None), metavar="N", help="processes; default 1")
    add("--ray", action="store_true", default=default(False), help="play on a Ray cluster (needs the extra `ray`)")
    add("--fresh", action="store_true", default=default(False), help="start anew instead of continuing")
    add("--json", action="store_true", default=default(False), help="print the figures as JSON")
    add(
        "--report", type=Path, default=default(None), metavar="FILE.html", help="write a page with plots (extra `plot`)"
    )


def arena(arguments: argparse.Namespace) -> None:
    """`elftafel arena GAME` or `elftafel arena --suite`."""
    if arguments.suite and arguments.game is not None:
        raise BadInput("suite", arguments.game, "the suite has its own bots and tables; for one game: --only GAME")
    if not arguments.suite and arguments.game is None:
        arguments.command.print_help(sys.stderr)
        raise BadInput("game", None, f"name one of {', '.join(games.NAMES)}, or give --suite")
    for field in ("only", "budget", "markdown"):
        if not arguments.suite and getattr(arguments, field) is not None:
            raise BadInput(field, str(getattr(arguments, field)), "this goes with --suite only")
    check_common(arguments)
    if arguments.suite:
        suite(arguments)
    else:
        compare(arguments)


def check_common(arguments: argparse.Namespace) -> None:
    """Raise BadInput for a wrong value among the options of `add_common`."""
    from elftafel.lab import report
    from elftafel.lab.arena import MOST_DEALS
    from elftafel.lab.workers import check_workers

    if arguments.count is not None and not 1 <= arguments.count <= MOST_DEALS:
        raise BadInput("games", arguments.count, f"1 to {MOST_DEALS:,}")
    check_workers(arguments.jobs, arguments.ray)
    report.check_report(arguments.report)


def compare(arguments: argparse.Namespace) -> None:
    """`elftafel arena GAME`."""
    from elftafel.bots.levels import read_bot
    from elftafel.lab import report
    from elftafel.lab.arena import play, prepare
    from elftafel.lab.choices import check_choices
    from elftafel.lab.figures import outcome
    from elftafel.lab.runs import Run

    facts = games.facts(arguments.game)
    bots = [bot.strip() for bot in arguments.bots.split(",")]
    specs = [read_bot(bot, yardstick=True) for bot in bots]
    thinking = any(spec.budget and not spec.is_outside for spec in specs)
    players = max(len(bots), facts.players[0]) if arguments.players is None else arguments.players
    facts.check_players(players)
    options = facts.read_options(cli.given_options(arguments), players)
    if arguments.choices:
        check_choices(bots, players, arguments.rounds)
    game = cli.load(arguments.game, thinking or arguments.choices)
    setup = prepare(game, options, bots, players, arguments.rounds, arguments.seed, arguments.choices)
    deals = USUAL_DEALS if arguments.count is None else arguments.count
    with Run(setup, arguments.run_file, arguments.fresh) as run:
        played = play(
            setup, deals, run, jobs=arguments.jobs or 1, on_ray=arguments.ray, progress=sys.stderr.isatty()
        )  # fmt: skip
    found = outcome(setup, played)
    if arguments.json:
        report.print_json(found.figures)
    else:
        report.print_tables(found, cli.console())
    if arguments.report:
        report.write_report(found, arguments.report)
        print(f"The report is in {arguments.report}.", file=sys.stderr)


def suite(arguments: argparse.Namespace) -> None:
    """`elftafel arena --suite`."""
    from elftafel.lab import report
    from elftafel.lab import suite as lab

    report.check_target("markdown", arguments.markdown, ".md")
    plan = lab.Plan(
        games=games.NAMES if arguments.only is None else (arguments.only,),
        deals=arguments.count,
        budget=arguments.budget,
        seed=arguments.seed,
        fresh=arguments.fresh,
        jobs=arguments.jobs or 1,
        on_ray=arguments.ray,
        progress=sys.stderr.isatty(),
    )
    found = lab.run_suite(plan, lambda name: cli.load(name, thinking=True))
    if arguments.json:
        report.print_json(found)
    else:
        print(lab.markdown(found))
    if arguments.markdown:
        report.write_text("markdown", arguments.markdown, lab.markdown(found))
        print(f"The tables are in {arguments.markdown}.", file=sys.stderr)
    if arguments.report:
        lab.write_suite_report(found, arguments.report)
        print(f"The report is in {arguments.report}.", file=sys.stderr)
