"""People, their accounts, and what their matches came to, on both databases."""

import asyncio

import pytest
from openskill.models import PlackettLuce

from elftafel.server.store import (
    AccountTaken,
    Appended,
    Behind,
    CommandKey,
    Ended,
    GameStatistics,
    Person,
    Repeated,
    Store,
    StoreError,
)
from tests.server.databases import ended, line, opened, rows, seat_result

pytest_plugins = ["tests.server.databases"]


async def finish(store: Store, table: str, end: Ended) -> None:
    """A match from its first entry to its last."""
    await store.create(line(table, status="playing"), rows(0))
    assert await store.append(table, 1, rows(1), line(table, 2, status="over"), ended=end) == Appended(2)


async def rating(store: Store, person: str, pool: str = "people", game: str = "jatten") -> tuple[float, float, int]:
    found = [one for one in await store.ratings(person) if (one.pool, one.game) == (pool, game)]
    return (found[0].mu, found[0].sigma, found[0].matches) if found else (25.0, 25 / 3, 0)


def test_people_are_added_changed_and_seen(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            assert await store.person("a") is None
            await store.add_person("a", "Þóra", "is", 10)
            await store.add_person("a", "someone else", "en", 20)
            anna = Person(id="a", name="Þóra", language="is", account=None, created_at=10, seen_at=10)
            assert await store.person("a") == anna
            await store.rename("a", "Anna", "de")
            await store.seen("a", 50)
            await store.seen("a", 40)
            await store.seen("nobody", 40)
            anna = Person(id="a", name="Anna", language="de", account=None, created_at=10, seen_at=50)
            assert await store.person("a") == anna
            with pytest.raises(StoreError, match="nobody"):
                await store.rename("nobody", "Anna", "de")

    asyncio.run(play())


def test_an_account_belongs_to_one_person(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            for person in ("a", "b"):
                await store.add_person(person, person, "en", 10)
            await store.set_account("a", "anna", "hash1")
            with pytest.raises(AccountTaken, match="anna"):
                await store.set_account("b", "anna", "hash2")
            await store.set_account("a", "anna", "hash3")
            found = await store.by_account("anna")
            assert found is not None
            assert (found[0].id, found[0].account, found[1]) == ("a", "anna", "hash3")
            assert await store.by_account("ben") is None
            tries = (store.set_account(person, "both", "hash") for person in ("a", "b"))
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(result, AccountTaken) for result in results) == 1

    asyncio.run(play())


def test_ratings_follow_plackett_luce(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await finish(store, "t1", ended("anna", "ben", "carl"))
            await finish(store, "t2", ended("ben", "anna"))
            model = PlackettLuce()
            [[anna], [ben], [carl]] = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])
            [[ben], [anna]] = model.rate([[ben], [anna]], ranks=[1, 2])
            for person, expected, matches in (("anna", anna, 2), ("ben", ben, 2), ("carl", carl, 1)):
                assert await rating(store, person) == pytest.approx((expected.mu, expected.sigma, matches))
                assert await rating(store, person, "bots") == (25.0, 25 / 3, 0)

    asyncio.run(play())


def test_a_match_with_a_bot_counts_in_its_own_pool(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await finish(store, "t1", ended("anna", "bot:easy", "bot:easy"))
            assert await rating(store, "anna") == (25.0, 25 / 3, 0)
            mu, _, matches = await rating(store, "anna", "bots")
            assert (mu > 25, matches) == (True, 1)
            mu, _, matches = await rating(store, "bot:easy", "bots")
            assert (mu < 25, matches) == (True, 1)

    asyncio.run(play())


def test_who_leaves_a_match_among_people_is_last_in_it(database_url: str) -> None:
    """Even if the bot that played on has won: a match cannot be left to save a rating, nor be won by a bot."""

    async def play() -> None:
        async with opened(database_url) as store:
            await finish(store, "t1", ended(seat_result(0, "carl", stood_in=True), "ben"))
            assert (await rating(store, "carl"))[0] < 25
            assert (await rating(store, "ben"))[0] > 25
            assert (await rating(store, "ben", "bots"))[2] == 0

    asyncio.run(play())


def test_whoever_took_a_hint_cannot_gain_and_nobody_loses_to_them(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            carl = frozenset({"carl"})
            await finish(store, "t1", ended("carl", "ben", hinted=carl))
            assert (await rating(store, "carl"))[2] == 0, "won, and is not rated for it"
            assert (await rating(store, "ben"))[0] == 25
            await finish(store, "t2", ended("ben", "carl", hinted=carl))
            assert (await rating(store, "carl"))[0] < 25, "a lost match is not saved by a hint"
            assert (await rating(store, "ben"))[0] > 25, "nor the winner's gain lost"
            await finish(store, "t3", ended("carl", "dora", "emil", hinted=carl))
            assert (await rating(store, "dora"))[0] > 25 > (await rating(store, "emil"))[0], "rated among themselves"

    asyncio.run(play())


def test_bots_alone_against_themselves_move_nothing(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await finish(store, "t1", ended("bot:easy", "bot:easy"))
            await finish(store, "t2", ended("anna"))
            assert await store.ratings("bot:easy") == []
            assert await store.ratings("anna") == []

    asyncio.run(play())


def test_results_are_written_exactly_once(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t", status="playing"), rows(0))
            last = line("t", 2, status="over")
            end = ended("anna", "ben")
            sendings = [store.append("t", 1, rows(1), last, CommandKey("ben", "last"), end) for _ in range(5)]
            others = [store.append("t", 1, rows(1), last, ended=end) for _ in range(5)]
            answers = await asyncio.gather(*sendings, *others)
            assert sum(isinstance(answer, Appended) for answer in answers) == 1
            assert all(isinstance(answer, Appended | Behind | Repeated) for answer in answers)
            assert (await rating(store, "anna"))[2] == 1
            assert len(await store.history("anna")) == 1

    asyncio.run(play())


def test_matches_that_end_together_all_count(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            pairs = (("anna", "ben"), ("ben", "anna"), ("carl", "anna"), ("ben", "carl"))
            await asyncio.gather(*(finish(store, f"t{i}", ended(*pairs[i % 4])) for i in range(24)))
            assert [(await rating(store, person))[2] for person in ("anna", "ben", "carl")] == [18, 18, 12]

    asyncio.run(play())


def test_a_failing_end_leaves_the_match_as_it_was(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t", status="playing"), rows(0))
            twice = Ended(game="jatten", at=1, players=2, seats=(seat_result(0, "anna"), seat_result(0, "ben")))
            with pytest.raises(StoreError):
                await store.append("t", 1, rows(1), line("t", 2, status="over"), ended=twice)
            assert await store.read("t") == rows(0)
            assert await store.line("t") == line("t", status="playing")
            assert await store.history("anna") == []

    asyncio.run(play())


def test_history_comes_in_pages_newest_first(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            ends = {f"t{i}": ended("anna", "ben" if i % 2 else "bot:easy", at=1_000 + i // 2) for i in range(7)}
            for table, end in ends.items():
                await finish(store, table, end)
            first = await store.history("anna", limit=3)
            assert [one.table for one in first] == ["t6", "t5", "t4"]
            assert first[0].seats == ends["t6"].seats
            assert (first[0].pool, first[1].pool, first[1].number) == ("bots", "people", 2)
            rest = await store.history("anna", before=(first[-1].at, first[-1].table))
            assert [one.table for one in rest] == ["t3", "t2", "t1", "t0"]
            assert len(await store.history("ben")) == 3

    asyncio.run(play())


def test_statistics_add_up_by_game_and_pool(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            assert await store.statistics("anna") == []
            tied = (seat_result(0, "anna", won=0.5), seat_result(1, "ben", won=0.5, rank=1, points=10))
            await finish(store, "t1", ended(*tied))
            await finish(store, "t2", ended("ben", "anna"))
            await finish(store, "t3", ended("bot:easy", "anna"))
            await finish(store, "t4", ended("anna", "ben", game="elevens"))
            assert await store.statistics("anna") == [
                GameStatistics(game="elevens", pool="people", matches=1, wins=1.0, points=10),
                GameStatistics(game="jatten", pool="bots", matches=1, wins=0.0, points=9),
                GameStatistics(game="jatten", pool="people", matches=2, wins=0.5, points=19),
            ]

    asyncio.run(play())
