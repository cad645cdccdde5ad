"""From nothing to a trained policy in the arena beside `casual`: python examples/train.py [GAME] [DECISIONS] [DEALS]

    pip install 'elftafel[train]'
    python examples/train.py elfer_raus

The cells can be run one by one in a notebook or an editor. It takes about three minutes of a core.
"""

# %% What is trained: four players; a level is imitated first, then the policy plays against itself.
import sys
from pathlib import Path

from elftafel import cli, games
from elftafel.cli_train import tell
from elftafel.train.learn import train
from elftafel.train.plan import TrainingPlan

given = dict(enumerate(sys.argv))
game = given.get(1, games.NAMES[0])
decisions = int(given.get(2, 200_000))
deals = int(given.get(3, 100))
plan = TrainingPlan(
    game=game,
    players=max(games.facts(game).players[0], min(4, games.facts(game).players[1])),
    clone="casual",
    clone_decisions=min(100_000, 4 * decisions),
    decisions=decisions,
    every=3,
    deals=deals,
)

# %% Train: a line for each point of the curve. If it is stopped, running this again continues.
folder = Path("runs") / game
cli.load(game)
train(plan, folder, tell=tell)

# %% Beside `casual`, on the same deals with the seats exchanged.
bots = f"runs.{game}.policy:Policy,casual"
cli.main(["arena", game, "--players", str(plan.players), "--bots", bots, "--games", str(deals)])
