"""How much a tree and a chain of beliefs link the deals of one search: `make bench-links`. Prints a table.

In positions of sensible play two moves are compared by searches with a new tree and a new chain each. Their real spread
stands beside the error that single deals claim. The factor between the two is `linked` in a game's facts.
"""

import argparse
import math

import numpy as np

from elftafel import games
from elftafel.bots.judging import Spot, derived, new_worker
from elftafel.bots.thinking import Standing, aim_for
from elftafel.games.warm import warm
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick

LENGTHS = (300, 1200)  # deals of a search
SEARCHES = 10  # of each position
ROUNDS = 5


def spots(name: str, players: int, each: int) -> list[Spot]:
    """Positions of some rounds, each with a sensible move and another one, drawn by lot, as the played one."""
    game, luck, found = games.load(name), new_luck(1), []
    for number in range(ROUNDS):
        state, _ = game.new_round(game.facts.read_options({}, players), players, 0, bytes([number]) * 32, 0)
        here = []
        while not state.over:
            if len(legal := game.legal(state)) > 1:
                played = legal[int(pick(luck, len(legal)))]
                here.append(Spot(game, record.copy(state), Standing((0,) * players), tuple(legal), played, number))
            game.apply(state, int(verbs.prefer(state, luck)))
        found += here[1 :: max(1, len(here) // each)]
    return found


def variances(spot: Spot, deals: int) -> tuple[float, float] | None:
    """The real variance of searches, and what their single deals claim; None if there is nothing to compare."""
    state = spot.known()
    sensible = int(verbs.prefer(state, new_luck(1)))
    other = next(action for action in (spot.played, *spot.legal) if action != sensible)
    leads, claims = [], []
    for number in range(SEARCHES):
        worker = new_worker(spot, state, derived(int(state.ply), spot.seed, number, deals))
        worker.line_up([sensible, other])
        worker.run(aim_for(spot.game, spot.seat, spot.standing), deals)
        lead = float(worker.race.ahead[1]) / deals
        leads.append(lead)
        claims.append((float(worker.race.spread[1]) / deals - lead**2) / deals)
    return (float(np.var(leads, ddof=1)), float(np.mean(claims))) if np.mean(claims) > 0 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=games.NAMES, action="append", help="these games alone")
    parser.add_argument("--players", type=int, action="append", help="default: 2 and 4")
    parser.add_argument("--each", type=int, default=5, help="positions of a round; default %(default)s")
    given = parser.parse_args()
    print("| game, players | positions |" + "".join(f" {deals} deals |" for deals in LENGTHS))
    print("|---|---|" + "---|" * len(LENGTHS))
    for name in given.only or games.NAMES:
        warm(name, thinking=True)
        for players in given.players or (2, 4):
            at = spots(name, players, given.each)
            cells = []
            for deals in LENGTHS:
                pairs = np.array([pair for spot in at if (pair := variances(spot, deals)) is not None])
                real, claimed = pairs.mean(axis=0)
                ratio = math.sqrt(real / claimed)
                misses = np.std(pairs[:, 0] - ratio**2 * pairs[:, 1]) / claimed
                error = float(misses) / math.sqrt(len(pairs)) / 2 / ratio
                cells.append(f" {ratio:.2f} ± {error:.2f} |")
            print(f"| {games.facts(name).title}, {players} | {len(at)} |{''.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
