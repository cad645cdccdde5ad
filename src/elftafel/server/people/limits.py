"""How often and how many: token buckets and counts by address or person, in bounded memory.

No clock of its own.
"""

import ipaddress
from collections import Counter, OrderedDict


class Bucket:
    """Lets `burst` through at once, then `rate` a second.

    `now` is in seconds, of any clock that only goes forward.
    """

    __slots__ = ("burst", "rate", "since", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.tokens = burst
        self.since: float | None = None

    def take(self, now: float, tokens: float = 1.0) -> bool:
        """True if this one may pass; then it is counted."""
        self._fill(now)
        if self.tokens < tokens:
            return False
        self.tokens -= tokens
        return True

    def room(self, now: float) -> float:
        """How many may pass now."""
        self._fill(now)
        return self.tokens

    def wait(self, now: float, tokens: float = 1.0) -> float:
        """Seconds until one may pass."""
        self._fill(now)
        missing = tokens - self.tokens
        return 0.0 if missing <= 0 else missing / self.rate

    def _fill(self, now: float) -> None:
        if self.since is not None and now > self.since:
            self.tokens = min(self.burst, self.tokens + (now - self.since) * self.rate)
        self.since = now if self.since is None else max(now, self.since)


class Buckets:
    """A bucket a key.

    Of more than `most_keys` the one that was not used for longest is forgotten.
    """

    def __init__(self, rate: float, burst: float, most_keys: int = 20_000) -> None:
        self.rate, self.burst, self.most_keys = rate, burst, most_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: str) -> Bucket:
        """The bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.most_keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str, now: float, tokens: float = 1.0) -> bool:
        """True if one more may pass for this key; then it is counted."""
        return self.of(key).take(now, tokens)

    def wait(self, key: str, now: float, tokens: float = 1.0) -> float:
        """Seconds until one may pass for this key."""
        return self.of(key).wait(now, tokens)


class Count:
    """How many there are now, in all and of each key: `enter` unless that would be too many, and
    later `leave`.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self.total = 0
        self._each: Counter[str] = Counter()

    def of(self, key: str) -> int:
        """How many of this key there are."""
        return self._each[key]

    def enter(self, key: str) -> bool:
        """One more, if there is room."""
        if self.total >= self.most or self._each[key] >= self.most_each:
            if not self._each[key]:
                del self._each[key]
            return False
        self.total += 1
        self._each[key] += 1
        return True

    def leave(self, key: str) -> None:
        """One less."""
        self.total -= 1
        self._each[key] -= 1
        if self._each[key] <= 0:
            del self._each[key]


def address_key(address: str) -> str:
    """What counts as one address: an IPv4 address, or a network of IPv6 (/64), which one subscriber
    has alone.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
