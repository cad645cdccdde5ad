"""A bot for Elftafel in some sixty lines: joins a table by its code and plays until the match is over.

    python bot.py http://127.0.0.1:1111 ABCDEF

It needs Python and the package `websockets`. It chooses any legal move; put your own idea into `choose`.
"""

import asyncio
import itertools
import json
import random
import sys
import urllib.request

from websockets.asyncio.client import connect


def call(address, path, body=None):
    """An HTTP request to the server; returns the decoded answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(position):
    """The action to take: any of the legal ones."""
    return random.choice(position["view"]["choices"])["action"]


async def ping(socket):
    """Tell the server that we are still there."""
    while True:
        await asyncio.sleep(5)
        await socket.send(json.dumps({"t": "ping"}))


async def play(address, code):
    """Sit down and play; returns the winners' seats."""
    token = call(address, "/api/people", {"name": "Example bot"})["token"]
    table = call(address, f"/api/codes/{code}")["id"]
    ids = (str(number) for number in itertools.count())
    async with connect(address.replace("http", "ws", 1) + f"/api/tables/{table}/socket", compression=None) as socket:
        pinging = asyncio.create_task(ping(socket))
        await socket.send(json.dumps({"t": "hello", "version": 2, "token": token}))
        await socket.send(json.dumps({"t": "sit", "id": next(ids), "nonce": random.randbytes(16).hex()}))
        async for text in socket:
            message = json.loads(text)
            body = message.get("body") or {}
            position = body.get("position") or message.get("position")
            if message["t"] == "refused" and message["error"] != "stale":
                raise SystemExit(f"refused: {message}")
            if not position:
                continue
            if position["winners"]:
                pinging.cancel()
                return position["winners"]
            if position["view"]["choices"]:
                move = {"t": "play", "id": next(ids), "ply": position["ply"], "action": choose(position)}
                await socket.send(json.dumps(move))
            elif position["between_rounds"]:
                await socket.send(json.dumps({"t": "next_round", "id": next(ids), "ply": position["ply"]}))


if __name__ == "__main__":
    print("Winners: seats", asyncio.run(play(*sys.argv[1:3])))
