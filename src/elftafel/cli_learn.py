"""`elftafel learn`: a lesson of a game in the terminal."""

import argparse

from elftafel import cli, games
from elftafel.errors import BadInput
from elftafel.games.rulebook import LANGUAGES


def add(command: argparse.ArgumentParser, language: str) -> None:
    """The options of the command."""
    command.add_argument("game", choices=games.NAMES)
    command.add_argument("--lesson", metavar="NAME", help="default: the first; a wrong name lists them")
    command.add_argument("--language", choices=LANGUAGES, default=language, help="default: %(default)s")
    command.set_defaults(run=learn)


def learn(arguments: argparse.Namespace) -> None:
    """`elftafel learn GAME`."""
    from elftafel import lessons

    names = lessons.names(arguments.game)
    if not names:
        raise BadInput("game", arguments.game, f"no lesson yet; `elftafel rules {arguments.game}` tells everything")
    lesson = arguments.lesson or names[0]
    lessons.read(arguments.game, lesson)
    cli.load(arguments.game)
    from elftafel.terminal.learn import LessonTable
    from elftafel.terminal.play import Quit

    try:
        LessonTable(arguments.game, lesson, arguments.language, cli.console()).teach()
    except (Quit, KeyboardInterrupt):
        print("Goodbye.")
        return
    following = names[names.index(lesson) + 1 :]
    if following:
        print(f"elftafel learn {arguments.game} --lesson {following[0]}")
    print(f"elftafel play {arguments.game} --bots easy --rounds 1")
