"""A position in words, for language models: what one seat may know, and its moves with their numbers.

Nothing is left out: `read_position` has the way back to the view, and every event has a sentence of its own.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from elftafel import games
from elftafel.games.game import Game
from elftafel.games.messages import Event
from elftafel.kernel.record import Record
from elftafel.rl.picture import name_of

TABLE, HAND, STORY, MOVES = "On the table:", "Your hand:", "What you saw:", "Your moves:"


def position(game: Game, state: Record, seat: int, story: Sequence[Event] = ()) -> str:
    """What `seat` may know of a position; `story` is what it saw before, as `Game.events` tells it."""
    view = game.view(state, seat)
    words = games.load_terminal(game.facts.name)
    lines = [
        f"{game.facts.title} ({game.facts.made_of}), {int(state['players'])} players. You are {name_of(seat)}.",
        "The round is over." if state["over"] else f"It is the turn of {name_of(int(state['seat']))}.",
    ]
    for title, part in ((TABLE, view.table), (HAND, view.hand)):
        lines += ["", title]
        fields = msgspec.to_builtins(part)
        lines += [f"- {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
    if story:
        lines += ["", STORY, *(f"- {sentence(words, event)}" for event in story)]
    if view.choices:
        lines += ["", f"{MOVES} {words.ask(view)}."]
        lines += [f"- {choice.action}: {words.say_move(choice.move)}" for choice in view.choices]
    return "\n".join(lines) + "\n"


def sentence(words: Any, event: Event) -> str:
    """An event in words, then its facts, which the words may shorten."""
    facts = {key: value for key, value in msgspec.to_builtins(event).items() if value is not None}
    return f"{words.say_event(event, name_of)} {json.dumps(facts, ensure_ascii=False)}"


def read_position(text: str) -> dict[str, Any]:
    """The view's plain values from the text: `table`, `hand`, and the numbers of the moves."""
    found: dict[str, Any] = {"table": {}, "hand": {}, "story": [], "moves": []}
    part = None
    for line in text.splitlines():
        if line in (TABLE, HAND, STORY) or line.startswith(MOVES):
            part = {TABLE: "table", HAND: "hand", STORY: "story"}.get(line, "moves")
        elif line.startswith("- "):
            key, _, value = line[2:].partition(": ")
            if part == "moves":
                found["moves"].append(int(key))
            elif part == "story":
                found["story"].append(json.loads(line[line.index(" {") + 1 :]))
            elif part is not None:
                found[part][key] = json.loads(value)
    return found
