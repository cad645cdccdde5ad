"""Types of single fields that several messages share.

Bounds stand in the types: decoding checks them.
"""

from typing import Annotated

from msgspec import Meta

END = r"$(?!\n)"  # ends a pattern; `$` alone also matches before a line feed at the end
Nonce = Annotated[str, Meta(pattern=f"^([0-9a-f]{{32,64}})?{END}", description="hexadecimal digits, or empty for none")]
SeatNumber = Annotated[int, Meta(ge=0, le=7, description="a seat; the first is 0")]
Level = Annotated[str, Meta(min_length=1, max_length=16, description="random, easy, casual, strong or expert")]
