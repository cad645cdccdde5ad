"""The command line, as a person meets it.

Most tests call `main` in this process: starting Python takes longer than what they test. `process` starts a real one.
"""

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from elftafel import games
from elftafel.cli import main

ELFTAFEL = [sys.executable, "-m", "elftafel"]


class Answer(NamedTuple):
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, typed: str = "") -> Answer:
    """The answer of a command that runs in this process, with `typed` as its input; neither is a terminal."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(typed)):
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse refuses
            code = end.code if isinstance(end.code, int) else 1
    return Answer(code, out.getvalue(), err.getvalue())


def process(*arguments: str, typed: str = "", **environment: str) -> Answer:
    """The answer of `python -m elftafel` as a process of its own."""
    done = subprocess.run(
        [*ELFTAFEL, *arguments],
        input=typed,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def test_games_lists_every_game_without_loading_the_compiler() -> None:
    code = "import sys; from elftafel.cli import main; main(['games']); print('numba' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for name in games.NAMES:
        assert f"{name} " in told
        assert games.facts(name).title in told
    assert told.endswith("False\n")


@pytest.mark.parametrize("name", games.NAMES)
def test_rules_prints_the_rulebook(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name]) == 0
    told = capsys.readouterr().out
    assert f"{games.facts(name).prefix}-1" in told
    assert "AL-1" in told


def test_rules_speaks_the_language_asked_for_or_else_the_persons_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*arguments: str, **environment: str) -> str:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.setenv(name, environment.get(name, ""))
        assert main(["rules", "jatten", *arguments]) == 0
        return capsys.readouterr().out

    assert "Sammlung" in told("--language", "de", LANG="is_IS.UTF-8")
    assert "An jedem Tisch" in told("--language", "de")
    assert "verzameling" in told(LANG="nl_NL.UTF-8")
    assert "escroc" in told(LC_ALL="fr", LANG="de_DE")
    assert "bófi" in told(LC_MESSAGES="is_IS@euro", LANG="de_DE")
    for other in ("", "C", "C.UTF-8", "da_DK.UTF-8", "isv_XX", "nonsense"):
        assert "crook" in told(LANG=other)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_match_by_typing_numbers_then_replay_and_verify(name: str, tmp_path: Path) -> None:
    log = tmp_path / "match.json"
    play = process if name == games.NAMES[0] else run
    played = play("play", name, "--seed", "7", "--rounds", "1", "--save", str(log), typed="1\n" * 3000)
    assert played.returncode == 0, played.stderr
    assert "Scores" in played.stdout
    assert "\x1b[" not in played.stdout, "plain text when the output is no terminal"
    assert "round 1 of 1" in played.stdout
    checked = run("verify", str(log))
    assert checked.returncode == 0, checked.stderr
    assert "Right by the rules" in checked.stdout
    told = run("replay", str(log))
    assert told.returncode == 0, told.stderr
    assert "points" in told.stdout
    half = run("replay", str(log), "--ply", "3", "--seat", "1")
    assert half.returncode == 0, half.stderr
    data = json.loads(log.read_text())
    data["actions"][0][0] = games.facts(name).action_count - 1
    data["actions"][1][0] = games.facts(name).action_count - 1
    log.write_text(json.dumps(data))
    refused = run("verify", str(log))
    assert refused.returncode == 2
    assert re.search(r"ply \d+: .*\([A-Z]{2}-[OR]?\d+\)", refused.stderr)


@pytest.mark.parametrize("name", games.NAMES)
def test_watching_bots_needs_no_typing(name: str) -> None:
    told = run("play", name, "--watch", "--rounds", "1", "--seed", "3", "--bots", "casual,random")
    assert told.returncode == 0, told.stderr
    assert "the match is won" in told.stdout or "share the win" in told.stdout


def test_undo_reasons_and_help_while_playing() -> None:
    typed = "red 20\nend turn\nnonsense\n99\nu\n1\nu\n?\nl\ns\nq\n"
    told = run("play", "elfer_raus", "--seed", "1", typed=typed).stdout
    assert "You cannot lay red ■ 20 now." in told
    assert "ER-1:" in told
    assert "ER-4: You must lay at least one card" in told
    assert "I do not know “nonsense”" in told
    assert "There are moves 1 to" in told
    assert "AL-7:" in told
    assert "took the last step back" in told
    assert "At every table" in told
    assert told.rstrip().endswith("Goodbye.")


def test_names_are_shown_as_they_are() -> None:
    told = run("play", "elfer_raus", "--name", "[/x] [red]", "--seed", "1", typed="1\nl\ns\nq\n")
    assert told.returncode == 0
    assert "[/x] [red]: laid red ■ 9" in told.stdout


def test_punctuation_and_endless_numbers_play_nothing() -> None:
    told = run("play", "elfer_raus", "--seed", "1", typed="!\n" + "9" * 5000 + "\nblue\nq\n").stdout
    assert "laid red ■ 9" not in told
    assert "I do not know “!”" in told
    assert "There are moves 1 to" in told
    assert "could be several moves" in told


def test_a_card_that_is_not_held_is_refused_though_a_joker_could_stand_for_it() -> None:
    told = run("play", "elevens", "--seed", "3", "--players", "2", typed="red 12\nq\n").stdout
    assert "laid a joker" not in told
    assert "EE-" in told or "laid red ■ 12" in told


def test_the_commonest_mistake_in_11_nimmt_is_told_its_rule() -> None:
    told = run("play", "nimmt11", "--seed", "3", typed="lay 1 on 100\nlay 96 on 47\nq\n").stdout
    assert re.search(r"EN-\d+: ", told)
    assert "I do not know" not in told


def test_an_output_that_cannot_show_the_shapes_still_works() -> None:
    assert process("games", PYTHONIOENCODING="ascii").returncode == 0


def test_a_folder_of_tables_that_is_not_there_or_wrong_is_refused(tmp_path: Path) -> None:
    (tmp_path / "nimmt11.toml").write_text("others = 99\ngroups = []\n")
    for folder, says in (("/no/such/folder", "ELFTAFEL_DATA"), (str(tmp_path), "1 to 10 ox heads")):
        told = process("play", "nimmt11", "--watch", ELFTAFEL_DATA=folder)
        assert told.returncode == 2
        assert says in told.stderr
        assert "Traceback" not in told.stderr


def test_words_choose_a_move() -> None:
    told = run("play", "elfer_raus", "--seed", "1", typed="r9\nend\nq\n").stdout
    assert "You: laid red ■ 9" in told
    assert "You: turn ended" in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "elfer_raus", "--players", "9"], "2 to 6 players"),
        (["play", "elfer_raus", "--bots", "genius"], "the levels are"),
        (["play", "elfer_raus", "--players", "2", "--bots", "casual,easy"], "room for 1 beside you"),
        (["play", "elfer_raus", "--players", "2", "--watch", "--bots", "easy,easy,easy"], "room for 2"),
        (["play", "elfer_raus", "--rounds", "50"], "1 to 20 rounds"),
        (["play", "elfer_raus", "--drop-colour", "red"], "ER-O1"),
        (["play"], "name one of"),
        (["verify", "/no/such/file"], "cannot be read"),
        (["simulate", "elfer_raus", "--games", "0"], "2 to 10,000,000"),
        (["play", "elfer_raus", "--players", "0"], "2 to 6 players"),
        (["play", "elfer_raus", "--save", "/no/such/folder/x"], "can be written"),
        (["play", "elfer_raus", "--name", ""], "printable"),
        (["play", "elfer_raus", "--name", "\x1b[2J"], "printable"),
        (["simulate", "elfer_raus", "--threads", "0"], "1 to 64"),
        (["simulate", "elfer_raus", "--plot", "picture.txt"], ".png"),
        (["simulate", "elfer_raus", "--plot", "/no/such/folder/x.png"], "folder does not exist"),
    ],
)
def test_bad_input_is_answered_with_what_is_wrong(arguments: list[str], says: str) -> None:
    told = run(*arguments)
    assert told.returncode == 2
    assert says in told.stderr
    assert "Traceback" not in told.stderr


def test_a_log_that_is_no_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{}")
    told = run("replay", str(path))
    assert told.returncode == 2
    assert "this is no match log" in told.stderr


def test_replay_refuses_a_ply_or_seat_that_is_not_there(tmp_path: Path) -> None:
    log = tmp_path / "match.json"
    run("play", "elfer_raus", "--watch", "--rounds", "1", "--seed", "3", "--save", str(log))
    assert "this match has plies" in run("replay", str(log), "--ply", "100000").stderr
    assert "this match has seats" in run("replay", str(log), "--seat", "0").stderr


@pytest.mark.parametrize("name", games.NAMES)
def test_simulate_tells_figures_with_intervals(name: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    told = run("simulate", name, "--games", "300", "--json", "--seed", "a", "--plot", str(picture))
    assert told.returncode == 0, told.stderr
    figures = json.loads(told.stdout)
    assert figures["rounds"] == 300
    assert sum(seat["win_share"]["value"] for seat in figures["seats"]) == pytest.approx(1)
    for estimate in (figures["length"], figures["branching"], figures["rules"][0]["per_round"]):
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_simulate_is_the_same_for_any_number_of_threads_and_prints_csv() -> None:
    one = run("simulate", "elfer_raus", "--games", "5000", "--csv", "--seed", "a")
    two = run("simulate", "elfer_raus", "--games", "5000", "--csv", "--seed", "a", "--threads", "2")
    assert one.stdout == two.stdout
    lines = one.stdout.splitlines()
    assert lines[0] == "round,starter,decisions,legal_moves,points_1,points_2,points_3,points_4"
    assert len(lines) == 5001
    tables = run("simulate", "elfer_raus", "--games", "100", "--policy", "casual").stdout
    assert "rounds in which it fired" in tables


def test_a_terminal_gets_colour_and_the_game_is_asked_for() -> None:
    """On a real terminal: `elftafel play` asks for the game, draws in colour and plays a move."""
    pid, handle = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [*ELFTAFEL, "play"])
    told = b""
    answers = [(b"Which game?", b"1\n"), (b"> ", b"q\n")]
    limit = time.monotonic() + 120
    while time.monotonic() < limit:
        if select.select([handle], [], [], 1)[0]:
            try:
                piece = os.read(handle, 65536)
            except OSError:
                break
            if not piece:
                break
            told += piece
        if answers and told.rstrip(b" ").endswith(answers[0][0].rstrip(b" ")):
            os.write(handle, answers.pop(0)[1])
    os.waitpid(pid, 0)
    assert b"\x1b[" in told
    assert b"Elfer raus!" in told
    assert b"Goodbye." in told
