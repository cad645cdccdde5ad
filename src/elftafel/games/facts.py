"""What a game declares about itself. Nothing here loads compiled code, so lists and help texts are instant."""

from collections import namedtuple
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, ClassVar

import msgspec

from elftafel.errors import BadInput


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options; every field has a default."""

    def check(self, players: int) -> None:
        """Raise BadInput if these options do not go with this number of players."""


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that a host can replace, because the printed game shows it only in a picture."""

    rule: ClassVar[str]  # the id of the ruling about this table

    @classmethod
    def from_file(cls, given: dict[str, Any]) -> Any:
        """The plain values of this struct from those of its TOML file: the same, unless a game says otherwise."""
        return given

    def check(self) -> None:
        """Raise BadInput if the table cannot be played with."""


class Feature(msgspec.Struct, frozen=True):
    """A run of entries in the observation."""

    name: str
    length: int
    meaning: str
    bits: bool = False  # true if every entry is 0 or 1: a packed observation has a bit for each


class ActionRange(msgspec.Struct, frozen=True):
    """A run of action numbers."""

    name: str
    first: int
    count: int
    meaning: str


def offsets_type(names: list[str]) -> Any:
    """The named tuple of where each part of an observation begins."""
    return namedtuple("Offsets", names)


class Facts(msgspec.Struct, frozen=True):
    """The facts of one game."""

    name: str
    title: str
    prefix: str  # of its rule ids
    players: tuple[int, int]
    options: type[Options]
    option_rules: dict[str, str]  # the rule id of each option
    actions: tuple[ActionRange, ...]
    observation: tuple[Feature, ...]
    chance: str  # where chance enters
    hidden: str  # what is hidden from whom
    made_of: str
    swing: float  # standard deviation of the points of one round from seat to seat, in sensible play
    for_points: float  # weight of points in what a bot looks for, 0 to 1; the rest is the win
    widen: float = 0.3  # how wide the tree of a search grows; 0: no tree
    data: type[Data] | None = None  # the type of its replaceable data, if it has any
    rules_version: int = 1
    order: int = 100  # its place in lists of games; games with the same number are listed by name
    suite_deals: dict[str, tuple[int, ...]] = {}
    """Deals of the suite's comparisons, by the lower level and then the number of players: more where luck is larger.

    A level that is not named gets the suite's usual number.
    """

    @property
    def action_count(self) -> int:
        """How many actions there are."""
        return max(a.first + a.count for a in self.actions)

    @property
    def observation_length(self) -> int:
        """How many numbers an observation has."""
        return sum(f.length for f in self.observation)

    @property
    def offsets(self) -> Any:
        """Where each part of the observation begins, as a named tuple: `offsets.hand_sizes`.

        Compiled code takes a named tuple in a module's variable as constants.
        """
        starts = accumulate((feature.length for feature in self.observation[:-1]), initial=0)
        return self._named(starts)

    @property
    def packed(self) -> Any:
        """Where each part begins in a packed observation: a feature of `bits` at a bit, any other at a byte.

        All bits come first, from the lowest of the first byte on; then, from the next 8 bytes on, the other entries.
        """
        bit, byte, starts = 0, 8 * -(-sum(f.length for f in self.observation if f.bits) // 64), []
        for feature in self.observation:
            starts.append(bit if feature.bits else byte)
            if feature.bits:
                bit += feature.length
            else:
                byte += feature.length
        return self._named(starts)

    @property
    def packed_words(self) -> int:
        """How many words of 64 bits a packed observation has."""
        bits = sum(feature.length for feature in self.observation if feature.bits)
        return -(-bits // 64) + -(-(self.observation_length - bits) // 8)

    @property
    def mask_words(self) -> int:
        """How many words of 64 bits a packed set of actions has."""
        return -(-self.action_count // 64)

    def _named(self, starts: Iterable[int]) -> Any:
        return offsets_type([feature.name.replace(" ", "_") for feature in self.observation])(*starts)

    def read_data(self, given: Any, source: str = "…", strict: bool = False) -> Data | None:
        """The game's replaceable table from plain values, checked; None for a game without one."""
        if (given is None) != (self.data is None):
            raise BadInput("data", given, "the table of the game" if given is None else "this game has no table")
        if self.data is None:
            return None
        try:
            data = msgspec.convert(given, self.data, strict=strict)
        except msgspec.ValidationError as error:
            raise BadInput("data", source, str(error), self.data.rule) from None
        data.check()
        return data

    def check_players(self, players: int) -> None:
        """Raise BadInput if the game is not for so many."""
        low, high = self.players
        if not low <= players <= high:
            raise BadInput("players", players, f"{self.title} is for {low} to {high} players")

    def read_options(self, given: dict[str, Any], players: int) -> Options:
        """Options from plain values, checked."""
        try:
            options = msgspec.convert(given, self.options, strict=False)
        except msgspec.ValidationError as error:
            raise BadInput("options", given, str(error)) from None
        options.check(players)
        return options
