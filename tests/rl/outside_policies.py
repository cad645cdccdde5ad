"""Policies for the tests of outside policies: one that plays, and some that fail."""

import time
from typing import Any

import numpy as np


class First:
    """Takes the first legal action; keeps what it was asked."""

    asked: list[Any] = []  # noqa: RUF012

    def __init__(self, game: str, players: int) -> None:
        self.game, self.players = game, players

    def act(self, features: Any, mask: Any) -> Any:
        First.asked.append(features.copy())
        answer = mask.argmax(axis=1)
        mask[:] = 1  # it may spoil what it is given
        return answer


class Raises(First):
    def act(self, features: Any, mask: Any) -> Any:
        raise ZeroDivisionError("no idea")


class Illegal(First):
    def act(self, features: Any, mask: Any) -> Any:
        return mask.argmin(axis=1)


class Nonsense(First):
    def act(self, features: Any, mask: Any) -> Any:
        return np.zeros((2, 2))


class Hangs(First):
    def act(self, features: Any, mask: Any) -> Any:
        time.sleep(600)


class Dies(First):
    def act(self, features: Any, mask: Any) -> Any:
        raise SystemExit(3)


class Mute:
    def __init__(self, game: str, players: int) -> None:
        pass
