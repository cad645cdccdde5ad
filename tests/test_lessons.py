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
def test_a_lesson_holds_by_the_rules(game: str, name: str) -> None:
    lesson = lessons.read(game, name)
    refused = 0
    seen = []
    for moment in lessons.moments(game, lesson):
        match, step = moment.match, moment.step
        seen.append(step.key)
        assert set(moment.expect) <= set(match.legal), f"{step.key}: a move that is asked for is not allowed"
        assert len(match.legal) > 1 or step.refused, f"{step.key}: nothing else could be tried"
        for wrong in step.refused:
            move = match.game.read_move(wrong.move)
            assert match.game.why_not(match.state, moment.seat, move) == wrong.rule, f"{step.key}: {wrong.move}"
            refused += 1
        for action in moment.expect:
            assert [steps for _, _, steps in lessons.after(moment, action)]
    assert len(seen) == len(set(seen)), "each step has a key of its own"
    assert refused, "somewhere a wrong tap is answered"
    if name == lessons.names(game)[0]:
        assert len(seen) in FIRST


@pytest.mark.parametrize("game", {game: None for game, _ in TAUGHT})
def test_every_language_has_every_sentence(game: str) -> None:
    needed = {name: [*lessons.moments(game, lessons.read(game, name))] for name in lessons.names(game)}
    shapes = []
    for language in LANGUAGES:
        words = lessons.words(game, language)
        assert list(words) == list(needed), language
        for name, moments in needed.items():
            said = words[name].steps
            assert list(said) == [moment.step.key for moment in moments], f"{language} {name}"
            for moment in moments:
                assert moment.leads_on == (said[moment.step.key].done is None), f"{language} {name} {moment.step.key}"
        for sentence in sentences(words):
            assert 0 < len(sentence) <= LONGEST, f"{language}, {len(sentence)} letters: {sentence}"
            assert language != "fr" or not re.search(r"[^\u202f\u00a0][:;!?]", sentence), sentence
        shapes.append({(name, key): shape_of(one) for name in words for key, one in words[name].steps.items()})
    assert all(shape == shapes[0] for shape in shapes)


def shape_of(words: StepWords) -> tuple[bool, list[str]]:
    """What must be the same in all languages: whether another move is answered, and which seats are named."""
    return words.other is not None, re.findall(r"\{seat[0-6]\}", f"{words.ask} {words.other}")


def sentences(words: dict[str, LessonWords]) -> Iterator[str]:
    """All that is said."""
    for lesson in words.values():
        yield from (lesson.title, lesson.end)
        for step in lesson.steps.values():
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
