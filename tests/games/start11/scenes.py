"""Positions of 11! the board game, written by hand.

Words stand for tiles and spaces: `y12` yellow 12, `j7` a joker 7, `sr` a red symbol; as spaces `y7` is the 7 in the
yellow row, `y0` and `y21` are its symbol spaces.
"""

from typing import Any

from elftafel.games import load
from elftafel.games.facts import Options
from elftafel.games.messages import Move
from elftafel.games.start11 import board as b
from elftafel.games.start11.facts import ROWS
from elftafel.games.start11.limits import know_nothing
from elftafel.games.start11.table import (
    EndTurn,
    Give,
    JokerTile,
    Lay,
    NumberTile,
    Pass,
    Skip,
    Space,
    SymbolTile,
    Tile,
    hand,
    tiles_in,
)
from elftafel.kernel import record
from elftafel.kernel.journal import Step

LETTERS = "yrbg"
game = load("start11")


def row_and_place(word: str) -> tuple[int, int]:
    return LETTERS.index(word[0]), int(word[1:])


def add(words: Any, taken: set[int], word: str) -> None:
    """Put a tile into a set; jokers and symbols get a name that is still free."""
    if word[0] == "j":
        names = [r << b.NAME | int(word[1:]) for r in range(4)]
    elif word[0] == "s":
        names = [LETTERS.index(word[1]) << b.NAME | place for place in (b.LEFT, b.RIGHT)]
    else:
        row, place = row_and_place(word)
        assert place not in b.JOKER_NUMBERS, f"{word} is a joker"
        names = [row << b.NAME | place]
    name = next(n for n in names if n not in taken)
    taken.add(name)
    words[name >> b.NAME] |= 1 << (name & b.PLACE)


def scene(
    lies: str,
    *racks: str,
    bag: str = "",
    turn: int = 0,
    laid: int = 0,
    fresh: str = "",
    symbols: bool = False,
    key: int = 1,
) -> Any:
    """A position in the middle of a round: what lies, the racks, the bag, and the running turn."""
    state = record.empty(game.record)[0]
    state.players = len(racks)
    state.key[0] = key
    game.people.setup(state, game.facts.read_options({"symbols": symbols}, len(racks)), game.data)
    know_nothing(state)
    taken: set[int] = set()
    for word in lies.split():
        row, place = row_and_place(word)
        state.board[row] |= 1 << place
        if 1 <= place <= 20 and place not in b.JOKER_NUMBERS:
            taken.add(row << b.NAME | place)
    for seat, rack in enumerate(racks):
        for word in rack.split():
            add(state.racks[seat], taken, word)
    for word in bag.split():
        add(state.bag, taken, word)
    for word in fresh.split():
        row, place = row_and_place(word)
        state.fresh[row] |= 1 << place
    state.seat = turn
    state.laid = laid
    state.pair = any(int(w) & int(w) << 1 for w in state.fresh)
    return state


def tile(word: str) -> Tile:
    if word[0] == "j":
        return JokerTile(int(word[1:]))
    if word[0] == "s":
        return SymbolTile(ROWS[LETTERS.index(word[1])])
    return NumberTile(ROWS[LETTERS.index(word[0])], int(word[1:]))


def move(words: str) -> Move:
    """`y12` fills a space, `give j7`, `end`, `pass`, `skip`."""
    match words.split():
        case ["end"]:
            return EndTurn()
        case ["pass"]:
            return Pass()
        case ["skip"]:
            return Skip()
        case ["give", word]:
            return Give(tile(word))
    row, place = row_and_place(words)
    return Lay(Space(ROWS[row], place))


def say(made: Move) -> str:
    """The words for a move."""
    match made:
        case Lay(Space(colour, place)):
            return f"{LETTERS[ROWS.index(colour)]}{place}"
        case Give(given):
            return f"give {say_tile(given)}"
        case EndTurn():
            return "end"
        case Pass():
            return "pass"
    return "skip"


def say_tile(held: Tile) -> str:
    match held:
        case JokerTile(number):
            return f"j{number}"
        case SymbolTile(colour):
            return f"s{LETTERS[ROWS.index(colour)]}"
        case NumberTile(colour, number):
            return f"{LETTERS[ROWS.index(colour)]}{number}"


def legal(state: Any) -> set[str]:
    return {say(game.move_of(action)) for action in game.legal(state)}


def play(state: Any, *moves: str) -> list[Step]:
    """Carry out moves; returns the steps of the last."""
    steps: list[Step] = []
    for words in moves:
        steps = game.apply(state, game.action_of(move(words)))
    return steps


def events(state: Any, words: str, viewer: int | None = None) -> list[Any]:
    return game.events(play(state, words), viewer)


def rack(state: Any, seat: int) -> list[str]:
    return sorted(say_tile(t) for t in hand(state, seat).tiles)


def bag(state: Any) -> list[str]:
    return sorted(say_tile(t) for t in tiles_in(state.bag))


def lies(state: Any) -> set[str]:
    return {f"{LETTERS[r]}{p}" for r in range(4) for p in range(22) if int(state.board[r]) >> p & 1}


def why_not(state: Any, words: str) -> str | None:
    return game.why_not(state, int(state.seat), move(words))


def new_round(players: int, seed: int = 1, starter: int = 0, **options: Any) -> tuple[Any, list[Step]]:
    chosen: Options = game.facts.read_options(options, players)
    return game.new_round(chosen, players, starter, bytes([seed % 256, seed // 256]) * 16, 0)
