"""Every lesson is played with the real rules: what it asks for is allowed, what it refuses has the right reason."""

import io
import re
from collections.abc import Iterator

import msgspec
import pytest
from rich.console import Console

from elftafel import games, lessons
from elftafel.cli import main
from elftafel.errors import BadInput, IllegalMove
from elftafel.games.rulebook import LANGUAGES
from elftafel.lessons import Lesson, LessonWords, StepWords
from elftafel.terminal.learn import LessonTable
from elftafel.terminal.play import Quit

TAUGHT = [(game, name) for game in games.NAMES for name in lessons.names(game)]
LONGEST = 165  # letters of a sentence: four lines on a phone
FIRST = range(8, 13)  # steps of a first lesson: about two minutes


def test_there_are_two_lessons_of_each_game_of_ours() -> None:
    made = {game for game, _ in TAUGHT}
    assert len(made) >= 5
    assert all(len(lessons.names(game)) == 2 for game in made)


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_a_lesson_holds_by_the_rules_and_has_all_its_words(game: str, name: str) -> None:
    leads_on: dict[str, bool] = {}
    refused = 0
    for moment in lessons.moments(game, lessons.read(game, name)):
        match, step = moment.match, moment.step
        assert step.key not in leads_on, "each step has a key of its own"
        leads_on[step.key] = moment.leads_on
        assert set(moment.expect) <= set(match.legal), f"{step.key}: a move that is asked for is not allowed"
        assert len(match.legal) > 1 or step.refused, f"{step.key}: nothing else could be tried"
        for wrong in step.refused:
            move = match.game.read_move(wrong.move)
            assert match.game.why_not(match.state, moment.seat, move) == wrong.rule, f"{step.key}: {wrong.move}"
            refused += 1
        for action in moment.expect:
            assert [steps for _, _, steps in lessons.after(moment, action)]
    assert refused, "somewhere a wrong tap is answered"
    if name == lessons.names(game)[0]:
        assert len(leads_on) in FIRST
    check_words(game, name, leads_on)


def check_words(game: str, name: str, leads_on: dict[str, bool]) -> None:
    """Every language has every sentence of a lesson, built alike."""
    shapes = []
    for language in LANGUAGES:
        assert tuple(lessons.words(game, language)) == lessons.names(game), language
        words = lessons.words(game, language)[name]
        assert list(words.steps) == list(leads_on), language
        for key, one in words.steps.items():
            assert leads_on[key] == (one.done is None), f"{language} {key}: said before the lesson goes on elsewhere"
        for sentence in sentences(words):
            assert 0 < len(sentence) <= LONGEST, f"{language}, {len(sentence)} letters: {sentence}"
            assert language != "fr" or not re.search(r"[^\u202f\u00a0][:;!?]", sentence), sentence
        shapes.append({key: shape_of(one) for key, one in words.steps.items()})
    assert all(shape == shapes[0] for shape in shapes)


def shape_of(words: StepWords) -> tuple[bool, list[str]]:
    """What must be the same in all languages: whether another move is answered, and which seats are named."""
    return words.other is not None, re.findall(r"\{seat[0-6]\}", f"{words.ask} {words.other}")


def sentences(words: LessonWords) -> Iterator[str]:
    """All that a lesson says."""
    yield from (words.title, words.end)
    for step in words.steps.values():
        yield from (sentence for sentence in (step.ask, step.done, step.other) if sentence is not None)


def test_a_lesson_is_taught_in_the_terminal() -> None:
    game, name = TAUGHT[0]
    steps = [*lessons.read(game, name).scenes[0].steps]
    wrong = steps[0].refused[0]
    console = Console(record=True, width=100, force_terminal=False, no_color=True)
    words = LessonTable(game, name, "de", console).words
    rules = games.load(game)
    answers = iter(
        [
            words.say_move(rules.read_move(wrong.move)),
            "",
            "h",
            *(words.say_move(rules.read_move(step.expect[0])) for step in steps),
            "q",
        ]
    )
    with pytest.raises(Quit):
        LessonTable(game, name, "de", console, lambda _: next(answers)).teach()
    text = console.export_text()
    assert wrong.rule in text
    for step in steps:
        assert lessons.words(game, "de")[name].steps[step.key].ask[:40] in text


def test_the_command_begins_with_the_first_lesson_and_knows_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, name = TAUGHT[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # nobody answers
    assert main(["learn", game, "--language", "fr"]) == 0
    first = next(iter(lessons.words(game, "fr")[name].steps.values()))
    assert first.ask[:30] in capsys.readouterr().out
    assert main(["learn", game, "--lesson", "nothing"]) == 2
    assert ", ".join(lessons.names(game)) in capsys.readouterr().err


def test_what_is_wrong_with_a_lesson_is_named() -> None:
    game, name = TAUGHT[0]
    scene = lessons.read(game, name).scenes[0]
    with pytest.raises(BadInput, match="lesson"):
        lessons.read(game, "nothing")
    with pytest.raises(BadInput, match="language"):
        lessons.words(game, "xx")
    first, *rest = scene.steps
    elsewhere = msgspec.structs.replace(first, ply=len(scene.actions))
    other = msgspec.structs.replace(first, expect=rest[0].expect)
    for bad, problem in ((elsewhere, "ply"), (other, "the log goes on with")):
        broken = Lesson((msgspec.structs.replace(scene, steps=(bad, *rest)),))
        with pytest.raises(BadInput, match=problem):
            list(lessons.moments(game, broken))
    short = msgspec.structs.replace(scene, actions=(*scene.actions[:3], *scene.actions[:3]))
    with pytest.raises(IllegalMove):
        list(lessons.moments(game, Lesson((short,))))
