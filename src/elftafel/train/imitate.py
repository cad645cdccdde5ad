"""Imitating a level: it plays rounds against itself, and the network learns what it does where."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from elftafel.bots.bot import Bot
from elftafel.bots.levels import read_bot
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck
from elftafel.rl.rounds import Rounds
from elftafel.rl.terms import Terms
from elftafel.train.network import Network
from elftafel.train.plan import TrainingPlan

ASIDE = 0.05  # how often another legal move is made instead, so that the network sees what comes of mistakes
SEED = 1 << 36  # apart from those of self-play
TOGETHER = 64


def chooser(terms: Terms, level: str, seed: int) -> Callable[[Any], int]:
    """What a level does in a position."""
    luck = new_luck(seed)
    quick = {"easy": verbs.stumble, "casual": verbs.play_along, "sensible": verbs.prefer}.get(level)
    if quick is not None:
        return lambda state: int(quick(state, luck))
    bot = Bot.of(terms.game, read_bot(level), seed)
    return bot.choose


def examples(terms: Terms, level: str, count: int, seed: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """So many decisions with a choice: features, masks, and what the level does there."""
    rounds = Rounds(terms, TOGETHER, seed=SEED + seed)
    choose, luck = chooser(terms, level, seed), np.random.default_rng(seed)
    features = np.zeros((count, rounds.features.shape[1]), np.int8)
    masks = np.zeros((count, rounds.mask.shape[1]), np.int8)
    answers, made = np.zeros(count, np.int64), 0
    while made < count:
        actions = rounds.mask.argmax(axis=1)
        for i in np.flatnonzero(rounds.mask.sum(axis=1) > 1):
            if made == count:
                break
            actions[i] = choose(rounds.states[i])
            features[made], masks[made], answers[made] = rounds.features[i], rounds.mask[i], actions[i]
            made += 1
            if luck.random() < ASIDE:
                actions[i] = luck.choice(np.flatnonzero(rounds.mask[i]))
        rounds.step(actions)
    return features, masks, answers


def imitate(network: Network, plan: TrainingPlan, terms: Terms) -> tuple[int, float]:
    """Learn from examples; returns how many decisions were looked at, and how uncertain the last pass was."""
    features, masks, answers = examples(terms, plan.clone, plan.clone_decisions, plan.seed)
    network.fit_inputs(terms.game.facts, features)
    luck = np.random.default_rng(plan.seed)
    adam = torch.optim.Adam(network.parameters(), lr=plan.clone_rate)
    rows = plan.clone_rows
    total = plan.clone_passes * (-(-len(answers) // rows))
    falling = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.05, total)
    doubt = 0.0
    for _ in range(plan.clone_passes):
        order, doubt = luck.permutation(len(answers)), 0.0
        for first in range(0, len(order), rows):
            some = order[first : first + rows]
            logs, _ = network(torch.from_numpy(features[some]), torch.from_numpy(masks[some]))
            loss = torch.nn.functional.nll_loss(logs, torch.from_numpy(answers[some]))
            adam.zero_grad()
            loss.backward()
            adam.step()
            falling.step()
            doubt += float(loss.detach()) * len(some) / len(order)
    return plan.clone_passes * len(answers), doubt
