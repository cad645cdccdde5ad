"""Counting frames from their heads, however the bytes come."""

from hypothesis import given
from hypothesis import strategies as st

from elftafel.server.wire.frames import AT_ONCE, FRAMES, PIECE, FrameLimit, Heads
from tests.server.raw import PING, PONG, TEXT, frame

EMPTY_PING = frame(b"", PING)

frames_sent = st.lists(
    st.builds(
        frame,
        st.integers(0, 300).map(bytes) | st.just(bytes(70_000)),
        st.sampled_from((0, TEXT, PING, PONG)),
        final=st.booleans(),
        masked=st.booleans(),
    ),
    max_size=12,
)


@given(frames_sent, st.lists(st.integers(1, 400), min_size=1, max_size=20))
def test_every_frame_is_counted_once_however_the_bytes_are_cut(frames: list[bytes], cuts: list[int]) -> None:
    heads, stream, counted, at = Heads(), b"".join(frames), 0, 0
    for cut in cuts:
        counted += heads.count(stream[at : at + cut], 1000)
        at += cut
    counted += heads.count(stream[at:], 1000)
    assert counted == len(frames)


def test_a_frame_counts_as_soon_as_its_length_is_known() -> None:
    heads = Heads()
    assert [heads.count(bytes([byte]), 10) for byte in frame(bytes(300))[:6]] == [0, 0, 0, 1, 0, 0]


def test_a_flood_is_read_no_further_than_it_is_allowed() -> None:
    assert Heads().count(EMPTY_PING * 100_000, 7) == 8


def test_empty_pings_and_fragments_count_like_messages() -> None:
    for kind in (EMPTY_PING, frame(b"", PONG), frame(b"", 0, final=False), frame(b'{"t":"ping"}')):
        limit = FrameLimit(20)
        assert limit.read(kind * (AT_ONCE * 20 - 1), 0.0)
        assert not limit.read(kind * 2, 0.0)
        assert limit.read(kind * (FRAMES * 20 - 1), 1.0), "so many more after a second"


def test_a_stall_of_ten_seconds_makes_no_flood_of_what_a_client_may_send() -> None:
    limit = FrameLimit(20)
    assert limit.read(EMPTY_PING * 20 * 9, 100.0), "all at once, because nobody read meanwhile"


def test_a_message_that_comes_byte_by_byte_counts_too() -> None:
    limit, message = FrameLimit(1), frame(bytes(4000))
    read = 0
    while limit.read(message[read : read + 1], 0.0):
        read += 1
    assert read == (AT_ONCE - 1) / PIECE, "what is left after the frame itself"
