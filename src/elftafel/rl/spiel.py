"""OpenSpiel: every game as a registered Python game, `pyspiel.load_game("python_elftafel_…(players=3)")`.

Chance moves once, at the beginning: it picks one of `deals` deals, and with it all that is drawn later. So a history of
actions is a whole game, and OpenSpiel's own serialization works. `resample_from_infostate` deals everything that a
player cannot know anew, evenly (`redeal`): for its information-set search.

Importing this module registers the games.
"""

import json
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel

from elftafel import games
from elftafel.errors import BadInput
from elftafel.games.facts import Facts
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.rl.history import COLUMNS, Histories
from elftafel.rl.names import spiel_name
from elftafel.rl.table import EpisodeTable
from elftafel.rl.terms import Terms

DEALS = 1000
HISTORY = 512
LONGEST = 20_000  # decisions of a round: more than there ever are
LIMBS = 4  # a number of the journal as parts of 16 bits, which a 32-bit float holds exactly
MOST_POINTS = 2000.0
ROW = 2 + 3 * LIMBS


def game_type(facts: Facts) -> pyspiel.GameType:
    """How OpenSpiel is told of a game."""
    low, high = facts.players
    return pyspiel.GameType(
        short_name=spiel_name(facts.name),
        long_name=f"{facts.title} (Elftafel)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": low,
            "reward": "win",
            "options": "{}",  # JSON; `;` for `,`, which would end the parameter
            "deals": DEALS,
            "history": HISTORY,  # steps in an information-state tensor
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game for OpenSpiel; `register` makes a class of each."""

    name: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, kind = self.name, self.kind
        given = {**kind.parameter_specification, **(params or {})}
        try:
            options = json.loads(given["options"].replace(";", ","))
        except json.JSONDecodeError:
            raise BadInput("options", given["options"], 'JSON with ; for , as in {"opening":"drawn"}') from None
        self.terms = Terms.of(name, int(given["players"]), options, given["reward"])
        self.deals, self.history = int(given["deals"]), int(given["history"])
        if self.deals < 1 or self.history < 1:
            raise BadInput("deals, history", [self.deals, self.history], "at least 1")
        bound = {"win": 1.0, "points": MOST_POINTS, "mixed": MOST_POINTS}[given["reward"]]
        facts = self.terms.game.facts
        info = pyspiel.GameInfo(
            num_distinct_actions=facts.action_count,
            max_chance_outcomes=self.deals,
            num_players=self.terms.players,
            min_utility=-bound,
            max_utility=bound,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> "SpielState":
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What writes observations and information states."""
        if params:
            raise BadInput("params", params, "the observer has no parameters")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: before the deal, or a position with what each seat saw on the way to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.played = PlayedSoFar(game.terms, game.deals)

    def current_player(self) -> int:
        """Whose turn it is."""
        return self.played.current()

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.table.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        return [(deal, 1 / self.played.deals) for deal in range(self.played.deals)]

    def _apply_action(self, action: int) -> None:
        self.played.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        game = self.played.table.terms.game
        return games.load_terminal(game.facts.name).say_move(game.move_of(action))

    def is_terminal(self) -> bool:
        """True when the round is over."""
        return bool(self.played.current() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """What each seat has got."""
        return [float(reward) for reward in self.played.table.rewards]

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """The same game with everything that `player` cannot know dealt anew; `sampler` draws from 0 to 1."""
        other = self.clone()
        other.played.redeal(player, int(sampler() * 2**52))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.played.said()


class PlayedSoFar:
    """What a state holds: a table, and what each seat saw."""

    def __init__(self, terms: Terms, deals: int) -> None:
        self.table, self.deals = EpisodeTable(terms), deals
        self.histories = Histories(terms.game, terms.players)
        self.told: list[list[bytes]] = [[] for _ in range(terms.players)]

    def current(self) -> int:
        """Whose turn it is, as OpenSpiel counts."""
        if self.table.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def apply(self, action: int) -> None:
        """Deal, or play an action."""
        if self.table.state is None:
            self.table.begin(action)
            for seat, told in enumerate(self.told):
                told.append(msgspec.json.encode(self.table.terms.game.view(self.table.state, seat)))
        else:
            self.table.play(action)
        self.histories.see(self.table.steps)
        for seat, told in enumerate(self.told):
            told += map(msgspec.json.encode, self.table.terms.game.events(self.table.steps, seat))

    def redeal(self, seat: int, seed: int) -> None:
        """Replace what a seat cannot know."""
        verbs.redeal(self.table.state, seat, new_luck(seed))
        self.table.legal = self.table.terms.game.legal(self.table.state)

    def said(self) -> str:
        """The state for people."""
        if self.table.state is None:
            return "before the deal"
        return msgspec.json.encode(self.table.terms.game.view(self.table.state, None)).decode() + (
            "" if self.table.over else f" legal {self.table.legal}"
        )

    def __deepcopy__(self, memo: Any) -> "PlayedSoFar":
        """A copy that shares only what never changes: this is how OpenSpiel clones."""
        return played_again(*self._parts())

    def __reduce__(self) -> Any:
        """This is how OpenSpiel serializes."""
        terms, *parts = self._parts()
        plain = (terms.game.facts.name, terms.players, msgspec.to_builtins(terms.options), terms.reward.value)
        return unpickled, (plain, *parts)

    def _parts(self) -> tuple[Any, ...]:
        table = self.table
        fields = {key: value for key, value in vars(table).items() if key not in ("terms", "state")}
        saved = None if table.state is None else record.save(table.state)
        return (
            table.terms,
            self.deals,
            {**fields, "legal": [*table.legal], "rewards": table.rewards.copy()},
            saved,
            [[*rows] for rows in self.histories.rows],
            [[*told] for told in self.told],
        )


def played_again(
    terms: Terms, deals: int, fields: dict[str, Any], saved: bytes | None, rows: Any, told: Any
) -> PlayedSoFar:
    """What `PlayedSoFar._parts` took apart."""
    played = PlayedSoFar(terms, deals)
    vars(played.table).update(fields)
    if saved is not None:
        played.table.state = record.load(terms.game.record, saved)
    played.histories.rows, played.told = rows, told
    return played


def unpickled(terms: tuple[Any, ...], *parts: Any) -> PlayedSoFar:
    """What `PlayedSoFar.__reduce__` wrote."""
    return played_again(Terms.of(*terms), *parts)


class SpielObserver:
    """Observations, or with perfect recall information states: all that a seat saw and did."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        facts = game.terms.game.facts
        self.recall = kind.perfect_recall
        self.history = game.history
        parts: list[tuple[str, tuple[int, ...]]] = [("observation", (facts.observation_length,))]
        if self.recall:
            parts.append(("history", (game.history, ROW)))
        sizes = [int(np.prod(shape)) for _, shape in parts]
        self.tensor = np.zeros(sum(sizes), np.float32)
        starts = np.cumsum([0, *sizes])
        self.dict = {
            name: self.tensor[start : start + size].reshape(shape)
            for (name, shape), start, size in zip(parts, starts, sizes, strict=False)
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows into `tensor`."""
        self.tensor.fill(0)
        played = state.played
        if played.table.state is None:
            return
        self.dict["observation"][:] = played.table.observe(player)
        if self.recall:
            self.dict["history"][:] = in_limbs(played.histories.latest(player, self.history))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows, as text."""
        played = state.played
        if played.table.state is None:
            return f"seat {player}"
        if self.recall:
            return f"seat {player}\n" + b"\n".join(played.told[player]).decode()
        view = msgspec.json.encode(played.table.terms.game.view(played.table.state, player)).decode()
        return f"seat {player} {view} {played.table.observe(player).tolist()}"


def in_limbs(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Rows of whole numbers as rows of floats that hold them exactly: the long ones in parts of 16 bits."""
    assert rows.shape[1] == COLUMNS
    parts = [rows[:, 2:] >> 16 * limb & 0xFFFF for limb in range(LIMBS)]
    return np.concatenate([rows[:, :2], *parts], axis=1).astype(np.float32)


def register(name: str) -> None:
    """Tell OpenSpiel of one game, by a class: it frees what it was given after the end, when a function would crash."""
    kind = game_type(games.facts(name))
    title = spiel_name(name)
    made = globals()[title] = type(title, (SpielGame,), {"name": name, "kind": kind, "__module__": __name__})
    pyspiel.register_game(kind, made)


for _name in games.NAMES:
    register(_name)
