"""The deal of the day without a server: days, secrets, what results come to, and bots that answer alike."""

import hashlib
import subprocess
import sys

import msgspec
import pytest

from elftafel import daily, fairness, games
from elftafel.bots.daily import ExpertTask, play_as_expert, reply
from elftafel.bots.thinking import Standing
from elftafel.errors import BadInput
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.match import Match, Seat
from elftafel.server.live.daily import log_of
from tests.conftest import MORE

INSTALLATION = bytes(range(32))
SECRET = daily.secret_of(INSTALLATION, "2026-11-18", "some_game")
SEARCHED = [
    pytest.param(name, marks=pytest.mark.xdist_group(f"search-{name}"))
    for name in (games.NAMES if MORE > 1 else games.NAMES[:1])
]

# Days.


def test_days_are_those_of_utc() -> None:
    begin = daily.begin_of("2026-11-18")
    assert begin == 1_794_960_000_000
    assert [daily.day_at(begin + moment) for moment in (-1, 0, daily.DAY - 1, daily.DAY)] == [
        "2026-11-17",
        "2026-11-18",
        "2026-11-18",
        "2026-11-19",
    ]
    assert daily.end_of("2026-12-31") == daily.begin_of("2027-01-01")
    assert daily.after("2028-02-28") == "2028-02-29"


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "2026-1-1", "20261118", "2026-W47-3", "2026-11-18T00:00"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="a date as in"):
        daily.read_day(text)


# Secrets and seeds.


def test_a_secret_belongs_to_one_installation_day_and_game() -> None:
    secrets = {
        daily.secret_of(installation, day, game)
        for installation in (INSTALLATION, bytes(32))
        for day in ("2026-11-18", "2026-11-19")
        for game in ("some_game", "other_game")
    }
    assert len(secrets) == 8
    assert all(len(secret) == 64 for secret in secrets)
    assert daily.secret_of(INSTALLATION, "2026-11-18", "some_game") == SECRET


def test_the_seed_can_be_checked_by_hand_as_the_page_tells() -> None:
    text = f"elftafel-seed-1\ndaily:2026-11-18:some_game\n{SECRET}\n\n\n\n"
    assert daily.seed_of(SECRET, "2026-11-18", "some_game", 4) == hashlib.sha256(text.encode()).digest()
    assert fairness.commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def test_every_decision_of_every_seat_has_luck_of_its_own() -> None:
    found = {luck for seat in range(4) for ply in range(50) for luck in daily.lucks(SECRET, seat, ply)}
    assert len(found) == 400
    assert all(0 <= luck < 1 << daily.LUCK for luck in found)


# Results.


@pytest.mark.parametrize(("points", "lead"), [((5, 3, 1), 2), ((0, 0, -7), 0), ((-9, 0, 4), -13)])
def test_a_lead_is_that_over_the_best_of_the_others(points: tuple[int, ...], lead: int) -> None:
    assert daily.lead_of(points, 0) == lead


def test_better_than_counts_equal_results_half() -> None:
    counts = [(-20, 2), (-3, 1), (4, 3), (11, 1)]
    assert daily.better_than(counts, 11) == 1
    assert daily.better_than(counts, -20) == 0.5 / 6
    assert daily.better_than(counts, 4) == (3 + 1) / 6
    assert daily.better_than([(4, 1)], 4) is None
    assert daily.better_than([], 4) is None


@pytest.mark.parametrize(
    ("days", "row", "best"),
    [
        ("", 0, 0),
        ("18", 1, 1),
        ("17", 1, 1),  # today still runs
        ("16", 0, 1),
        ("15 16 17 18", 4, 4),
        ("18 16 17 17 15", 4, 4),  # in any order, several games a day
        ("10 11 12 13 17 18", 2, 4),
        ("10 11 12 14", 0, 3),
    ],
)
def test_a_streak_is_days_in_a_row(days: str, row: int, best: int) -> None:
    assert daily.streaks([f"2026-11-{day}" for day in days.split()], "2026-11-18") == (row, best)


def test_a_streak_goes_on_over_the_end_of_a_year() -> None:
    assert daily.streaks(["2026-12-30", "2026-12-31", "2027-01-01"], "2027-01-01") == (3, 3)


# Bots.


def dealt(name: str, level: str) -> tuple[Match, daily.DayDeal]:
    deal = msgspec.structs.replace(daily.deal_now(name), level=level, expert=200)
    game = games.load(name)
    seats = tuple(Seat(f"Seat {seat}") for seat in range(deal.seats))
    seed = daily.seed_of(SECRET, "2026-11-18", name, deal.seats)
    options = game.facts.read_options({}, deal.seats)
    return Match(game, options, seats, seed, 1, True, game.read_data(deal.data)), deal


def check_replies(name: str, level: str, most: int) -> None:
    """The same reply to the same position, whatever lies where the seat cannot see it."""
    match, deal = dealt(name, level)
    for ply in range(most):
        if match.over:
            break
        asked = (match.game, deal.level, deal.iterations, SECRET)
        before = record.save(match.state)
        standing = Standing.of(match)
        action = reply(*asked, match.state, standing)
        assert record.save(match.state) == before
        other = record.copy(match.state)
        verbs.redeal(other, int(other.seat), new_luck(ply))
        assert reply(*asked, other, standing) == action
        match.apply(action)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_reply_depends_on_what_the_seat_may_know_alone(name: str) -> None:
    check_replies(name, "casual", 30 if not PLAIN else 10)


@pytest.mark.skipif(PLAIN, reason="a search")
@pytest.mark.parametrize("name", SEARCHED)
def test_a_reply_of_a_search_too(name: str) -> None:
    check_replies(name, daily.LEVEL, 40)


def test_a_deal_is_the_same_until_somebody_plays_otherwise() -> None:
    name = games.NAMES[0]

    def played(changed_at: int | None) -> list[int]:
        match, deal = dealt(name, "casual")
        while not match.over:
            if match.turn == daily.PERSON:
                legal = match.legal
                action = legal[-1] if len(match.actions) == changed_at else legal[0]
            else:
                action = reply(match.game, deal.level, 0, SECRET, match.state, Standing.of(match))
            match.apply(action)
        return [action for action, _ in match.actions]

    first = played(None)
    assert played(None) == first
    match, _ = dealt(name, "casual")
    choice = None
    for ply, action in enumerate(first):
        if match.turn == daily.PERSON and len(match.legal) > 1 and ply > len(first) // 3:
            choice = ply
            break
        match.apply(action)
    assert choice is not None
    other = played(choice)
    assert other[:choice] == first[:choice]
    assert other[choice] != first[choice]


@pytest.mark.skipif(PLAIN or MORE == 1, reason="a process of its own, and a search; `make test-all` has it")
@pytest.mark.xdist_group(f"search-{games.NAMES[0]}")
def test_an_expert_gets_the_same_in_another_process() -> None:
    name = games.NAMES[0]
    _, deal = dealt(name, "casual")
    task = ExpertTask(log_of("2026-11-18", name, deal, SECRET), SECRET, deal)
    here = play_as_expert(task)
    assert here.over
    command = [sys.executable, "-m", "elftafel.bots.daily", "0"]
    run = subprocess.run(command, input=msgspec.json.encode(task), capture_output=True, check=True)
    assert msgspec.json.decode(run.stdout) == here.totals
    assert here.seed == daily.seed_of(SECRET, "2026-11-18", name, deal.seats)
