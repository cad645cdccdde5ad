"""uvicorn's WebSocket with a short way between the wire and a session.

uvicorn answers the handshake and reads frames. Once a session listens, a message goes to it with
one call and not through a queue and two tasks, and what the session sends is written at once.
"""

import time

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from elftafel.server.live.session import WIRE, Listener

FINAL_TEXT = 0x81  # the first byte of a message that is one frame
TWO_BYTES, EIGHT_BYTES = 126, 127  # lengths that stand for "the length follows"


class TableSocket(WebSocketsSansIOProtocol):
    """One WebSocket; the session finds it in the scope (`WIRE`)."""

    listener: Listener | None = None
    stuck_since: float | None = None  # since when the client takes too little, on the monotonic clock

    async def run_asgi(self) -> None:
        """Serve the socket, with itself in the scope."""
        self.scope["extensions"][WIRE] = self  # type: ignore[assignment]
        await super().run_asgi()

    # What the session calls.

    def listen(self, listener: Listener) -> None:
        """Call the listener with each message from now on, also with those that came already."""
        self.listener = listener
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                listener.heard(event.get("text") or event.get("bytes") or "")
        if self.disconnected:
            listener.gone()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def write(self, message: bytes) -> None:
        """Send a text; waits for nothing. After the end it does nothing."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(head(len(message)) + message)

    def abort(self) -> None:
        """Give the connection up, with all that is not sent."""
        self.transport.abort()

    # What the transport and uvicorn's parser call.

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
        if self.listener is not None:
            self.listener.gone()


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
