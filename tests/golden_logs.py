"""Golden logs: whole matches of every game with every option, with a fingerprint of all that anybody saw.

A change of behaviour shows as another fingerprint, and the first one that differs tells where. If the change is wanted:
raise `rules_version` in the game's facts and run `make golden`.
"""

import hashlib
import sys
from pathlib import Path
from typing import Any

import msgspec

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.kernel.chance import new_luck, pick
from elftafel.match import Match, MatchLog, Seat, seed_from, story
from tests.settings import Setting, label, settings_of

FOLDER = Path(__file__).parent / "golden"
EVERY = 20  # plies between two fingerprints


class Golden(msgspec.Struct, frozen=True):
    """A match and what it showed."""

    log: MatchLog
    fingerprints: tuple[str, ...]


def chosen_settings(name: str) -> list[Setting]:
    """Every combination of options once, the player counts in turn; and every player count once."""
    found: dict[str, Setting] = {}
    counts: dict[int, Setting] = {}
    for setting in settings_of(name):
        fresh = setting[1] not in counts
        if str(setting[2]) not in found or fresh:
            found[f"{setting[2]}{setting[1] if fresh else ''}"] = setting
            counts[setting[1]] = setting
    return list(found.values())


def make(setting: Setting) -> Golden:
    """Play a match, half sensibly and half at random."""
    name, players, options = setting
    game = games.load(name)
    luck = new_luck(players)
    seats = tuple(Seat(f"Seat {i + 1}", "casual" if i % 2 else "random") for i in range(players))
    seed = seed_from(label(setting))
    match = Match(game, game.facts.read_options(options, players), seats, seed, rounds=2, draw_lots=bool(players % 2))
    bots = [Bot(game, seat.bot or "random", number) for number, seat in enumerate(seats)]
    while not match.over:
        if match.state.over:
            match.next_round()
        action = bots[int(match.state.seat)].choose(match.state)
        match.apply(action, 1000 * len(match.actions) + int(pick(luck, 1000)))
    return Golden(match.log(), fingerprints(match.log()))


def fingerprints(log: MatchLog) -> tuple[str, ...]:
    """A short hash, every few plies, of all that each seat and a spectator had seen until then."""
    digest = hashlib.sha256()
    marks = []
    for match, decided, steps in story(log):
        for viewer in (None, *range(match.players)):
            digest.update(msgspec.json.encode(match.game.events(steps, viewer)))
            digest.update(msgspec.json.encode(match.game.view(match.state, viewer)))
        ply = len(match.actions)
        if decided is not None and (ply % EVERY == 0 or ply == len(log.actions)):
            marks.append(digest.hexdigest()[:12])
    return tuple(marks)


def path_of(setting: Setting) -> Path:
    return FOLDER / f"{label(setting)}.json"


def all_settings() -> list[Setting]:
    return [setting for name in games.NAMES for setting in chosen_settings(name)]


def main(arguments: list[str]) -> None:
    """Write the logs of all games, or of those that are named: all anew, or those that a new option lacks."""
    if arguments[:1] not in (["--write"], ["--add"]):
        sys.exit("usage: python -m tests.golden_logs --write|--add [GAME …]")
    names = arguments[1:] or games.NAMES
    for old in FOLDER.glob("*.json") if arguments[0] == "--write" else ():
        if not arguments[1:] or old.stem.split("-")[0] in names:
            old.unlink()
    for setting in (setting for name in names for setting in chosen_settings(name)):
        if not path_of(setting).exists():
            path_of(setting).write_bytes(msgspec.json.encode(make(setting)))
            print(path_of(setting).name)


def read(path: Path) -> Any:
    return msgspec.json.decode(path.read_bytes(), type=Golden)


if __name__ == "__main__":
    main(sys.argv[1:])
