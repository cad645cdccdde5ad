"""What a careful player of 11! the board game can tell from what it sees, worked out on paper, not from the record.

For each other seat the witness writes down every tile that came to the rack and every tile that left it, with the
time, and whenever the seat was stuck, what would have fitted. Then a rack is possible if each tile that left or is
there can be matched to one that came: not before it was elsewhere, and with no time in between at which the seat was
stuck though the tile fitted.
"""

from collections.abc import Hashable, Iterator
from itertools import combinations
from math import inf
from typing import Any

from elftafel.games.start11 import board as b
from elftafel.games.start11.facts import ROWS
from elftafel.games.start11.table import (
    Asked,
    Drew,
    DrewToLay,
    Gave,
    JokerTile,
    Laid,
    NumberTile,
    Origin,
    Passed,
    SymbolTile,
    Tile,
    tiles_in,
)
from elftafel.kernel.record import Record
from tests.games.start11.scenes import play, scene, tile


class Witness:
    """One seat that remembers all it has seen."""

    def __init__(self, game: Any, seat: int, view: Any, events: list[Any]) -> None:
        self.me = seat
        self.players = view.table.players
        self.others = [s for s in range(self.players) if s != seat]
        self.bridges = {(ROWS.index(bridge.rows[0]), bridge.number) for bridge in view.table.bridges}
        self.filled: set[tuple[int, int]] = set()
        self.clock = 0
        first_size = 15 if self.players == 4 else 20
        self.came: dict[int, list[tuple[float, Tile | None]]] = {s: [(0, None)] * first_size for s in self.others}
        self.left: dict[int, list[tuple[float, Tile | None]]] = {s: [] for s in self.others}
        self.stuck: dict[int, list[tuple[float, set[Tile]]]] = {s: [] for s in self.others}
        self.gave: dict[Tile, list[float]] = {}
        self.clock = 1
        starter = view.table.turn
        for step in range(self.players):
            before = (view.table.starter + step) % self.players
            if before == starter and not any(isinstance(e, Laid) for e in events):
                break
            if before in self.stuck:
                self.stuck[before].append((1, {NumberTile(colour, 11) for colour in ROWS}))
        self.see(view, events)

    def fitting(self) -> set[Tile]:
        """The tiles that could be laid now, by their kind."""
        found: set[Tile] = set()
        for row, colour in enumerate(ROWS):
            for place in range(22):
                if (row, place) in self.filled:
                    continue
                beside = (row, place - 1) in self.filled or (row, place + 1) in self.filled
                column = place in (1, 20) and any((r, place) in self.filled for r in range(4))
                bridge = ((row, place) in self.bridges and (row + 1, place) in self.filled) or (
                    (row - 1, place) in self.bridges and (row - 1, place) in self.filled
                )
                if beside or column or bridge or place == 11:
                    if place in (0, 21):
                        found.add(SymbolTile(colour))
                    else:
                        found.add(JokerTile(place) if place in b.JOKER_NUMBERS else NumberTile(colour, place))
        return found

    def see(self, view: Any, events: list[Any]) -> None:
        """What happened next."""
        for event in events:
            self.clock += 2
            match event:
                case Drew(seat=seat) if seat != self.me:
                    self.came[seat].append((self.clock, None))
                    self.stuck[seat].append((self.clock + 1, self.fitting()))
                case DrewToLay(seat=seat, bonus=False) if seat != self.me:
                    self.stuck[seat].append((self.clock, self.fitting()))
                case Passed(seat=seat) if seat != self.me:
                    self.stuck[seat].append((self.clock, self.fitting()))
                case Laid(seat=seat, tile=laid, space=space, origin=origin):
                    if seat != self.me and origin == Origin.DRAWN and not self.placing:
                        self.stuck[seat].append((self.clock, self.fitting()))
                    if seat != self.me and origin not in (Origin.DRAWN, Origin.BONUS):
                        self.left[seat].append((self.clock, laid))
                    self.filled.add((ROWS.index(space.colour), space.place))
                case Gave(seat=seat, to=to, tile=given):
                    if seat != self.me:
                        self.left[seat].append((self.clock, given))
                    else:
                        assert given is not None, "the giver sees it"
                        self.gave.setdefault(given, []).append(self.clock)
                    if to != self.me:
                        self.came[to].append((self.clock, given))
            self.placing = isinstance(event, DrewToLay)
        self.table = view.table

    placing = False

    def check(self, state: Record) -> None:
        """The hidden tiles in `state` are possible."""
        for seat in self.others:
            held = list(tiles_in(state.racks[seat]))
            assert len(held) == self.table.rack_sizes[seat]
            items = [*self.left[seat], *((inf, tile) for tile in held)]
            assert len(items) == len(self.came[seat])
            assert self.match(seat, items), f"seat {seat} cannot hold {held}"
        in_bag = tiles_in(state.bag)
        for given in self.gave:
            if isinstance(given, NumberTile):
                assert given not in in_bag
        if self.table.turn in self.others and self.table.bag:
            held_now = set(tiles_in(state.racks[self.table.turn]))
            if self.table.asked == Asked.FIRST:
                assert any(isinstance(t, NumberTile) and t.number == 11 for t in held_now)
            elif self.table.asked == Asked.TURN and self.table.laid == 0:
                assert held_now & self.fitting()

    def may(self, seat: int, item: tuple[float, Tile | None], slot: tuple[float, Tile | None]) -> bool:
        """Whether this tile that left (or is there) can be that one that came.

        Exact with two players. With more, three fine points are left open: which of the tiles that a left neighbour
        handed on took which of my gifts, which of my gifts came at which of these times, and where given jokers and
        symbols are once such a one was laid.
        """
        (until, tile), (since, known) = item, slot
        several = self.players > 2
        if several and not isinstance(known, NumberTile):
            known = None
        if tile is None and known is not None:
            return several or since < until
        if since >= until or (known is not None and tile != known):
            return False
        if tile is None:
            return True
        if isinstance(tile, NumberTile):
            first_gift = min(t for times in self.gave.values() for t in times) if several and self.gave else inf
            if any(since < min(time, first_gift) and time < until for time in self.gave.get(tile, ())):
                return False  # it was mine in between
        return not any(since < time < until and tile in fitting for time, fitting in self.stuck[seat])

    def match(self, seat: int, items: list[tuple[float, Tile | None]]) -> bool:
        """Whether all items can be matched, by augmenting paths."""
        slots = self.came[seat]
        taken: dict[int, int] = {}
        edges = [[j for j, slot in enumerate(slots) if self.may(seat, item, slot)] for item in items]

        def place(i: int, tried: set[int]) -> bool:
            for j in edges[i]:
                if j not in tried:
                    tried.add(j)
                    if j not in taken or place(taken[j], tried):
                        taken[j] = i
                        return True
            return False

        return all(place(i, set()) for i in sorted(range(len(items)), key=lambda i: len(edges[i])))


def arrangement(state: Record, seat: int) -> Hashable:
    """Who holds which kinds of tiles; the bag has the rest."""
    return tuple(tiles_in(state.racks[s]) for s in range(state.players) if s != seat)


def share(names: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal distinct tiles to racks of these sizes; what is left is the bag."""
    if not sizes:
        yield []
        return
    for chosen in combinations(names, sizes[0]):
        rest = [name for name in names if name not in chosen]
        for others in share(rest, sizes[1:]):
            yield [chosen, *others]


def enumerate_all(state: Record, seat: int, possible: Any, certain: tuple[int, ...] = ()) -> dict[Hashable, int]:
    """Every arrangement of the tiles hidden from `seat` for which `possible(racks)` holds, with its number of deals.

    The `certain` tiles, by name, are on the first of the other racks.
    """
    others = [s for s in range(state.players) if s != seat]
    sets = [state.bag, *(state.racks[s] for s in others)]
    names = [r << b.NAME | p for words in sets for r in range(4) for p in range(22) if int(words[r]) >> p & 1]
    sizes = [int(b.rack_size(state, s)) for s in others]
    found: dict[Hashable, int] = {}
    for deal in share(names, sizes):
        if not set(certain) <= set(deal[0]):
            continue
        racks = []
        for chosen in deal:
            words = [0, 0, 0, 0]
            for name in chosen:
                words[name >> b.NAME] |= 1 << (name & b.PLACE)
            racks.append(tiles_in(words))
        if possible(*racks):
            key = tuple(racks)
            found[key] = found.get(key, 0) + 1
    return found


def small_positions() -> Iterator[tuple[Record, int, dict[Hashable, int]]]:
    """Positions with few hidden tiles, and all that the seat must hold possible."""
    yield stuck_then_gift()
    yield gift_handed_on()
    yield unknown_gift_after_being_stuck()
    yield joker_gift_among_jokers()


Position = tuple[Record, int, dict[Hashable, int]]


def pass_though_the_bag_is_not_empty(state: Record) -> None:
    """The seat at turn is stuck, as if it had drawn nothing."""
    held, state.bag[:] = state.bag.copy(), 0
    play(state, "pass")
    state.bag[:] = held


def stuck_then_gift() -> Position:
    """Two players. Seat 1 was stuck when the yellow 12 and 10 and all 11s fitted; then seat 0 gave it the yellow 12.

    It has the yellow 12 for certain, and none of the other tiles that fitted then.
    """
    state = scene("y11", "y12 y10 y9 y8 g20 b20", "y14 r2 b2", bag="r4 r5 b4 r11 b11 g11", turn=1)
    pass_though_the_bag_is_not_empty(state)
    play(state, "y10", "y9", "give y12")
    barred = {tile("r11"), tile("b11"), tile("g11")}
    return state, 0, enumerate_all(state, 0, lambda one: tile("y12") in one and not barred & set(one))


def gift_handed_on() -> Position:
    """Three players. Seat 0 gave the green 20 and later the green 19 to seat 1, which then handed on one tile.

    Both are with seat 1 or 2, and not both with seat 2. Seat 2 then passed: it has nothing that fits.
    """
    state = scene(
        "y11 r11 b11 g11",
        "y10 y9 b10 b9 g20 g19 r20",
        "r12 r10 r9 r8 b1 b2 b4",
        "g1 g2 y1 b5",
    )
    play(state, "y10", "y9", "give g20", "r12", "end", "pass")
    play(state, "b10", "b9", "give g19", "r10", "r9", "give b1", "pass")
    given = {tile("g19"), tile("g20")}

    def possible(one: tuple[Tile, ...], two: tuple[Tile, ...]) -> bool:
        return not given <= set(two) and tile("r8") not in two

    return state, 0, enumerate_all(state, 0, possible)


def unknown_gift_after_being_stuck() -> Position:
    """Three players. Seat 2 was stuck, then got an unknown tile from seat 1: it has one at most that fitted then.

    The bag is not empty and seat 2 did not have to draw, so it can lay: that one, or the red 8 that fits since.
    """
    state = scene(
        "y11 r11 b11 g11",
        "y12 y20 b20",
        "r12 r10 r9 b10 b12 b1",
        "g1 r8 y1",
        bag="g10 b5",
        turn=2,
    )
    pass_though_the_bag_is_not_empty(state)
    play(state, "y12", "end", "r10", "r9", "give b10")
    lacked = {tile(word) for word in ("b12", "b10", "g10", "r12")}

    def possible(one: tuple[Tile, ...], two: tuple[Tile, ...]) -> bool:
        return len(lacked & set(two)) <= 1 and bool((lacked | {tile("r8")}) & set(two))

    return state, 0, enumerate_all(state, 0, possible)


def joker_gift_among_jokers() -> Position:
    """Two players. Seat 0 gave a joker 7, seat 1 laid a joker 7, then seat 0 gave a joker 3.

    That joker 3 is with seat 1, other 3s and 7s may be too. Seat 1 did not have to draw: it has the red or the blue 12.
    """
    state = scene("y11 y7 r11 r6 b11", "y10 y9 b10 b9 j7 j3 r20", "r12 r1 j7 y1 b12", bag="j3 j7 b5 b6")
    play(state, "y10", "y9", "give j7", "r7", "end", "b10", "b9", "give j3")
    twelves = {tile("r12"), tile("b12")}
    first_three = 3  # the first joker 3 of the scene, by name
    return state, 0, enumerate_all(state, 0, lambda one: bool(twelves & set(one)), (first_three,))
