"""The command `elftafel`. Heavy rooms are imported only by the commands that need them."""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from elftafel import __version__, games
from elftafel.errors import BadInput, ElftafelError
from elftafel.games.facts import Facts
from elftafel.games.rulebook import LANGUAGES, common, rulebook, told

if TYPE_CHECKING:
    from rich.console import Console

    from elftafel.match import Match


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a shape that the terminal cannot show is no reason to stop
    arguments = parser().parse_args(argv)
    try:
        return int(arguments.run(arguments) or 0)
    except ElftafelError as error:
        print(f"elftafel: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(prog="elftafel", description="Play and study five number-card games.")
    top.add_argument("--version", action="version", version=f"elftafel {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    command = commands.add_parser("games", help="list the games")
    command.set_defaults(run=list_games)

    command = commands.add_parser("rules", help="show a game's rulebook")
    command.add_argument("game", choices=games.NAMES)
    command.add_argument("--language", choices=LANGUAGES, default=own_language(), help="default: %(default)s")
    command.set_defaults(run=show_rules)

    command = commands.add_parser("play", help="play against bots in the terminal")
    command.set_defaults(run=play, game=None)
    for about in game_parsers(command, required=False):
        about.add_argument("--players", type=int, help="how many sit at the table, you included")
        about.add_argument("--bots", metavar="LEVEL[,LEVEL…]", default="casual", help="levels of the bots, in order")
        about.add_argument("--watch", action="store_true", help="bots in all seats; you watch")
        about.add_argument("--name", default="You", help="your name at the table")
        about.add_argument("--save", type=Path, metavar="FILE", help="write the match log there at the end")
        add_match_options(about)

    command = commands.add_parser("replay", help="tell a match again from its log")
    command.add_argument("file", type=Path)
    command.add_argument("--ply", type=int, help="stop after this many actions and show the table")
    command.add_argument("--seat", type=int, help="show what this seat saw (1 is the first); default: everything")
    command.set_defaults(run=replay)

    command = commands.add_parser("hint", help="the best moves in a match log, for the seat whose turn it is")
    command.add_argument("file", type=Path)
    command.add_argument("--ply", type=int, help="the position after this many actions; default: where the log ends")
    command.add_argument("--budget", default="1s", help="how long to think: seconds (0.2s) or iterations (5000)")
    command.add_argument("--json", action="store_true", help="print all moves as JSON")
    command.set_defaults(run=hint)

    command = commands.add_parser(
        "verify", help="check a match log, or the record of a server's match, against the rules"
    )
    command.add_argument("file", type=Path)
    command.set_defaults(run=verify)

    command = commands.add_parser("simulate", help="play many rounds and tell what happens in them")
    command.set_defaults(run=simulate)
    for about in game_parsers(command, required=True):
        about.add_argument("--games", dest="count", type=int, default=10_000, metavar="N", help="rounds to play")
        about.add_argument("--players", type=int, help="how many sit at the table")
        about.add_argument(
            "--policy",
            choices=("random", "casual"),
            default="random",
            help="how every seat plays; casual: at a glance, as playouts do",
        )
        about.add_argument(
            "--bots",
            metavar="BOT",
            help="who plays every seat instead: a level, LEVEL@BUDGET, or package.module:Policy (slower)",
        )
        about.add_argument("--threads", type=int, default=1)
        about.add_argument("--seed", help="any text; the same seed gives the same rounds")
        form = about.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print the figures as JSON")
        form.add_argument("--csv", action="store_true", help="print one line a round")
        about.add_argument("--plot", type=Path, metavar="FILE", help="draw a picture (needs the extra `plot`)")

    from elftafel import cli_arena, cli_learn, cli_puzzles, cli_review, cli_server, cli_study, cli_train

    cli_learn.add(commands.add_parser("learn", help="learn a game step by step in the terminal"), own_language())
    cli_puzzles.add(commands.add_parser("puzzles", help="solve puzzles, find new ones, check them"), own_language())
    cli_review.add(commands.add_parser("review", help="judge the decisions of a match: what was luck, what was choice"))
    cli_server.add(commands)
    cli_arena.add(commands.add_parser("arena", help="compare bots on the same deals with rotated seats"))
    cli_study.add(commands)
    cli_train.add(commands.add_parser("train", help="train a policy by self-play"))
    return top


def game_parsers(command: argparse.ArgumentParser, required: bool) -> list[argparse.ArgumentParser]:
    """One sub-command a game, each with that game's own options."""
    by_game = command.add_subparsers(title="games", metavar="GAME", required=required, dest="game")
    found = []
    for name in games.NAMES:
        facts = games.facts(name)
        about = by_game.add_parser(name, help=facts.title, description=f"{facts.title}: {facts.made_of}.")
        add_game_options(about, facts)
        found.append(about)
    return found


def add_game_options(about: argparse.ArgumentParser, facts: Facts) -> None:
    """The game's options as flags."""
    group = about.add_argument_group(f"options of {facts.title}")
    for field in msgspec.structs.fields(facts.options):
        flag = "--" + field.name.replace("_", "-")
        rule = facts.option_rules[field.name]
        if field.type is bool:
            group.add_argument(flag, dest=f"option_{field.name}", action="store_const", const=True, help=rule)
        else:
            group.add_argument(flag, dest=f"option_{field.name}", choices=values_of(field.type), help=rule)


def values_of(kind: Any) -> list[str]:
    """The values that an option may have."""
    kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    return [value.value for k in kinds if isinstance(k, type) and issubclass(k, StrEnum) for value in k]


def add_match_options(about: argparse.ArgumentParser) -> None:
    """What every match can be given."""
    about.add_argument("--rounds", type=int, help="1 to 20; default: as many as players")
    about.add_argument("--lots", action="store_true", help="draw lots for the first start (AL-1)")
    about.add_argument("--seed", help="any text; the same seed gives the same cards")


def given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The game options that were given on the command line."""
    return {
        name.removeprefix("option_"): value
        for name, value in vars(arguments).items()
        if name.startswith("option_") and value is not None
    }


def console() -> "Console":
    """Colour on a terminal, plain text elsewhere."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(markup=False)
    return Console(markup=False, no_color=True, highlight=False, width=100, force_terminal=False)


def load(name: str, thinking: bool = False) -> Any:
    """A game with its rules, and its search if bots think; says so if they have to be compiled first."""
    title = games.facts(name).title
    from elftafel.games.warm import is_warm, warm
    from elftafel.kernel.jit import on_first_compile

    def tell() -> None:
        print(f"Compiling for {title}, once on this machine; this takes some seconds …", file=sys.stderr)

    games.load_data(name)
    if is_warm(name, thinking):
        on_first_compile(tell)
    else:
        tell()
        warm(name, thinking)
    return games.load(name)


def list_games(arguments: argparse.Namespace) -> None:
    """`elftafel games`."""
    for name in games.NAMES:
        facts = games.facts(name)
        low, high = facts.players
        options = ", ".join(field.name for field in msgspec.structs.fields(facts.options)) or "none"
        print(f"{name:<11} {facts.title}, {low}–{high} players. {facts.made_of}. Options: {options}.")


def own_language() -> str:
    """The person's language by the environment, if there is a rulebook in it; else English."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    language = re.split(r"[_.@-]", locale)[0].lower()  # is_IS.UTF-8
    return language if language in LANGUAGES else "en"


def show_rules(arguments: argparse.Namespace) -> None:
    """`elftafel rules GAME`."""
    text = told(rulebook(arguments.game, arguments.language)) + "\n" + common(arguments.language)
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text)


def play(arguments: argparse.Namespace) -> None:
    """`elftafel play [GAME]`."""
    if arguments.game is None:
        arguments = parser().parse_args(["play", ask_for_game()])
    facts = games.facts(arguments.game)
    players = usual_players(facts) if arguments.players is None else arguments.players
    facts.check_players(players)
    options = facts.read_options(given_options(arguments), players)
    check_save(arguments.save)
    from elftafel.bots.levels import read_bot

    levels = arguments.bots.split(",")
    thinking = any([read_bot(level).budget for level in levels])
    people = 0 if arguments.watch else 1
    if len(levels) > players - people:
        beside = "" if arguments.watch else " beside you"
        raise BadInput("bots", arguments.bots, f"a table of {players} has room for {players - people}{beside}")
    from elftafel.match import Match, Seat, seed_from
    from elftafel.terminal.play import Quit, TerminalTable

    seats = [Seat(arguments.name)] * people
    seats += [Seat(f"Bot {people + i + 1}", levels[min(i, len(levels) - 1)]) for i in range(players - people)]
    match = Match(
        load(arguments.game, thinking),
        options,
        tuple(seats),
        seed_from(arguments.seed),
        arguments.rounds,
        arguments.lots,
    )
    table = TerminalTable(match, 0 if people else None, console())
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        print("Goodbye.")
    if arguments.save:
        save(match, arguments.save)


def usual_players(facts: Facts) -> int:
    """How many sit at a table if nobody says: four, if the game allows."""
    return max(facts.players[0], min(4, facts.players[1]))


def check_save(path: Path | None) -> None:
    """Refuse a place that cannot be written, before the match."""
    if path is not None and (path.is_dir() or not os.access(path.resolve().parent, os.W_OK)):
        raise BadInput("save", str(path), "a file in a folder that can be written")


def ask_for_game() -> str:
    """Let a person choose; without a terminal the name is needed."""
    if not sys.stdin.isatty():
        raise BadInput("game", None, f"name one of {', '.join(games.NAMES)}")
    for number, name in enumerate(games.NAMES, 1):
        low, high = games.facts(name).players
        print(f"  {number}  {games.facts(name).title} ({low}–{high} players)")
    while True:
        try:
            answer = input("Which game? ").strip()
        except EOFError:
            raise BadInput("game", None, f"name one of {', '.join(games.NAMES)}") from None
        if answer in games.NAMES:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(games.NAMES):
            return games.NAMES[int(answer) - 1]
        print(f"Type a number from 1 to {len(games.NAMES)}.")


def save(match: "Match", path: Path) -> None:
    """Write the match log."""
    from elftafel.match import export_log

    try:
        path.write_bytes(export_log(match.log()))
    except OSError as error:
        raise BadInput("save", str(path), f"cannot be written: {error.strerror}") from None
    print(f"The match is in {path}.")


def read_log(path: Path) -> Any:
    """A match log from a file."""
    from elftafel.match import LOG_LIMIT, import_log

    return import_log(read_file(path, LOG_LIMIT))


def read_file(path: Path, limit: int) -> bytes:
    """The first `limit` + 1 bytes of a file: the caller sees by the last one that it is too long."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except OSError as error:
        raise BadInput("file", str(path), f"cannot be read: {error.strerror}") from None


def replay(arguments: argparse.Namespace) -> None:
    """`elftafel replay FILE`."""
    from elftafel.terminal.replay import tell

    log = read_log(arguments.file)
    check_ply(log, arguments.ply)
    if arguments.seat is not None and not 1 <= arguments.seat <= len(log.seats):
        raise BadInput("seat", arguments.seat, f"this match has seats 1 to {len(log.seats)}")
    load(log.game)
    tell(log, arguments.ply, None if arguments.seat is None else arguments.seat - 1, console())


def check_ply(log: Any, ply: int | None) -> None:
    """Refuse a ply that the match does not have."""
    if ply is not None and not 0 <= ply <= len(log.actions):
        raise BadInput("ply", ply, f"this match has plies 0 to {len(log.actions)}")


def hint(arguments: argparse.Namespace) -> None:
    """`elftafel hint FILE`."""
    from elftafel.bots.levels import read_budget

    budget = read_budget(arguments.budget)
    budget.check()
    log = read_log(arguments.file)
    check_ply(log, arguments.ply)
    load(log.game, thinking=True)
    from elftafel.match import replay as play_again
    from elftafel.terminal import hints

    match = play_again(log, arguments.ply)
    if match.over:
        raise BadInput("ply", len(match.actions), "the match is over there: choose an earlier ply", "AL-2")
    if match.state.over:
        raise BadInput("ply", len(match.actions), "a round is over there: choose another ply", match.game.people.ENDS)
    best = hints.find_hints(match, budget.on_all_cores())
    if arguments.json:
        print(msgspec.json.encode(best).decode())
        return
    print(f"{match.seats[int(match.state.seat)].name}, round {match.round} of {match.rounds}:")
    hints.show(match, best, console())


def verify(arguments: argparse.Namespace) -> None:
    """`elftafel verify FILE`: a match log, or a record of a server's match with its shuffle."""
    from elftafel import fairness
    from elftafel.match import LOG_LIMIT, import_log
    from elftafel.match import verify as verify_log

    text = read_file(arguments.file, LOG_LIMIT)
    record = fairness.read_record(text) if fairness.is_record(text) else None
    log = import_log(text) if record is None else record.log
    load(log.game)
    match = verify_log(log) if record is None else fairness.verify_record(record)
    state = f"winners {', '.join(match.seats[seat].name for seat in match.winners)}" if match.over else "not over yet"
    print(f"Right by the rules: {match.game.facts.title}, {len(log.actions)} actions, {state}.")
    if record is not None:
        fair = record.fairness
        print(
            f"Fairly shuffled: the cards follow from the seats' numbers and the secret with the hash\n{fair.commitment}"
        )
        print("Compare it with the hash that the table showed before the start.")


def simulate(arguments: argparse.Namespace) -> None:
    """`elftafel simulate GAME`."""
    facts = games.facts(arguments.game)
    players = usual_players(facts) if arguments.players is None else arguments.players
    facts.check_players(players)
    options = facts.read_options(given_options(arguments), players)
    if not 2 <= arguments.count <= 10_000_000:
        raise BadInput("games", arguments.count, "2 to 10,000,000")
    if not 1 <= arguments.threads <= 64:
        raise BadInput("threads", arguments.threads, "1 to 64")
    from elftafel.bots.levels import read_bot

    bot = None if arguments.bots is None else read_bot(arguments.bots, yardstick=True)
    import elftafel.lab.simulate as lab

    lab.check_plot(arguments.plot)
    figures = lab.simulate(
        load(arguments.game, bot is not None and bot.budget is not None and not bot.is_outside),
        options,
        players,
        arguments.count,
        policy=arguments.policy,
        bot=bot,
        seed=arguments.seed,
        threads=arguments.threads,
        progress=sys.stderr.isatty(),
    )
    lab.report(figures, console(), as_json=arguments.json, as_csv=arguments.csv)
    if arguments.plot:
        lab.plot(figures, arguments.plot)
        print(f"The picture is in {arguments.plot}.", file=sys.stderr)
