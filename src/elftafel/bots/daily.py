"""Bots at the deal of the day: equal play meets equal answers, on every node and after a restart.

A reply depends on what the bot's seat may know, on the deal's secret, the seat and the number of the
decision; on nothing else. Every decision is made by a new bot within a fixed number of iterations on
one thread, so no tree, no clock and no other table can play a part.

`python -m elftafel.bots.daily NICE` plays a deal as an expert would: it reads a match log without
actions and the deal from its input and writes the points.
"""

import os
import sys
from contextlib import suppress

import msgspec

from elftafel.bots.bot import Bot
from elftafel.bots.levels import Budget, usual_budget
from elftafel.bots.thinking import Standing
from elftafel.daily import PERSON, DayDeal, lucks
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.match import Match, MatchLog, begin

EXPERT_LEVEL = "expert"


class ExpertTask(msgspec.Struct, frozen=True):
    """A deal that an expert shall play."""

    log: MatchLog
    secret: str
    deal: DayDeal


def reply(game: Game, level: str, iterations: int, secret: str, state: record.Record, standing: Standing) -> int:
    """The action of a bot for the seat whose decision it is; leaves the position as it is."""
    cards, luck = lucks(secret, int(state.seat), int(state.ply))
    known = record.copy(state)
    verbs.redeal(known, int(state.seat), new_luck(cards))
    budget = None if usual_budget(level) is None else Budget(iterations=iterations)
    return Bot(game, level, luck, budget).choose(known, standing)


def play_as_expert(task: ExpertTask) -> Match:
    """The deal to its end, with an expert in the person's seat."""
    match, deal = begin(task.log), task.deal
    while not match.over:
        standing = Standing.of(match)
        if match.turn == PERSON:
            action = reply(match.game, EXPERT_LEVEL, deal.expert, task.secret, match.state, standing)
        else:
            action = reply(match.game, deal.level, deal.iterations, task.secret, match.state, standing)
        match.apply(action)
    return match


def main() -> None:
    """Play the deal on the input."""
    with suppress(AttributeError, OSError):  # Windows has none
        os.nice(int(sys.argv[1]))
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=ExpertTask)
    sys.stdout.buffer.write(msgspec.json.encode(play_as_expert(task).totals) + b"\n")


if __name__ == "__main__":
    main()
