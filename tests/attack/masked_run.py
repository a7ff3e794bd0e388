# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist of gh_sha3_mac_dom at work, with other keys and shares in each of 64 lanes."""

import hmac
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from tests.attack.simulated import LANES, Simulated
from tests.rtl.masked_design import SOURCES, masked

from gatehash.attack.circuit import Circuit
from gatehash.attack.gadgets import GADGETS, Gadget, mapped_gadget
from gatehash.attack.rounds import State
from gatehash.attack.unrolled import Sharing
from gatehash.catalog import find

__all__ = ["BYTES", "STATE", "circuit", "executed"]

_COUNT, _WORD, BYTES = 64, 8, 16
_RATE = 136
_CONFIG, _MESSAGE, _ANSWER, _RANDOM = ("s_axis_cfg", "s_axis", "m_axis", "s_axis_rnd")


def _state() -> State:
    of = GADGETS["gh_sha3_dom_core"].state
    assert of is not None
    blocks = ("u_core.u_keccak.block0_i", "u_core.u_keccak.block1_i")
    return replace(of, blocks=blocks, randoms=f"{_RANDOM}_tdata")


STATE = _state()
"""The state of its permutation."""


@cache
def circuit() -> Circuit:
    """Map the top with streams of 128 bits for HMAC-SHA3-256."""
    hardware = find("sha3-x1-mac").hardware
    parameters = dict(masked(dry=0).hardware.stream.parameters)
    for other in ("Dry", "Registered"):
        del parameters[other]
    top = Gadget(
        "gh_sha3_mac_dom",
        "HMAC with SHA-3",
        (*hardware.sources, *SOURCES),
        Sharing({}, ()),
        (),
        latency=0,
        random_bits=1600,
        parameters={**parameters, "StreamBits": 8 * BYTES},
        prims=hardware.prims,
    )
    return mapped_gadget(top)


def _sliced(values: Sequence[bytes]) -> list[int]:
    """Return the bits of values of equal size, each a number of as many lanes."""
    numbers = [int.from_bytes(each, "little") for each in values]
    return [
        sum((number >> bit & 1) << lane for lane, number in enumerate(numbers))
        for bit in range(8 * len(values[0]))
    ]


def _side_by_side(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return the bits of a beat from those of both shares of a word."""
    found: list[int] = []
    for at in range(0, 8 * _WORD, 8):
        found += (*first[at : at + 8], *second[at : at + 8])
    return found


@dataclass
class _Run:
    """The top, the bits of all lanes from one seed, and what held other values in other lanes."""

    top: Simulated
    rng: random.Random
    unequal: set[int] = field(default_factory=set)

    def beats(self, values: Sequence[bytes]) -> list[list[int]]:
        """Return the beats of values, shared."""
        padded = [each + bytes(-len(each) % _WORD) for each in values]
        bits = _sliced(padded)
        mask = [self.rng.getrandbits(_COUNT) for _ in bits]
        other = [a ^ b for a, b in zip(bits, mask, strict=True)]
        size = 8 * _WORD
        return [
            _side_by_side(mask[at : at + size], other[at : at + size])
            for at in range(0, len(bits), size)
        ]

    def offer(self, stream: str, beat: Sequence[int] | None) -> None:
        self.top.drive(f"{stream}_tvalid", [-(beat is not None)])
        self.top.drive(f"{stream}_tdata", beat or [0] * (16 * _WORD))

    def is_high(self, port: str) -> bool:
        """Return a handshake, which must be the same in all lanes."""
        (value,) = self.top.read(port)
        assert value in (0, LANES), port
        return value != 0

    def ask(
        self, keys: Sequence[bytes], messages: Sequence[bytes], words: int
    ) -> tuple[list[list[int]], bool]:
        """Send so many words of a packet and a message; return the answer and its error."""
        head = [LANES] + [0] * (8 * _WORD - 1)
        config = [_side_by_side(head, [0] * len(head)), *self.beats(keys)][:words]
        message, answer, top = self.beats(messages), [], self.top
        left = len(messages[0]) % _WORD or _WORD
        for _ in range(1000):
            self.offer(_CONFIG, config[0] if config else None)
            top.drive(f"{_CONFIG}_tlast", [-(len(config) == 1)])
            self.offer(_MESSAGE, message[0] if message else None)
            last = len(message) == 1
            kept = 2 * (left if last else _WORD)
            top.drive(f"{_MESSAGE}_tlast", [-last])
            top.drive(f"{_MESSAGE}_tkeep", [-(at < kept) for at in range(BYTES)])
            # Now and then there are no random bits.
            top.drive(f"{_RANDOM}_tvalid", [-(self.rng.random() < 0.9)])
            top.drive(f"{_RANDOM}_tdata", [self.rng.getrandbits(_COUNT) for _ in range(1600)])
            top.drive(f"{_ANSWER}_tready", [-1])
            top.settle()
            self.unequal |= top.unequal()
            for stream, beats in ((_CONFIG, config), (_MESSAGE, message)):
                if beats and self.is_high(f"{stream}_tready"):
                    del beats[0]
            leaves = self.is_high(f"{_ANSWER}_tvalid")
            if leaves:
                answer.append(top.read(f"{_ANSWER}_tdata"))
            ends, error = self.is_high(f"{_ANSWER}_tlast"), self.is_high(f"{_ANSWER}_tuser")
            top.clock()
            if leaves and ends:
                return answer, error
        raise AssertionError("no answer")


def _digests(answer: Sequence[Sequence[int]]) -> list[bytes]:
    """Return the sums of both shares in an answer, for each lane."""
    bits = [
        beat[16 * byte + bit] ^ beat[16 * byte + 8 + bit]
        for beat in answer
        for byte in range(_WORD)
        for bit in range(8)
    ]
    found = []
    for lane in range(_COUNT):
        number = sum((each >> lane & 1) << at for at, each in enumerate(bits))
        found.append(number.to_bytes(len(bits) // 8, "little"))
    return found


def executed(of: Circuit, seed: int) -> set[int]:
    """Run a key and a message of two blocks, and a packet that ends within its key.

    Returns
    -------
    set of int
        Outputs of registers and memories that did not hold the same in all lanes in some cycle.

    Raises
    ------
    AssertionError
        If a digest is not HMAC's, or a handshake depends on keys, messages, shares or random bits.
    """
    run = _Run(Simulated(of), random.Random(seed))
    run.top.drive("aresetn", [0])
    run.top.clock()
    run.top.clock()
    run.top.drive("aresetn", [-1])
    keys = [run.rng.randbytes(_RATE) for _ in range(_COUNT)]
    messages = [run.rng.randbytes(_RATE + 5) for _ in range(_COUNT)]
    words = 1 + _RATE // _WORD
    answer, error = run.ask(keys, messages, words)
    expected = [hmac.digest(*each, "sha3_256") for each in zip(keys, messages, strict=True)]
    assert not error
    assert _digests(answer) == expected
    answer, error = run.ask(keys, messages, words // 2)
    assert error
    assert answer == [[0] * (16 * _WORD)]
    # What is sent again behind the erasure is answered again.
    answer, error = run.ask(keys, messages, words)
    assert _digests(answer) == expected
    return run.unequal
