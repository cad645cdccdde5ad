"""The drawn examples: the same in every language, told where nothing is drawn, and right by the rules of each game."""

import re
from collections import Counter
from typing import Any

import pytest

from elftafel import games
from elftafel.cli import main
from elftafel.games.elevens import table as elevens
from elftafel.games.elfer_raus import table as elfer
from elftafel.games.jatten import rules as jatten_rules
from elftafel.games.jatten import table as jatten
from elftafel.games.messages import Card, Colour
from elftafel.games.nimmt11 import table as nimmt
from elftafel.games.rulebook import LANGUAGES, blocks, rulebook, told
from tests.drawings import Drawing, drawings, examples
from tests.games import elevens_witness, jatten_witness, start11_scenes, test_elfer_raus, test_nimmt11

FIGURES = re.compile(r"\d+|[■▲★●→]")
LEAST = 5  # examples a game


# What every language has


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_every_language_draws_the_same_at_the_same_rules(name: str, language: str) -> None:
    ids = re.compile(r"\[([A-Z]{2}-[^\]]*)\]|^!\[.*\]\(draw:(\S+)\)$", re.MULTILINE)
    assert ids.findall(rulebook(name, language)) == ids.findall(rulebook(name, "en"))
    assert len(examples(name, language)) >= LEAST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_captions_are_whole_and_name_the_same_numbers(name: str, language: str) -> None:
    assert rulebook(name, language).count("draw:") == len(examples(name, language)), "one is not on a line of its own"
    for (english, _), (caption, _) in zip(examples(name, "en"), examples(name, language), strict=True):
        assert re.fullmatch(r"[^\[\]*`]{40,}\.", caption), caption
        assert Counter(FIGURES.findall(caption)) == Counter(FIGURES.findall(english)), caption
        assert language == "en" or caption != english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_the_terminal_tells_the_captions(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name, "--language", language]) == 0
    printed = capsys.readouterr().out
    assert "draw:" not in printed
    for caption, _ in examples(name, language):
        assert f"\n> {caption}\n" in printed


def test_a_quoted_rule_has_no_caption_in_it() -> None:
    book = "- A rule that is long enough. [ER-1]\n\n![Red 1 lies.](draw:columns=1-2;red=1)\n\n- More. [ER-2]"
    assert blocks(book) == ["A rule that is long enough. [ER-1]", "More. [ER-2]"]
    assert told(book).splitlines()[2] == "> Red 1 lies."


# What the rules say to them


def find(name: str, part: str) -> Drawing:
    """The drawing with this in it."""
    (found,) = [one for one in drawings(name) if part in one.text]
    return found


def shown_fits(view: Any, drawing: Drawing) -> list[str]:
    """What fits by the rules, in the drawn rows and columns."""
    return [
        f"{row.colour[0]}{number}"
        for colour in ("red", "yellow", "green", "blue")
        for row in view.table.rows
        if row.colour == colour and colour in drawing
        for number in row.fits
        if number in drawing.columns()
    ]


def card(word: str) -> Card:
    return Card(next(colour for colour in Colour if colour[0] == word[0]), int(word[1:]))


def test_elfer_raus_rows_hand_and_draws() -> None:
    game = games.load("elfer_raus")
    rows = find("elfer_raus", "columns=8-14")
    for words, name in ((find("elfer_raus", "hand="), "hand"), (find("elfer_raus", "drawn="), "drawn")):
        state = test_elfer_raus.scene(" ".join(rows.board()), " ".join(words.things(name)), "r1")
        assert sorted(shown_fits(game.view(state, 0), rows)) == sorted(rows.board("?"))
        lay = {word: elfer.Lay(card(word)) for word in words.things(name)}
        for word in words.things(name, "?"):
            assert game.why_not(state, 0, lay[word]) is None
        for word in words.things(name, "~"):
            assert game.why_not(state, 0, lay[word]) in ("ER-5", "ER-6")
    state = test_elfer_raus.scene(" ".join(rows.board()), "r13 r14 y12 g3 b20", "r1")
    assert game.why_not(state, 0, elfer.Lay(card("r14"))) == "ER-6"
    game.apply(state, elfer.action_of(elfer.Lay(card("r13"))))
    assert game.why_not(state, 0, elfer.Lay(card("r14"))) is None, "after the 13"


def test_elfer_raus_outside_in_and_score() -> None:
    game = games.load("elfer_raus")
    inward = find("elfer_raus", "columns=1-4,17-20")
    lies = " ".join(inward.board()) + " y1 y20 g1 g20 b1 b20"
    state = test_elfer_raus.scene(lies, "r3 r19", "r4", opening=tuple(elfer.Opening).index(elfer.Opening.OUTSIDE_IN))
    assert shown_fits(game.view(state, 0), inward) == inward.board("?")
    left = find("elfer_raus", "end=").things("end")
    state = test_elfer_raus.scene("r11", "r12", " ".join(left))
    game.apply(state, elfer.action_of(elfer.Lay(card("r12"))))
    assert game.scores(state) == [0, -39]


def test_elevens_bridge_swap_side_and_score() -> None:
    game = games.load("elevens")
    scene = elevens_witness.scene
    bridge = find("elevens", "bridges=")
    assert bridge.board("!") == ["y13"]
    state = scene("y13 b2", "b3", rows=" ".join(bridge.before()), stock="b4", bridges=1)
    game.apply(state, elevens.action_of(elevens.Lay(card("y13"))))
    view = game.view(state, 0)
    assert view.table.bridges_on_table == (elevens.BridgeOnTable(Colour.RED, Colour.YELLOW, 13),)
    assert shown_fits(view, bridge) == sorted(bridge.board("?"), key=lambda word: (word[0] != "r", int(word[1:])))

    two = find("elevens", "counter=2/4")
    state = scene(" ".join([*two.board("!"), "b2"]), "b3", rows=" ".join(two.before()), stock="b4")
    for word in two.board("!"):
        game.apply(state, elevens.action_of(elevens.Lay(card(word))))
    assert game.view(state, 0).table.laid == 2
    assert game.why_not(state, 0, elevens.EndTurn()) is None

    swap = find("elevens", "hand=green12")
    state = scene("g12 b2", "b3", rows="g13", jokers=" ".join(swap.board("j")), stock="b4")
    game.apply(state, elevens.action_of(elevens.Swap(card("g12"))))
    assert game.view(state, 0).hand.jokers == 1

    side = find("elevens", "columns=11-21")
    (last,) = side.board("!")
    assert side.board("*") == [last]
    lies = " ".join(word for word in side.before() if word not in side.board("j"))
    state = scene(f"{last} b2", "b3", rows=lies, jokers=" ".join(side.board("j")), stock="b4")
    game.apply(state, elevens.action_of(elevens.Lay(card(last))))
    assert game.view(state, 0).table.bonuses == (1, 0)

    assert find("elevens", "end=").things("end") == ["bonus", "r5", "joker"]
    state = scene("r5 j", "r12", stock="b4", seat=1)
    state.bonuses[0] = 1
    game.apply(state, elevens.action_of(elevens.Lay(card("r12"))))
    assert game.scores(state)[0] == -5


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
    return jatten.cards_in(jatten_witness.counts(text))


def steal(victim: str, *draws: str, collections: tuple[str, ...], pile: str = "1", new: tuple[str, ...] = ()) -> Any:
    """A theft of these cards from the hand of the next seat, without a stop."""
    game = games.load("jatten")
    hands = ("1 2", victim, "7 7")
    state = jatten_witness.scene(*hands, collections=collections, pile=pile, phase=jatten_rules.ROB)
    jatten_witness.rig(state, *((1, one) for one in draws), *(("pile", one) for one in new))
    for move in (jatten.Rob(1), *[jatten.DrawAgain()] * (len(draws) - 1)):
        game.apply(state, jatten.action_of(move))
    return state


def test_jatten_stop_bust_and_crook() -> None:
    game = games.load("jatten")
    none = ("", "", "")
    run, bust = (one for one in drawings("jatten") if "middle" in one and "crook" not in one.text)
    state = steal(numbers(run.things("middle")) + " 6 6", *map(number, run.things("middle")), collections=none)
    game.apply(state, jatten.action_of(jatten.Stop()))
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
    game.apply(state, jatten.action_of(jatten.Stop()))
    game.apply(state, jatten.action_of(jatten.Steal(cards(wanted)[0])))
    assert collection(state, 0) == cards(f"{numbers(drawn)} {wanted}")


def test_jatten_signs() -> None:
    game = games.load("jatten")
    plus = find("jatten", "plus_one")
    own, other = numbers(plus.things("collection")), numbers(plus.things("other"))
    state = steal("3+ 6", *map(number, plus.things("drawn")), collections=(own, "", other), pile="7 7", new=("7",))
    assert collection(state, 0) == cards(f"{own} 7")
    assert collection(state, 2) == cards(other)

    eye = find("jatten", ".eye")
    seen = numbers(eye.things("seen"))
    state = steal(f"5o {seen}", *map(number, eye.things("drawn")), collections=("", "", ""))
    (looked,) = game.events(game.apply(state, jatten.action_of(jatten.Look(1))), 0)
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
    game.apply(state, jatten.action_of(jatten.Swap(*cards(f"{one} {two}"))))
    assert collection(state, 0) == cards(numbers(gained))


def test_jatten_the_end() -> None:
    game = games.load("jatten")
    end = find("jatten", "collection=2")
    collections = (numbers(end.things("collection")), numbers(end.things("other")))
    state = jatten_witness.scene("1 2", "2 6", collections=collections, phase=jatten_rules.REFILL, victim=1)
    game.apply(state, jatten.action_of(jatten.Keep()))
    assert game.scores(state) == [7, 3]


def test_start11_bridges_and_zones_are_those_of_the_board() -> None:
    game = start11_scenes.game
    view = game.view(start11_scenes.scene("y11", "y1", "b1"), None)
    for one in (one for one in drawings("start11") if "columns" in one):
        drawn = [row for row in start11_scenes.ROWS if row in one]
        known = [
            f"{bridge.rows[0]}{bridge.number}{'*' * bridge.bonus}"
            for bridge in view.table.bridges
            if bridge.number in one.columns() and set(bridge.rows) <= set(drawn)
        ]
        assert sorted(one.lines.get("bridges", [])) == sorted(known), one.text
        assert one.lines["zones"] == [str(zone) for zone in (1, 11, 20) if zone in one.columns()]


@pytest.mark.parametrize("part", ["columns=9-13", "columns=14-20"])
def test_start11_what_fits(part: str) -> None:
    drawing = find("start11", part)
    state = start11_scenes.scene(" ".join(drawing.board()), "y1", "b1", bag="g1")
    assert sorted(shown_fits(start11_scenes.game.view(state, None), drawing)) == sorted(drawing.board("?"))


def test_start11_bonus_gift_and_symbol() -> None:
    scene, play = start11_scenes.scene, start11_scenes.play
    bonus = find("start11", "drawn=")
    state = scene(" ".join(bonus.before()), "j13 y1 y2", "b1", bag=" ".join(bonus.things("drawn")))
    play(state, "y13")
    assert start11_scenes.lies(state) == set(bonus.board())

    gift = find("start11", "gift")
    (given,) = (one for one in gift.things("rack") if one not in (">", "gift"))
    state = scene(" ".join(gift.before()), f"{given} y1 {' '.join(gift.board('!'))}", "b1", bag="g1")
    play(state, *gift.board("!"), f"give {given}")
    assert given in start11_scenes.rack(state, 1)

    symbol = find("start11", "columns=0-3")
    state = scene(" ".join(symbol.before()), "sy r16 b5 b6", "b1", bag="g1", symbols=True)
    play(state, "y0", "r16")
    assert start11_scenes.lies(state) == set(symbol.board())


def split(words: list[str]) -> list[int]:
    """Cards of 11 nimmt! by their numbers, after a look at their ox heads."""
    heads = games.load("nimmt11").view(test_nimmt11.scene(["50"], "1", "2"), None).table.heads
    pairs = [tuple(map(int, word.split("."))) for word in words]
    assert all(heads[card - 1] == count for card, count in pairs), words
    return [card for card, _ in pairs]


def test_nimmt11_what_fits_a_pile() -> None:
    game = games.load("nimmt11")
    for one in (one for one in drawings("nimmt11") if "pile" in one):
        (top,) = split(one.things("pile"))
        hand = " ".join(map(str, split(one.things("hand"))))
        bulls = (len(one.things("bulls")),) if "bulls" in one else ()
        state = test_nimmt11.scene([str(top)], f"{hand} 80", "2", stock="90 91", bulls=bulls)
        for held in split(one.things("hand", "~")):
            assert game.why_not(state, 0, nimmt.Lay(held, top)) in ("EN-4", "EN-5"), held
        for held in split(one.things("hand", "?")):
            assert game.why_not(state, 0, nimmt.Lay(held, top)) is None, held
            if bulls:
                game.apply(state, nimmt.action_of(nimmt.Lay(held, top)))
        if bulls:
            assert game.why_not(state, 0, nimmt.Lay(47, top)) is not None


def test_nimmt11_take_and_score() -> None:
    game = games.load("nimmt11")
    take = find("nimmt11", "taken=")
    taken, piles = split(take.things("taken")), split(take.things("piles"))
    pile = " ".join(map(str, taken))
    state = test_nimmt11.scene([pile], "80", "2", stock=" ".join(map(str, piles)))
    assert game.why_not(test_nimmt11.scene([str(taken[0])], pile, "2"), 0, nimmt.Lay(taken[1], taken[0])) is None
    game.apply(state, nimmt.action_of(nimmt.Take(taken[-1])))
    view = game.view(state, 0)
    assert set(taken) <= set(view.hand.cards)
    assert view.table.bulls[0] == 1
    assert {pile.top for pile in view.table.piles} == set(piles)

    left = " ".join(map(str, split(find("nimmt11", "end=").things("end"))))
    state = test_nimmt11.scene(["50"], "51", left)
    game.apply(state, nimmt.action_of(nimmt.Lay(51, 50)))
    assert game.scores(state)[1] == -16
