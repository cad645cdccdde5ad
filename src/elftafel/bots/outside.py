"""Policies from outside: `mypackage.mymodule:Policy` in the arena and in simulations.

    class Policy:
        def __init__(self, game: str, players: int) -> None: …
        def act(self, features, mask): …        # one action for each row

A policy gets rows of numbers, what a seat observes and which actions are legal, and never a position: it cannot see a
hidden card. With a time limit (`mypackage.mymodule:Policy@2s`) it runs in a process of its own, which is ended if a
decision takes longer.
"""

import importlib
import importlib.util
import multiprocessing
import os
import sys
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from elftafel.bots.bot import Bot
from elftafel.bots.levels import BotSpec
from elftafel.bots.thinking import Standing
from elftafel.errors import ElftafelError
from elftafel.games.game import Game
from elftafel.kernel import verbs
from elftafel.kernel.record import Record

START_LIMIT = 120.0  # seconds to import a policy and make it

Rows = NDArray[np.int8]


class OutsidePolicy(Protocol):
    """What a class from outside offers; it is made with the name of the game and the number of players."""

    def act(self, features: Rows, mask: Rows) -> Any:
        """One legal action for each row: `features` is n × observation length, `mask` n × actions."""


class PolicyFailed(ElftafelError):
    """A policy that cannot be loaded, raises, answers nonsense, or does not answer."""

    def __init__(self, policy: str, problem: str) -> None:
        self.policy, self.problem = policy, problem
        super().__init__(f"the policy {policy}: {problem}")

    def __reduce__(self) -> tuple[type["PolicyFailed"], tuple[str, str]]:
        """So that it comes whole out of another process."""
        return PolicyFailed, (self.policy, self.problem)


def look_here() -> None:
    """Find modules in the current folder too."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def make(place: str, game: str, players: int) -> OutsidePolicy:
    """The policy at `package.module:name`; modules in the current folder are found too."""
    module, _, name = place.partition(":")
    look_here()
    try:
        policy: OutsidePolicy = getattr(importlib.import_module(module), name)(game, players)
    except Exception as error:
        raise PolicyFailed(place, f"it cannot be made: {type(error).__name__}: {error}") from None
    if not callable(getattr(policy, "act", None)):
        raise PolicyFailed(place, "it has no method act(features, mask)")
    return policy


def source_of(place: str) -> bytes:
    """The text of the module in which a policy is, to tell whether it has changed."""
    module = place.partition(":")[0]
    look_here()
    try:
        found = importlib.util.find_spec(module)
    except ImportError as error:
        raise PolicyFailed(place, f"it cannot be found: {error}") from None
    if found is None:
        raise PolicyFailed(place, f"there is no module {module}, neither installed nor in {os.getcwd()}")
    return Path(found.origin).read_bytes() if found.origin and Path(found.origin).is_file() else b""


class Here:
    """A policy in this process."""

    def __init__(self, place: str, game: str, players: int) -> None:
        self.place = place
        self.policy = make(place, game, players)

    def act(self, features: Rows, mask: Rows) -> Any:
        """What the policy answers."""
        try:
            return self.policy.act(features, mask)
        except Exception as error:
            raise PolicyFailed(self.place, f"act raised {type(error).__name__}: {error}") from None


class Apart:
    """A policy in a process of its own, with so many seconds for each decision."""

    def __init__(self, place: str, game: str, players: int, limit: float) -> None:
        self.place, self.limit = place, limit
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=answer, args=(other, place, game, players), daemon=True)
        self.process.start()
        other.close()
        self._hear(START_LIMIT)

    def act(self, features: Rows, mask: Rows) -> Any:
        """What the policy answers within its time."""
        try:
            self.line.send((features, mask))
        except OSError:
            raise PolicyFailed(self.place, "its process has ended") from None
        return self._hear(self.limit)

    def _hear(self, limit: float) -> Any:
        try:
            if not self.line.poll(limit):
                self.process.kill()
                raise PolicyFailed(self.place, f"no answer within {limit:g} seconds")
            done, answer = self.line.recv()
        except (EOFError, OSError):
            raise PolicyFailed(self.place, "its process has ended") from None
        if not done:
            raise PolicyFailed(self.place, answer)
        return answer


def answer(line: Connection, place: str, game: str, players: int) -> None:
    """What the process of a policy does until nobody asks any more."""
    try:
        policy = Here(place, game, players)
        line.send((True, None))
        while True:
            line.send((True, np.asarray(policy.act(*line.recv()))))
    except PolicyFailed as error:
        line.send((False, error.problem))
    except (EOFError, OSError, KeyboardInterrupt):
        return


@cache
def summon(spec: BotSpec, game: str, players: int) -> Here | Apart:
    """The policy of a spec: one for all seats of this process."""
    if spec.budget is None:
        return Here(spec.level, game, players)
    return Apart(spec.level, game, players, spec.budget.seconds)


class OutsideBot:
    """A policy from outside in one seat: like `Bot`, but it is given no position."""

    budget = None

    def __init__(self, game: Game, spec: BotSpec) -> None:
        self.game, self.spec = game, spec

    def choose(self, state: Record, standing: Standing | None = None) -> int:
        """The action to take for the seat whose decision it is."""
        return self.choose_all([state])[0]

    def choose_all(self, states: list[Record]) -> list[int]:
        """The actions for several positions of one number of players, asked for at once."""
        facts = self.game.facts
        features = np.zeros((len(states), facts.observation_length), np.int8)
        mask = np.zeros((len(states), facts.action_count), np.int8)
        for i, state in enumerate(states):
            verbs.observe(state, int(state["seat"]), features[i])
            mask[i, self.game.legal(state)] = 1
        legal = mask.copy()  # the policy may write into what it is given
        answer = summon(self.spec, facts.name, int(states[0]["players"])).act(features, mask)
        return self.checked(answer, legal)

    def checked(self, answer: Any, mask: Rows) -> list[int]:
        """The answer as legal actions; PolicyFailed says what is wrong with it."""
        actions = np.asarray(answer)
        if actions.shape != (len(mask),) or actions.dtype.kind not in "iu":
            told = f"{actions.dtype}{actions.shape}"
            raise PolicyFailed(self.spec.level, f"act returned {told}, not {len(mask)} whole numbers")
        for i, action in enumerate(actions.tolist()):
            if not 0 <= action < mask.shape[1] or not mask[i, action]:
                legal = np.flatnonzero(mask[i]).tolist()
                raise PolicyFailed(self.spec.level, f"act returned {action} for row {i}; legal are {legal}")
        return actions.tolist()  # type: ignore[no-any-return]


def seated(game: Game, spec: BotSpec, seed: int = 0) -> Bot | OutsideBot:
    """The bot that a spec describes: of a level, or from outside."""
    return OutsideBot(game, spec) if spec.is_outside else Bot.of(game, spec, seed)
