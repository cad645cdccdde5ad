"""Environments for reinforcement learning: docs/research.md begins with an example.

`Rounds` is the fast path and needs nothing but Elftafel. The others need the extra `rl`; importing this package tells
Gymnasium and PettingZoo of the games, if they are installed.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from elftafel.rl.names import register_gymnasium, register_zoo

if TYPE_CHECKING:
    from elftafel.rl.learner import LearnerEnv
    from elftafel.rl.rounds import Arrays, Rounds, new_arrays, unpack, unpack_mask
    from elftafel.rl.terms import Terms
    from elftafel.rl.vector import ElftafelVectorEnv

__all__ = ["Arrays", "ElftafelVectorEnv", "LearnerEnv", "Rounds", "Terms", "new_arrays", "unpack", "unpack_mask"]

PLACES = {
    "Arrays": "rounds",
    "ElftafelVectorEnv": "vector",
    "LearnerEnv": "learner",
    "Rounds": "rounds",
    "Terms": "terms",
    "new_arrays": "rounds",
    "unpack": "rounds",
    "unpack_mask": "rounds",
}

if find_spec("gymnasium"):
    register_gymnasium()
if find_spec("pettingzoo"):
    register_zoo()


def __getattr__(name: str) -> Any:
    """What is imported from here, when it is first asked for: our classes, and a PettingZoo module for each game."""
    from importlib import import_module

    if name in PLACES:
        return getattr(import_module(f"elftafel.rl.{PLACES[name]}"), name)
    if name.startswith("elftafel_"):
        from elftafel.rl.zoo import module

        return module(name)
    raise AttributeError(f"elftafel.rl has no {name!r}")
