"""uvicorn's WebSocket with a short way between the wire and a session.

uvicorn answers the handshake and reads frames. Once a session listens, a message goes to it with
one call and not through a queue and two tasks, and what the session sends is written at once. Nearly
every message is one short frame of text; such frames are read here.
"""

import asyncio
import time
from typing import Any

from websockets.utils import apply_mask

from elftafel.server.live.session import WIRE, Listener
from elftafel.server.wire.connections import FrameCountingSocket
from elftafel.server.wire.frames import EIGHT_BYTES, MASKED, PIECE, TWO_BYTES

FINAL_TEXT = 0x81  # the first byte of a message that is one frame
MOST_SHORT = 8  # short frames in one piece; more are left to the general way, which counts them first
HEAD = 6  # bytes before the text in a short frame of a client: kind, length and mask


class Unheard(asyncio.Queue[Any]):
    """Instead of the queue of a socket whose listener is called: nothing is kept."""

    def put_nowait(self, item: Any) -> None:
        """Nobody asks for it."""


UNHEARD = Unheard()


class TableSocket(FrameCountingSocket):
    """One WebSocket; the session finds it in the scope (`WIRE`)."""

    listener: Listener | None = None
    stuck_since: float | None = None  # since when the client takes too little, on the monotonic clock

    async def run_asgi(self) -> None:
        """Serve the socket, with itself in the scope."""
        extensions = self.scope["extensions"]
        extensions[WIRE] = self  # type: ignore[assignment]
        await super().run_asgi()
        del extensions[WIRE]  # else it holds itself, and stays until all objects are collected

    # What the session calls.

    def listen(self, listener: Listener) -> None:
        """Call the listener with each message from now on, also with those that came already."""
        self.listener = listener
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                listener.heard(event.get("text") or event.get("bytes") or "")
        self._forget_handshake()
        if self.disconnected:
            self._let_go()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _forget_handshake(self) -> None:
        """Free what is not needed any more, a quarter of the memory of a connection."""
        del self.request, self.response
        self.scope["headers"] = []
        self.queue = UNHEARD

    def write(self, message: bytes) -> None:
        """Send a text; waits for nothing. After the end it does nothing."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(head(len(message)) + message)

    def abort(self) -> None:
        """Give the connection up, with all that is not sent."""
        self.transport.abort()

    # What the transport and uvicorn's parser call.

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self.listener is not None and not self.close_sent and self._limit.between_frames:
            texts = short_texts(data)
            if texts and self._limit.take(time.monotonic(), len(texts) + PIECE):
                for text in texts:
                    self.listener.heard(text)
                return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self.listener is None or self.close_sent or not is_text(data):
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.listener.heard(data)

    def pause_writing(self) -> None:
        """The client takes too little."""
        super().pause_writing()
        self.stuck_since = time.monotonic()

    def resume_writing(self) -> None:
        """The client has taken enough."""
        super().resume_writing()
        self.stuck_since = None
        if self.listener is not None:
            self.listener.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Tell the listener, if there is one, that nothing comes any more, and forget it."""
        if self.listener is not None:
            self.listener.gone()
            self.listener = None


def short_texts(data: bytes) -> list[bytes]:
    """The texts, if these are a few whole short frames of text in ASCII; else none."""
    texts: list[bytes] = []
    at, size = 0, len(data)
    while at < size:
        start = at + HEAD
        if start > size or data[at] != FINAL_TEXT or len(texts) == MOST_SHORT:
            return []
        end = start + data[at + 1] - MASKED
        if not start <= end <= min(size, start + TWO_BYTES - 1):
            return []
        text = apply_mask(data[start:end], data[at + 2 : start])
        if not text.isascii():
            return []
        texts.append(text)
        at = end
    return texts


def head(length: int) -> bytes:
    """What stands before a text in its frame."""
    if length < TWO_BYTES:
        return bytes((FINAL_TEXT, length))
    if length < 1 << 16:
        return bytes((FINAL_TEXT, TWO_BYTES)) + length.to_bytes(2, "big")
    return bytes((FINAL_TEXT, EIGHT_BYTES)) + length.to_bytes(8, "big")


def is_text(data: bytes) -> bool:
    """True if this is UTF-8."""
    try:
        data.isascii() or data.decode()
    except UnicodeDecodeError:
        return False
    return True
