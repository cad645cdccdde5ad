"""The fast path: many rounds side by side, and one compiled call for a step of all of them.

    rounds = Rounds(Terms.of("…"), 1024, seed=7)
    while True:
        actions = choose(rounds.features, rounds.mask)   # for the seats in rounds.seats
        rounds.step(actions)                             # rounds.rewards, rounds.ended …

All arrays are written in place, and a caller may bring its own. Nothing is copied.
"""

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.errors import BadInput, IllegalMove
from elftafel.games.facts import Facts
from elftafel.kernel import record, steps
from elftafel.rl.crew import Crew
from elftafel.rl.terms import Episode, Terms, key_of, standing

MOST_COUNT = 1 << 20
MOST_THREADS = 64
AT_END = {"same_step": steps.DEAL_AT_ONCE, "next_step": steps.DEAL_AT_NEXT_STEP, "disabled": steps.LEAVE}


class Arrays(msgspec.Struct):
    """What a step writes. Rows are rounds."""

    features: NDArray[Any]  # what the seat at turn observes: int8, or packed uint8
    mask: NDArray[Any]  # its legal actions: int8, or packed uint8
    seats: NDArray[np.int32]  # whose turn it is
    rewards: NDArray[np.float32]  # of every seat
    ended: NDArray[np.bool_]  # True if this step ended the episode
    last: NDArray[Any] | None = None  # [round, seat]: what each seat observed at the end, where `ended`


def widths(terms: Terms, packed: bool) -> tuple[int, int]:
    """How many bytes a row of features and a row of the mask has."""
    facts = terms.game.facts
    more = terms.players + 1 if terms.episode is Episode.MATCH else 0
    if packed:
        return 8 * facts.packed_words + 8 * -(-more // 8), 8 * facts.mask_words
    return facts.observation_length + more, facts.action_count


def new_arrays(terms: Terms, count: int, packed: bool = False, last: bool = False) -> Arrays:
    """Arrays of the right shapes and types."""
    features, mask = widths(terms, packed)
    kind = np.uint8 if packed else np.int8
    return Arrays(
        features=np.zeros((count, features), kind),
        mask=np.zeros((count, mask), kind),
        seats=np.zeros(count, np.int32),
        rewards=np.zeros((count, terms.players), np.float32),
        ended=np.zeros(count, np.bool_),
        last=np.zeros((count, terms.players, features), kind) if last else None,
    )


class Rounds:
    """`count` rounds of one game; see the top of this module.

    - `seed`: round i gets `seed` + i, and the cards of a match with that seed. Without one, 0.
    - `at_end`: what happens to an episode that has ended. `same_step`: the next one is dealt at once;
      `next_step`: at the next step, which ignores the action; `disabled`: `reset` deals it.
    - `packed`: features and mask as bits (see `unpack`).
    - `arrays`: the caller's own arrays (see `new_arrays`).
    """

    def __init__(
        self,
        terms: Terms,
        count: int,
        *,
        seed: int = 0,
        at_end: str = "same_step",
        packed: bool = False,
        threads: int = 1,
        arrays: Arrays | None = None,
    ) -> None:
        if not 1 <= count <= MOST_COUNT:
            raise BadInput("count", count, f"1 to {MOST_COUNT} rounds")
        if not 1 <= threads <= MOST_THREADS:
            raise BadInput("threads", threads, f"1 to {MOST_THREADS}")
        if terms.history:
            raise BadInput("history", terms.history, "0: histories are for environments that take a step at a time")
        if at_end not in AT_END:
            raise BadInput("at_end", at_end, f"one of {', '.join(AT_END)}")
        self.terms, self.count, self.at_end, self.packed = terms, count, at_end, packed
        self.arrays = new_arrays(terms, count, packed) if arrays is None else arrays
        check_arrays(self.arrays, new_arrays(terms, 1, packed, last=True), count)
        facts, match = terms.game.facts, terms.episode is Episode.MATCH
        self.states = np.zeros(count, terms.game.record)
        self.dealt = np.zeros(count, np.int64)  # rounds dealt so far in each
        self.totals = np.zeros((count, terms.players), np.int64)  # of the match
        self.rounds_left = np.zeros(count, np.int64)  # of the match, after this one
        self._keys = np.zeros((count, 8), np.uint32)
        self._starters = np.zeros(count, np.int32)
        self._actions = np.zeros(count, np.int64)
        self._waiting = np.zeros(count, np.bool_)  # episodes that are over, without `same_step`
        self._allowed = np.zeros((count, facts.mask_words), np.uint64)
        self._outs = np.zeros(threads, record.OUT)
        self._template = terms.game.template(terms.options, terms.players, bytes(32)).view(np.ndarray)
        self._plan = np.zeros(1, steps.PLAN)
        self._counters = self._plan.view(np.int64)
        plan = self._plan[0]
        plan.count = count
        plan.at_end = steps.LEAVE if match else AT_END[at_end]
        plan.for_win = 0.0 if match else terms.for_win
        plan.for_points, plan.mean_off = terms.for_points, terms.mean_off
        plan.show_end = self.arrays.last is not None
        words = np.uint64 if packed else np.int8
        self._features, self._mask = self.arrays.features.view(words), self.arrays.mask.view(words)
        last = self.arrays.features[:0] if self.arrays.last is None else self.arrays.last
        self._last = last.reshape(-1, last.shape[-1]).view(words)
        self._crew = Crew(threads) if threads > 1 else None
        self.reset(seed)

    @property
    def features(self) -> NDArray[Any]:
        """What the seat at turn observes."""
        return self.arrays.features

    @property
    def mask(self) -> NDArray[Any]:
        """The legal actions of the seat at turn; none where a round is over."""
        return self.arrays.mask

    @property
    def seats(self) -> NDArray[np.int32]:
        """Whose turn it is; where a round is over, who made the last move."""
        return self.arrays.seats

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step paid to every seat."""
        return self.arrays.rewards

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which episodes the last step ended."""
        return self.arrays.ended

    def reset(self, seed: int | list[int] | None = None, which: NDArray[np.bool_] | None = None) -> None:
        """Begin new episodes, all or those in `which`; without a seed, the next ones of the same seeds."""
        chosen = np.ones(self.count, np.bool_) if which is None else self._which(which)
        if seed is not None:
            seeds = [seed + i for i in range(self.count)] if isinstance(seed, int | np.integer) else list(seed)
            if len(seeds) != self.count:
                raise BadInput("seed", len(seeds), f"one number, or {self.count} of them")
            for i in np.flatnonzero(chosen):
                self._keys[i] = np.frombuffer(key_of(seeds[i]), "<u4")
            self.dealt[chosen] = 0
            self._starters[chosen] = 0
        elif self.terms.episode is Episode.MATCH:
            self._starters[chosen] = self.dealt[chosen] // self.terms.rounds % self.terms.players
        self._begin(chosen)

    def _which(self, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        if np.shape(which) != (self.count,) or np.asarray(which).dtype != np.bool_:
            raise BadInput("which", np.shape(which), f"{self.count} truth values")
        return np.asarray(which)

    def _begin(self, chosen: NDArray[np.bool_]) -> None:
        """Start episodes with the rounds that come next."""
        self.totals[chosen] = 0
        self.rounds_left[chosen] = self.terms.rounds
        self._waiting[chosen] = False
        self._deal(chosen)

    def _deal(self, chosen: NDArray[np.bool_]) -> None:
        self.rounds_left[chosen] -= 1
        self._actions[:] = np.where(chosen, steps.DEAL, steps.STAY)
        self._run()
        self._add_standing(self.arrays.features, self.arrays.seats)

    def step(self, actions: Any) -> None:
        """Apply one action to each round. If one is illegal, nothing is changed."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadInput("actions", f"{given.dtype}{given.shape}", f"{self.count} whole numbers")
        self._actions[:] = given
        bad = steps.first_not_allowed(self._allowed, self._actions, self.count)
        if bad != steps.ALL_LEGAL:
            self._refuse(int(bad))
        again = self._waiting.copy() if self.terms.episode is Episode.MATCH and self._waiting.any() else None
        self._run()
        if self.terms.episode is Episode.MATCH:
            self._go_on(again)
        elif self.at_end != "same_step":
            self._waiting = self.arrays.ended | (self._waiting & (self.at_end == "disabled"))

    def _run(self) -> None:
        """Let all threads do what `_actions` says."""
        self._counters[1] = 0
        self._counters[0] = 0
        if self._crew is None:
            self._work(0)
        else:
            self._crew.call(self._work)
            steps.wait_for_all(self._plan)

    def _work(self, thread: int) -> None:
        steps.step_shares(
            self._plan, thread, self._template, self.states, self._keys, self.dealt, self._starters, self._actions,
            self._outs, self._allowed, self._features, self._mask, self.arrays.seats, self.arrays.rewards,
            self.arrays.ended, self._last,
        )  # fmt: skip

    def _refuse(self, i: int) -> None:
        """Raise what is wrong with the action of round i."""
        game, action = self.terms.game, int(self._actions[i])
        state = self.states[i]
        try:
            problem = IllegalMove(game.rule_against(state, action), game.move_of(action))
        except BadInput as error:
            raise BadInput(f"actions[{i}]", action, error.expected) from None
        raise IllegalMove(problem.rule, f"actions[{i}] = {action}, {problem.move},")

    def _go_on(self, again: NDArray[np.bool_] | None) -> None:
        """In matches: count the points of rounds that have ended, and begin the next."""
        over = self.arrays.ended.copy()
        going = np.zeros(self.count, np.bool_)
        for i in np.flatnonzero(over):
            points = self.terms.game.scores(self.states[i])
            self.totals[i] += points
            if self.rounds_left[i]:
                self._starters[i] = self.terms.game.next_starter(int(self.states[i]["starter"]), points)
                going[i] = True
                self.arrays.ended[i] = False
            else:
                self.arrays.rewards[i] += self.terms.pay_win(self.totals[i].tolist())
        finished = over & ~going
        if self.arrays.last is not None and finished.any():
            for seat in range(self.terms.players):
                self._add_standing(self.arrays.last[:, seat], np.full(self.count, seat))
        paid, done = self.arrays.rewards.copy(), self.arrays.ended.copy()
        if going.any():
            self._deal(going)
        fresh = finished if self.at_end == "same_step" else again if self.at_end == "next_step" else None
        if self.at_end != "same_step":
            self._waiting |= finished
        if fresh is not None and fresh.any():
            self._starters[fresh] = self.dealt[fresh] // self.terms.rounds % self.terms.players
            self._begin(fresh)
        self.arrays.rewards[:], self.arrays.ended[:] = paid, done
        self._add_standing(self.arrays.features, self.arrays.seats)

    def _add_standing(self, features: NDArray[Any], seats: NDArray[Any]) -> None:
        if self.terms.episode is Episode.MATCH:
            facts = self.terms.game.facts
            start = 8 * facts.packed_words if self.packed else facts.observation_length
            told = standing(self.totals, self.rounds_left, seats)
            features[:, start : start + told.shape[1]] = told.view(features.dtype)

    def observe(self, seats: Any, features: NDArray[Any] | None = None) -> NDArray[Any]:
        """What any seat, at turn or not, observes of each round: one seat for all, or one each."""
        wanted = np.broadcast_to(np.asarray(seats, np.int64), (self.count,))
        if ((wanted < 0) | (wanted >= self.terms.players)).any():
            raise BadInput("seats", seats, f"the seats are 0 to {self.terms.players - 1}")
        out = np.zeros_like(self.arrays.features) if features is None else features
        check_array(out, "features", self.arrays.features[:1], self.count)
        words = np.uint64 if self.packed else np.int8
        steps.observe_seats(self.states, np.ascontiguousarray(wanted), out.view(words))
        self._add_standing(out, wanted)
        return out


def check_arrays(given: Arrays, like: Arrays, count: int) -> None:
    """Raise BadInput for arrays that a step cannot write to."""
    for name in ("features", "mask", "seats", "rewards", "ended", "last"):
        array = getattr(given, name)
        if array is not None:
            check_array(array, name, getattr(like, name), count)


def check_array(array: Any, name: str, like: NDArray[Any], count: int) -> None:
    """Raise BadInput unless this is an array like the other, with `count` rows."""
    shape = (count, *like.shape[1:])
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != like.dtype:
        told = f"{getattr(array, 'dtype', type(array).__name__)}{getattr(array, 'shape', '')}"
        raise BadInput(name, told, f"an array {like.dtype}{shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise BadInput(name, "an array", "it must be contiguous and writeable")


def unpack(facts: Facts, features: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Packed features as the usual ones: rows of int8."""
    size = 8 * facts.packed_words
    bits = np.unpackbits(features[..., :size], axis=-1, bitorder="little").view(np.int8)
    numbers = features.view(np.int8)
    parts = [
        (bits if feature.bits else numbers)[..., at : at + feature.length]
        for feature, at in zip(facts.observation, facts.packed, strict=True)
    ]
    return np.concatenate([*parts, numbers[..., size:]], axis=-1)


def unpack_mask(facts: Facts, mask: NDArray[np.uint8]) -> NDArray[np.int8]:
    """A packed mask as the usual one."""
    return np.unpackbits(mask, axis=-1, count=facts.action_count, bitorder="little").view(np.int8)
