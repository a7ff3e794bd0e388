# SPDX-License-Identifier: Apache-2.0
"""The control word of the BLAKE and ChaCha coprocessors."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gatehash.errors import GatehashError
from gatehash.microcode.encode import Field, pack, unpack

# Regions of the register file, 16 words each, and operations, as control words encode them.
STATE, INPUT, BLOCK, CONSTANT = 0, 16, 32, 48
ADD, COUNT, EXCLUSIVE_OR, ADD_BLOCK, ROTATE = 0, 1, 2, 3, 4
# Commands to the sequencer, which take the place of address B in a word that reads nothing there.
ENDS, AGAIN, DONE, LONG_ENDS = 1, 2, 4, 8

FIELDS = (
    Field("a", 6),
    Field("b", 5),
    Field("b_use", 1),
    Field("feedback", 1),
    Field("write", 1),
    Field("to_input", 1),
    Field("operation", 3),
)
"""The control word, from its lowest bit up: 18 bits, as wide as a memory block with parity."""

BLOCK_FIELDS = ("b_use", "feedback", "write", "to_input")
"""Fields that hold the number of a word of the block for ``ADD_BLOCK``, lowest bit first."""


@dataclass(frozen=True)
class Step:
    """One control word.

    Parameters
    ----------
    note : str
        Its text in listings.
    a : int
        Address of the first operand.
    b : int or None
        Address of the second operand, in regions ``INPUT`` and ``CONSTANT``; None for zero.
    feedback : bool
        Whether the result of the operation four cycles earlier is an operand.
    operation : int
        ``ADD``, ``COUNT`` (add with the counter's carry), ``EXCLUSIVE_OR``, ``ADD_BLOCK``, or
        ``ROTATE`` + i: exclusive-or, then rotation by the algorithm's distance i. BLAKE adds the
        exclusive-or of A and B to the feedback; in ChaCha B or the feedback is zero.
    to : int or None
        Region of the result, at the offset of A; None for no write.
    command : int
        Command to the sequencer; only without a second operand.
    m : int or None
        For ``ADD_BLOCK``, the word of the block that is added: A + (B ^ word) + feedback is written
        to the state. Its number is encoded in fields that are constant for this operation.
    """

    note: str
    a: int = STATE
    b: int | None = None
    feedback: bool = False
    operation: int = ADD
    to: int | None = None
    command: int = 0
    m: int | None = None

    def commanded(self, command: int) -> Step:
        """Return the same step with a command; raise GatehashError if it has a second operand."""
        if self.b is not None:
            raise GatehashError(f"{self.note}: reads a second operand and can't have a command")
        return replace(self, command=command)

    def encoded(self) -> int:
        """Return the encoded control word."""
        if self.b is not None and self.b & INPUT != INPUT:
            raise GatehashError(f"{self.note}: address {self.b} is not in a region that B reads")
        values = {
            "a": self.a,
            "b": self.command if self.b is None else self.b >> 1 & 16 | self.b & 15,
            "b_use": int(self.b is not None),
            "feedback": int(self.feedback),
            "write": int(self.to is not None),
            "to_input": int(self.to == INPUT),
            "operation": self.operation,
        }
        if self.m is not None:
            for bit, name in enumerate(BLOCK_FIELDS):
                values[name] = self.m >> bit & 1
        return pack(FIELDS, values, self.note)


def decoded(word: int) -> dict[str, int]:
    """Return the fields of a control word, with ``m`` for the number of a word of the block."""
    fields, _ = unpack(FIELDS, word)
    fields["m"] = 0
    if fields["operation"] == ADD_BLOCK:
        fields["m"] = sum(fields[name] << bit for bit, name in enumerate(BLOCK_FIELDS))
        fields |= dict.fromkeys(BLOCK_FIELDS, 1) | {"to_input": 0}
    return fields
