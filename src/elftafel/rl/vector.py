"""Gymnasium: `ElftafelVectorEnv`, self-play of many rounds at full speed. Every seat is played by the caller."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from elftafel.errors import BadInput
from elftafel.rl.rounds import Arrays, Rounds, new_arrays, widths
from elftafel.rl.terms import Terms

AT_END = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}


class ElftafelVectorEnv(VectorEnv[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any]]):
    """Many rounds of one game; the caller acts for whichever seat is at turn in each.

    - An observation has `observation`, `action_mask` and `seat`, all of the seat at turn.
    - The reward of a step is that of the seat that acted; `infos["rewards"]` has those of all seats.
    - `infos["seats"]` tells who is at turn now.
    - SAME_STEP: where an episode has ended, `infos["final_obs"]` has what the seat that acted
      observed at the end, and `infos["final"]` what each seat did.
    - `copy=False`: the same arrays are returned, and written anew, at every step.

    The other arguments are those of `Terms.of` and `Rounds`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "win",
        episode: str = "round",
        rounds: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        packed: bool = False,
        threads: int = 1,
        copy: bool = True,
        arrays: Arrays | None = None,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.terms = Terms.of(game, players, options, reward, episode, rounds)
        self.num_envs, self.copy, self.packed = num_envs, copy, packed
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        mine = arrays or new_arrays(self.terms, num_envs, packed, last=same_step)
        self.rounds = Rounds(
            self.terms, num_envs, at_end=AT_END[self.autoreset_mode], packed=packed, threads=threads, arrays=mine
        )
        length, actions = widths(self.terms, packed)
        low, high, kind = (0, 255, np.uint8) if packed else (-128, 127, np.int8)
        self.single_observation_space: gymnasium.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(low, high, (length,), kind),
                "action_mask": spaces.Box(0, 255 if packed else 1, (actions,), kind),
                "seat": spaces.Discrete(self.terms.players, dtype=np.int32),
            }
        )
        self.single_action_space = spaces.Discrete(self.terms.game.facts.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)  # episodes that wait for a reset

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin new episodes: all, or those where `options["reset_mask"]` is true."""
        which = (options or {}).get("reset_mask")
        if which is not None:
            which = np.asarray(which)
            if which.dtype != np.bool_ or which.shape != (self.num_envs,) or not which.any():
                raise BadInput("reset_mask", f"{which.dtype}{which.shape}", f"{self.num_envs} truth values, one true")
        if isinstance(seed, list):
            if len(seed) != self.num_envs or any(one is None for one in seed):
                raise BadInput("seed", seed, f"one number, or {self.num_envs} of them")
            self.rounds.reset([int(one) for one in seed if one is not None], which)
        else:
            self.rounds.reset(seed, which)
        self._over[slice(None) if which is None else which] = False
        return self._observation(), {"seats": self._mine(self.rounds.seats)}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in each round, for the seat at turn there."""
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise BadInput("actions", np.flatnonzero(self._over).tolist(), "these episodes are over: reset them first")
        acted = self.rounds.seats.copy()
        self.rounds.step(actions)
        ended = self.rounds.ended.copy()
        every = np.arange(self.num_envs)
        infos: dict[str, Any] = {"rewards": self._mine(self.rounds.rewards), "seats": self._mine(self.rounds.seats)}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if ended.any():
                infos.update(self._final(ended, acted))
        else:
            self._over = ended.copy()
        rewards = self.rounds.rewards[every, acted].astype(np.float64)
        return self._observation(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _final(self, ended: NDArray[np.bool_], acted: NDArray[np.int32]) -> dict[str, Any]:
        last = self.rounds.arrays.last
        final = np.full(self.num_envs, None, object)
        if last is None:
            return {}
        for i in np.flatnonzero(ended):
            final[i] = {
                "observation": last[i, acted[i]].copy(),
                "action_mask": np.zeros_like(self.rounds.mask[i]),
                "seat": acted[i],
            }
        return {"final_obs": final, "_final_obs": ended.copy(), "final": self._mine(last), "_final": ended.copy()}

    def _mine(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _observation(self) -> dict[str, NDArray[Any]]:
        rounds = self.rounds
        return {
            "observation": self._mine(rounds.features),
            "action_mask": self._mine(rounds.mask),
            "seat": self._mine(rounds.seats),
        }

    def observe(self, seats: Any) -> NDArray[Any]:
        """What any seat, at turn or not, observes of each round."""
        return self.rounds.observe(seats)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is open."""
