# SPDX-License-Identifier: Apache-2.0
"""Cycles of messages, as the README of an export states them."""

from __future__ import annotations

from dataclasses import dataclass

from gatehash.catalog import Job
from gatehash.catalog.timing import SharedTiming

__all__ = ["CycleFormula", "cycle_formula"]

# Lengths in blocks: a formula that holds for these is stated as one, else their values are.
_BLOCKS = (1, 2, 3, 256, 257)
# Lengths in blocks of the messages that are tried with a last block of one byte.
_TRIED = 4


@dataclass(frozen=True)
class CycleFormula:
    """Cycles of a message alone by its number of blocks, with padding and key.

    Parameters
    ----------
    text : str
        A formula of N, or values of some N where there is none.
    by_beat : bool
        Whether a message that is shorter than a block takes a cycle less for each beat that it
        lacks of one.
    fewer : int
        Else, most cycles that a message takes less because its last block is not whole.
    """

    text: str
    by_beat: bool
    fewer: int


def cycle_formula(job: Job, beat_bytes: int) -> CycleFormula:
    """Return the cycles of a job's messages.

    Parameters
    ----------
    job : Job
        The job.
    beat_bytes : int
        Bytes of a beat of the message.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> cycle_formula(find("sha256-x1-piped").principal_job, 8)
    CycleFormula(text='207 N + 31', by_beat=True, fewer=0)
    >>> cycle_formula(find("sha256-lut").principal_job, 8)
    CycleFormula(text='64 N + 19', by_beat=False, fewer=0)
    """
    # A message enters a buffer, whose words the core reads once there is a block.
    by_beat = isinstance(job.timing, SharedTiming)
    block = job.padding.block_bytes

    def whole(blocks: int) -> int:
        """Cycles of so many blocks; of the first one all beats enter."""
        (cycles,) = job.timing.ends([blocks])
        if not by_beat:
            return cycles
        longest = blocks * block - job.padding.overhead_bytes
        return cycles + max(0, block // beat_bytes - max(1, -(-longest // beat_bytes)))

    ends = {blocks: whole(blocks) for blocks in _BLOCKS}
    each = ends[2] - ends[1]
    rest = ends[1] - each
    text = ", ".join(f"{end} (N = {blocks})" for blocks, end in ends.items())
    if all(each * blocks + rest == end for blocks, end in ends.items()):
        text = f"{each} N {'+' if rest >= 0 else '-'} {abs(rest)}"
    sizes = (0, *range(1, _TRIED * block, block))
    tried = [size for size in sizes if not job.refusal(size)]
    less = [whole(job.blocks(size)) - job.latency(size) for size in tried]
    return CycleFormula(text, by_beat, 0 if by_beat else max(less, default=0))
