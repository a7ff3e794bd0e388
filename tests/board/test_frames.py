# SPDX-License-Identifier: Apache-2.0
"""Frames by RFC 1662, and one protocol on both sides of the line."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gatehash.board import frames
from gatehash.board.frames import FLAG, Bad, Fault, Frame, Kind, Reader, fcs, frame_bytes
from gatehash.paths import rtl_root

FRAMES = st.tuples(st.sampled_from(Kind), st.integers(0, 15), st.binary(max_size=80))


def test_fcs_is_that_of_the_rfc() -> None:
    """The check value of CRC-16/X-25; and with itself behind it the FCS has a fixed remainder."""
    assert fcs(b"123456789") == 0x906E
    data = b"any data"
    assert fcs(data + fcs(data).to_bytes(2, "little")) ^ 0xFFFF == 0xF0B8


@given(st.lists(FRAMES), st.integers(1, 50))
def test_frames_arrive_as_they_were_sent(sent: list[tuple[Kind, int, bytes]], size: int) -> None:
    line = b"".join(frame_bytes(*each) for each in sent)
    reader = Reader()
    pieces = (line[at : at + size] for at in range(0, len(line), size))
    assert [each for piece in pieces for each in reader.feed(piece)] == [Frame(*e) for e in sent]
    assert line.count(FLAG) == 2 * len(sent)


@given(st.binary(), FRAMES)
def test_garbage_ends_with_a_flag(garbage: bytes, sent: tuple[Kind, int, bytes]) -> None:
    reader = Reader()
    found = reader.feed(garbage + bytes([FLAG]) + frame_bytes(*sent))
    assert found[-1] == Frame(*sent)


@given(FRAMES, st.data())
def test_a_flipped_bit_is_found(sent: tuple[Kind, int, bytes], data: st.DataObject) -> None:
    line = bytearray(frame_bytes(*sent))
    bit = data.draw(st.integers(8, 8 * (len(line) - 1) - 1))
    line[bit // 8] ^= 1 << bit % 8
    assert Frame(*sent) not in Reader().feed(bytes(line))


def test_escapes_stand_before_one_byte() -> None:
    for wrong in (b"\x7d\x7d\x5e", b"\x40\x40\x7d", b"\x40\x40"):
        assert Reader().feed(b"\x7e" + wrong + b"\x7e") == [Bad(wrong)]


def test_no_frame_is_endless() -> None:
    (found,) = Reader().feed(bytes(1 << 17))
    assert isinstance(found, Bad)


def test_both_sides_have_the_same_constants() -> None:
    text = (rtl_root() / "board" / "gh_link_pkg.sv").read_text()

    def members(name: str) -> dict[str, int]:
        (body,) = re.findall(rf"typedef enum logic \[\d:0\] \{{([^}}]*)\}} {name};", text)
        return {
            re.sub("(?<!^)(?=[A-Z])", "_", member).upper(): int(number)
            for member, number in re.findall(r"(\w+)\s*= \d'd(\d+)", body)
        }

    assert members("kind_e") == {kind.name: kind.value for kind in Kind}
    faults = members("fault_e")
    assert faults.pop("NO_FAULT") == 0
    assert faults == {fault.name: fault.value for fault in Fault}
    constants = dict(re.findall(r"localparam logic \[7:0\] (\w+) = 8'h(\w+);", text))
    assert {name: int(value, 16) for name, value in constants.items()} == {
        "Flag": FLAG,
        "Escape": frames._ESCAPE,
        "Flip": frames._FLIP,
    }
