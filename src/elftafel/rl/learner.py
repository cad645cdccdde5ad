"""Gymnasium: one learner at a table with bots, `gymnasium.make("elftafel/…-v1", players=4, bots="casual")`."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from elftafel.bots.bot import Bot
from elftafel.bots.levels import read_bot
from elftafel.bots.thinking import Standing
from elftafel.errors import BadInput, ElftafelError
from elftafel.rl import picture
from elftafel.rl.history import COLUMNS
from elftafel.rl.rounds import widths
from elftafel.rl.table import EpisodeTable
from elftafel.rl.terms import Terms

ILLEGAL = ("error", "end")


class LearnerEnv(gymnasium.Env[Any, int]):
    """One seat learns; bots sit in the others and play at once.

    - `bots`: a level for all other seats, or one for each, clockwise from the learner: `"casual"`,
      `["easy", "expert@300"]`.
    - `seat`: where the learner sits. The start passes on from round to round.
    - `illegal`: what an illegal action does. `error` raises; `end` ends the episode with the reward
      of -1, for programs that try actions without looking at the mask.

    With `history=n` an observation is a dictionary of `observation` and `history`, the last n steps
    that the learner saw.

    The mask is in `info["action_mask"]`, and `action_masks()` returns it as sb3-contrib's
    MaskablePPO wants it. The other arguments are those of `Terms.of`.
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
        bots: str | list[str] = "casual",
        seat: int = 0,
        illegal: str = "error",
        render_mode: str | None = None,
    ) -> None:
        self.terms = Terms.of(game, players, options, reward, episode, rounds, history)
        others = self.terms.players - 1
        levels = [bots] * others if isinstance(bots, str) else list(bots)
        if len(levels) != others:
            raise BadInput("bots", levels, f"one level, or {others} of them")
        if not 0 <= seat < self.terms.players:
            raise BadInput("seat", seat, f"the seats are 0 to {self.terms.players - 1}")
        if illegal not in ILLEGAL:
            raise BadInput("illegal", illegal, f"one of {', '.join(ILLEGAL)}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadInput("render_mode", render_mode, f"one of {', '.join(self.metadata['render_modes'])}")
        self.specs = [read_bot(level) for level in levels]
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self.table = EpisodeTable(self.terms)
        self.bots: dict[int, Bot] = {}
        length, actions = widths(self.terms, packed=False)
        features = spaces.Box(-128, 127, (length,), np.int8)
        steps = spaces.Box(0, np.iinfo(np.int64).max, (history, COLUMNS), np.int64)
        self.observation_space = spaces.Dict({"observation": features, "history": steps}) if history else features
        self.action_space = spaces.Discrete(actions)  # type: ignore[assignment]

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode: the first of a seed, or the next."""
        super().reset(seed=seed)
        self.table.begin(seed)
        if seed is not None or not self.bots:
            first = self.table.seed or 0
            seats = [(self.seat + step) % self.terms.players for step in range(1, self.terms.players)]
            self.bots = {
                seat: Bot.of(self.terms.game, spec, first + seat) for seat, spec in zip(seats, self.specs, strict=True)
            }
        self._let_bots_play()
        while self.table.over:  # they have played the whole episode
            self.table.begin()
            self._let_bots_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one action of the learner, and then the bots until it is at turn again."""
        try:
            number = self.table.check(action)
        except ElftafelError:
            if self.illegal == "error" or self.table.over:
                raise
            self.table.over = True
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.table.play(number)
        reward = float(self.table.rewards[self.seat]) + self._let_bots_play()
        return self._seen(), reward, self.table.over, False, self._info()

    def _let_bots_play(self) -> float:
        """What the learner gets meanwhile."""
        reward = 0.0
        while not self.table.over and self.table.seat != self.seat:
            standing = Standing(tuple(self.table.totals), self.table.rounds_left)
            self.table.play(self.bots[self.table.seat].choose(self.table.state, standing))
            reward += float(self.table.rewards[self.seat])
        return reward

    def _seen(self) -> Any:
        features = self.table.observe(self.seat)
        if self.terms.history:
            return {"observation": features, "history": self.table.history(self.seat)}
        return features

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it: printed, as text, or as a picture."""
        if self.render_mode == "rgb_array":
            return picture.picture(self.terms.game, self.table.state, self.seat)
        told = picture.text(self.terms.game, self.table.state, self.seat)
        if self.render_mode == "human":
            print(told)
            return None
        return told
