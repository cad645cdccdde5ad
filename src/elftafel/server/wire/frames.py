"""Counting the frames of a WebSocket from the raw bytes, before anything else reads them.

Pings, pongs and fragments count like messages: each costs the server work, however empty it is.
Knows no socket layer. One that finds the frames itself needs only `FrameLimit.take`.
"""

from elftafel.server.people.limits import Bucket

FRAMES = 2  # a second, for each message a second that the settings allow
AT_ONCE = 10  # frames at once, for each message a second
PIECE = 1 / 16  # of a frame: what every read counts besides, however few bytes it brings

MASKED, LENGTH = 0x80, 0x7F  # in the second byte of a frame
TWO_BYTES, EIGHT_BYTES = 126, 127  # lengths that stand for "the length follows"


class FrameLimit:
    """How many frames one socket may send: `AT_ONCE` and `FRAMES` tell how many."""

    __slots__ = ("_allowance", "_heads")

    def __init__(self, messages_per_second: int) -> None:
        self._allowance = Bucket(FRAMES * messages_per_second, AT_ONCE * messages_per_second)
        self._heads = Heads()

    @property
    def between_frames(self) -> bool:
        """True if what was read so far ends with a whole frame."""
        return self._heads.between

    def take(self, now: float, frames: float = 1.0) -> bool:
        """True if so many frames more are allowed; then they are counted."""
        return self._allowance.take(now, frames)

    def read(self, data: bytes, now: float) -> bool:
        """Like `take`, for the frames that begin in these bytes; False ends the socket.

        Stops at the first frame that is too many, so a flood costs no more than what is allowed.
        """
        return self.take(now, PIECE + self._heads.count(data, int(self._allowance.room(now))))


class Heads:
    """Finds where frames begin in a stream of bytes that comes in arbitrary pieces."""

    __slots__ = ("_head", "_skip")

    def __init__(self) -> None:
        self._head = b""  # the beginning of a frame that does not tell its length yet
        self._skip = 0  # bytes of the present frame that are still to come

    @property
    def between(self) -> bool:
        """True if the last frame is complete."""
        return not (self._skip or self._head)

    def count(self, data: bytes, most: int) -> int:
        """How many frames begin in the next piece of the stream.

        At `most + 1` it stops; the stream cannot be followed after that.
        """
        if self._head:
            data = self._head + data
            self._head = b""
        size, at, frames = len(data), self._skip, 0
        while at < size:
            if at + 2 > size:
                break
            second = data[at + 1]
            length = second & LENGTH
            body = at + 2
            if length >= TWO_BYTES:
                body += 2 if length == TWO_BYTES else 8
                if body > size:
                    break
                length = int.from_bytes(data[at + 2 : body], "big")
            frames += 1
            if frames > most:
                return frames
            at = body + length + (4 if second & MASKED else 0)
        else:
            self._skip = at - size
            return frames
        self._head, self._skip = data[at:], 0
        return frames
