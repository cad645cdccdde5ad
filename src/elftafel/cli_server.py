"""The commands that run and look after a server. The server itself is imported when one of them runs."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from elftafel.errors import BadInput
from elftafel.server import settings as known

DAMAGED = """{file} is damaged. SQLite says:
  {damage}
Stop the server, then bring the last backup back; the damaged file is kept beside it:
  elftafel restore BACKUP --database {file}
Without a backup, SQLite's own tool may save most of it into a new file:
  sqlite3 FILE .recover | sqlite3 NEW && elftafel doctor --database NEW"""
STOPS = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP


def add(commands: Any) -> None:
    """`serve`, `backup`, `restore` and `doctor`."""
    command = commands.add_parser(
        "serve",
        help="host tables: a server for browsers and bots",
        description="Host tables. Every setting can be given as a flag or in the environment; flags win.",
    )
    command.set_defaults(run=with_server(serve))
    groups = {key: command.add_argument_group(title) for key, title in known.GROUPS.items()}
    for field in msgspec.structs.fields(known.Settings):
        add_setting(groups[(known.meta_of(field).extra or {})["group"]], field)

    command = commands.add_parser("backup", help="copy a server's database to a file, while it runs (SQLite)")
    command.add_argument("file", type=Path)
    command.add_argument("--force", action="store_true", help="replace the file if it is there")
    add_database(command)
    command.set_defaults(run=with_server(backup))

    command = commands.add_parser("restore", help="bring a backup back, while the server runs or not (SQLite)")
    command.add_argument("file", type=Path)
    add_database(command)
    command.set_defaults(run=with_server(restore))

    command = commands.add_parser("doctor", help="replay every match of a database and tell what is wrong")
    add_database(command)
    command.set_defaults(run=with_server(doctor))


def add_setting(group: Any, field: msgspec.structs.FieldInfo) -> None:
    """A setting as a flag; it is read and checked with the environment, in one place."""
    help = f"{known.meta_of(field).description} [{known.variable(field.name)}]".replace("%", "%%")
    flag, kind = known.flag(field.name), known.kind_of(field)
    if kind is bool:
        group.add_argument(flag, dest=field.name, action="store_const", const=True, help=help)
        return
    default = field.default
    if default not in (msgspec.NODEFAULT, "") and field.default_factory is msgspec.NODEFAULT:
        help = help.replace(" [", f"; default {default} [", 1)
    group.add_argument(flag, dest=field.name, metavar=known.placeholder(field), help=help)


def add_database(command: argparse.ArgumentParser) -> None:
    """The flag that all commands on a database share."""
    command.add_argument("--database", help=f"as `elftafel serve` has it [{known.variable('database')}]")


def with_server(run: Callable[[argparse.Namespace], int | None]) -> Callable[[argparse.Namespace], int | None]:
    """A command that says what to install if the server's packages are missing."""

    def checked(arguments: argparse.Namespace) -> int | None:
        try:
            return run(arguments)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("elftafel"):
                raise
            raise BadInput("package", error.name, "a server needs it: pip install 'elftafel[server]'") from None

    return checked


def serve(arguments: argparse.Namespace) -> None:
    """`elftafel serve`."""
    settings = known.read(vars(arguments))
    from elftafel.server.serve import run

    run(settings)


def backup(arguments: argparse.Namespace) -> None:
    """`elftafel backup FILE`."""
    settings = known.read({"database": arguments.database})
    from elftafel.server.store.backup import backup as copy

    tidy_when_stopped()
    copy(settings.database, arguments.file, force=arguments.force)
    print(f"The backup is in {arguments.file}.")


def restore(arguments: argparse.Namespace) -> None:
    """`elftafel restore FILE`."""
    settings = known.read({"database": arguments.database})
    from elftafel.server.store.backup import restore as bring_back

    tidy_when_stopped()
    former = bring_back(settings.database, arguments.file)
    kept = "" if former is None else f" What was there before is kept in {former}."
    print(f"{settings.database_shown} is now as in {arguments.file}.{kept}")


def tidy_when_stopped() -> None:
    """Let a signal end the command as Ctrl-C does, so that no half of a copy stays behind."""
    for name in STOPS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _: sys.exit(128 + number))


def doctor(arguments: argparse.Namespace) -> int:
    """`elftafel doctor`."""
    settings = known.read({"database": arguments.database})
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    from elftafel.cli import load
    from elftafel.server.ops.doctor import examine
    from elftafel.server.ops.logs import mark

    columns = (TextColumn("replaying tables"), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=None)
        found = asyncio.run(examine(settings.database, cache(load), lambda done: bar.update(task, completed=done)))
    if found.damage:
        print(DAMAGED.format(file=settings.database_shown, damage="\n  ".join(found.damage)))
        return 1
    for trouble in found.troubles:
        print(f"{trouble.table}: {trouble.what} (in the log: {mark(trouble.table)})")
    right = f"{found.matches} finished matches are right"
    print(f"{found.tables} tables replayed: {right}, {len(found.troubles)} tables have a problem.")
    return 1 if found.troubles else 0
