# SPDX-License-Identifier: Apache-2.0
"""Microcode: programs as operations on named words, scheduled, encoded, listed and modelled."""

from gatehash.microcode.encode import Field, Image, Layout, assemble
from gatehash.microcode.programs import FILES, LISTINGS
from gatehash.microcode.schedule import MEMORY, Form, Need, Operation, Section, Value, schedule
from gatehash.microcode.threefish import Program, threefish_program
from gatehash.microcode.threefish_image import ThreefishImage, threefish_image
from gatehash.microcode.threefish_machine import ThreefishMachine
from gatehash.microcode.threefish_operations import Place

__all__ = [
    "FILES",
    "LISTINGS",
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
