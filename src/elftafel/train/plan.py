"""What is trained, and how: the numbers of a run. Loads neither torch nor compiled code."""

import msgspec

from elftafel import games
from elftafel.errors import BadInput


class TrainingPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A run; the same plan and the same number of workers give the same policy on the same machine."""

    game: str
    players: int
    options: dict[str, str | bool | None] = {}
    seed: int = 1
    reward: str = "mixed"
    clone: str = ""  # the level that is imitated first; none if empty
    clone_decisions: int = 100_000
    clone_passes: int = 6
    clone_rows: int = 512  # examples in one step of the optimizer
    decisions: int = 1_000_000  # of self-play, beyond forced moves
    hidden: int = 128
    batch: int = 256  # rounds side by side, in each worker
    steps: int = 128  # of all rounds, between two updates
    passes: int = 3
    rows: int = 2048  # decisions in one step of the optimizer
    clone_rate: float = 1.5e-3
    rate: float = 3e-4
    smoothing: float = 0.9
    clip: float = 0.2
    entropy: float = 0.002
    value_weight: float = 0.5
    warm_up: int = 3  # updates of the value alone, after imitating
    every: int = 10  # updates from one comparison with `against` to the next
    against: str = "casual"
    deals: int = 200  # of a comparison

    def check(self) -> None:
        """Raise BadInput for what cannot be trained."""
        facts = games.facts(self.game)
        facts.check_players(self.players)
        facts.read_options(dict(self.options), self.players)
        limits = {
            "decisions": (self.decisions, 0, 10**12),
            "clone_decisions": (self.clone_decisions, 1000, 10**9),
            "hidden": (self.hidden, 8, 4096),
            "rows": (self.rows, 1, 1 << 20),
            "clone_rows": (self.clone_rows, 1, 1 << 20),
            "passes": (self.passes, 1, 100),
            "every": (self.every, 1, 10**6),
            "deals": (self.deals, 2, 10**5),
            "batch": (self.batch, 2, 1 << 16),
            "seed": (self.seed, 0, 2**31),
        }
        for name, (value, low, high) in limits.items():
            if not low <= value <= high:
                raise BadInput(name, value, f"{low:,} to {high:,}")
        if not self.clone and not self.decisions:
            raise BadInput("decisions", 0, "more than 0, or a level to clone")


class CurvePoint(msgspec.Struct, frozen=True):
    """One point of the curve."""

    part: str  # "clone" or "play"
    decisions: int  # so far, in this part
    seconds: float  # of the processor, of the learner's process
    wins: float  # the share against `against`: even play is 0.5
    low: float | None
    high: float | None
    entropy: float  # of the choices, in nats
    explained: float  # the share of the outcomes' variance that the value explains
