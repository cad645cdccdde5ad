"""The arena: bots play the same deals in rotated seats, so that the luck of the deal cancels out.

A deal is the unit of work: it is played once for each bot in the list, each time with the bots one
seat further. The same function plays it in this process, in other processes and on Ray. `figures`
turns the results into statistics.
"""

import hashlib
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from functools import cache, partial
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.bots.levels import read_bot
from elftafel.bots.outside import OutsideBot, seated, source_of
from elftafel.bots.thinking import Standing
from elftafel.errors import BadInput
from elftafel.games.facts import Data, Options
from elftafel.games.game import Game
from elftafel.kernel.jit import PACKAGE, source_key
from elftafel.lab.choices import CROWD, Watcher, check_choices
from elftafel.lab.estimates import progress_bar
from elftafel.lab.workers import finished
from elftafel.match import MOST_ROUNDS, Match, Seat, seed_from

if TYPE_CHECKING:
    from elftafel.lab.runs import Run

MOST_DEALS = 1_000_000
WAKING = 3  # decisions of a bot before its times are measured
OCTAVE = 8  # bins of thinking times between a time and twice that time
SEED = "elftafel"


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides the result of a comparison, except the number of deals."""

    game: str
    players: int
    rounds: int  # of the match that is played with each deal
    bots: tuple[str, ...]  # as written: LEVEL or LEVEL@BUDGET
    options: dict[str, Any]
    data: dict[str, Any] | None  # the game's replaceable table, if it has one
    seed: str
    sources: str  # a hash of rules and bots
    choices: bool = False  # judge every choice of the one bot that is not `sensible`

    @property
    def kinds(self) -> tuple[str, ...]:
        """The different bots, in the order of the list."""
        return tuple(dict.fromkeys(self.bots))

    def seating(self, rotation: int) -> tuple[str, ...]:
        """Who sits where in a rotation; in all of them every bot sits once in every seat."""
        return tuple(self.bots[(seat + rotation) % len(self.bots)] for seat in range(self.players))


class Times(msgspec.Struct):
    """Thinking times of one bot in nanoseconds; bin n begins at 2^(n/8)."""

    count: int = 0
    total: int = 0
    worst: int = 0
    bins: dict[int, int] = msgspec.field(default_factory=dict)

    def add(self, nanoseconds: int) -> None:
        """Add one decision."""
        self.count += 1
        self.total += nanoseconds
        self.worst = max(self.worst, nanoseconds)
        place = int(OCTAVE * log2(max(1, nanoseconds)))
        self.bins[place] = self.bins.get(place, 0) + 1


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    """A finished deal: for each rotation the points by round and seat, and the seats that won."""

    number: int
    points: list[list[list[int]]]
    won: list[list[int]]
    times: list[Times]  # of each different bot, in the order of Setup.kinds
    # For each rotation what the choices gained; empty if they are not judged.
    gains: list[float] = msgspec.field(default_factory=list)

    def fits(self, setup: Setup) -> bool:
        """True if this can be a deal of that comparison."""
        return (
            len(self.points) == len(self.won) == len(setup.bots)
            and len(self.gains) == (len(setup.bots) if setup.choices else 0)
            and len(self.times) == len(setup.kinds)
            and all(len(match) == setup.rounds for match in self.points)
            and all(len(seats) == setup.players for match in self.points for seats in match)
            and all(seats and set(seats) <= set(range(setup.players)) for seats in self.won)
        )


def prepare(
    game: Game,
    options: Options,
    bots: Sequence[str],
    players: int,
    rounds: int = 1,
    seed: str | None = None,
    choices: bool = False,
) -> Setup:
    """A comparison from checked values; raises BadInput for others."""
    if not bots:
        raise BadInput("bots", "", "name at least one bot, as in expert,casual")
    for bot in bots:
        read_bot(bot, yardstick=True)
    game.facts.check_players(players)
    options.check(players)
    if len(bots) > players:
        raise BadInput("bots", ",".join(bots), f"{len(bots)} bots do not fit at a table of {players}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput("rounds", rounds, f"a match has 1 to {MOST_ROUNDS} rounds", "AL-2")
    if seed is not None and not seed.isprintable():
        raise BadInput("seed", ascii(seed)[:40], "letters, digits and other signs that can be shown")
    if choices:
        check_choices(bots, players, rounds)
    return Setup(
        game=game.facts.name,
        players=players,
        rounds=rounds,
        bots=tuple(bots),
        options=plain(options),
        data=plain(game.data),
        seed=SEED if seed is None else seed,
        sources=sources(tuple(dict.fromkeys(bots))),
        choices=choices,
    )


def plain(value: Options | Data | None) -> Any:
    """A value as it is read from a run file."""
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def sources(kinds: tuple[str, ...] = ()) -> str:
    """A hash of the rules and the bots: with other sources results are not comparable.

    Of a policy from outside, its own module counts.
    """
    digest = hashlib.sha256(source_key().encode())
    for path in deciding_files():
        digest.update(path.read_bytes())
    for spec in map(partial(read_bot, yardstick=True), kinds):
        if spec.is_outside:
            digest.update(source_of(spec.level))
    return digest.hexdigest()[:16]


def deciding_files() -> list[Path]:
    """The files that decide a result, besides those that are compiled.

    These are the matches, games and bots, and how bots are seated here.
    """
    rooms = [path for room in ("games", "bots") for path in sorted((PACKAGE / room).rglob("*.py"))]
    rooms = [path for path in rooms if path.name not in ("terminal.py", "drawing.py")]  # they only draw
    return [PACKAGE / "match.py", Path(__file__), PACKAGE / "lab" / "choices.py", *rooms]


def new_match(setup: Setup, number: int, rotation: int) -> Match:
    """The match of a deal in one rotation. Its cards depend on the number of the deal alone."""
    game = games.load(setup.game)
    return Match(
        game,
        game.facts.read_options(setup.options, setup.players),
        tuple(Seat(bot[:40], bot) for bot in setup.seating(rotation)),
        deal_seed(setup, number),
        setup.rounds,
        data=game.read_data(setup.data),
    )


def deal_seed(setup: Setup, number: int) -> bytes:
    """The seed of a deal's cards."""
    return seed_from(f"{setup.seed} deal {number}")


def new_bot(setup: Setup, game: Game, text: str, number: int, rotation: int, seat: int) -> Bot | OutsideBot:
    """The bot for a seat, with a seed of its own."""
    return seated(game, read_bot(text, yardstick=True), own_seed(setup, number, rotation, seat))


def own_seed(setup: Setup, number: int, rotation: int, seat: int) -> int:
    """The seed of the bot in a seat.

    The number after the last seat gives that of the watcher who judges choices.
    """
    own = hashlib.sha256(deal_seed(setup, number) + bytes((rotation, seat))).digest()
    return int.from_bytes(own[:8], "little") >> 1


def play_deal(setup: Setup, number: int) -> Deal:
    """Play one deal in all its rotations."""
    wake(setup)
    kinds = setup.kinds
    deal = Deal(number, [], [], [Times() for _ in kinds])
    for rotation in range(len(setup.bots)):
        match = new_match(setup, number, rotation)
        seating = setup.seating(rotation)
        bots = [new_bot(setup, match.game, bot, number, rotation, seat) for seat, bot in enumerate(seating)]
        watcher = None
        if setup.choices:
            seat = next(seat for seat, bot in enumerate(seating) if bot != CROWD)
            watcher = Watcher(match.game, seat, own_seed(setup, number, rotation, setup.players))
        play_match(match, bots, [deal.times[kinds.index(bot)] for bot in seating], watcher)
        if watcher is not None:
            deal.gains.append(watcher.gain)
        deal.points.append([list(result.points) for result in match.results])
        deal.won.append(match.winners)
    return deal


def play_match(
    match: Match, bots: Sequence[Bot | OutsideBot], times: Sequence[Times], watcher: Watcher | None = None
) -> None:
    """Play a match to its end.

    A bot is not asked where there is only one legal move; such moves take no time.
    """
    while True:
        standing = Standing.of(match)
        while not match.state.over:
            legal = match.game.legal(match.state)
            if len(legal) == 1:
                match.apply(legal[0])
                continue
            seat = int(match.state.seat)
            before = time.perf_counter_ns()
            action = bots[seat].choose(match.state, standing)
            times[seat].add(time.perf_counter_ns() - before)
            if watcher is not None and seat == watcher.seat:
                watcher.see(match.state, action)
            match.apply(action)
        if match.over:
            return
        match.next_round()


_awake: set[tuple[str, ...]] = set()


def wake(setup: Setup) -> None:
    """Let every bot decide a few times in this process, before its time is measured.

    Otherwise loading machine code would count as thinking. A bot that searches must have searched
    once, since not every level searches for every decision.
    """
    here = sources(setup.kinds)
    if here != setup.sources:
        raise BadInput("sources", here, f"rules and bots here are not those of the comparison, {setup.sources}")
    for text in setup.kinds:
        if (setup.game, text) not in _awake:
            match = new_match(setup, 0, 0)
            bot, seat = new_bot(setup, match.game, text, 0, 0, 0), int(match.state.seat)
            decided = 0
            while not match.state.over and (
                decided < WAKING or (isinstance(bot, Bot) and bot.budget and not bot.thinker.workers)
            ):
                action, *others = match.game.legal(match.state)
                if others and match.state.seat == seat:
                    action = bot.choose(match.state, Standing.of(match))
                    decided += 1
                match.apply(action)
            _awake.add((setup.game, text))


def play(
    setup: Setup, deals: int, run: "Run", *, jobs: int = 1, on_ray: bool = False, progress: bool = False, what: str = ""
) -> list[Deal]:
    """The first `deals` deals of a comparison, in order.

    Deals that are not in the run file yet are played and added to it.
    """
    missing = [number for number in range(deals) if number not in run.deals]
    with progress_bar(deals, progress, what or "deals", deals - len(missing)) as advance:
        try:
            if jobs > 1 and missing:
                wake(setup)  # compiles what is not in the cache, once for all processes
            with closing(finished(play_deal, setup, missing, jobs, on_ray)) as coming:
                for deal in coming:
                    run.add(deal)
                    advance(1)
        except KeyboardInterrupt:
            done = sum(number in run.deals for number in range(deals))
            print(f"\nStopped after {done} of {deals} deals. The same command continues.", file=sys.stderr)
            raise
    return [run.deals[number] for number in range(deals)]
