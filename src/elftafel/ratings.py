"""Ratings by OpenSkill (Plackett–Luce): how a round or match moves the ratings of its players."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

Player = TypeVar("Player", bound=Hashable)


class Skill(msgspec.Struct, frozen=True):
    """How good a player is thought to be, and the standard deviation of that."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A value that the player almost certainly reaches."""
        return self.mu - 3 * self.sigma


def new_skill() -> Skill:
    """The skill of a player who has not been rated yet."""
    rating = model().rating()
    return Skill(float(rating.mu), float(rating.sigma))


def rate(
    skills: Mapping[Player, Skill],
    seats: Sequence[Player],
    *,
    ranks: Sequence[float] | None = None,
    scores: Sequence[float] | None = None,
) -> dict[Player, Skill]:
    """The new skills of all players at a table, from the ranks (1 is best) or scores of seats.

    A player in several seats is rated for each of them, and moves by the mean. `skills` must have
    every player.
    """
    # Each seat has a rating of its own: one that seats share would take the steps of all of them.
    teams = [[model().rating(mu=skills[player].mu, sigma=skills[player].sigma)] for player in seats]
    outcome = {"ranks": list(ranks)} if ranks is not None else {"scores": list(scores or ())}
    after = model().rate(teams, **outcome)
    by_player: dict[Player, list[Any]] = {}
    for player, (rating,) in zip(seats, after, strict=True):
        by_player.setdefault(player, []).append(rating)
    return {
        player: Skill(
            float(sum(rating.mu for rating in ratings) / len(ratings)),
            float(sum(rating.sigma for rating in ratings) / len(ratings)),
        )
        for player, ratings in by_player.items()
    }


@cache
def model() -> Any:
    """OpenSkill's model, loaded when it is first needed."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
