"""The request class of the app: its body comes in time and is read exactly."""

import asyncio
from typing import Any

from litestar import Request

from elftafel.server.protocol import decoding
from elftafel.server.refusal import Refusal

PATIENCE = 10  # seconds for a body to come


class StrictRequest(Request[Any, Any, Any]):
    """Reads bodies exactly: no number from text, no unknown field, and a refusal that names the
    field.
    """

    async def body(self) -> bytes:
        """The body; refused if it does not come in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await super().body()
        except TimeoutError:
            raise Refusal("too_slow", "body", f"a body within {PATIENCE} seconds") from None

    async def json(self) -> Any:
        """The body as the type that the handler asks for."""
        wanted = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        return decoding.read(await self.body(), wanted)
