"""One socket: hello first, then commands in and events out.

Everything is bounded, so that a slow viewer slows nobody else: a viewer whose queue overflows gets
a new `welcome` instead of the missed events.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, cast

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from elftafel.errors import BadInput, BadLog, OtherRules
from elftafel.server.live.hub import Hub
from elftafel.server.live.live_table import LiveTable
from elftafel.server.people.limits import Bucket
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError
from elftafel.server.table import commands, views
from elftafel.server.table.commands import Actor, own_seat

log = structlog.get_logger()

HELLO_SECONDS = 10.0  # for the first message to come
SEND_SECONDS = 10.0  # for a viewer to take enough of what is sent
NOTICE_SECONDS = 2.0  # between notices to a client that waits for its table
MOST_QUEUED = 64  # messages
MOST_SLOW = 2  # slow commands (start, hint) of one socket at once
BURST = 3  # seconds' worth of messages that may come at once
STRIKES = 50  # refused messages in a row after which a socket is closed
CLOSED = 4000  # the WebSocket code when the server closes; the reason says why

WIRE = "elftafel.wire"  # in the extensions of the scope: the connection itself

Authenticate = Callable[[str], Awaitable[Actor | None]]


class NotWelcome(Exception):
    """A client that cannot be let in; the reason goes into `bye`."""


class Listener(Protocol):
    """Hears what comes over a connection."""

    def heard(self, text: str | bytes) -> None:
        """A message."""

    def flush(self) -> None:
        """The client takes messages again."""

    def gone(self) -> None:
        """The connection has ended."""


class Wire(Protocol):
    """A connection, as a session uses it."""

    @property
    def stuck_since(self) -> float | None:
        """Since when the client takes too little, on the monotonic clock; None if it takes enough."""

    def listen(self, listener: Listener) -> None:
        """Call the listener with each message from now on, also with those that came already."""

    def write(self, message: bytes) -> None:
        """Send a text; waits for nothing. After the end it does nothing."""

    def abort(self) -> None:
        """Give the connection up, with all that is not sent."""


class Session:
    """A connected viewer, from hello to goodbye."""

    def __init__(self, hub: Hub, socket: WebSocket[Any, Any, Any], who: Actor | None) -> None:
        self.hub = hub
        self.socket = socket
        self.wire: Wire = cast(Any, socket.scope["extensions"])[WIRE]
        self.who = who
        self.screen = False  # a screen for a whole room: known after hello
        self.live: LiveTable | None = None  # from hello on
        self.last_heard = time.monotonic()
        # Lists, since an empty deque takes 760 bytes.
        self.queue: list[bytes] = []  # messages that wait because the client takes too little
        self.missed = False  # queued messages were dropped: a welcome is due
        self.ending: str | None = None  # why the socket is to be closed
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        rate = hub.settings.messages_per_second
        self._allowance = Bucket(rate, BURST * rate)
        self._strikes = 0
        self._commands: list[messages.AnyCommand] = []  # the first is being done
        self._slow: set[asyncio.Task[None]] = set()

    @property
    def person(self) -> str | None:
        """Who this is; None for a spectator without a name."""
        return None if self.who is None else self.who.id

    async def run(self, table: str, authenticate: Authenticate) -> None:
        """Serve the socket until the client or the server closes it."""
        try:
            await self._hello(table, authenticate)
            self.wire.listen(self)
            await self._over
        except NotWelcome as refusal:
            self.end(str(refusal))
        except (OSError, WebSocketException):
            pass  # the client went away
        except Exception:
            log.exception("session")
        finally:
            self._leave_table()
        if self.ending is not None:
            self.wire.write(messages.write(messages.Bye(self.ending)))
            with suppress(OSError, RuntimeError, WebSocketException):  # the client was faster
                await self.socket.close(code=CLOSED, reason=self.ending)

    def gone(self) -> None:
        """The connection has ended."""
        if not self._over.done():
            self._over.set_result(None)

    def _leave_table(self) -> None:
        self._commands.clear()
        for task in self._slow:
            task.cancel()
        if self.live is not None:
            self.live.viewers.discard(self)
            self.live.used = time.monotonic()
            if self.person is not None:
                self.live.left([self.person])
            self.hub.tables.presence_changed(self.live)

    # Out.

    def send(self, message: bytes) -> None:
        """Send an encoded message, or queue it while the client takes too little.

        If the queue is full, it is emptied, and a welcome is planned instead.
        """
        if self.ending is not None:
            return
        if not (self.queue or self.missed) and self.wire.stuck_since is None:
            self.wire.write(message)
            return
        if len(self.queue) >= MOST_QUEUED:
            self.queue.clear()
            self.missed = True
            self.hub.metrics.resyncs.inc()
        self.queue.append(message)

    def flush(self) -> None:
        """Send what is queued, as far as the client takes it."""
        if self.missed:
            self._start_beside(self._welcome_again())
            return
        while self.queue and self.wire.stuck_since is None:
            self.wire.write(self.queue.pop(0))

    async def _welcome_again(self) -> None:
        """Tell everything anew to a viewer who missed something."""
        assert self.live is not None
        async with self.live.lock:
            if self.missed and not self.live.gone:  # else what is in memory may never have been written
                self.missed = False
                self.queue.clear()
                self.tell(self.live.welcome(self.person, self.hub.time.now()))

    def tell(self, message: messages.FromServer) -> None:
        """Send a message to this viewer alone."""
        self.send(messages.write(message))

    def end(self, why: str) -> None:
        """Close the socket, with a `bye` that tells why."""
        if self.ending is None:
            self.ending = why
            self.hub.metrics.ended.labels(why).inc()
            self.gone()

    def give_up_if_stuck(self, now: float) -> None:
        """Drop a viewer who does not take what is sent.

        The node calls it now and then: that costs less than a timer for each message.
        """
        if self.wire.stuck_since is not None and now - self.wire.stuck_since > SEND_SECONDS:
            self.wire.abort()

    def _start_beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something slow beside the commands; it ends with the socket."""
        task = self.hub.beside.start(work)
        self._slow.add(task)
        task.add_done_callback(self._slow.discard)

    # Hello.

    async def _hello(self, table: str, authenticate: Authenticate) -> None:
        """Take the first message and answer it; raises NotWelcome."""
        hello = await self._first_message()
        live = await self._find_table(table, hello, authenticate)
        async with live.lock:
            if live.gone:
                raise NotWelcome("resync")
            self.live = live
            live.viewers.add(self)
            self._send_missing(live, hello.after if hello.log in (None, live.log) else None)
        self.hub.tables.presence_changed(live)

    async def _first_message(self) -> messages.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                event = await self.socket.receive()
        except TimeoutError:
            raise NotWelcome("no_hello") from None
        if event["type"] == "websocket.disconnect":
            raise ConnectionError("the client has closed the socket")
        self.last_heard = time.monotonic()
        self.hub.metrics.messages_in.inc()
        text: Any = event.get("text") or event.get("bytes") or ""
        try:
            hello = messages.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise NotWelcome("bad_message") from None
        if not isinstance(hello, messages.Hello):
            raise NotWelcome("no_hello")
        if hello.version != messages.VERSION:
            raise NotWelcome("version")
        return hello

    async def _find_table(self, table: str, hello: messages.Hello, authenticate: Authenticate) -> LiveTable:
        """The table, as far as the client knows it already, if this person may watch it."""
        try:
            if hello.screen:
                self.who, self.screen = None, True  # nobody's hand is shown there, whoever opened it
            elif hello.token is not None:
                self.who = await authenticate(hello.token)
                if self.who is None:
                    raise NotWelcome("bad_token")
            live = await self._fetch(table)
            if live is not None and (hello.after is None or hello.after > live.table.number):
                await self.hub.tables.catch_up(live)  # the client may have seen more at another node
        except Refusal as refusal:
            raise NotWelcome(refusal.key) from None
        except (StoreError, BadLog) as error:
            raise NotWelcome("other_rules" if isinstance(error, OtherRules) else "try_again") from None
        if live is None or not live.table.may_watch(self.person):
            raise NotWelcome("no_table")
        if self.hub.time.cut_off:
            raise NotWelcome("try_again")
        return live

    async def _fetch(self, table: str) -> LiveTable | None:
        """The table; sends notices while its game must be compiled first."""
        fetching = asyncio.ensure_future(self.hub.tables.get(table))
        try:
            while not (await asyncio.wait([fetching], timeout=NOTICE_SECONDS))[0]:
                self.tell(messages.Notice("warming"))
                self.last_heard = time.monotonic()  # pings are not read meanwhile
                if self.ending is not None:
                    raise NotWelcome(self.ending)
            return fetching.result()
        finally:
            fetching.cancel()

    def _send_missing(self, live: LiveTable, after: int | None) -> None:
        """Send the events after number `after` if they are still in memory, else a welcome."""
        recent = live.table.recent
        if after is None or after > live.table.number or not recent or after < recent[0].number - 1:
            self.tell(live.welcome(self.person, self.hub.time.now()))
            return
        self.tell(messages.Resumed(self.hub.time.now(), live.table.number))
        viewer = live.table.seat_of(self.person)
        for moment in recent:
            if moment.number > after:
                self.tell(views.event(live.table, moment, viewer))
        self.tell(messages.Presence(live.online, live.spectators, live.screens))

    # In.

    def heard(self, text: str | bytes) -> None:
        """Take a message."""
        self.last_heard = now = time.monotonic()
        self.hub.metrics.messages_in.inc()
        if self.ending is not None:
            return
        if not self._allowance.take(now):
            self._refuse(None, Refusal("too_fast"))
        elif messages.is_too_long(text):
            too_long = Refusal("too_long", expected=f"{messages.MOST_BYTES} bytes at most")
            self._refuse(messages.id_in(text), too_long)
        elif text == messages.PING:  # most messages are this one
            self.tell(messages.Pong(self.hub.time.now()))
        else:
            self._message(text)

    def _message(self, text: str | bytes) -> None:
        """Answer a message, or have its command done: one after the other, but slow ones beside."""
        try:
            message = messages.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(messages.id_in(text), Refusal("bad_message", expected=str(error)[:200]))
            return
        if isinstance(message, messages.Ping):
            self.tell(messages.Pong(self.hub.time.now()))
        elif isinstance(message, messages.Hello):
            self._refuse(None, Refusal("hello_again"))
        elif not isinstance(message, (messages.Start, messages.AskHint)):
            self._commands.append(message)
            if len(self._commands) == 1:
                self.hub.tables.tasks.start(self._do_commands())
        elif len(self._slow) >= MOST_SLOW:
            self._refuse(message.id, Refusal("too_fast"))
        else:
            self._start_beside(self._slow_command(message))

    async def _do_commands(self) -> None:
        """Do all commands that came; the one that is being done goes on if the client leaves."""
        while self._commands:
            await self._command(self._commands[0])
            if self._commands:
                self._commands.pop(0)

    async def _slow_command(self, message: messages.Start | messages.AskHint) -> None:
        """Like `_command`, for one that may have to wait until a game is loaded or compiled."""
        assert self.live is not None
        waits = isinstance(message, messages.AskHint)
        if waits and not self.hub.warming.is_thinking_ready(self.live.table.settings.game):
            self.tell(messages.Notice("warming"))
        await self._command(message)

    async def _command(self, message: messages.AnyCommand) -> None:
        """Do what a command asks and answer it, whatever happens."""
        began = time.perf_counter()
        try:
            await self._do(message)
            self._strikes = 0
            self.hub.metrics.ack_seconds.observe(time.perf_counter() - began)
        except Refusal as refusal:
            self._refuse(message.id, refusal, await self._position() if refusal.stale else None)
        except BadInput as error:
            self._refuse(message.id, Refusal("bad_field", error.field, error.expected, error.rule))
        except (StoreError, BadLog) as error:
            log.error("command", problem=str(error))
            self._refuse(message.id, Refusal("try_again"))
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
        elif isinstance(message, messages.ShowEmote):
            seat = self.hub.tables.emote(live, self.who, message, self)
            self.tell(messages.Emoted(seat, message.emote, message.id))
        else:
            number = await self.hub.command(live, self.who, message)
            self.tell(messages.Ack(message.id, number))

    async def _hint(self, live: LiveTable, who: Actor, message: messages.AskHint) -> None:
        if not live.table.settings.hints:
            raise Refusal("no_hints")
        seat = own_seat(live.table, who)
        best_first = await self.hub.bots.hint(live, seat, message.ply)
        if seat not in live.table.hinted:  # written before it is told: it counts for the ratings
            await self.hub.tables.do(live, lambda table, now: commands.take_hint(table, seat))
        self.tell(messages.Hints(message.id, message.ply, best_first))

    async def _why_not(self, live: LiveTable, who: Actor, message: messages.AskWhyNot) -> None:
        async with live.lock:
            match = live.table.match
            if match is None:
                raise Refusal("not_started")
            seat = own_seat(live.table, who)
            move = match.game.read_move(message.move)
            self.tell(messages.WhyNot(message.id, match.game.why_not(match.state, seat, move)))

    async def _position(self) -> messages.Position | None:
        """The present position; waits for a change under way. None if the table was dropped."""
        assert self.live is not None
        async with self.live.lock:
            if self.live.gone:
                return None
            return views.position_now(self.live.table, self.live.table.seat_of(self.person))

    def _refuse(self, id: str | None, refusal: Refusal, position: messages.Position | None = None) -> None:
        self._strikes += 1
        self.hub.metrics.refused.labels(refusal.key).inc()
        self.tell(
            messages.Refused(
                id=id,
                error=refusal.key,
                field=refusal.field,
                expected=refusal.expected,
                rule=refusal.rule,
                position=position,
            )
        )
        if self._strikes >= STRIKES:
            self.end("too_many_errors")


async def serve(
    hub: Hub, socket: WebSocket[Any, Any, Any], table: str, who: Actor | None, authenticate: Authenticate
) -> None:
    """Serve one socket from accepting to closing."""
    await socket.accept()
    session = Session(hub, socket, who)
    hub.sockets.add(session)
    hub.metrics.sockets.set(len(hub.sockets))
    try:
        await session.run(table, authenticate)
    finally:
        hub.sockets.discard(session)
        hub.metrics.sockets.set(len(hub.sockets))
