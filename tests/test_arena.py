"""The arena: duplicate play, its figures, runs that continue, and the command."""

import io
import json
import math
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from openskill.models import PlackettLuce

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.cli import main
from elftafel.errors import BadInput, ElftafelError, IllegalMove
from elftafel.games.jatten import rules as jatten
from elftafel.kernel import record
from elftafel.kernel.jit import PACKAGE
from elftafel.lab import arena, choices, estimates, report, runs, suite, workers
from elftafel.lab.arena import Deal, Setup, Times
from elftafel.lab.figures import ComparisonFigures, outcome, quantile, thinking
from elftafel.lab.runs import Run
from tests.conftest import MORE
from tests.games.jatten.witness import scene

ELFTAFEL = [sys.executable, "-m", "elftafel"]


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ELFTAFEL, "arena", *arguments], capture_output=True, text=True, check=False, timeout=300)


def setup_of(
    name: str, bots: str, players: int, rounds: int = 1, seed: str = "test", judged: bool = False, **options: Any
) -> Setup:
    game = games.load(name)
    return arena.prepare(
        game, game.facts.read_options(options, players), bots.split(","), players, rounds, seed, judged
    )


def without_times(deals: list[Deal]) -> list[tuple[int, Any, Any, Any]]:
    return [(deal.number, deal.points, deal.won, deal.gains) for deal in deals]


def without_thinking(text: str) -> Any:
    figures = json.loads(text)
    for bot in figures["bots"]:
        bot["thinking"] = bot["thinking"]["decisions"]
    return figures


# Duplicate play


@pytest.mark.parametrize("name", games.NAMES)
def test_all_rotations_of_a_deal_start_from_the_same_cards(name: str) -> None:
    setup = setup_of(name, "casual,easy,random", 3)
    starts = {record.save(arena.new_match(setup, 5, rotation).state) for rotation in range(3)}
    assert len(starts) == 1
    assert record.save(arena.new_match(setup, 6, 0).state) not in starts


@pytest.mark.parametrize(("bots", "players"), [("a,b", 3), ("a,b", 6), ("a,b,b", 5), ("a,b,c,d", 4), ("a", 4)])
def test_every_bot_sits_in_every_seat_equally_often(bots: str, players: int) -> None:
    listed = tuple(bots.split(","))
    setup = Setup(
        game="elfer_raus", players=players, rounds=1, bots=listed, options={}, data=None, seed="", sources=""
    )  # fmt: skip
    for seat in range(players):
        assert Counter(setup.seating(rotation)[seat] for rotation in range(len(listed))) == Counter(listed)


def test_a_short_list_is_spread_round_the_table() -> None:
    setup = setup_of("elfer_raus", "casual,random", 3)
    assert [setup.seating(rotation) for rotation in range(2)] == [
        ("casual", "random", "casual"),
        ("random", "casual", "random"),
    ]


@pytest.mark.parametrize("name", games.NAMES)
def test_the_same_seed_gives_the_same_result_and_another_another(name: str) -> None:
    players = games.facts(name).players[0]
    bots = "casual,random"
    one, two, other = (
        without_times([arena.play_deal(setup_of(name, bots, players, 2, seed), number) for number in range(3)])
        for seed in ("a", "a", "b")
    )
    assert one == two
    assert one != other


def test_a_deal_can_be_a_match_of_several_rounds_and_is_won_as_one() -> None:
    setup = setup_of("nimmt11", "casual,random", 2, rounds=3)
    deal = arena.play_deal(setup, 0)
    assert [len(match) for match in deal.points] == [3, 3]
    for match, won in zip(deal.points, deal.won, strict=True):
        totals = [sum(seats) for seats in zip(*match, strict=True)]
        assert won == [seat for seat in range(2) if totals[seat] == max(totals)]


def test_bots_are_told_the_standing_and_asked_only_when_there_is_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    true = Bot.choose

    def choose(self: Any, state: Any, standing: Any = None) -> int:
        asked.append((standing, len(self.game.legal(state))))
        return true(self, state, standing)

    setup = setup_of("nimmt11", "casual,random", 2, rounds=3)
    arena.wake(setup)
    monkeypatch.setattr(Bot, "choose", choose)
    deal = arena.play_deal(setup, 0)
    assert min(choices for _, choices in asked) > 1
    assert len(asked) == sum(times.count for times in deal.times)
    first = deal.points[0]
    standings = list(dict.fromkeys(standing for standing, _ in asked))
    assert [standing.rounds_left for standing in standings[:3]] == [2, 1, 0]
    assert standings[2].totals == tuple(a + b for a, b in zip(first[0], first[1], strict=True))


def test_options_reach_the_table() -> None:
    plain = setup_of("elfer_raus", "casual,random", 2)
    odd = setup_of("elfer_raus", "casual,random", 2, opening="ten_to_twelve")
    assert record.save(arena.new_match(plain, 0, 0).state) != record.save(arena.new_match(odd, 0, 0).state)


# ComparisonFigures


def a_deal(number: int, *points: list[int]) -> Deal:
    won = [[seat for seat, value in enumerate(seats) if value == max(seats)] for seats in points]
    return Deal(number, [[seats] for seats in points], won, [Times(), Times()])


def test_figures_of_deals_that_were_counted_by_hand() -> None:
    """Two bots at three seats, ABA and BAB."""
    setup = setup_of("elfer_raus", "casual,random", 3)
    deals = [a_deal(0, [3, 1, 2], [0, 6, 0]), a_deal(1, [5, 5, 1], [9, 2, 3])]
    found = outcome(setup, deals).figures
    casual, other = found.bots
    assert (casual.bot, casual.even, other.even) == ("casual", 0.5, 0.5)
    assert casual.wins.value == pytest.approx(((1 + 1) / 2 + (0.5 + 0) / 2) / 2)
    assert casual.wins.value + other.wins.value == pytest.approx(1)
    assert casual.points.value == pytest.approx(((3 + 2 + 6) / 3 + (5 + 1 + 2) / 3) / 2)
    assert casual.wins.low is None, "two deals tell no interval"
    assert found.pairs[0].ahead.value == pytest.approx((4 / 4 + (0.5 + 0 + 0 + 0) / 4) / 2)
    assert (found.deals, found.matches) == (2, 4)


def test_the_same_bot_twice_is_one_bot_with_two_seats() -> None:
    setup = setup_of("elfer_raus", "easy,casual,casual", 3)
    found = outcome(setup, [arena.play_deal(setup, number) for number in range(3)]).figures
    assert [(bot.bot, round(bot.even, 3)) for bot in found.bots] == [("easy", 0.333), ("casual", 0.667)]
    assert sum(bot.wins.value for bot in found.bots) == pytest.approx(1)


@pytest.mark.parametrize("count", [10, 40])
def test_intervals_cover_the_truth_in_19_of_20_cases(count: int) -> None:
    chance = np.random.default_rng(11)
    means = shares = ratios = 0
    for _ in range(2000):
        found = estimates.mean(chance.normal(3, 2, count))
        means += found.low is not None and found.high is not None and found.low <= 3 <= found.high
        luck = chance.uniform(0.2, 1, count)  # the deal's own, shared by its four rotations
        found = estimates.mean_share(chance.binomial(4, luck) / 4)
        shares += found.low is not None and found.high is not None and found.low <= 0.6 <= found.high
        below = chance.normal(0.3, 0.15, 4 * count)
        found = estimates.ratio(0.8 * below + chance.normal(0, 0.1, 4 * count), below)
        ratios += found.low is not None and found.high is not None and found.low <= 0.8 <= found.high
    for covered in (means, shares, ratios):
        assert 0.93 < covered / 2000 < 0.97


def test_a_bot_that_always_wins_is_not_called_certain() -> None:
    always = estimates.mean_share(np.ones(20))
    assert always.value == 1
    assert always.low is not None
    assert 0.8 < always.low < 0.9


def test_shares_that_differ_by_rounding_are_all_the_same() -> None:
    always = np.ones(20)
    always[3] = 1 - 1e-16
    assert estimates.mean_share(always) == estimates.mean_share(np.ones(20))


def test_a_ratio_that_is_the_same_in_all_deals_is_not_called_certain() -> None:
    assert estimates.ratio(np.full(20, 0.5), np.full(20, 0.5)) == estimates.Estimate(1.0)
    assert estimates.ratio(np.full(20, 0.1), np.full(20, 0.3)).low is None


def test_ratings_rank_the_better_bot_higher_and_are_the_same_each_time() -> None:
    setup = setup_of("nimmt11", "random,casual", 4)
    deals = [arena.play_deal(setup, number) for number in range(15)]
    one, two = outcome(setup, deals), outcome(setup, deals)
    assert one.figures == two.figures
    worse, better = (bot.rating for bot in one.figures.bots)
    assert better.ordinal > worse.ordinal
    assert better.ordinal == pytest.approx(better.mu - 3 * better.sigma)
    assert one.climb[-1] == (30, [worse.mu, better.mu])


def test_a_bot_in_several_seats_moves_by_the_mean_of_them() -> None:
    setup = setup_of("elfer_raus", "casual,random", 4)
    found = outcome(setup, [arena.play_deal(setup, 0)])
    model = PlackettLuce()
    now = {bot: model.rating() for bot in setup.kinds}
    for rotation, match in enumerate(arena.play_deal(setup, 0).points):
        seats = setup.seating(rotation)
        alone = [[model.rating(mu=now[bot].mu, sigma=now[bot].sigma)] for bot in seats]
        after = model.rate(alone, scores=[float(points) for points in match[0]])
        for bot in now:
            mine = [after[seat][0] for seat in range(4) if seats[seat] == bot]
            now[bot] = model.rating(
                mu=sum(one.mu for one in mine) / len(mine), sigma=sum(one.sigma for one in mine) / len(mine)
            )
    assert [bot.rating.mu for bot in found.figures.bots] == pytest.approx([now[bot].mu for bot in setup.kinds])
    assert [bot.rating.sigma for bot in found.figures.bots] == pytest.approx([now[bot].sigma for bot in setup.kinds])


def test_deals_that_are_all_the_same_are_not_called_certain() -> None:
    even = estimates.mean_share(np.full(20, 0.5))
    assert even.value == 0.5
    assert even.low is not None
    assert 0.2 < even.low < 0.4


def test_thinking_times_are_told_from_bins() -> None:
    times = Times()
    for nanoseconds in range(1_000, 101_000, 100):
        times.add(nanoseconds)
    found = thinking(times)
    assert found.decisions == 1000
    assert found.mean == pytest.approx(50_950e-9)
    assert found.median == pytest.approx(50_950e-9, rel=0.05)
    assert found.p99 == pytest.approx(100_000e-9, rel=0.05)
    assert found.worst == 100_900e-9
    assert quantile(Times(), 0.5) == 0


# What choices gain


@pytest.mark.parametrize(
    ("name", "bots", "deals"),
    [
        pytest.param("nimmt11", "easy,sensible", 40, marks=pytest.mark.xdist_group("search-nimmt11")),
        pytest.param("jatten", "sensible,sensible,random", 25, marks=pytest.mark.xdist_group("search-jatten")),
    ],
)
def test_what_choices_gain_tells_the_share_of_wins(
    name: str, bots: str, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two ways to the same share, one of them with less luck."""
    monkeypatch.setattr(choices, "PLAYOUTS", 50)
    players = bots.count(",") + 1
    setup = setup_of(name, bots, players, judged=True)
    played = [arena.play_deal(setup, number) for number in range(deals)]
    stranger = next(bot for bot in outcome(setup, played).figures.bots if bot.bot != "sensible")
    assert stranger.wins.value < 0.5 / players, "there is something to tell"
    gains = np.array([deal.gains for deal in played])
    assert gains.shape == (deals, players)
    assert 1 / players + gains.mean() == pytest.approx(stranger.wins.value, abs=0.08)


@pytest.mark.xdist_group("search-jatten")
def test_a_choice_that_throws_the_win_away_loses_all() -> None:
    state = scene("1 2", "3 4", collections=("1 1 1 1 1 1", "2 2 2 2 2 2"), phase=jatten.REFILL)
    watcher = choices.Watcher(games.load("jatten"), 0, 1)
    watcher.see(state, jatten.A_KEEP)
    assert watcher.gain == 0, "it wins, and `prefer` does the same"
    watcher.see(state, jatten.A_DISCARD)
    assert watcher.gain == -1


def test_no_more_luck_is_taken_away_than_helps() -> None:
    rng = np.random.default_rng(1)
    skill, luck = rng.normal(0.6, 0.01, 500), rng.normal(0, 0.3, 500)
    steady = choices.without_luck(skill + luck, skill)
    assert steady.std() < 0.02
    assert steady.mean() == pytest.approx(0.6, abs=0.01)
    always, reckoned = np.ones(500), rng.normal(1, 0.1, 500)
    assert choices.without_luck(always, reckoned) == pytest.approx(always), "who always wins has no luck to lose"


@pytest.mark.xdist_group("search-nimmt11")
def test_judged_choices_are_kept_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "nimmt11", "--bots", "sensible,easy", "--choices", "--games", "2", "--run", str(tmp_path / "run")]
    assert main(asked) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "without luck" in told
    assert "beyond what the bot's choices gain" in told
    assert main([*asked, "--json"]) == 0
    sensible, easy = msgspec.json.decode(capsys.readouterr().out, type=ComparisonFigures).bots
    assert sensible.without_luck is None
    assert easy.without_luck is not None
    with pytest.raises(BadInput, match="with choices True, not False"):
        Run(setup_of("nimmt11", "sensible,easy", 2, seed=arena.SEED), tmp_path / "run")


@pytest.mark.xdist_group("search-nimmt11")
@pytest.mark.parametrize("seed", range(8))
def test_who_searches_has_searched_before_it_counts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = []
    true = Bot.choose

    def choose(self: Any, state: Any, standing: Any = None) -> int:
        action = true(self, state, standing)
        thought.append(bool(self.thinker.workers))
        return action

    monkeypatch.setattr(arena, "_awake", set())
    monkeypatch.setattr(Bot, "choose", choose)
    arena.wake(setup_of("nimmt11", "strong@10,casual", 2, seed=str(seed)))
    assert True in thought


# Runs that continue


def test_more_processes_change_nothing(tmp_path: Path) -> None:
    setup = setup_of("nimmt11", "casual,easy,random", 3)
    with Run(setup, tmp_path / "one") as one, Run(setup, tmp_path / "two") as two:
        assert without_times(arena.play(setup, 6, one)) == without_times(arena.play(setup, 6, two, jobs=2))


def test_a_run_goes_on_to_more_deals_and_can_tell_of_fewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("nimmt11", "casual,random", 2)
    path = tmp_path / "run.jsonl"
    with Run(setup, path) as run:
        few = arena.play(setup, 3, run)
    with Run(setup, path) as run:
        many = arena.play(setup, 5, run)
    assert many[:3] == few
    assert len(path.read_bytes().splitlines()) == 6
    monkeypatch.setattr(arena, "play_deal", None)  # nothing is left to play
    with Run(setup, path) as run:
        assert arena.play(setup, 3, run) == few


def test_a_line_that_was_torn_by_a_kill_is_dropped(tmp_path: Path) -> None:
    setup = setup_of("nimmt11", "casual,random", 2)
    path = tmp_path / "run.jsonl"
    with Run(setup, path) as run:
        whole = without_times(arena.play(setup, 4, run))
    text = path.read_bytes()
    head = text.index(b"\n") + 1
    for kept in (len(text) - 1, len(text) - 40, head + 5, head, head - 1, 10, 0):
        path.write_bytes(text[:kept])
        with Run(setup, path) as run:
            assert len(run.deals) == max(0, text[:kept].count(b"\n") - 1)
            assert without_times(arena.play(setup, 4, run)) == whole
        assert len(path.read_bytes().splitlines()) == 5


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"bots": "random,casual"}, "bots"),
        ({"players": 3}, "players"),
        ({"seed": "x"}, "seed"),
        ({"rounds": 2}, "rounds"),
    ],
)
def test_a_run_of_another_comparison_is_refused(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    given: dict[str, Any] = {"name": "elfer_raus", "bots": "casual,random", "players": 2}
    path = tmp_path / "run.jsonl"
    Run(setup_of(**given), path).file.close()
    before = path.read_bytes()
    with pytest.raises(BadInput, match=f"holds a comparison with {field}"):
        Run(setup_of(**{**given, **change}), path)
    assert path.read_bytes() == before
    with Run(setup_of(**{**given, **change}), path, fresh=True) as run:
        assert not run.deals
    assert path.read_bytes() != before


def test_a_run_of_another_format_is_refused(tmp_path: Path) -> None:
    setup = setup_of("elfer_raus", "casual,random", 2)
    path = tmp_path / "run.jsonl"
    Run(setup, path).file.close()
    later = path.read_bytes().replace(b'{"elftafel_arena":1', b'{"elftafel_arena":2')
    path.write_bytes(later)
    with pytest.raises(BadInput, match="it has format 2, not 1"):
        Run(setup, path)
    assert path.read_bytes() == later


def test_another_file_is_never_overwritten(tmp_path: Path) -> None:
    setup = setup_of("elfer_raus", "casual,random", 2)
    path = tmp_path / "letter.txt"
    path.write_text("Dear aunt,\n")
    for fresh in (False, True):
        with pytest.raises(BadInput, match="no run of the arena"):
            Run(setup, path, fresh)
    assert path.read_text() == "Dear aunt,\n"
    with pytest.raises(BadInput, match="cannot be written"):
        Run(setup, tmp_path / "no" / "such" / "folder")


def test_a_damaged_line_and_a_second_writer_are_refused(tmp_path: Path) -> None:
    setup = setup_of("nimmt11", "casual,random", 2)
    path = tmp_path / "run.jsonl"
    with Run(setup, path) as run:
        arena.play(setup, 2, run)
        with pytest.raises(BadInput, match="another arena is writing"):
            Run(setup, path)
    lines = path.read_bytes().splitlines(keepends=True)
    for damage in (b"\x00\x00\n", b"{}\n", lines[1].replace(b'"won":[[', b'"won":[[7,')):
        path.write_bytes(lines[0] + damage + lines[2])
        with pytest.raises(BadInput, match="line 2 is damaged"):
            Run(setup, path)


def test_a_run_has_a_place_of_its_own_for_all_that_decides_it() -> None:
    one = setup_of("elfer_raus", "casual,random", 2)
    others = [
        setup_of("elfer_raus", "random,casual", 2),
        setup_of("elfer_raus", "casual,random", 3),
        setup_of("elfer_raus", "casual,random", 2, rounds=2),
        setup_of("elfer_raus", "casual,random", 2, seed="other"),
        setup_of("elfer_raus", "sensible,random", 2, judged=True),
        setup_of("elfer_raus", "casual,random", 2, opening="drawn"),
        msgspec.structs.replace(one, sources="older"),
    ]
    assert len({runs.usual_path(setup) for setup in [one, *others]}) == 8
    assert runs.usual_path(one) == runs.usual_path(setup_of("elfer_raus", "casual,random", 2))


def test_all_that_decides_a_result_is_in_the_name_of_a_run() -> None:
    files = {str(path.relative_to(PACKAGE)) for path in arena.deciding_files()}
    wanted = {
        "match.py",
        "lab/arena.py",
        "lab/choices.py",
        "bots/thinking.py",
        "games/game.py",
        "games/jatten/facts.py",
    }
    assert wanted | {"games/nimmt11/table.py", "games/elevens/policy.py"} <= files


def test_other_sources_in_a_worker_are_refused() -> None:
    with pytest.raises(BadInput, match="not those of the comparison"):
        arena.play_deal(msgspec.structs.replace(setup_of("nimmt11", "random", 2), sources="older"), 0)


def test_errors_come_whole_out_of_another_process() -> None:
    import pickle

    for error in (BadInput("a", 1, "two", "AL-1"), IllegalMove("AL-3", "move")):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), vars(again)) == (str(error), vars(error))


def children_of(pid: int) -> set[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return {int(line) for line in found.stdout.split()}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


STOPS = [(signal.SIGKILL, "1"), (signal.SIGINT, "2"), (signal.SIGKILL, "2")]
LONG = ["nimmt11", "--bots", "casual,random", "--players", "4", "--games", "48", "--json"]


def printed(*arguments: str) -> str:
    """What the command prints, in this process."""
    with redirect_stdout(io.StringIO()) as told:
        assert main(["arena", *arguments]) == 0
    return told.getvalue()


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return without_thinking(printed(*LONG, "--run", str(tmp_path_factory.mktemp("arena") / "run.jsonl")))


@pytest.mark.xdist_group("stopped")
@pytest.mark.parametrize(("how", "jobs"), STOPS[: 1 + MORE])
def test_a_stopped_run_continues_and_equals_an_unbroken_one(
    tmp_path: Path, unbroken: Any, how: signal.Signals, jobs: str
) -> None:
    path = tmp_path / "run.jsonl"
    broken = [*LONG, "--jobs", jobs, "--run", str(path)]
    running = subprocess.Popen(
        [*ELFTAFEL, "arena", *broken],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    limit = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < limit
        time.sleep(0.01)
    children = children_of(running.pid)
    running.send_signal(how)
    told, complaint = running.communicate(timeout=60)
    assert told == ""
    if how == signal.SIGINT:
        assert running.returncode == 130
        assert re.search(r"Stopped after \d+ of 48 deals. The same command continues.", complaint)
        assert "Traceback" not in complaint
    while any(alive(child) for child in children):
        assert time.monotonic() < limit, "workers end with their parent"
        time.sleep(0.05)
    done = path.read_bytes()
    assert 4 <= done.count(b"\n") < 49
    again = printed(*broken)
    assert path.read_bytes().startswith(done[: done.rindex(b"\n") + 1])
    assert without_thinking(again) == unbroken


@pytest.mark.xdist_group("ray")
def test_ray_gives_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    asked = ["nimmt11", "--bots", "casual,random", "--games", "12", "--json"]
    far = command(*asked, "--ray", "--run", str(tmp_path / "far"))
    assert far.returncode == 0, far.stderr
    here = command(*asked, "--run", str(tmp_path / "here"))
    assert without_thinking(far.stdout) == without_thinking(here.stdout)


@pytest.mark.xdist_group("ray")
def test_a_ray_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_ADDRESS", "not-an-address")
    told = command("nimmt11", "--bots", "casual,random", "--games", "2", "--ray", "--run", str(tmp_path / "run"))
    assert told.returncode == 2
    assert "RAY_ADDRESS is 'not-an-address'" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.xdist_group("ray")
def test_a_ray_worker_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")

    class Broken:
        def remote(self, *_: Any) -> int:
            return 0

    def lost(*_: Any) -> Any:
        raise ray.exceptions.WorkerCrashedError

    for name, value in {"is_initialized": lambda: True, "cluster_resources": dict, "wait": lost}.items():
        monkeypatch.setattr(ray, name, value)
    monkeypatch.setattr(ray, "remote", lambda **_: lambda _: Broken())
    monkeypatch.setattr(ray, "cancel", lambda _: None)
    with pytest.raises(ElftafelError, match="the same command continues"):
        list(workers.in_ray(arena.play_deal, setup_of("nimmt11", "casual,random", 2), [0, 1]))


# The command


def test_a_person_at_a_terminal_sees_how_far_it_has_come(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    asked = ["nimmt11", "--bots", "casual,random", "--games", "3", "--json", "--run", str(tmp_path / "run")]
    running = subprocess.Popen([*ELFTAFEL, "arena", *asked], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # nobody writes there any more
        while piece := os.read(ours, 65536):
            shown += piece
    os.close(ours)
    told, _ = running.communicate(timeout=300)
    assert json.loads(told)["deals"] == 3
    assert b"3/3" in shown


def test_tables_json_and_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    asked = ["arena", "elfer_raus", "--bots", "casual,easy,random", "--games", "12", "--run", str(tmp_path / "run")]
    assert main([*asked, "--report", str(page)]) == 0
    told = capsys.readouterr().out
    for word in ("12 deals, 3 rotations each, 36 matches", "OpenSkill", "33.3 %", "Thinking time", "95 %"):
        assert word in told
    assert main(["arena", "--json", *asked[1:]]) == 0, "common options may stand before the game too"
    figures = msgspec.json.decode(capsys.readouterr().out, type=ComparisonFigures)
    assert [bot.bot for bot in figures.bots] == ["casual", "easy", "random"]
    assert all(math.isfinite(bot.wins.value) and bot.wins.low is not None for bot in figures.bots)
    assert len(figures.pairs) == 3
    text = page.read_text()
    assert text.count("<svg") == 4
    for trace in ("http:", "https:", "//", "<script", "<link", "@import", "src=", "url(" + '"'):
        assert trace not in text
    assert set(re.findall(r'href="(.)', text)) <= {"#"}


def test_few_deals_have_no_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "nimmt11", "--bots", "casual,random", "--games", "2", "--run", str(tmp_path / "run")]) == 0
    told = capsys.readouterr().out
    assert "± – %" in told
    assert "too few for intervals" in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("elfer_raus --bots casual,genius", "bot is 'genius': the levels are"),
        ("elfer_raus --bots casual,", "bot is '': the levels are"),
        ("elfer_raus --bots casual,random --players 9", "players is 9: Elfer raus! is for 2 to 6 players"),
        ("elfer_raus --bots casual,random,easy --players 2", "3 bots do not fit at a table of 2"),
        ("elfer_raus --bots casual@0 --players 2", "budget is"),
        ("elfer_raus --bots casual@0s --players 2", "budget is"),
        ("elfer_raus --bots casual@-3 --players 2", "budget is"),
        ("elfer_raus --bots casual,random --games 0", "games is 0: 1 to 1,000,000"),
        ("elfer_raus --bots casual,random --jobs 0", "jobs is 0: 1 to 256"),
        ("elfer_raus --bots casual,random --rounds 21", "1 to 20 rounds"),
        ("elfer_raus --bots casual,random --seed \udcff", "seed is"),
        ("elfer_raus --bots casual,random,easy --drop-colour red", "ER-O1"),
        ("elfer_raus --bots casual,random --report page.txt", "must end in .html"),
        ("elfer_raus --bots casual,random --report /no/such/folder/x.html", "folder that exists"),
        ("elfer_raus --bots casual,random --run /no/such/folder/x", "cannot be written"),
        ("elfer_raus --bots casual,random --run /dev/null", "run is '/dev/null': cannot be used"),
        ("elfer_raus --bots casual,random --run /dev/tty", "run is '/dev/tty': cannot be written"),
        ("elfer_raus --bots casual,random --ray --jobs 2", "the cluster decides"),
        ("elfer_raus --bots casual,random --rounds 2 --choices", "rounds is 2: choices are judged in single rounds"),
        ("elfer_raus --bots easy,random,sensible --choices", "name all 3 seats: one bot, the others sensible"),
        ("elfer_raus --bots easy,sensible --players 4 --choices", "name all 4 seats: one bot, the others sensible"),
        ("elfer_raus --bots sensible,sensible --choices", "name all 2 seats: one bot, the others sensible"),
        ("--suite elfer_raus --bots casual", "--only GAME"),
        ("--only jatten elfer_raus --bots casual", "with --suite only"),
        ("--suite --markdown x.txt", "must end in .md"),
        ("", "name one of elfer_raus"),
    ],
)
def test_bad_input_is_answered_with_what_is_wrong(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments.split()]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert told.out == ""
    assert ("usage:" in told.err) == (arguments == "")


def test_a_report_without_matplotlib_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadInput, match=r"elftafel\[plot\]"):
        report.check_report(tmp_path / "x.html")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"elftafel\[ray\]"):
        workers.check_ray()


@pytest.mark.parametrize("arguments", ["['--help']", "['arena', '--help']", "['arena', 'jatten', '--help']"])
def test_help_loads_nothing_heavy(arguments: str) -> None:
    code = (
        f"import sys\nfrom elftafel.cli import main\ntry:\n    main({arguments})\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numba', 'numpy', 'ray', 'matplotlib', 'openskill') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.endswith("[]\n")


# The standing comparison


def test_the_suite_compares_at_every_number_of_players() -> None:
    assert suite.tables_of("elfer_raus") == [2, 3, 4, 5, 6]
    for name in games.NAMES:
        high = games.facts(name).players[1]
        assert suite.tables_of(name)[-1] == high
        assert suite.gap_tables_of(name)[-1] == min(4, high)
        for players in suite.tables_of(name):
            deals = [suite.deals_of(name, players, lower) for _, lower in suite.LADDER]
            assert min(deals) >= 10, "fewer deals have no interval"
    assert suite.deals_of("elfer_raus", 4, "casual") == 900
    assert suite.deals_of("nimmt11", 7, "strong") == 40
    assert suite.deals_of("jatten", 2, "random") == suite.USUAL_DEALS


@pytest.mark.xdist_group("search-nimmt11")
def test_the_suite_prints_tables_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runs, "cache_folder", lambda: tmp_path / "cache" / "compiled")
    monkeypatch.setattr(suite, "LADDER", (("easy", "random"), ("casual", "easy")))
    monkeypatch.setattr(suite, "BEST", "easy")
    monkeypatch.setattr(suite, "YARDSTICK", "expert@100")
    page, tables = tmp_path / "suite.html", tmp_path / "suite.md"
    asked = ["arena", "--suite", "--only", "nimmt11", "--games", "3"]
    assert main([*asked, "--markdown", str(tables), "--report", str(page)]) == 0
    told = capsys.readouterr().out
    assert told.strip() == tables.read_text().strip()
    assert "| game | players | easy – random | casual – easy |" in told
    assert "| 11 nimmt! | 2 | 50.0 % |" in told
    assert "of the gap" in told
    assert page.read_text().count("<svg") == 1
    assert "//" not in page.read_text()
    monkeypatch.setattr(arena, "play_deal", None)  # nothing is left to play
    assert main([*asked, "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out, type=suite.Suite)
    assert len(found.steps) == 2 * len(suite.tables_of("nimmt11"))
    assert [gap.players for gap in found.gaps] == [2, 4]
    assert {step.deals for step in found.steps} == {3}
    assert all(step.figures.rounds == step.players for step in found.steps), "levels meet in whole matches"
    assert {figures.rounds for gap in found.gaps for figures in gap.figures} == {1}
    for gap in found.gaps:
        assert gap.best.value < gap.even < gap.yardstick.value
        assert gap.closed is not None
        assert gap.closed.value == pytest.approx((gap.best.value - gap.even) / (gap.yardstick.value - gap.even))


def test_the_budget_goes_to_the_best_level_and_the_yardstick() -> None:
    plan = suite.Plan(budget="0.1s")
    assert [plan.bot(level) for level in ("expert", "clairvoyant", "strong")] == [
        "expert@0.1s",
        "clairvoyant@0.1s",
        "strong",
    ]
