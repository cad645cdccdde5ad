"""What a bot knows of the match while it thinks."""

import msgspec


class Standing(msgspec.Struct, frozen=True):
    """The match so far."""

    totals: tuple[int, ...]
    rounds_left: int = 0
