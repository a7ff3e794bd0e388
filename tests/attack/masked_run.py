# SPDX-License-Identifier: Apache-2.0
"""The mapped netlist of gh_sha3_mac_dom at work, with other keys and shares in each of 64 lanes."""

import hmac
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from tests.attack.simulated import LANES, Simulated

from gatehash.attack.circuit import Circuit
from gatehash.attack.gadgets import GADGETS, mapped_gadget

__all__ = ["BYTES", "HEAD", "TOP", "circuit", "disturbed", "executed", "prefix_state"]

_COUNT, _WORD, BYTES = 64, 8, 16
_RATE = 136
_CONFIG, _MESSAGE, _ANSWER, _RANDOM = ("s_axis_cfg", "s_axis", "m_axis", "s_axis_rnd")


TOP = GADGETS["gh_sha3_mac_dom"]
"""The top, with streams of 128 bits for HMAC-SHA3-256."""
HEAD = 0
"""The state of gh_prefix in which it takes a packet's head."""


@cache
def circuit() -> Circuit:
    """Map the top."""
    return mapped_gadget(TOP)


def prefix_state(of: Circuit) -> list[list[int]]:
    """Return the nets of the state of both shares' gh_prefix."""
    named = {name: net for net, name in of.names.items()}
    bits = range(3)
    return [[named[f"gen_share[{s}].u_shell.u_prefix.state_q[{k}]"] for k in bits] for s in (0, 1)]


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

    @cached_property
    def _packet(self) -> tuple[int, int, list[int]]:
        """The nets of gh_shared_packet's flags, and of its shares."""
        named = {name: net for net, name in self.top.circuit.names.items()}
        full, in_head = (named[f"u_packet.{each}_q"] for each in ("full", "in_head"))
        return full, in_head, [named[f"u_packet.share_q[{bit}]"] for bit in range(16 * _WORD)]

    @cached_property
    def _prefixes(self) -> list[list[int]]:
        return prefix_state(self.top.circuit)

    def check_head(self) -> None:
        """Assert that gh_prefix takes as a head what gh_shared_packet has no share beside."""
        value = self.top.value
        full, in_head, shares = self._packet
        for bits in self._prefixes:
            if sum(value(net) & 1 << place for place, net in enumerate(bits)) == HEAD:
                assert value(in_head) or not value(full)
        if value(full) and value(in_head):
            assert not any(map(value, shares))

    def ask(
        self,
        keys: Sequence[bytes],
        messages: Sequence[bytes],
        words: int,
        *,
        head: Sequence[int] = (1, 0),
        apart: bool = False,
        ready: float = 1,
        until: int = 1500,
    ) -> tuple[list[list[int]], bool] | None:
        """Send so many words of a packet and a message; return the answer and its error.

        Parameters
        ----------
        keys, messages : sequence of bytes
            Those of each lane.
        words : int
            Words of the packet that are sent.
        head : sequence of int
            Both shares of the packet's first word.
        apart : bool
            Whether the shares of the message's first beat have other bytes.
        ready : float
            How often the sink takes a beat.
        until : int
            Cycles until this ends without an answer.
        """
        bits = [[-(each >> bit & 1) & LANES for bit in range(8 * _WORD)] for each in head]
        config = [_side_by_side(*bits), *self.beats(keys)][:words]
        message, answer, top = self.beats(messages), [], self.top
        left = len(messages[0]) % _WORD or _WORD
        hole = apart
        for _ in range(until):
            self.offer(_CONFIG, config[0] if config else None)
            top.drive(f"{_CONFIG}_tlast", [-(len(config) == 1)])
            self.offer(_MESSAGE, message[0] if message else None)
            last = len(message) == 1
            kept = 2 * (left if last else _WORD)
            top.drive(f"{_MESSAGE}_tlast", [-last])
            keep = [-(at < kept and not (hole and at == 3)) for at in range(BYTES)]
            top.drive(f"{_MESSAGE}_tkeep", keep)
            # Now and then there are no random bits.
            top.drive(f"{_RANDOM}_tvalid", [-(self.rng.random() < 0.9)])
            top.drive(f"{_RANDOM}_tdata", [self.rng.getrandbits(_COUNT) for _ in range(1600)])
            takes = self.rng.random() < ready
            top.drive(f"{_ANSWER}_tready", [-takes])
            top.settle()
            self.unequal |= top.unequal()
            self.check_head()
            if config and self.is_high(f"{_CONFIG}_tready"):
                del config[0]
            if message and self.is_high(f"{_MESSAGE}_tready"):
                del message[0]
                hole = False
            leaves = self.is_high(f"{_ANSWER}_tvalid") and takes
            if leaves:
                answer.append(top.read(f"{_ANSWER}_tdata"))
            ends, error = self.is_high(f"{_ANSWER}_tlast"), self.is_high(f"{_ANSWER}_tuser")
            top.clock()
            if leaves and ends:
                return answer, error
        return None

    def reset(self) -> None:
        """Reset it for two cycles, while beats are offered."""
        self.top.drive("aresetn", [0])
        self.top.clock()
        self.top.clock()
        self.top.drive("aresetn", [-1])


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


_ERROR = ([[0] * (16 * _WORD)], True)


def _sums(found: tuple[list[list[int]], bool] | None) -> list[bytes]:
    """Return the digests of an answer that is no error."""
    assert found is not None
    answer, error = found
    assert not error
    return _digests(answer)


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
    run, keys, messages, expected = _begun(of, seed)
    words = 1 + _RATE // _WORD
    assert _sums(run.ask(keys, messages, words)) == expected
    assert run.ask(keys, messages, words // 2) == _ERROR
    # A message that is sent again behind the erasure is answered again.
    assert _sums(run.ask(keys, messages, words)) == expected
    return run.unequal


def disturbed(of: Circuit, seed: int) -> set[int]:
    """Hold a key, stall, send what is refused, reset, and run the key and message in the end.

    Returns and raises as :func:`executed` does.
    """
    run, keys, messages, expected = _begun(of, seed)
    words = 1 + _RATE // _WORD
    short = [each[:_WORD] for each in messages]
    assert _sums(run.ask(keys, messages, words, head=(3, 0), ready=0.3)) == expected
    # With the key that is held: the shares of a beat have other bytes.
    assert run.ask(keys, messages, 1, head=(0, 0), apart=True) == _ERROR
    # Heads with a bit that must be zero, and with one in share 1.
    assert run.ask(keys, short, words, head=(1 | 1 << 40, 0)) == _ERROR
    assert run.ask(keys, short, words, head=(1, 1 << 63)) == _ERROR
    # No key is held any more.
    assert run.ask(keys, short, 1, head=(0, 0), ready=0.3) == _ERROR
    for cycles in (15, 60, 110):
        assert run.ask(keys, messages, words, until=cycles) is None
        run.reset()
    assert _sums(run.ask(keys, messages, words)) == expected
    return run.unequal


def _begun(of: Circuit, seed: int) -> tuple[_Run, list[bytes], list[bytes], list[bytes]]:
    """Return the top behind a reset, and for each lane a key, a message of two blocks and HMAC."""
    run = _Run(Simulated(of), random.Random(seed))
    run.reset()
    keys = [run.rng.randbytes(_RATE) for _ in range(_COUNT)]
    messages = [run.rng.randbytes(_RATE + 5) for _ in range(_COUNT)]
    pairs = zip(keys, messages, strict=True)
    return run, keys, messages, [hmac.digest(*each, "sha3_256") for each in pairs]
