"""Every way in which a game can be set up."""

import itertools
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
    values = [[False, True] if f.type is bool else values_of(f.type) for f in fields]
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


def label(setting: Setting) -> str:
    name, players, options = setting
    return "-".join([name, str(players), *(f"{k}={v}" for k, v in options.items())])
