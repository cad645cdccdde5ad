"""A WebSocket client for bench/swarm.py, as cheap as can be: text both ways, no compression, a mask of zeros."""

import asyncio
import base64
import os
import time
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Socket(asyncio.Protocol):
    """One connection; `heard` is called with each message."""

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None]) -> None:
        self.host, self.path, self.heard = host, path, heard
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: str | None = None  # why, once it is
        self.transport: asyncio.Transport
        self.buffer = b""
        self.said = 0.0  # when the last message was sent

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self.buffer:
            data = self.buffer + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1") + data.decode("latin-1")))
                return
            self.opened.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            first, length, start = data[at], data[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                length, start = int.from_bytes(data[start : start + wide]), start + wide
            if size < start or size - start < length:
                break
            at = start + length
            self.take(first, data[start:at])
        self.buffer = data[at:]

    def take(self, first: int, body: bytes) -> None:
        """One whole frame."""
        if first == 0x80 | TEXT:
            self.heard(body)
        elif first == 0x80 | PING:
            self.frame(PONG, body)
        elif first == 0x80 | CLOSE:
            self.closed = f"closed by the server: {body[2:].decode()}"
        else:
            raise ValueError(f"a frame that begins with {first:#x}")

    def send(self, text: bytes) -> None:
        """Send a message."""
        self.said = time.perf_counter()
        self.frame(TEXT, text)

    def frame(self, kind: int, body: bytes) -> None:
        length = len(body)
        if self.closed is not None:
            raise ConnectionError(self.closed)
        head = bytes((0x80 | kind, 0x80 | length)) if length < 126 else bytes((0x80 | kind, 0xFE, *length.to_bytes(2)))
        self.transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, problem: Exception | None) -> None:
        self.closed = self.closed or f"lost: {problem}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.closed))

    def close(self) -> None:
        self.transport.abort()
