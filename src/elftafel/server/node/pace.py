"""How often a node repeats its work, and how long it waits. Only tests change these times."""

import os
from collections.abc import Mapping

import msgspec

from elftafel.errors import BadInput

VARIABLE = "ELFTAFEL_PACE"  # JSON, such as {"beat": 0.2, "lease": 1.5}


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All times in seconds."""

    beat: float = 1.0  # between heartbeats, and between looks for tables without a node
    lease: float = 6.0  # after its last heartbeat, a node's tables go to others
    fresh: float = 3.0  # after its last heartbeat, a node does not judge clocks any more
    poll: float = 2.0  # between questions for entries of other nodes that nobody announced
    presence: float = 4.0  # between announcements of who is connected to this node
    sweep: float = 15.0  # between looks for tables to drop or to close
    silent: float = 9.0  # without a message, a socket is closed; clients ping after 5 s
    idle: float = 60.0  # without a viewer, a table leaves memory
    given_up: float = 48 * 3600.0  # unchanged, a table that was never started is closed

    def check(self) -> None:
        """Raise BadInput if a node would lose its leases between two heartbeats."""
        if not 0 < self.beat < self.fresh <= self.lease:
            raise BadInput("pace", f"{self.beat}, {self.fresh}, {self.lease}", "0 < beat < fresh <= lease")


def read(environment: Mapping[str, str] | None = None) -> Pace:
    """The usual pace with the changes of the environment variable; BadInput for a bad one."""
    text = (os.environ if environment is None else environment).get(VARIABLE, "")
    try:
        pace = msgspec.json.decode(text, type=Pace) if text else Pace()
    except msgspec.DecodeError as error:
        raise BadInput(VARIABLE, text, f"JSON with times in seconds: {error}") from None
    pace.check()
    return pace
