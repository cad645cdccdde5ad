"""Every way in which a game can be set up."""

import itertools
from collections import Counter
from typing import Any

import msgspec

from elftafel import games
from elftafel.cli import values_of
from elftafel.errors import BadInput

Setting = tuple[str, int, dict[str, Any]]


def settings_of(name: str) -> list[Setting]:
    """Every combination of player count and options of a game."""
    facts = games.facts(name)
    fields = msgspec.structs.fields(facts.options)
    defaults = [msgspec.to_builtins(field.default) for field in fields]
    values: list[list[Any]] = [[False, True] if f.type is bool else values_of(f.type) for f in fields]
    values = [[None, *(v for v in vs if v != d)] for vs, d in zip(values, defaults, strict=True)]
    found = []
    for players in range(facts.players[0], facts.players[1] + 1):
        for combination in itertools.product(*values):
            options = {f.name: v for f, v in zip(fields, combination, strict=True) if v is not None}
            try:
                facts.read_options(options, players)
            except BadInput:
                continue
            found.append((name, players, options))
    return found


def covering(name: str) -> list[Setting]:
    """A few settings in which every player count and every value of every option occurs at least once.

    Each is the one that adds most to those before it and, among these, repeats least of them. For tests that need not
    play every combination.
    """
    every = settings_of(name)
    used = Counter({part: 0 for setting in every for part in parts(setting)})
    chosen: list[Setting] = []
    while 0 in used.values():
        best = max(
            every, key=lambda s: (sum(not used[part] for part in parts(s)), -sum(used[part] for part in parts(s)))
        )
        chosen.append(best)
        used.update(parts(best))
    return chosen


def parts(setting: Setting) -> set[tuple[str, str]]:
    """What a setting is an example of: its player count, and the value of each option."""
    name, players, options = setting
    told = msgspec.to_builtins(games.facts(name).read_options(options, players))
    return {("players", str(players))} | {(option, str(value)) for option, value in told.items()}


def label(setting: Setting) -> str:
    name, players, options = setting
    return "-".join([name, str(players), *(f"{k}={v}" for k, v in options.items())])
