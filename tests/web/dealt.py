"""The server with loaded dice: what a test is dealt depends on its name alone, so that it passes every time or never.
For it, the local network is one more address of this machine.

Run as `python -m tests.web.dealt serve …`. A file, named by ELFTAFEL_DEALT_TO, holds the name of the running test.
"""

import base64
import hashlib
import os
import secrets
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from elftafel import daily, fairness
from elftafel.cli import main
from elftafel.server.http import nearby
from elftafel.server.live import bots, live_table, tables

DEALT_TO = "ELFTAFEL_DEALT_TO"
ROOM = "127.0.0.2"  # stands for the local network
SAME_NONCE = """{
    const chance = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (room) => (room instanceof Uint8Array ? room.fill(11) : chance(room));
}"""
"""For a page: its part of the seed is always the same; names of commands stay random."""


class Dice:
    """Bytes that depend on the test, on what they are for, and on how often that was asked."""

    def __init__(self, dealt_to: Path) -> None:
        self.dealt_to = dealt_to
        self.asked: Counter[str] = Counter()

    def throw(self, what: str) -> bytes:
        """The next 32 bytes."""
        name = f"{self.dealt_to.read_text(encoding='utf-8')} {what}"
        self.asked[name] += 1
        return hashlib.sha256(f"{name} {self.asked[name]}".encode()).digest()


def load(dice: Dice) -> None:
    """Tables, their secrets and the chance of bots come from these dice."""
    daily.secret_of = lambda installation, day, game: hashlib.sha256(game.encode()).hexdigest()  # on every day
    fairness.new_secret = lambda: dice.throw("secret").hex()
    cast(Any, tables).secrets = SimpleNamespace(
        choice=secrets.choice, token_urlsafe=lambda size: base64.urlsafe_b64encode(dice.throw("table")[:size]).decode()
    )
    cast(Any, bots).secrets = SimpleNamespace(
        randbits=lambda bits: int.from_bytes(dice.throw("bot"), "little") & ((1 << bits) - 1)
    )


if __name__ == "__main__":
    load(Dice(Path(os.environ[DEALT_TO])))
    nearby.find_address = lambda: ROOM
    live_table.AWAY = -1.0  # whoever is gone counts as away at once
    sys.exit(main())
