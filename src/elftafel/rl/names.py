"""The names of the environments, made from those of the games, and their entries in the registries of others."""

import re

from elftafel import games
from elftafel.errors import BadInput

VERSION = 1
"""Grows when an environment changes so that results are not comparable any more."""


def gymnasium_id(game: str) -> str:
    """The id for `gymnasium.make`: the game's name in camel case."""
    return f"elftafel/{''.join(part.capitalize() for part in game.split('_'))}-v{VERSION}"


def zoo_name(game: str) -> str:
    """The name of the PettingZoo module."""
    return f"elftafel_{game}_v{VERSION}"


def spiel_name(game: str) -> str:
    """The short name in OpenSpiel."""
    return f"python_elftafel_{game}"


def game_of_zoo(name: str) -> str:
    """The game of a PettingZoo module's name."""
    found = re.fullmatch(rf"elftafel_(\w+)_v{VERSION}", name)
    if found is None or found[1] not in games.NAMES:
        raise BadInput("module", name, f"one of {', '.join(map(zoo_name, games.NAMES))}")
    return found[1]


def register_gymnasium() -> None:
    """Tell Gymnasium of all games; done twice it changes nothing."""
    from gymnasium.envs.registration import register, registry

    for game in games.NAMES:
        if gymnasium_id(game) not in registry:
            register(
                gymnasium_id(game),
                entry_point="elftafel.rl.learner:LearnerEnv",
                disable_env_checker=True,
                kwargs={"game": game},
            )


def register_zoo() -> None:
    """Tell PettingZoo of all games, as far as it has a registry (from version 1.27 on)."""
    try:
        from pettingzoo.env_registry.registration import aec_registry, register
    except ImportError:
        return
    for game in games.NAMES:
        name = f"elftafel/{game}-v{VERSION}"
        if name not in aec_registry:
            register("aec", name, entry_point="elftafel.rl.zoo:env", kwargs={"game": game})
