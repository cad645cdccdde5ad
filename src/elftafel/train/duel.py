"""How a network does against a level: the same deals twice, with the seats exchanged, many rounds side by side."""

from typing import Any

import numpy as np

from elftafel.bots.bot import Bot
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck
from elftafel.lab.estimates import Estimate, mean_share
from elftafel.rl.rounds import Rounds
from elftafel.rl.terms import Terms

FIRST_SEED = 1 << 40  # far from the seeds of training


def duel(policy: Any, terms: Terms, level: str, deals: int, seed: int = 0) -> Estimate:
    """The share of the win that the policy's seats take, of every other seat; even play is half.

    With an odd number of players one more seat is the level's in one half of the rounds, the policy's in the other.
    """
    rounds = Rounds(terms, 2 * deals, at_end="disabled")
    rounds.reset([FIRST_SEED + seed + i // 2 for i in range(2 * deals)])
    game, luck, players = terms.game, new_luck(seed), terms.players
    quick = {"easy": verbs.stumble, "casual": verbs.play_along}.get(level)
    bot = None if quick else Bot(game, level, seed)
    mine = (np.arange(players)[None, :] + np.arange(2 * deals)[:, None]) % 2 == 0
    wins = np.zeros(2 * deals)
    actions = np.zeros(2 * deals, np.int64)
    while (running := rounds.mask.any(axis=1)).any():
        asked = running & mine[np.arange(2 * deals), rounds.seats]
        if asked.any():
            actions[asked] = policy.act(rounds.features[asked], rounds.mask[asked])
        for i in np.flatnonzero(running & ~asked):
            state = rounds.states[i]
            actions[i] = quick(state, luck) if quick else bot.choose(state)  # type: ignore[union-attr]
        rounds.step(actions)
        for i in np.flatnonzero(rounds.ended & running):
            points = np.array(game.scores(rounds.states[i]))
            best = points == points.max()
            wins[i] = (best & mine[i]).sum() / best.sum()
    return mean_share(wins.reshape(deals, 2).mean(axis=1))
