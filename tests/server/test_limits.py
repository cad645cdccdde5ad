"""Token buckets and counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elftafel.server.people.limits import Bucket, Buckets, Count, address_key


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=5)
    assert [bucket.take(100.0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert bucket.wait(100.0) == pytest.approx(0.5)
    assert not bucket.take(100.4)
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert [bucket.take(1000.0) for _ in range(6)] == [True] * 5 + [False], "it never holds more than its burst"


@given(st.lists(st.floats(0, 3), max_size=200), st.integers(1, 10), st.integers(1, 20))
def test_a_bucket_never_lets_more_through_than_burst_and_rate_allow(waits: list[float], rate: int, burst: int) -> None:
    bucket = Bucket(rate, burst)
    now, passed = 50.0, 0
    for wait in waits:
        now += wait
        passed += bucket.take(now)
        assert passed <= burst + (now - 50.0) * rate + 1e-6


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(rate=1, burst=1)
    assert bucket.take(100.0)
    assert not bucket.take(10.0)
    assert not bucket.take(100.5)
    assert bucket.take(101.0)


def test_buckets_are_apart_and_bounded() -> None:
    buckets = Buckets(rate=0.001, burst=1, most_keys=3)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)
    for key in "cdefgh":
        assert not buckets.take("a", 0.0), "one that is used is not forgotten"
        buckets.take(key, 0.0)
    assert len(buckets) == 3
    assert buckets.wait("a", 0.0) == pytest.approx(1000)


def test_counts_have_room_for_so_many_in_all_and_of_each() -> None:
    count = Count(most=3, most_each=2)
    assert [count.enter("a") for _ in range(3)] == [True, True, False]
    assert count.enter("b")
    assert not count.enter("c")
    count.leave("a")
    assert count.enter("c")
    count.leave("c")
    count.leave("a")
    count.leave("b")
    assert count.total == 0
    assert not count._each, "nothing is kept of who has left"


def test_what_counts_as_one_address() -> None:
    assert address_key("192.0.2.7") == "192.0.2.7"
    assert address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1")
    assert address_key("2001:db8::1") != address_key("2001:db8:0:1::1")
    assert address_key("fe80::1%eth0") == "fe80::/64"
    assert len(address_key("x" * 500)) <= 64
