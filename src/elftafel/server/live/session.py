"""One socket: hello, then commands in and events out. Bounded in everything: a slow viewer costs the others nothing.

Whoever falls behind gets a fresh welcome instead of what was dropped.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from elftafel.errors import BadInput, BadLog, OtherRules
from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.tables import Hub
from elftafel.server.people.limits import Bucket
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError
from elftafel.server.table import views
from elftafel.server.table.commands import Actor, own_seat

log = structlog.get_logger()

HELLO_SECONDS = 10.0
SEND_SECONDS = 10.0
NOTICE_SECONDS = 2.0  # until someone who waits is told so again
MOST_QUEUED = 64
MOST_WAITING = 2  # slow questions (start, hint) at once
BURST = 3  # seconds of messages that may come at once
STRIKES = 50  # refused messages in a row after which a socket is closed

Authenticate = Callable[[str], Awaitable[Actor | None]]


class Session:
    """A connected viewer."""

    def __init__(self, hub: Hub, socket: WebSocket[Any, Any, Any], who: Actor | None) -> None:
        self.hub = hub
        self.socket = socket
        self.who = who
        self.live: LiveTable | None = None
        self.queue: deque[bytes] = deque()
        self.something = asyncio.Event()
        self.sender: asyncio.Task[None] | None = None
        self.sending: float | None = None  # since when, while a message is on its way out
        self.missed = False  # events were dropped: a welcome is due
        self.ending: str | None = None
        self.heard = time.monotonic()
        rate = hub.settings.messages_per_second
        self.messages = Bucket(rate, BURST * rate)
        self.strikes = 0
        self.slow: set[asyncio.Task[None]] = set()

    @property
    def person(self) -> str | None:
        """Who this is, if known."""
        return None if self.who is None else self.who.id

    # out

    def send(self, message: bytes) -> None:
        """Queue a message; if the viewer is too slow, drop what is queued and plan a welcome."""
        if self.ending is not None:
            return
        if len(self.queue) >= MOST_QUEUED:
            self.queue.clear()
            self.missed = True
            self.hub.metrics.resyncs.inc()
        self.queue.append(message)
        self.something.set()

    def tell(self, message: messages.FromServer) -> None:
        """Queue a message of our own."""
        self.send(messages.write(message))

    def end(self, why: str) -> None:
        """Say goodbye and close, after what is queued."""
        if self.ending is None:
            self.ending = why
            self.hub.metrics.ended.labels(why).inc()
            self.something.set()

    async def _send_all(self) -> None:
        """Send what is queued until the end."""
        while True:
            await self.something.wait()
            self.something.clear()
            while self.queue or self.missed:
                if self.missed:
                    self.missed = False
                    await self._welcome()
                    continue
                await self._out(self.queue.popleft())
            if self.ending is not None:
                await self._out(messages.write(messages.Bye(self.ending)), self.ending)
                return

    async def _out(self, message: bytes, last: str | None = None) -> None:
        """Over the line; `last` tells why nothing follows."""
        self.sending = time.monotonic()
        try:
            await self.socket.send_text(message.decode())
            if last is not None:
                await self.socket.close(code=4000, reason=last)
            self.sending = None
        except RuntimeError as error:  # closed meanwhile, because what came was no WebSocket any more
            raise ConnectionError(str(error)) from None

    def give_up_if_stuck(self, now: float) -> None:
        """Let go of a viewer who does not take what is sent. Asked now and then: a timer a message costs more."""
        if self.sending is not None and now - self.sending > SEND_SECONDS and self.sender is not None:
            self.sender.cancel()

    async def _welcome(self) -> None:
        assert self.live is not None
        async with self.live.lock:
            self.queue.clear()
            if not self.live.gone:  # else what is in memory may never have been written
                self.queue.append(messages.write(self.live.welcome(self.person, self.hub.now())))

    # in

    async def run(self, table: str, authenticate: Authenticate) -> None:
        """From hello to goodbye."""
        sender = self.sender = asyncio.create_task(self._send_all())
        listener = asyncio.create_task(self._listen(table, authenticate))
        try:
            await asyncio.wait([sender, listener], return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.live is not None:
                self.live.viewers.discard(self)
                if self.person is not None:
                    self.live.seen[self.person] = time.monotonic()
                self.live.used = asyncio.get_running_loop().time()
                self.hub.presence_changed(self.live)
            for task in (listener, *self.slow):
                task.cancel()
            if self.ending is None:
                sender.cancel()
            await asyncio.gather(sender, listener, *self.slow, return_exceptions=True)
            for task in (sender, listener):
                report(task)

    async def _hello(self, table: str, authenticate: Authenticate) -> bool:
        """The first message and the answer to it."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self._receive()
        except TimeoutError:
            self.end("no_hello")
            return False
        if text is None:
            return False
        try:
            hello = messages.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.end("bad_message")
            return False
        if not isinstance(hello, messages.Hello):
            self.end("no_hello")
            return False
        if hello.version != messages.VERSION:
            self.end("version")
            return False
        try:
            if hello.token is not None:
                self.who = await authenticate(hello.token)
                if self.who is None:
                    self.end("bad_token")
                    return False
            live = await self._fetch(table)
            if live is not None and hello.after is not None and hello.after > live.table.number:
                await self.hub.catch_up(live)  # another node has told more than this one knows
        except Refusal as error:
            self.end(error.key)
            return False
        except (StoreError, BadLog) as error:
            self.end("other_rules" if isinstance(error, OtherRules) else "try_again")
            return False
        if live is None or not live.table.may_watch(self.person):
            self.end("no_table")
            return False
        if self.hub.care.cut_off:
            self.end("try_again")
            return False
        async with live.lock:
            if live.gone:
                self.end("resync")
                return False
            self.live = live
            live.viewers.add(self)
            self._catch_up(live, hello.after if hello.log in (None, live.log) else None)
        self.hub.presence_changed(live)
        return True

    async def _fetch(self, table: str) -> LiveTable | None:
        """The table; says so if its game must be compiled first."""
        fetching = asyncio.ensure_future(self.hub.get(table))
        try:
            while not (await asyncio.wait([fetching], timeout=NOTICE_SECONDS))[0]:
                self.tell(messages.Notice("warming"))
                self.heard = time.monotonic()  # pings wait meanwhile
            return fetching.result()
        finally:
            fetching.cancel()

    def _catch_up(self, live: LiveTable, after: int | None) -> None:
        """The missing events if they are still at hand, else everything."""
        recent = live.table.recent
        if after is None or after > live.table.number or not recent or after < recent[0].number - 1:
            self.tell(live.welcome(self.person, self.hub.now()))
            return
        self.tell(messages.Resumed(self.hub.now(), live.table.number))
        viewer = live.table.seat_of(self.person)
        for moment in recent:
            if moment.number > after:
                self.tell(views.event(live.table, moment, viewer))
        self.tell(messages.Presence(live.online, live.spectators))

    async def _receive(self) -> str | bytes | None:
        """The next message; None when the client is gone."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        self.heard = time.monotonic()
        self.hub.metrics.messages_in.inc()
        text: Any = event.get("text") or event.get("bytes") or ""
        return text  # type: ignore[no-any-return]

    async def _listen(self, table: str, authenticate: Authenticate) -> None:
        """Take messages until the client or the server ends it."""
        if not await self._hello(table, authenticate):
            return
        while self.ending is None:
            text = await self._receive()
            if text is None:
                return
            if not self.messages.take(time.monotonic()):
                self._refuse(None, Refusal("too_fast"))
            elif len(text) > messages.MOST_BYTES:
                self._refuse(None, Refusal("too_long", expected=f"{messages.MOST_BYTES} bytes at most"))
            else:
                await self._message(text)
            if self.strikes >= STRIKES:
                self.end("too_many_errors")

    async def _message(self, text: str | bytes) -> None:
        try:
            message = messages.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(None, Refusal("bad_message", expected=str(error)[:200]))
            return
        if isinstance(message, messages.Ping):
            self.tell(messages.Pong(self.hub.now()))
        elif isinstance(message, messages.Hello):
            self._refuse(None, Refusal("hello_again"))
        elif isinstance(message, (messages.Start, messages.AskHint)):
            if len(self.slow) >= MOST_WAITING:
                self._refuse(message.id, Refusal("too_fast"))
                return
            task = asyncio.create_task(self._slowly(message))
            self.slow.add(task)
            task.add_done_callback(self.slow.discard)
        else:
            await self._command(message)

    async def _slowly(self, message: messages.Start | messages.AskHint) -> None:
        assert self.live is not None
        if not self.hub.bots.is_ready(self.live.table.settings.game, thinking=isinstance(message, messages.AskHint)):
            self.tell(messages.Notice("warming"))
        await self._command(message)

    async def _command(self, message: messages.AnyCommand) -> None:
        began = time.perf_counter()
        try:
            await self._do(message)
            self.strikes = 0
            self.hub.metrics.ack_seconds.observe(time.perf_counter() - began)
        except Refusal as refusal:
            self._refuse(message.id, refusal, await self._position() if refusal.stale else None)
        except BadInput as error:
            self._refuse(message.id, Refusal("bad_field", error.field, error.expected, error.rule))
        except (StoreError, BadLog) as error:
            log.error("command", problem=str(error))
            self._refuse(message.id, Refusal("try_again"))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("command", kind=type(message).__name__)
            self.hub.metrics.failures.labels("socket").inc()
            self._refuse(message.id, Refusal("server_error"))

    async def _do(self, message: messages.AnyCommand) -> None:
        live = self.live
        assert live is not None
        if self.who is None:
            raise Refusal("sign_in", "token", "a token of a person: POST /api/people")
        if isinstance(message, messages.AskHint):
            await self._hint(live, self.who, message)
        elif isinstance(message, messages.AskWhyNot):
            await self._why_not(live, self.who, message)
        else:
            number = await self.hub.command(live, self.who, message)
            self.tell(messages.Ack(message.id, number))

    async def _hint(self, live: LiveTable, who: Actor, message: messages.AskHint) -> None:
        if not live.table.settings.hints:
            raise Refusal("no_hints")
        found = await self.hub.bots.hint(live, own_seat(live.table, who), message.ply)
        self.tell(messages.Hints(message.id, message.ply, found))

    async def _why_not(self, live: LiveTable, who: Actor, message: messages.AskWhyNot) -> None:
        async with live.lock:
            match = live.table.match
            if match is None:
                raise Refusal("not_started")
            seat = own_seat(live.table, who)
            move = match.game.read_move(message.move)
            self.tell(messages.WhyNot(message.id, match.game.why_not(match.state, seat, move)))

    async def _position(self) -> messages.Position | None:
        """Where the match stands: what is being written at this moment is not yet so."""
        assert self.live is not None
        async with self.live.lock:
            if self.live.gone:
                return None
            return views.position_now(self.live.table, self.live.table.seat_of(self.person))

    def _refuse(self, id: str | None, refusal: Refusal, where: messages.Position | None = None) -> None:
        self.strikes += 1
        self.hub.metrics.refused.labels(refusal.key).inc()
        self.tell(
            messages.Refused(
                id=id,
                error=refusal.key,
                field=refusal.field,
                expected=refusal.expected,
                rule=refusal.rule,
                position=where,
            )
        )


def report(task: asyncio.Task[None]) -> None:
    """Log what nobody expected; a client that went away is no news."""
    if task.cancelled() or task.exception() is None:
        return
    problem = task.exception()
    if not isinstance(problem, (TimeoutError, OSError, WebSocketException)):
        log.error("session", exc_info=problem)


async def serve(
    hub: Hub, socket: WebSocket[Any, Any, Any], table: str, who: Actor | None, authenticate: Authenticate
) -> None:
    """Serve one socket from accepting to closing."""
    await socket.accept()
    session = Session(hub, socket, who)
    hub.sessions.add(session)
    hub.metrics.sockets.set(len(hub.sessions))
    try:
        await session.run(table, authenticate)
    finally:
        hub.sessions.discard(session)
        hub.metrics.sockets.set(len(hub.sessions))
