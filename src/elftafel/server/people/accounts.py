"""Who someone is: guests with a signed token, kept for a year, and optional accounts with a
pass-phrase.

A token says "this is person X until then", signed with a key that all nodes share. Browsers keep it
in a cookie, programs send it as bearer token.
"""

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import TypeVar

import msgspec

from elftafel.errors import BadInput
from elftafel.match import MOST_LETTERS
from elftafel.server.people.limits import Buckets, address_key
from elftafel.server.people.text import clean_name
from elftafel.server.refusal import Refusal, TooOften
from elftafel.server.settings import Settings
from elftafel.server.store import Person, Store

COOKIE = "elftafel"
YEAR = 365 * 86_400  # seconds
MONTH = 30 * 86_400
LEAST_PASSPHRASE = 12  # letters
MOST_PASSPHRASE = 200
AT_ONCE = 2  # pass-phrases hashed at the same time; each takes 32 MB
MOST_WAITING = 20  # for that
HOUR = 3600
T = TypeVar("T")


class TokenClaims(msgspec.Struct, frozen=True):
    """What a token says."""

    person: str
    expires: int  # seconds since 1970

    def is_old(self, now: float) -> bool:
        """True if the token should be renewed: it is more than a month old."""
        return self.expires - now < YEAR - MONTH


class Tokens:
    """Makes and reads tokens: `person.expires.signature`."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def issue(self, person: str, now: float) -> str:
        """A token for a year."""
        return self._signed(f"{person}.{int(now) + YEAR}")

    def read(self, token: str, now: float) -> TokenClaims | None:
        """What a token says; None if it is not one of ours or has run out."""
        claims, _, _ = token.rpartition(".")
        person, _, expires = claims.rpartition(".")
        if not hmac.compare_digest(self._signed(claims).encode(), token.encode("utf-8", "replace")):
            return None
        if not person or not expires.isascii() or not expires.isdigit() or int(expires) <= now:
            return None
        return TokenClaims(person, int(expires))

    def _signed(self, claims: str) -> str:
        signature = hmac.digest(self._key, claims.encode("utf-8", "replace"), "sha256")
        return f"{claims}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


class Cost(msgspec.Struct, frozen=True):
    """What hashing a pass-phrase takes: memory is 128 × r × 2^n bytes."""

    n: int = 15
    r: int = 8
    p: int = 3


def hash_passphrase(passphrase: str, cost: Cost, salt: bytes | None = None) -> str:
    """The hash of a pass-phrase as it is stored; takes a part of a second."""
    salt = secrets.token_bytes(16) if salt is None else salt
    text = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    memory = 2 * 128 * cost.r * 2**cost.n + 1_000_000
    digest = hashlib.scrypt(text, salt=salt, n=2**cost.n, r=cost.r, p=cost.p, maxmem=memory, dklen=32)
    return stored_form(cost, salt, digest)


def stored_form(cost: Cost, salt: bytes, digest: bytes) -> str:
    """A hash with all that is needed to make it again."""
    return f"scrypt${cost.n}${cost.r}${cost.p}${salt.hex()}${digest.hex()}"


def passphrase_fits(passphrase: str, stored: str) -> bool:
    """True if this is the pass-phrase whose hash is stored."""
    _, n, r, p, salt, _ = stored.split("$")
    given = hash_passphrase(passphrase, Cost(int(n), int(r), int(p)), bytes.fromhex(salt))
    return hmac.compare_digest(given, stored)


def read_name(text: str) -> str:
    """A name as it is shown; BadInput if nothing is left of it."""
    name = clean_name(text)
    if not name:
        raise BadInput("name", text[:80], f"1 to {MOST_LETTERS} letters that can be seen")
    return name


class Accounts:
    """Arrivals, tokens and accounts, with their limits."""

    def __init__(
        self,
        store: Store,
        tokens: Tokens,
        settings: Settings,
        cost: Cost | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.tokens = tokens
        self.clock = clock
        self.cost = cost or Cost()
        self._unknown = stored_form(self.cost, bytes(16), bytes(32))  # what unknown accounts are compared with
        self._hashing = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._arrivals = Buckets(settings.people_per_hour / HOUR, settings.people_per_hour)
        self._tries_from = Buckets(1 / 30, 10)
        self._tries_on = Buckets(1 / 30, 10)  # an account from one address: nobody else can lock its owner out
        self._tries_all = Buckets(1 / 2, 500)  # an account from everywhere

    @classmethod
    async def open(cls, store: Store, settings: Settings) -> "Accounts":
        """With the key that all nodes share."""
        return cls(store, Tokens(await store.secret("cookie")), settings)

    def token(self, person: str) -> str:
        """A fresh token."""
        return self.tokens.issue(person, self.clock())

    def read_token(self, token: str) -> TokenClaims | None:
        """What a token says, if it is good."""
        return self.tokens.read(token, self.clock())

    async def by_token(self, token: str) -> Person | None:
        """The person that a token stands for."""
        claims = self.read_token(token)
        return None if claims is None else await self.store.person(claims.person)

    async def arrive(self, name: str, language: str, address: str) -> Person:
        """A new guest."""
        name = read_name(name)
        self._check(self._arrivals, address_key(address))
        id = secrets.token_urlsafe(12)
        now = int(self.clock() * 1000)
        await self.store.add_person(id, name, language, now)
        return Person(id=id, name=name, language=language, account=None, created_at=now, seen_at=now)

    async def set_account(
        self, person: Person, account: str, passphrase: str, current: str | None, address: str
    ) -> None:
        """Give a person an account, or change it: then the present pass-phrase is needed."""
        self._check(self._tries_from, address_key(address))
        if person.account is not None:
            self._check(self._tries_on, f"{person.account} {address_key(address)}")
            known = await self.store.by_account(person.account)
            if not await self._fits(current or "", None if known is None else known[1]):
                raise Refusal("wrong_passphrase", "current", "the present pass-phrase")
        await self.store.set_account(person.id, account, await self._hashed(passphrase))

    async def sign_in(self, account: str, passphrase: str, address: str) -> Person:
        """The person who has this account.

        Takes as long if there is no such account, so that nobody can tell.
        """
        self._check(self._tries_from, address_key(address))
        self._check(self._tries_on, f"{account} {address_key(address)}")
        self._check(self._tries_all, account)
        known = await self.store.by_account(account)
        fits = await self._fits(passphrase, None if known is None else known[1])
        if known is None or not fits:
            raise Refusal("wrong_passphrase", "passphrase", "an account and its pass-phrase")
        return known[0]

    async def _fits(self, passphrase: str, stored: str | None) -> bool:
        fits = await self._in_thread(lambda: passphrase_fits(passphrase, stored or self._unknown))
        return fits and stored is not None

    async def _hashed(self, passphrase: str) -> str:
        return await self._in_thread(lambda: hash_passphrase(passphrase, self.cost))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", retry_after=5)
        self._waiting += 1
        try:
            async with self._hashing:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    def _check(self, buckets: Buckets, key: str) -> None:
        now = time.monotonic()
        if not buckets.take(key, now):
            raise TooOften(buckets.wait(key, now))
