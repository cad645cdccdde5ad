"""Jatten: the drawn examples of the rulebook are right by the rules."""

from typing import Any

from elftafel import games
from elftafel.games.jatten import rules
from elftafel.games.jatten import table as jatten
from tests.drawings import drawings, find
from tests.games.jatten.witness import counts, rig, scene

SIGNS = {"plus_one": "+", "eye": "o", "two_for_three": "x"}


def number(word: str) -> str:
    """`5.eye` as `5o`."""
    digit, _, sign = word.partition(".")
    return digit + SIGNS.get(sign, "")


def numbers(words: list[str]) -> str:
    return " ".join(number(word) for word in words if word not in ("crook", "back", ">"))


def collection(state: Any, seat: int) -> tuple[jatten.NumberCard, ...]:
    return jatten.cards_in(state.collections[seat])


def cards(text: str) -> tuple[jatten.NumberCard, ...]:
    return jatten.cards_in(counts(text))


def steal(victim: str, *draws: str, collections: tuple[str, ...], pile: str = "1", new: tuple[str, ...] = ()) -> Any:
    """A theft of these cards from the hand of the next seat, without a stop."""
    game = games.load("jatten")
    hands = ("1 2", victim, "7 7")
    state = scene(*hands, collections=collections, pile=pile, phase=rules.ROB)
    rig(state, *((1, one) for one in draws), *(("pile", one) for one in new))
    for move in (jatten.Rob(1), *[jatten.DrawAgain()] * (len(draws) - 1)):
        game.apply(state, game.action_of(move))
    return state


def test_stop_bust_and_crook() -> None:
    game = games.load("jatten")
    none = ("", "", "")
    run, bust = (one for one in drawings("jatten") if "middle" in one and "crook" not in one.text)
    state = steal(numbers(run.things("middle")) + " 6 6", *map(number, run.things("middle")), collections=none)
    game.apply(state, game.action_of(jatten.Stop()))
    assert collection(state, 0) == cards(numbers(run.things("middle")))

    drawn = bust.things("middle")
    assert bust.things("middle", "~") == drawn[-1:]
    state = steal(numbers(drawn), *map(number, drawn), collections=none)
    assert collection(state, 0) == ()
    assert jatten.cards_in(state.hands[1]) == cards(numbers(drawn))

    crook = find("jatten", "theirs=")
    theirs, (wanted,) = crook.things("theirs"), crook.things("theirs", "!")
    drawn = crook.things("middle")
    state = steal(
        numbers(drawn) + " 3",
        *(one if one == "crook" else number(one) for one in drawn),
        collections=("", numbers(theirs), ""),
    )
    game.apply(state, game.action_of(jatten.Stop()))
    game.apply(state, game.action_of(jatten.Steal(cards(wanted)[0])))
    assert collection(state, 0) == cards(f"{numbers(drawn)} {wanted}")


def test_signs() -> None:
    game = games.load("jatten")
    plus = find("jatten", "plus_one")
    own, other = numbers(plus.things("collection")), numbers(plus.things("other"))
    state = steal("3+ 6", *map(number, plus.things("drawn")), collections=(own, "", other), pile="7 7", new=("7",))
    assert collection(state, 0) == cards(f"{own} 7")
    assert collection(state, 2) == cards(other)

    eye = find("jatten", ".eye")
    seen = numbers(eye.things("seen"))
    state = steal(f"5o {seen}", *map(number, eye.things("drawn")), collections=("", "", ""))
    (looked,) = game.events(game.apply(state, game.action_of(jatten.Look(1))), 0)
    assert isinstance(looked, jatten.Looked)
    assert looked.cards == cards(seen)
    assert "5" not in seen
    assert "crook" in eye.things("seen")

    swap = find("jatten", "two_for_three")
    (one, two), gained = swap.things("discarded"), swap.things("gained")
    state = steal(
        "2x 6",
        *map(number, swap.things("drawn")),
        collections=(f"{one} {two}", "", ""),
        pile="4 6 6 7",
        new=tuple(gained),
    )
    game.apply(state, game.action_of(jatten.Swap(*cards(f"{one} {two}"))))
    assert collection(state, 0) == cards(numbers(gained))


def test_the_end() -> None:
    game = games.load("jatten")
    end = find("jatten", "collection=2")
    collections = (numbers(end.things("collection")), numbers(end.things("other")))
    state = scene("1 2", "2 6", collections=collections, phase=rules.REFILL, victim=1)
    game.apply(state, game.action_of(jatten.Keep()))
    assert game.scores(state) == [7, 3]
