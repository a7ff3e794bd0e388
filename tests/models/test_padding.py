# SPDX-License-Identifier: Apache-2.0
"""The padding rule against the standards' forms and against its own definition."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatehash.models import RULES, PaddingRule, pad


@st.composite
def rules(draw: st.DrawFn) -> PaddingRule:
    block = draw(st.integers(4, 40))
    suffix = draw(st.sampled_from((0x00, 0x06, 0x1F, 0x80)))
    closing = draw(st.sampled_from((0, 0x01, 0x80))) & ~suffix if suffix else 0
    length = draw(st.sampled_from((0, *range(2, block - (suffix != 0) + 1))))
    return PaddingRule(block, suffix, closing, length)


def unpad(rule: PaddingRule, padded: bytes) -> bytes:
    """Read a padded message from its end, taking every part off, and require each to be right."""
    end = len(padded) - rule.length_bytes
    field, body = padded[end:], bytearray(padded[:end])
    if rule.closing:
        assert body[-1] & rule.closing == rule.closing
        body[-1] ^= rule.closing
    if rule.length_bytes:
        bits = int.from_bytes(field, "big")
        assert bits % 8 == 0
        message, rest = bytes(body[: bits // 8]), bytes(body[bits // 8 :])
        if rule.suffix:
            assert rest[0] == rule.suffix
            rest = rest[1:]
        assert not any(rest)
        return message
    stripped = bytes(body).rstrip(b"\0")
    if rule.suffix:
        assert stripped[-1] == rule.suffix
        return stripped[:-1]
    return stripped


def check(rule: PaddingRule, message: bytes) -> None:
    padded = pad(rule, message)
    assert len(padded) > 0
    assert len(padded) % rule.block_bytes == 0
    # Minimal: one block less would not hold what must be there.
    needed = len(message) + (rule.suffix != 0) + rule.length_bytes
    assert needed <= len(padded)
    assert len(padded) == rule.block_bytes or len(padded) - rule.block_bytes < needed
    assert padded.startswith(message)
    if rule.suffix or rule.length_bytes:
        assert unpad(rule, padded) == message
    else:
        # Zero filling alone cannot be undone: Skein has the length in its tweak.
        assert unpad(rule, padded) == message.rstrip(b"\0")


@settings(deadline=None)
@given(rules(), st.binary(max_size=100))
def test_structure_of_any_rule(rule: PaddingRule, message: bytes) -> None:
    check(rule, message)


@pytest.mark.parametrize("name", RULES)
def test_structure_at_every_length(name: str) -> None:
    rule = RULES[name]
    for length in range(2 * rule.block_bytes + 2):
        for byte in (0x00, 0x80, 0xFF):
            message = bytes([byte]) * length
            if rule.takes(length):
                check(rule, message)
            else:
                with pytest.raises(ValueError, match=f"multiple of .* bytes, got {length} bytes?"):
                    pad(rule, message)


@pytest.mark.parametrize("length", [0, 1, 111, 112, 127, 128, 239, 240])
def test_sha_512_has_the_form_of_fips_180_4(length: int) -> None:
    # Section 5.1.2, in bits: the bit 1, then k zeros, the least k >= 0 with
    # l + 1 + k = 896 mod 1024, then l in 128 bits.
    message = b"\xa5" * length
    bits = 8 * length
    k = next(k for k in range(1024) if (bits + 1 + k) % 1024 == 896)
    string = "10100101" * length + "1" + "0" * k + f"{bits:0128b}"
    assert pad(RULES["sha-512"], message) == int(string, 2).to_bytes(len(string) // 8, "big")
    assert len(string) // 1024 == {0: 1, 1: 1, 111: 1, 240: 3}.get(length, 2)


@pytest.mark.parametrize(
    ("name", "last"), [("blake-256", 55), ("blake-512", 111), ("blake-224", 55), ("blake-384", 111)]
)
def test_blake_has_the_form_of_its_submission(name: str, last: int) -> None:
    rule = RULES[name]
    closing = rule.closing
    full = rule.block_bytes
    # The longest message of one block: marker and closing bit share a byte.
    one = pad(rule, b"m" * last)
    assert len(one) == full
    assert one[last] == (0x81 if closing else 0x80)
    assert int.from_bytes(one[last + 1 :], "big") == 8 * last
    # One byte less: each has its own.
    two = pad(rule, b"m" * (last - 1))
    assert len(two) == full
    assert two[last - 1 : last + 1] == (b"\x80\x01" if closing else b"\x80\x00")
    # One byte more: the closing bit is in the next block.
    three = pad(rule, b"m" * (last + 1))
    assert len(three) == 2 * full
    assert three[last + 1] == 0x80
    assert three[full + last] == (0x01 if closing else 0x00)
    assert not any(three[last + 2 : full + last])


def test_blake_closing_bit_belongs_to_the_full_length_digests() -> None:
    assert {name for name, rule in RULES.items() if rule.closing == 1} == {"blake-256", "blake-512"}


@pytest.mark.parametrize(
    ("name", "own"),
    [
        *((f"sha3-{bits}", "01") for bits in (224, 256, 384, 512)),
        ("shake128", "1111"),
        ("shake256", "1111"),
    ],
)
def test_sha_3_has_the_form_of_fips_202(name: str, own: str) -> None:
    # Sections 6.1 and 6.2, and 5.1: own bits, then the bit 1, then the fewest zeros, then the bit
    # 1, to a multiple of the rate. A byte's lowest bit is its first (section B.1).
    rule = RULES[name]
    rate = 8 * rule.block_bytes
    for length in (0, 1, rule.block_bytes - 2, rule.block_bytes - 1, rule.block_bytes):
        string = "10100101" * length + own + "1"
        string += "0" * (-(len(string) + 1) % rate) + "1"
        octets = (string[at : at + 8][::-1] for at in range(0, len(string), 8))
        assert pad(rule, b"\xa5" * length) == bytes(int(octet, 2) for octet in octets)


def test_suffix_and_closing_bits_may_share_a_byte() -> None:
    assert pad(RULES["sha3-512"], bytes(71))[71:] == b"\x86"
    assert pad(RULES["shake128"], bytes(167))[167:] == b"\x9f"


@pytest.mark.parametrize(("length", "blocks"), [(0, 1), (31, 1), (32, 2), (95, 2), (96, 3)])
def test_whirlpool_has_a_length_of_32_bytes(length: int, blocks: int) -> None:
    padded = pad(RULES["whirlpool"], bytes(length))
    assert len(padded) == 64 * blocks
    assert padded[length] == 0x80
    assert padded[-32:] == (8 * length).to_bytes(32, "big")


@pytest.mark.parametrize("state", [256, 512, 1024])
def test_skein_only_fills_up(state: int) -> None:
    rule, block = RULES[f"skein-{state}"], state // 8
    assert rule == PaddingRule(block)
    assert pad(rule, b"") == bytes(block)
    assert pad(rule, b"x") == b"x" + bytes(block - 1)
    assert pad(rule, b"x" * 2 * block) == b"x" * 2 * block


def test_phash_rule() -> None:
    padded = pad(RULES["phash"], b"m" * 95)
    assert padded == b"m" * 95 + b"\x80" + (95 * 8).to_bytes(16, "big")
    assert len(pad(RULES["phash"], b"m" * 96)) == 224


def test_length_field_without_suffix() -> None:
    rule = PaddingRule(block_bytes=4, length_bytes=2)
    assert pad(rule, b"") == bytes(4)
    assert pad(rule, b"ab") == b"ab\x00\x10"
    assert pad(rule, b"abc") == b"abc\x00\x00\x00\x00\x18"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_like(kind: Any) -> None:
    message = b"abc"
    padded = pad(RULES["sha-512"], kind(message))
    assert isinstance(padded, bytes)
    assert padded == pad(RULES["sha-512"], message)


def test_message_is_not_changed() -> None:
    rule = PaddingRule(block_bytes=4, suffix=0x80, closing=0x01)
    message = bytearray(b"abc")
    assert pad(rule, message) == b"abc\x81"
    assert message == b"abc"


def test_too_long_for_the_length_field() -> None:
    rule = PaddingRule(block_bytes=8, suffix=0x80, length_bytes=1)
    assert pad(rule, bytes(31))[-1] == 248
    with pytest.raises(ValueError, match=r"message must be shorter than 2\*\*8 bits, got 256 bits"):
        pad(rule, bytes(32))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), r"block_bytes must be at least 1, got 0"),
        ((64, 256), r"suffix must be in 0\.\.255, got 256"),
        ((64, 0x06, -1), r"closing must be in 0\.\.255, got -1"),
        ((64, 0x80, 0, 64), r"length_bytes must be in 0\.\.63 for block_bytes 64 .* got 64"),
        ((64, 0, 0, 65), r"length_bytes must be in 0\.\.64 for block_bytes 64 .* got 65"),
        ((64, 0x80, 0, -1), r"length_bytes must be in 0\.\.63 .* got -1"),
        ((64, 0, 1, 8), r"closing must be 0 or other bits than those of suffix 0, .* got 1"),
        ((64, 0x80, 0x81), r"closing must be 0 or other bits than those of suffix 128.* got 129"),
        ((64, 0x80, 0, 0, True), r"whole must be False where there is a suffix or a length"),
    ],
)
def test_rules_are_validated(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PaddingRule(*arguments)


def test_rules_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        RULES["phash"].suffix = 0  # type: ignore[misc]
