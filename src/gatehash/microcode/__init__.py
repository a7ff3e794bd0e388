# SPDX-License-Identifier: Apache-2.0
"""Microcode: programs as operations on named words, scheduled, encoded, listed and modelled."""

from gatehash.microcode.encode import Field, Image, Layout, assemble
from gatehash.microcode.machine import ThreefishMachine
from gatehash.microcode.schedule import MEMORY, Form, Need, Operation, Section, Value, schedule
from gatehash.microcode.threefish import (
    Place,
    Program,
    ThreefishImage,
    threefish_image,
    threefish_program,
)

__all__ = [
    "MEMORY",
    "Field",
    "Form",
    "Image",
    "Layout",
    "Need",
    "Operation",
    "Place",
    "Program",
    "Section",
    "ThreefishImage",
    "ThreefishMachine",
    "Value",
    "assemble",
    "schedule",
    "threefish_image",
    "threefish_program",
]
