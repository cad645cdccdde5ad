"""PettingZoo: every game as an AEC environment, one agent a seat.

    from elftafel.rl import elftafel_…_v1
    env = elftafel_…_v1.env(players=4)

An observation is a dictionary of `observation` and `action_mask`, with `history=n` also of `history`: the last n steps
that the seat saw.
"""

from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from elftafel.errors import BadInput
from elftafel.rl import picture
from elftafel.rl.history import COLUMNS
from elftafel.rl.names import game_of_zoo, zoo_name
from elftafel.rl.rounds import widths
from elftafel.rl.table import EpisodeTable
from elftafel.rl.terms import Terms

RENDER_MODES = ("human", "ansi", "rgb_array")
RATE = 2


class GameEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """One game. Agents are `seat_0`, `seat_1` …, clockwise.

    `max_cycles` cuts an episode off after so many decisions for each agent. The other arguments are
    those of `Terms.of`.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "win",
        episode: str = "round",
        rounds: int | None = None,
        history: int = 0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput("render_mode", render_mode, f"one of {', '.join(RENDER_MODES)}")
        if max_cycles is not None and max_cycles < 1:
            raise BadInput("max_cycles", max_cycles, "at least 1")
        self.terms = Terms.of(game, players, options, reward, episode, rounds, history)
        self.table = EpisodeTable(self.terms)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": zoo_name(game),
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
            "render_fps": RATE,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.terms.players)]
        self.agents: list[str] = []
        length, actions = widths(self.terms, packed=False)
        parts: dict[str, gymnasium.Space[Any]] = {
            "observation": spaces.Box(-128, 127, (length,), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        if history:
            parts["history"] = history_space(history)
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode: the first of a seed, or the next."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.decisions = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take an action for the agent at turn; None for one whose episode has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(self.table.check(action))
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, map(float, self.table.rewards), strict=True))
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.decisions >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()
        if self.table.over or any(self.truncations.values()):
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent, at turn or not, knows; its mask is empty unless it is at turn."""
        seat = self.possible_agents.index(agent)
        seen: dict[str, Any] = {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}
        if self.terms.history:
            seen["history"] = self.table.history(seat)
        return seen

    def render(self) -> Any:
        """The table with the hand of the seat at turn: printed, as text, or as a picture."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode")
            return None
        if self.render_mode == "rgb_array":
            return picture.picture(self.terms.game, self.table.state, self.table.seat)
        told = picture.text(self.terms.game, self.table.state, self.table.seat)
        if self.render_mode == "ansi":
            return told
        print(told)
        return None

    def close(self) -> None:
        """Nothing is open."""


def history_space(length: int) -> spaces.Box:
    """The space of a history of so many steps."""
    return spaces.Box(0, np.iinfo(np.int64).max, (length, COLUMNS), np.int64)


def env(game: str, **terms: Any) -> AECEnv[str, dict[str, Any], int]:
    """The environment of a game, which tells of calls in a wrong order."""
    return wrappers.OrderEnforcingWrapper(GameEnv(game, **terms))


def module(name: str) -> ModuleType:
    """A module as PettingZoo has one for each environment, with `env` and `raw_env`."""
    game = game_of_zoo(name)
    made = ModuleType(f"elftafel.rl.{name}", f"{game} for PettingZoo; the arguments are those of `GameEnv`.")

    def made_env(**terms: Any) -> AECEnv[str, dict[str, Any], int]:
        return env(game, **terms)

    def raw_env(**terms: Any) -> GameEnv:
        return GameEnv(game, **terms)

    made.env, made.raw_env = made_env, raw_env  # type: ignore[attr-defined]
    return made
