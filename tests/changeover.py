"""A process that has compiled nothing yet plays, and changes over to compiled code: `python -m tests.changeover`.

A process of its own, because what is compiled once in a process stays so. Fails with a trace if something differs.
"""

import asyncio
import tempfile
import threading
from typing import Any

from elftafel import games
from elftafel.games import warm
from elftafel.kernel import jit
from elftafel.match import replay, verify
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import TableSettings
from tests.golden_logs import all_settings, fingerprints, path_of, read
from tests.server.hubs import ANA, at_turn, hub_on

GAME = "elfer_raus"


def is_compiled(name: str) -> bool:
    """True once the longest of a game's rules runs as machine code."""
    rules: Any = games.load(name).rules
    return bool(rules.apply.signatures)


def golden(name: str) -> None:
    """A golden log of this game shows what it always showed."""
    log = min((read(path_of(one)) for one in all_settings() if one[0] == name), key=lambda one: len(one.log.actions))
    verify(log.log)
    assert fingerprints(log.log) == log.fingerprints, name


def golden_logs() -> None:
    """Golden logs of the other games as plain Python, with a part of the game compiled, and with all of it."""
    first, *others = warm.TABLE
    for name in games.NAMES:
        if name == GAME:
            continue
        golden(name)
        assert not is_compiled(name)
        warm.compile_verbs(name, list(first))
        golden(name)
        assert not is_compiled(name), "plain rules call some compiled ones"
        warm.compile_verbs(name, [verb for share in others for verb in share])
        assert is_compiled(name)
        golden(name)


async def table(held_back: threading.Event) -> None:
    """A table begins while nothing is compiled, and ends compiled, as the same match."""
    warm.is_warm = lambda name, thinking=False: False

    def wait(name: str, thinking: bool = False, beside: bool = False) -> None:
        held_back.wait()

    warm.warm = wait
    with tempfile.TemporaryDirectory() as folder:
        async with hub_on(f"sqlite:///{folder}/t.db") as hub:
            info = await hub.opening.open_table(TableSettings(game=GAME, seats=2, rounds=1), ANA)
            live = await hub.tables.get(info.id)
            assert live is not None
            await hub.command(live, ANA, messages.PutBot(id="bot", seat=1, level="expert"))
            await hub.command(live, ANA, messages.Start(id="start"))

            async def decide(until: int) -> None:
                while live.table.status == "playing" and live.table.ply < until:
                    match, ply = live.table.match, live.table.ply
                    assert match is not None
                    if live.table.bot_to_play or match.state.over:
                        await asyncio.sleep(0.005)
                        continue
                    play = messages.Play(id=f"p{ply}", ply=ply, action=match.game.legal(match.state)[-1])
                    await hub.command(live, at_turn(live), play)

            try:
                await decide(until=20)
            except BaseException:
                held_back.set()  # the thread that compiles would be waited for
                raise
            assert not is_compiled(GAME)
            assert not hub.warming.ready[GAME]
            assert not await hub.warming.can_think(GAME), "the expert has decided without a search"
            held_back.set()
            await hub.warming.need_thinking(GAME)
            assert is_compiled(GAME)
            assert hub.warming.ready[GAME]
            assert await hub.warming.can_think(GAME)
            await decide(until=10_000)
            assert live.table.status == "over"
            match = live.table.match
            assert match is not None
            again = replay(match.log())
            assert again.state.tobytes() == match.state.tobytes()
            assert again.totals == match.totals
            hub.warming.stop()


if __name__ == "__main__":
    jit.play_meanwhile()
    asyncio.run(table(threading.Event()))
    golden_logs()
