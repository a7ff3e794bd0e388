# SPDX-License-Identifier: Apache-2.0
"""Designs that are a hash core in the shell that pads messages and streams digests."""

from collections.abc import Callable, Mapping

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function
from gatehash.catalog.hardware import Boundary, BoundaryName, Hardware
from gatehash.catalog.job import HashObject, Job
from gatehash.catalog.timing import SequentialTiming, Timing, piecewise
from gatehash.models.padding import PaddingRule

__all__ = ["shell_design", "shell_job"]


def shell_design(
    name: str,
    family: str,
    microarchitecture: str,
    *functions: Function,
    top: str,
    parameters: Mapping[str, int],
    core: Mapping[str, int] | None = None,
    sources: tuple[str, ...],
    widths: tuple[int, ...],
    stream_bits: int = 64,
    buffer: str = "gh_block_buffer",
    prims: tuple[str, ...] = (),
    part: Boundary | None = None,
    compared: BoundaryName = "core",
    paper_rows: tuple[str, ...] = (),
) -> Design:
    """Return a design.

    Parameters
    ----------
    name, family, microarchitecture, functions, compared, paper_rows
        See :class:`Design`; a package of padding rules has the family's name.
    top : str
        The stream top; its core is called the same with ``_core``.
    parameters : mapping
        Parameters of the stream top but for ``StreamBits`` and ``Registered``.
    core : mapping, optional
        Parameters of the core, if they are others.
    sources : tuple of str
        RTL files below ``rtl/`` beside the shell's, packages before what imports them.
    widths, stream_bits, prims, part
        See :class:`Hardware`.
    buffer : str
        The module that holds the blocks.
    """
    shell = (
        "stream/gh_stream_pkg.sv",
        f"stream/generated/gh_{family}_padding_pkg.sv",
        "stream/gh_register_slice.sv",
        "stream/gh_message_padder.sv",
        f"stream/{buffer}.sv",
        "stream/gh_digest_stream.sv",
        "stream/gh_hash_shell.sv",
    )
    hardware = Hardware(
        stream=Boundary(top, {**parameters, "StreamBits": stream_bits, "Registered": 0}),
        core=Boundary(f"{top}_core", parameters if core is None else core),
        stream_bits=stream_bits,
        widths=widths,
        sources=(*shell, *sources),
        prims=("gh_mux", *prims),
        part=part,
    )
    return Design(name, family, microarchitecture, hardware, functions, compared, paper_rows)


def shell_job(
    design: Design,
    name: str,
    digest_bits: int,
    padding: PaddingRule,
    model: Callable[[], HashObject],
    *,
    block: int,
    message: int = 0,
    piece_bits: int | None = None,
    handover: int = 1,
    behind: int = 0,
    **parameters: int,
) -> Job:
    """Return the job of a design with a block buffer before the core and a digest stream behind.

    Parameters
    ----------
    design, name, digest_bits, padding, model
        See :class:`Job`.
    block, message : int
        Cycles of the core, as in :class:`Timing`.
    piece_bits : int, optional
        Bits of a piece of the digest, if it comes in pieces.
    handover : int
        Cycles from the one behind a block's last beat to the core's first.
    behind : int
        Cycles behind a message in which the core takes no block, while its digest leaves.
    **parameters : int
        Parameters of the hardware that the job chooses, beside ``DigestBits``.
    """
    width, registered = design.hardware.stream_bits, design.hardware.stream.parameters["Registered"]
    beats = 8 * padding.block_bytes // width
    load = beats + handover + registered
    piece = piece_bits or digest_bits
    waits, last_beats = piecewise(digest_bits, piece, width, block)
    unload = last_beats + registered
    # Cycles to the first piece behind a message's last block.
    first = message - block * (-(-digest_bits // piece) - 1)
    message += waits
    timing = Timing(block, message, load, unload)
    if (gap := max(0, beats - block)) or behind:
        # Where the stream sets the pace, message follows message without a gap, unless the core
        # takes longer behind a message's last block.
        between = max(behind, gap - message)
        rest, late = between - load - unload, max(0, last_beats + 1 - block - first - between)
        timing = SequentialTiming(block, message, load, unload, gap, rest=rest, late=late)
    return Job(
        design=design,
        hardware=design.hardware.having(DigestBits=digest_bits, **parameters),
        name=name,
        padding=padding,
        model=model,
        timing=timing,
        digest_bits=digest_bits,
    )
