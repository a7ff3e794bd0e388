# SPDX-License-Identifier: Apache-2.0
"""The example of sealed datagrams: what it takes for right, and LiteEth with the cipher."""

from __future__ import annotations

import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from nacl.bindings import crypto_aead_chacha20poly1305_ietf_decrypt as opened

from gatehash.errors import GatehashError

_EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "packets" / "packets.py"
_SCRIPT: dict[str, Any] = runpy.run_path(str(_EXAMPLE))
_PACKETS = _SCRIPT["some"](40, 3)


def _right(missed: int = 0) -> Any:
    """Return what leaves the system where the last authentic datagrams are missed."""
    good = [each.plaintext for each in _PACKETS if each.good]
    left = [each for each in good[: len(good) - missed] if each]
    counts = [len(good) - missed, len(_PACKETS) - len(good), missed]
    return _SCRIPT["Outcome"](left, [*range(len(left))], counts)


def test_a_datagram_is_sealed_as_another_library_opens_it() -> None:
    for each in _PACKETS:
        if each.good:
            nonce = bytes(4) + each.payload[:8]
            assert opened(each.payload[8:], None, nonce, _SCRIPT["KEY"]) == each.plaintext


def test_right_outcomes_pass() -> None:
    assert {each.good for each in _PACKETS} == {False, True}
    for missed in (0, 3):
        _SCRIPT["check"](_PACKETS, _right(missed))


def _wrong() -> dict[str, Any]:
    right = _right()
    bad = next(each.plaintext for each in _PACKETS if not each.good and each.plaintext)
    first, second, *others = right.opened
    opened, dropped, _ = right.counts
    return {
        "other bytes": replace(right, opened=[first[::-1] + b"x", second, *others]),
        "another order": replace(right, opened=[second, first, *others]),
        "one twice": replace(right, opened=[first, first, *right.opened[1:]]),
        "one that was altered": replace(right, opened=[bad, *right.opened]),
        "one less": replace(right, opened=right.opened[:-1], counts=[opened - 1, dropped + 1, 0]),
        "a wrong number": replace(right, counts=[opened, dropped - 1, 0]),
    }


@pytest.mark.parametrize("kind", _wrong())
def test_wrong_outcomes_are_refused(kind: str) -> None:
    with pytest.raises(GatehashError):
        _SCRIPT["check"](_PACKETS, _wrong()[kind])


@pytest.mark.large
def test_every_datagram_is_opened_as_it_was_sealed() -> None:
    """The command, as the page has it."""
    done = subprocess.run(
        [sys.executable, str(_EXAMPLE), "--packets", "100", "--seed", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASS: ") == 2
    table = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()[-6:]}
    assert table["64"][0] == "206"


def test_a_number_of_packets_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, str(_EXAMPLE), "--packets", "0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "--packets is 0; it must be at least 1" in done.stderr
