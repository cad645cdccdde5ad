"""A WebSocket client that can do everything wrong: frames byte by byte, on a plain connection."""

import asyncio
import base64
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
FINAL = 0x80
SECONDS = 20


def frame(data: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """One frame, as a client must send it unless told otherwise."""
    head = bytes([(FINAL if final else 0) | reserved | opcode])
    mask_bit = 0x80 if masked else 0
    if len(data) < 126:
        head += bytes([mask_bit | len(data)])
    elif len(data) < 65_536:
        head += bytes([mask_bit | 126]) + struct.pack("!H", len(data))
    else:
        head += bytes([mask_bit | 127]) + struct.pack("!Q", len(data))
    if not masked:
        return head + data
    return head + bytes(4) + data  # a mask of zeros changes nothing, and is as good as any


class Closed(Exception):
    """The server has closed; `code` is its reason, None if it just went."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class RawSocket:
    """A connection after its handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def write(self, data: bytes) -> None:
        """Bytes as they are."""
        self._writer.write(data)

    async def read(self) -> Any:
        """The next message, decoded; raises Closed."""
        try:
            async with asyncio.timeout(SECONDS):
                while True:
                    first, second = await self._reader.readexactly(2)
                    length = second & 0x7F
                    if length == 126:
                        (length,) = struct.unpack("!H", await self._reader.readexactly(2))
                    elif length == 127:
                        (length,) = struct.unpack("!Q", await self._reader.readexactly(8))
                    data = await self._reader.readexactly(length)
                    if first == FINAL | CLOSE:
                        raise Closed(struct.unpack("!H", data[:2])[0] if data else None)
                    assert first in (FINAL | TEXT, FINAL | PONG), f"an unknown frame: {first:x}"
                    if first == FINAL | TEXT:
                        return msgspec.json.decode(data)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Closed(None) from None


@asynccontextmanager
async def raw_socket(address: str, table: str) -> AsyncIterator[RawSocket]:
    """Connect to a table; raises Closed with the HTTP status if the server does not want to."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(SECONDS):
            answer = await reader.readuntil(b"\r\n\r\n")
        status = int(answer.split(b" ", 2)[1])
        if status != 101:
            raise Closed(status)
        yield RawSocket(reader, writer)
    finally:
        writer.transport.abort()
