"""What a learner plays for and with whom: game, players, options, rewards, episodes. Checked once, here."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel import games
from elftafel.errors import BadInput
from elftafel.games.facts import Options
from elftafel.games.game import Game
from elftafel.match import MOST_ROUNDS, seed_from

USUAL_PLAYERS = 4
MOST_SEED = 2**63 - 1
MOST_HISTORY = 10_000


class Reward(StrEnum):
    """What an episode pays."""

    WIN = "win"  # the share of the win minus 1 / players
    POINTS = "points"  # the points of each round, as they are scored
    MIXED = "mixed"  # half of WIN, and half of the lead over the mean of all seats, in units of the game's `swing`


class Episode(StrEnum):
    """When an episode ends."""

    ROUND = "round"
    MATCH = "match"


class Terms(msgspec.Struct, frozen=True):
    """Checked terms; make them with `Terms.of`."""

    game: Game
    players: int
    options: Options
    reward: Reward
    episode: Episode
    rounds: int  # of an episode
    history: int = 0  # how many of the latest steps a seat is shown, as rows (see history.py)

    @classmethod
    def of(
        cls,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "win",
        episode: str = "round",
        rounds: int | None = None,
        history: int = 0,
    ) -> "Terms":
        """Terms from plain values. A match has as many rounds as players unless `rounds` says otherwise."""
        facts = games.facts(game)
        low, high = facts.players
        if players is None:
            players = max(low, min(USUAL_PLAYERS, high))
        facts.check_players(players)
        read = facts.read_options(options or {}, players)
        kind, unit = choice(Reward, "reward", reward), choice(Episode, "episode", episode)
        if rounds is not None and (unit is Episode.ROUND or not 1 <= rounds <= MOST_ROUNDS):
            raise BadInput("rounds", rounds, f"1 to {MOST_ROUNDS}, for episode='match' only", "AL-2")
        if not 0 <= history <= MOST_HISTORY:
            raise BadInput("history", history, f"0 to {MOST_HISTORY} steps")
        length = 1 if unit is Episode.ROUND else rounds or players
        return cls(games.load(game), players, read, kind, unit, length, history)

    @property
    def for_win(self) -> float:
        """What the win is worth."""
        return {Reward.WIN: 1.0, Reward.POINTS: 0.0, Reward.MIXED: 0.5}[self.reward]

    @property
    def for_points(self) -> float:
        """What a point is worth."""
        return {Reward.WIN: 0.0, Reward.POINTS: 1.0, Reward.MIXED: 0.5 / self.game.facts.swing}[self.reward]

    @property
    def mean_off(self) -> bool:
        """True if points count from the mean of all seats."""
        return self.reward is Reward.MIXED

    def pay_round(self, points: Sequence[int]) -> NDArray[np.float32]:
        """What the points of a finished round pay to each seat."""
        worth = np.asarray(points, np.float64)
        return np.asarray(self.for_points * (worth - self.mean_off * worth.mean()), np.float32)

    def pay_win(self, totals: Sequence[int]) -> NDArray[np.float32]:
        """What the end of an episode with these totals pays to each seat, besides points."""
        best = np.asarray(totals) == max(totals)
        return np.asarray(self.for_win * (best / best.sum() - 1 / len(totals)), np.float32)


def choice(kind: type[StrEnum], field: str, value: str) -> Any:
    """A value of an enum; BadInput names those that there are."""
    try:
        return kind(value)
    except ValueError:
        raise BadInput(field, value, f"one of {', '.join(kind)}") from None


def key_of(seed: int) -> bytes:
    """The key that decides all cards of an environment: that of a match with `--seed` followed by this number."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= MOST_SEED:
        raise BadInput("seed", seed, f"a whole number from 0 to {MOST_SEED}")
    return seed_from(str(int(seed)))


def standing(totals: Any, rounds_left: Any, seats: Any) -> NDArray[np.int8]:
    """What an observation of a match says besides the round, for each row of `totals`.

    Each seat's lead over the observing one, clockwise from it and cut off at ±127, then the rounds
    that come after this one.
    """
    totals = np.atleast_2d(totals)
    count, players = totals.shape
    turned = totals[np.arange(count)[:, None], (np.asarray(seats).reshape(-1, 1) + np.arange(players)) % players]
    ahead = np.clip(turned - turned[:, :1], -127, 127)
    return np.concatenate([ahead, np.asarray(rounds_left).reshape(-1, 1)], axis=1).astype(np.int8)
