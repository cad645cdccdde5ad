"""The picture of the terminal table in the README: `python tools/picture.py`. It shows the first game there is."""

import contextlib
from pathlib import Path

from rich.console import Console

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.match import Match, Seat, seed_from
from elftafel.terminal.play import Quit, TerminalTable

# Like rich's own frame, but with the fonts of the reader's system: no request to any other host.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


DECISIONS = 6  # that the person takes before the picture


def main() -> None:
    game = games.load(games.NAMES[0])
    seats = (Seat("You"), Seat("Bot 2", "casual"), Seat("Bot 3", "casual"), Seat("Bot 4", "casual"))
    match = Match(game, game.facts.read_options({}, 4), seats, seed_from("8"))
    adviser = Bot(game, "casual", 0)
    with Path("/dev/null").open("w") as nowhere:
        console = Console(record=True, width=84, force_terminal=True, color_system="truecolor", file=nowhere)
        left = iter(range(DECISIONS))

        def answer(prompt: str) -> str:
            if next(left, None) is None:
                raise EOFError
            console.export_text()  # only the last table stays in the picture
            return str(game.legal(match.state).index(adviser.choose(match.state)) + 1)

        table = TerminalTable(match, 0, console, answer)
        with contextlib.suppress(Quit):
            table.play()
        picture = console.export_svg(title=f"elftafel play {game.facts.name}", code_format=FRAME)
    Path(__file__).resolve().parent.parent.joinpath("docs", "terminal.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
