# SPDX-License-Identifier: Apache-2.0
"""Designs whose messages have blocks of a packet before them: :file:`gh_prefix.sv`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware
from gatehash.catalog.held import HOLDS, KEYED, NO_KEY, key_token
from gatehash.catalog.job import Hold, Job, config_words
from gatehash.catalog.timing import SequentialTiming, piecewise

__all__ = ["Prefix", "prefix_hardware"]

_CONFIG_BITS = 64


def prefix_hardware(
    family: str,
    top: str,
    core: Boundary,
    parameters: dict[str, int],
    sources: tuple[str, ...],
    widths: tuple[int, ...],
) -> Hardware:
    """Return the hardware of a hash core in :file:`gh_prefix_shell.sv`.

    Parameters
    ----------
    family : str
        See :func:`gatehash.catalog.shell.shell_design`.
    top : str
        The stream top.
    core : Boundary
        The core.
    parameters : dict
        Parameters of the stream top but for ``StreamBits`` and ``Registered``.
    sources : tuple of str
        RTL files below ``rtl/`` beside the shell's, packages before what imports them.
    widths : tuple of int
        See :class:`Hardware`.
    """
    shell = (
        "stream/gh_stream_pkg.sv",
        f"stream/generated/gh_{family}_padding_pkg.sv",
        *KEYED_PINS,
        "stream/gh_message_padder.sv",
        "stream/gh_block_buffer.sv",
        "stream/gh_digest_stream.sv",
        "stream/gh_prefix.sv",
        "stream/gh_prefix_shell.sv",
    )
    return Hardware(
        stream=Boundary(top, {**parameters, "StreamBits": _CONFIG_BITS, "Registered": 0}),
        core=core,
        stream_bits=_CONFIG_BITS,
        widths=widths,
        sources=(*shell, *sources),
        prims=("gh_mux",),
        configured=True,
    )


@dataclass(frozen=True, kw_only=True)
class Prefix:
    """Blocks before a message, and what they cost.

    Parameters
    ----------
    blocks : tuple of bytes
        The blocks, each with its tag; without blocks a message is hashed as by SHAKE.
    most : int
        Blocks that the design can hold.
    tag_bytes : int
        Bytes of a tag.
    tail : int
        Bits of the head that choose the blocks after the message.
    nested : bool
        Whether a second message of the digest follows, as of HMAC.
    held, again : bool
        Whether they stay for the next message; whether they stayed, and the packet has none.
    """

    blocks: tuple[bytes, ...]
    most: int
    tag_bytes: int = 0
    tail: int = 0
    nested: bool = False
    held: bool
    again: bool

    @property
    def distrust(self) -> str:
        """Why a design refuses a message whose key it should hold; else empty."""
        return NO_KEY * self.again

    @property
    def config(self) -> tuple[int, ...]:
        """Words of the packet at ``s_axis_cfg``."""
        flags = KEYED * bool(self.blocks and not self.again) | HOLDS * self.held
        count = len(self.blocks) if self.most > 1 and not self.again else 0
        head = flags | self.tail << 8 | count << 16
        return (head, *(() if self.again else self._words))

    @property
    def _words(self) -> tuple[int, ...]:
        return config_words(b"".join(self.blocks))

    def hold(self, without: Callable[[], Job]) -> Hold:
        """Return what a message does with the blocks; `without` makes its job without them."""
        return Hold(
            stays=self.held, brought=not self.again, token=key_token(self._words), without=without
        )

    def timing(
        self,
        hardware: Hardware,
        *,
        block_bytes: int,
        block: int,
        message: int,
        digest_bits: int,
        piece_bits: int,
        handover: int,
        packet: int = 0,
        piece: int = 0,
        again: int = 0,
    ) -> SequentialTiming:
        """Return the cycles of a message.

        Parameters
        ----------
        hardware : Hardware
            The hardware.
        block_bytes, block, message : int
            Bytes of a block; cycles of the core for one, and after the last one, behind which the
            first piece of the digest is there.
        digest_bits, piece_bits : int
            Length of the digest, and of one of its pieces.
        handover : int
            Cycles from the one behind a block's last beat to the core's first.
        packet : int
            Cycles of a packet on its way to the blocks.
        piece : int
            Cycles of the core for a piece of the digest beside those that make it.
        again : int
            Cycles of the core between two messages.
        """
        width = hardware.beat_bits
        registered = hardware.stream.parameters.get("Registered", 0)
        beats, tags = 8 * block_bytes // width, 8 * self.tag_bytes // width
        pieces = -(-digest_bits // piece_bits)
        waits, last_beats = piecewise(digest_bits, piece_bits, width, block + piece)
        message += waits + piece * pieces
        most_beats = -(-min(digest_bits, piece_bits) // width)
        # Behind the packet blocks enter, each after its tag, and the core takes one after the
        # other; the message enters when its pins have opened.
        entered = start = -block
        for at, before in enumerate((*(tags for _ in self.blocks), 2 * registered)):
            taken = start - handover if at else 0
            entered = max(max(entered, 0) + before, taken) + beats
            start = max(entered + handover, start + block)
        head = _CONFIG_BITS // width
        told = 0 if self.again else len(self.blocks) * (beats + tags)
        load = packet + head + told + registered + start
        gap = max(0, beats - block)
        second = 0
        if self.nested:
            # The key's block enters behind the message, and the digest's beats when both are there.
            entered = beats - handover
            taken = max(beats, block + piece + again) - handover
            entered = max(entered, taken, block + piece + 1) + beats
            second = max(entered + handover, taken + handover + block)
        unload = last_beats + registered
        erase = self._erasing(beats, tags, block, message, handover, pieces, most_beats, last_beats)
        return SequentialTiming(
            block=block,
            message=message + second,
            load=load,
            unload=unload,
            gap=gap,
            rest=registered if self.held else erase,
        )

    def _erasing(
        self,
        beats: int,
        tags: int,
        block: int,
        message: int,
        handover: int,
        pieces: int,
        most_beats: int,
        last_beats: int,
    ) -> int:
        """Cycles of an empty message, or of the memory."""
        hashing = beats + handover + block + message + last_beats
        return max(self.most * (beats + tags) + 1, hashing)
