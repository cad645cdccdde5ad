"""The search for garbage at moments of our choosing."""

import asyncio
import gc
import time
import weakref

import pytest

from elftafel.server.ops import garbage


class Ring:
    """Something that only the search can free."""

    def __init__(self) -> None:
        self.me = self


async def until_gone(ring: "weakref.ref[Ring]") -> None:
    async with asyncio.timeout(10):
        while ring() is not None:
            await asyncio.sleep(0.01)


def test_young_garbage_is_found_soon_and_the_usual_search_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "YOUNG", 0.01)

    async def scene() -> None:
        searching = asyncio.create_task(garbage.collect(time.monotonic))
        await asyncio.sleep(0)
        assert not gc.isenabled()
        await until_gone(weakref.ref(Ring()))
        searching.cancel()
        await asyncio.gather(searching, return_exceptions=True)
        assert gc.isenabled()

    asyncio.run(scene())


def old_garbage() -> weakref.ref[Ring]:
    """A ring that nobody holds any more and that has lived through two searches."""
    ring = Ring()
    gc.collect()
    gc.collect()
    return weakref.ref(ring)


@pytest.mark.parametrize(("earliest", "latest", "quiet"), [(0.0, 1e9, True), (1e9, 0.0, False)])
def test_old_garbage_is_found_when_nobody_plays_or_at_last(
    monkeypatch: pytest.MonkeyPatch, earliest: float, latest: float, quiet: bool
) -> None:
    for name, value in (("YOUNG", 0.01), ("EARLIEST", earliest), ("LATEST", latest)):
        monkeypatch.setattr(garbage, name, value)

    async def scene() -> None:
        old = old_garbage()
        searching = asyncio.create_task(garbage.collect(lambda: 0.0 if quiet else time.monotonic()))
        await until_gone(old)
        searching.cancel()

    asyncio.run(scene())


def test_old_garbage_waits_while_people_play(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("YOUNG", 0.001), ("EARLIEST", 0.0)):
        monkeypatch.setattr(garbage, name, value)

    async def scene() -> None:
        old = old_garbage()
        searching = asyncio.create_task(garbage.collect(time.monotonic))
        await asyncio.sleep(0.1)
        assert old() is not None
        searching.cancel()

    asyncio.run(scene())
