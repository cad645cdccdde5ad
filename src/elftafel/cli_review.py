"""The command `elftafel review`: its options, and what it does with them. Heavy rooms are imported when it runs."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from elftafel import cli
from elftafel.errors import BadInput

if TYPE_CHECKING:
    from elftafel.bots.levels import Budget
    from elftafel.bots.review import Review
    from elftafel.match import MatchLog


def add(command: argparse.ArgumentParser) -> None:
    """The options of the command."""
    command.description = (
        "Judge every decision of a finished match by what its seat could know, and tell luck from choice."
    )
    command.add_argument("file", type=Path, help="a match log, or the record of a server's match")
    command.add_argument("--budget", default="5000", help="iterations a decision, 100 to 1000000; default %(default)s")
    command.add_argument("--seat", type=int, help="only the decisions of this seat (1 is the first)")
    command.add_argument("--seed", type=int, default=0, help="another seed, other deals; default %(default)s")
    command.add_argument("--threads", type=int, help="default: as many as there are cores, up to 4")
    command.add_argument("--json", action="store_true", help="print all that was found as JSON")
    command.add_argument("--html", type=Path, metavar="FILE.html", help="write one page with a chart there")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """`elftafel review FILE`."""
    import msgspec

    from elftafel.bots.levels import read_budget

    budget = read_budget(arguments.budget)
    if arguments.threads is not None:
        budget = msgspec.structs.replace(budget, threads=arguments.threads)
    check_place(arguments.html)
    log = read_match(arguments.file)
    if arguments.seat is not None and not 1 <= arguments.seat <= len(log.seats):
        raise BadInput("seat", arguments.seat, f"this match has seats 1 to {len(log.seats)}")
    cli.load(log.game, thinking=True)
    from elftafel.bots import review as judge
    from elftafel.terminal import review as words

    judge.check_budget(budget)
    if arguments.threads is None:
        budget = judge.on_all_cores(budget)
    found = with_bar(log, budget, arguments.seed)
    if arguments.json:
        print(msgspec.json.encode(found).decode())
    else:
        words.show(log, found, None if arguments.seat is None else arguments.seat - 1, cli.console())
    if arguments.html:
        from elftafel.terminal.review_page import page

        write(arguments.html, page(log, found))


def with_bar(log: "MatchLog", budget: "Budget", seed: int) -> "Review":
    """Review with a progress bar on the error stream, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from elftafel.bots.review import review

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("decisions", total=None)
        return review(log, budget, seed, lambda done, of: bar.update(task, completed=done, total=of))


def read_match(path: Path) -> "MatchLog":
    """The log of a match file: a log, or a record of a server's match whose shuffle is checked."""
    from elftafel import fairness
    from elftafel.match import LOG_LIMIT, import_log

    text = cli.read_file(path, LOG_LIMIT)
    if not fairness.is_record(text):
        return import_log(text)
    record = fairness.read_record(text)
    cli.load(record.log.game)
    fairness.verify_record(record)
    return record.log


def check_place(path: Path | None) -> None:
    """Refuse a place that cannot be written, before the work."""
    if path is not None and (path.is_dir() or not os.access(path.resolve().parent, os.W_OK)):
        raise BadInput("html", str(path), "a file in a folder that can be written")


def write(path: Path, text: str) -> None:
    """Write a page."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput("html", str(path), f"cannot be written: {error.strerror}") from None
    print(f"The page is in {path}.", file=sys.stderr)
