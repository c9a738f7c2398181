"""Test that framing copes with any split of the bytes, and refuses everything that is no frame."""

import json
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.bots.duel.wire import LONGEST, BadMessage, Reader, framed, text_message


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "little", signed=True) + body


MESSAGES = [{"info": "connect", "name": "德州"}, {}, {"info": "ready", "status": "start"}, {"x": [1, 2, {"y": None}]}]
STREAM = b"".join(frame(json.dumps(message, ensure_ascii=False).encode()) for message in MESSAGES)


def read(chunks: Iterable[bytes]) -> list[dict[str, object]]:
    reader = Reader()
    return [message for chunk in chunks for message in reader.feed(chunk)]


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_any_split_gives_the_same_messages(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(STREAM)]
    assert read(STREAM[start:end] for start, end in pairwise(edges)) == MESSAGES


def test_messages_can_be_read_one_byte_at_a_time() -> None:
    assert read(bytes([byte]) for byte in STREAM) == MESSAGES


@pytest.mark.parametrize("length", [-1, -(2**31), LONGEST + 1, 2**31 - 1])
def test_an_impossible_length_is_refused_before_any_body(length: int) -> None:
    with pytest.raises(BadMessage, match=str(length)):
        read([length.to_bytes(4, "little", signed=True)])


def test_the_longest_message_is_read() -> None:
    body = json.dumps({"x": "y" * (LONGEST - 10)}).encode().ljust(LONGEST)
    assert len(read([frame(body)])) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nothing",
        b"[]",
        b'"text"',
        b"12",
        b"null",
        b"NaN",
        b'{"info":',
        b"\xff\xfe{}",
        b'{"name":"\xc3"}',
        b"\x00" * 64,
        b"[" * 10_000 + b"]" * 10_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b'{"n":' + b"9" * 5000 + b"}",
        '{"info":"ready"}'.encode("utf-16"),
    ],
)
def test_a_body_that_is_no_json_object_is_refused(body: bytes) -> None:
    with pytest.raises(BadMessage, match="JSON object"):
        read([frame(body)])


def test_messages_before_a_bad_one_are_read() -> None:
    reader = Reader()
    heard: list[dict[str, object]] = []
    with pytest.raises(BadMessage):
        heard.extend(reader.feed(frame(b'{"info":"ready"}') + frame(b"nonsense")))
    assert heard == [{"info": "ready"}]


def test_a_reader_holds_only_the_unfinished_message() -> None:
    reader = Reader()
    assert list(reader.feed(STREAM * 100 + STREAM[:10])) == MESSAGES * 100
    assert bytes(reader._held) == STREAM[:10]


def test_the_server_writes_ascii_with_the_length_in_bytes() -> None:
    sent = text_message("error", "玩家 disconnected")
    assert sent.isascii()
    assert read([sent]) == [{"info": "error", "text": "玩家 disconnected"}]
    with pytest.raises(UnicodeEncodeError):
        framed("玩")
