"""Writes docs/leaderboard.md from docs/leaderboard.json, and plays for the latter: `--play` [GAME …].

Without an argument it checks that the page says what the data say. A run that was stopped continues.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from elftafel import games
from elftafel.lab.estimates import Estimate, said

ROOT = Path(__file__).resolve().parents[1]
PAGE, DATA = ROOT / "docs" / "leaderboard.md", ROOT / "docs" / "leaderboard.json"
OPPONENT = "casual"
DEALS = {"random": 200, "easy": 200, "sensible": 200, "strong": 30, "expert@300": 20}
"""Every bot that is measured, and how many deals it plays. Budgets are iterations, so that a run can be repeated."""
SEED = "leaderboard"

ABOUT = """# Leaderboard

```sh
elftafel arena {game} --bots easy,casual --players 4 --games 200 --seed leaderboard
```

Every bot against `casual`, half of the seats each, on the same deals with the seats exchanged; single
rounds of {players}, usual options. *Wins* is the share of rounds that its seats win (even play: 50 %), *lead* how
many points a seat has beyond one of `casual`. Intervals are 95 %, over deals. Searching bots played few
deals so far, and in 11 Elevens none; [bots](bots.md#how-strong-they-are) compares levels in whole matches.

A line is checked by its command: with a budget of iterations bots do the same every time, so it prints
the same figures as long as rules and bots are the same (`sources` in [the data](leaderboard.json)).

**To enter a policy**, play its line with `--bots mine:Policy,casual` and the same players, deals and
seed ([research](research.md#your-policy-in-the-arena)), and send the command with its output.
"""


class Line(msgspec.Struct, frozen=True):
    """One bot in one game."""

    game: str
    bot: str
    players: int
    deals: int
    wins: Estimate
    lead: Estimate
    sources: str  # a hash of rules and bots

    @property
    def command(self) -> str:
        """What plays this line again."""
        return (
            f"elftafel arena {self.game} --bots {self.bot},{OPPONENT} --players {self.players} "
            f"--games {self.deals} --seed {SEED}"
        )


def play(names: list[str]) -> None:
    """Play all lines of these games, and write them into the data."""
    import numpy as np

    from elftafel.lab.arena import play, prepare
    from elftafel.lab.figures import outcome
    from elftafel.lab.runs import Run
    from elftafel.lab.skill import skill_figures

    lines = {(line.game, line.bot): line for line in read()}
    for name in names:
        game = games.load(name)
        players = players_of(name)
        for bot, deals in DEALS.items():
            setup = prepare(game, game.facts.read_options({}, players), (bot, OPPONENT), players, seed=SEED)
            with Run(setup) as run:
                played = play(setup, deals, run, progress=sys.stderr.isatty(), what=f"{name} {bot}")
            points = np.array([deal.points for deal in played])[:, :, 0]
            skill = skill_figures(points, np.zeros(len(points), int), (bot, OPPONENT))
            wins = outcome(setup, played).figures.bots[0].wins
            lines[name, bot] = Line(name, bot, players, deals, wins, skill.lead, setup.sources)
            order = sorted(lines.values(), key=lambda line: (games.NAMES.index(line.game), -line.wins.value))
            text = msgspec.json.encode(order).decode().replace("},{", "},\n{")
            DATA.write_text(text.replace("[{", "[\n{", 1).replace("}]", "}\n]") + "\n", encoding="utf-8")


def players_of(name: str) -> int:
    """How many play: four, or as many as can."""
    low, high = games.facts(name).players
    return max(low, min(4, high))


def read() -> list[Line]:
    """The data."""
    return msgspec.json.decode(DATA.read_bytes(), type=list[Line]) if DATA.exists() else []


def page() -> str:
    """The page that the data give."""
    lines: list[Any] = read()
    text = [ABOUT.format(game=games.NAMES[0], players=4)]
    for name in dict.fromkeys(line.game for line in lines):
        text += [
            f"## {games.facts(name).title}",
            "",
            "| bot | wins | lead | deals | check it |",
            "|---|---|---|---|---|",
        ]
        for line in (line for line in lines if line.game == name):
            text.append(
                f"| `{line.bot}` | {said(line.wins, 1, percent=True)} | {said(line.lead)} | {line.deals} "
                f"| `{line.command}` |"
            )
        text.append("")
    return "\n".join(text)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play(sys.argv[2:] or list(games.NAMES))
        PAGE.write_text(page(), encoding="utf-8")
    elif sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/leaderboard.md does not say what docs/leaderboard.json says: tools/leaderboard.py --write")
