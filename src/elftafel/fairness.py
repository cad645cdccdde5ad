"""The fair shuffle: the server shows the hash of its secret, the seats add their nonces, and both
make the seed.

The host cannot choose the cards after seeing the nonces, and no seat can choose them without the
secret. What this does not prove: that nobody with access to the server looked at the secret while
the match ran.
"""

import hashlib
import hmac
import secrets

import msgspec

from elftafel.errors import BadLog
from elftafel.match import Match, MatchLog, verify

VERSION = "elftafel-seed-1"


class Fairness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the seed was made of."""

    version: str
    table: str
    commitment: str  # shown from the moment the table was opened
    secret: str
    nonces: tuple[str, ...]  # by seat; empty where none was given


class MatchRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished match with everything that is needed to check it."""

    fairness: Fairness
    log: MatchLog


def new_secret() -> str:
    """32 random bytes, in hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of the secret beforehand: SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed(table: str, secret: str, nonces: tuple[str, ...]) -> bytes:
    """SHA-256 over one line each: version, table, secret, and the nonce of each seat."""
    return hashlib.sha256("\n".join([VERSION, table, secret, *nonces]).encode()).digest()


def is_record(text: bytes) -> bool:
    """True if the text is meant to be a record, not a plain match log."""
    try:
        return "fairness" in msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def read_record(text: bytes) -> MatchRecord:
    """A record from JSON; BadLog if it is none."""
    try:
        return msgspec.json.decode(text, type=MatchRecord)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLog(f"this is no match record: {error}") from None


def verify_record(record: MatchRecord) -> Match:
    """Check commitment, seed and every move; raises BadLog with what is wrong."""
    fair = record.fairness
    if fair.version != VERSION:
        raise BadLog(f"the seed was made by {fair.version[:40]!r}; this program knows {VERSION!r}")
    if len(fair.nonces) != len(record.log.seats):
        raise BadLog(f"{len(fair.nonces)} nonces for {len(record.log.seats)} seats")
    try:
        shown = commitment(fair.secret)
    except ValueError:
        raise BadLog("the secret is not in hexadecimal digits") from None
    if not hmac.compare_digest(shown.encode(), fair.commitment.encode()):
        raise BadLog("the secret is not the one whose hash was shown before the match")
    expected = seed(fair.table, fair.secret, fair.nonces)
    if expected.hex() != record.log.seed:
        raise BadLog("the seed was not made of this secret and these nonces")
    return verify(record.log)
