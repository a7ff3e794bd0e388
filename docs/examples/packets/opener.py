# SPDX-License-Identifier: Apache-2.0
"""Opens sealed UDP datagrams of LiteEth in hardware, with ChaCha20-Poly1305 (RFC 8439).

A datagram has a counter of 8 bytes, the ciphertext and the tag of 16 bytes. The nonce is four bytes
of zeros and the counter, as in WireGuard's messages. Repeated counters are not detected.

LiteEth's receiver cannot wait: a datagram that finds no room in the first store is left out. A
second store keeps the plaintext until the tag has been checked, so that what leaves is whole and
authentic. A datagram is dropped if its tag is wrong, if it is shorter than counter and tag, or if
it is longer than the second store.
"""

from functools import reduce
from operator import or_

from liteeth.common import eth_udp_user_description
from litex.gen import LiteXModule
from litex.soc.interconnect import stream
from litex.soc.interconnect.packet import PacketFIFO
from migen import FSM, Array, Cat, If, NextState, NextValue, Replicate, Signal

__all__ = ["Opener"]

_BITS = 64
_BYTES = _BITS // 8
_COUNTER, _TAG = 8, 16
_DECRYPT = 1
_ABOUT = ("src_port", "dst_port", "ip_address", "length")


class Opener(LiteXModule):
    """The way of a datagram from LiteEth's UDP port through the cipher.

    Parameters
    ----------
    cipher : module
        The class that ``gatehash export chacha20-poly1305-x2-piped --as litex`` writes, as a module
        of the caller's.
    depth : int
        Beats of 8 bytes in the second store, a power of 2: the longest plaintext. The first store
        has twice as many.

    Attributes
    ----------
    sink, source : Endpoint
        Sealed datagrams, and the opened ones, as LiteEth's UDP ports of 64 bits have them. `sink`
        is always ready. The length of an opened datagram is that of the plaintext; a datagram
        without plaintext does not leave.
    key : Signal
        The key, byte 0 lowest; it may change while no datagram is inside.
    opened, dropped, missed : Signal
        Numbers of datagrams modulo 2**32: authentic ones, others, and those that were left out.
    """

    def __init__(self, cipher, depth=256):
        self.sink = stream.Endpoint(eth_udp_user_description(_BITS))
        self.source = stream.Endpoint(eth_udp_user_description(_BITS))
        self.key = Signal(256)
        self.opened, self.dropped, self.missed = Signal(32), Signal(32), Signal(32)

        # # #

        about = [(name, len(getattr(self.sink, name))) for name in _ABOUT]
        beat = [("data", _BITS), ("last_be", _BYTES)]
        self.sealed = PacketFIFO(
            stream.EndpointDescription(beat, about), payload_depth=2 * depth, param_depth=16
        )
        self.plain = PacketFIFO(
            stream.EndpointDescription(beat, [*about, ("bad", 1)]),
            payload_depth=depth,
            param_depth=4,
        )
        refused, missed, opened, bad = (Signal() for _ in range(4))
        self._enter(depth, refused, missed)
        self._decrypt(cipher)
        self._leave(opened, bad)
        self.sync += [
            self.opened.eq(self.opened + opened),
            self.dropped.eq(self.dropped + bad + refused),
            self.missed.eq(self.missed + missed),
        ]

    def _enter(self, depth, refused, missed):
        """Store datagrams that have a right length, as far as there is room."""
        sink, store = self.sink, self.sealed
        beats = Signal(max=2 * depth + 1)
        shortest, longest = _COUNTER + _TAG, _COUNTER + _TAG + _BYTES * depth
        fits = (sink.length >= shortest) & (sink.length <= longest) & ~sink.last
        total = Signal(max=depth + 4)
        room = store.param_fifo.sink.ready & (store.payload_fifo.level + total <= 2 * depth)

        self.entry = entry = FSM(reset_state="ENTER")
        self.comb += sink.ready.eq(1)
        entry.act(
            "ENTER",
            If(
                sink.valid & (beats == 0) & ~(fits & room),
                refused.eq(~fits),
                missed.eq(fits),
                If(~sink.last, NextState("SKIP")),
            ).Elif(
                sink.valid,
                store.sink.valid.eq(1),
                NextValue(beats, beats + 1),
                If(store.sink.last, NextValue(beats, 0), If(~sink.last, NextState("SKIP"))),
            ),
        )
        entry.act("SKIP", If(sink.valid & sink.last, NextState("ENTER")))
        self.comb += [
            total.eq((sink.length + _BYTES - 1) >> 3),
            sink.connect(store.sink, keep={"data", "last_be", *_ABOUT}),
            # Whatever the header's length says, no more is stored.
            store.sink.last.eq(sink.last | (beats + 1 == total)),
        ]

    def _decrypt(self, cipher):
        """Send each datagram to the cipher, behind its configuration."""
        sealed, plain = self.sealed.source, self.plain.sink
        config, message, answer = cipher.s_axis_cfg, cipher.s_axis, cipher.m_axis
        about = {name: Signal.like(getattr(sealed, name)) for name in _ABOUT}
        key = (self.key[at : at + _BITS] for at in range(0, len(self.key), _BITS))
        # The counter is the datagram's first beat.
        words = Array((_DECRYPT, *key, 0, sealed.data, 0))
        word = Signal(max=len(words))

        self.turns = turns = FSM(reset_state="CONFIGURE")
        turns.act(
            "CONFIGURE",
            config.valid.eq(sealed.valid),
            config.data.eq(words[word]),
            config.last.eq(word == len(words) - 1),
            If(
                config.valid & config.ready,
                NextValue(word, word + 1),
                # A configuration is taken when the answer to the datagram before has left.
                *(NextValue(kept, getattr(sealed, name)) for name, kept in about.items()),
                If(config.last, NextValue(word, 0), sealed.ready.eq(1), NextState("DECRYPT")),
            ),
        )
        turns.act(
            "DECRYPT",
            message.valid.eq(sealed.valid),
            message.data.eq(sealed.data),
            message.last.eq(sealed.last),
            message.keep.eq(Replicate(1, _BYTES)),
            If(sealed.last & (sealed.last_be != 0), message.keep.eq(_up_to(sealed.last_be))),
            sealed.ready.eq(message.ready),
            If(sealed.valid & sealed.ready & sealed.last, NextState("CONFIGURE")),
        )
        ends = answer.keep & ~(answer.keep >> 1)
        self.comb += [
            answer.connect(plain, keep={"valid", "ready", "last", "data"}),
            # Bytes are kept from the first one on; none is kept of an empty plaintext.
            plain.last_be.eq(ends & Replicate(answer.last, _BYTES)),
            plain.bad.eq(answer.user),
            *(getattr(plain, name).eq(kept) for name, kept in about.items()),
            plain.length.eq(about["length"] - (_COUNTER + _TAG)),
        ]

    def _leave(self, opened, bad):
        """Let authentic plaintexts leave."""
        plain, source = self.plain.source, self.source
        stays = plain.bad | (plain.length == 0)
        self.comb += [
            plain.connect(source, keep={"last", "data", "last_be", *_ABOUT}),
            source.valid.eq(plain.valid & ~stays),
            plain.ready.eq(source.ready | stays),
            bad.eq(plain.valid & plain.ready & plain.last & plain.bad),
            opened.eq(plain.valid & plain.ready & plain.last & ~plain.bad),
        ]


def _up_to(last):
    """Return ones up to the only one of some bits."""
    return Cat(*(reduce(or_, [last[at] for at in range(first, _BYTES)]) for first in range(_BYTES)))
