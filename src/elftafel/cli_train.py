"""The command `elftafel train`. Heavy rooms are imported when it runs."""

import argparse
from importlib.util import find_spec
from pathlib import Path

from elftafel import cli, games
from elftafel.errors import BadInput
from elftafel.train.plan import CurvePoint, TrainingPlan

NUMBERS = {  # what may be set of a plan, and what it is
    "decisions": "decisions of self-play",
    "passes": "times that each is learned from",
    "rows": "decisions in one step of the optimizer",
    "clone_decisions": "decisions of the imitated level",
    "clone_rows": "of these in one step of the optimizer",
    "hidden": "width of the two hidden layers",
    "batch": "rounds side by side",
    "seed": "a number",
    "deals": "deals of a comparison",
    "every": "updates between two comparisons",
}
RATES = {
    "rate": "step of the optimizer",
    "clone_rate": "the same while imitating",
    "smoothing": "λ of the advantages",
    "entropy": "worth of entropy",
}


def add(command: argparse.ArgumentParser) -> None:
    """The options of `elftafel train`."""
    command.description = (
        "Learn to play by self-play, maybe after imitating a level (needs the extra `train`). Writes policy.py, to be "
        "played in the arena, a checkpoint and a curve. A run that was stopped continues with the same command."
    )
    command.set_defaults(run=train)
    for about in cli.game_parsers(command, required=True):
        about.add_argument("--out", type=Path, metavar="FOLDER", help="where to write; default: the game's name")
        about.add_argument("--players", type=int, help="how many sit at the table")
        about.add_argument("--reward", choices=("win", "points", "mixed"), help="what is played for; default mixed")
        about.add_argument("--clone", metavar="LEVEL", help="imitate this level first, as casual or expert@300")
        about.add_argument("--against", metavar="LEVEL", help="the level on the curve; default casual")
        for name, says in NUMBERS.items():
            about.add_argument("--" + name.replace("_", "-"), type=int, metavar="N", help=says)
        for name, says in RATES.items():
            about.add_argument("--" + name.replace("_", "-"), type=float, metavar="X", help=says)
        about.add_argument("--ray", action="store_true", help="play on a Ray cluster (needs the extra `ray`)")
        about.add_argument("--fresh", action="store_true", help="start anew instead of continuing")


def train(arguments: argparse.Namespace) -> None:
    """`elftafel train GAME`."""
    if find_spec("torch") is None:
        raise BadInput("train", arguments.game, "training needs torch: pip install 'elftafel[train]'")
    from elftafel.bots.levels import read_bot

    facts = games.facts(arguments.game)
    players = cli.usual_players(facts) if arguments.players is None else arguments.players
    names = ("reward", "clone", "against", *NUMBERS, *RATES)
    given = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    plan = TrainingPlan(game=arguments.game, players=players, options=cli.given_options(arguments), **given)
    for level in filter(None, (plan.clone, plan.against)):
        read_bot(level)
    plan.check()
    cli.load(arguments.game, thinking="@" in plan.clone)
    from elftafel.train import learn

    folder = Path(arguments.game) if arguments.out is None else arguments.out
    learn.train(plan, folder, on_ray=arguments.ray, fresh=arguments.fresh, tell=tell)
    print(f"Play it: elftafel arena {plan.game} --players {players} --bots {module_of(folder)}:Policy,casual")


def module_of(folder: Path) -> str:
    """The policy in this folder as a module, seen from the current folder."""
    parts = [part for part in folder.parts if part not in (".", "/")]
    return ".".join((*parts, "policy"))


def tell(point: CurvePoint) -> None:
    """One line for each point of the curve."""
    interval = "" if point.low is None or point.high is None else f" ({100 * point.low:.1f} to {100 * point.high:.1f})"
    print(
        f"{point.part}: {point.decisions:,} decisions, {point.seconds:.0f} s: wins {100 * point.wins:.1f} %{interval}; "
        f"entropy {point.entropy:.2f}, value explains {point.explained:.2f}",
        flush=True,
    )
