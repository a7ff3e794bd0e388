# SPDX-License-Identifier: Apache-2.0
"""Block diagrams of designs: which module holds which, as their RTL says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from gatehash.catalog import Design

__all__ = ["Box", "Diagram", "Module", "block_diagram", "structure"]

_LEVELS = 3
"""Levels below the top that are drawn."""

_LETTER, _LINE = 6.7, 34.0
_PAD, _GAP, _HEAD = 10.0, 26.0, 26.0
_STUB = 96.0
"""Room for the streams on either side."""

_INSTANCE = re.compile(r"\b(gh_\w+)\s*(?:#\s*\(|u_\w+\s*\()")


@dataclass(frozen=True)
class Module:
    """A module and those in it, in the order in which data passes them.

    Parameters
    ----------
    name : str
        Its name.
    purpose : str
        What its file says of it, a sentence.
    parts : tuple of Module
        The modules in it, each once; primitives are left out.
    """

    name: str
    purpose: str
    parts: tuple[Module, ...] = ()

    @property
    def words(self) -> str:
        """The structure for those who can't see it."""
        inside = ", ".join(part.words for part in self.parts)
        return f"{self.name} ({inside})" if inside else self.name


@dataclass(frozen=True)
class Box:
    """A module as a rectangle; sizes and places in pixels."""

    module: Module
    x: float
    y: float
    width: float
    height: float
    level: int


@dataclass(frozen=True)
class Diagram:
    """A block diagram.

    Parameters
    ----------
    width, height : float
        Its size in pixels.
    boxes : tuple of Box
        Modules, the outer ones first.
    flows : tuple of tuple of float
        Arrows to the right: from, to, height.
    inputs, outputs : tuple of tuple
        Streams at the edges: their names and heights.
    words : str
        The same for those who can't see it.
    """

    width: float
    height: float
    boxes: tuple[Box, ...]
    flows: tuple[tuple[float, float, float], ...]
    inputs: tuple[tuple[str, float], ...]
    outputs: tuple[tuple[str, float], ...]
    words: str


def structure(design: Design) -> Module:
    """Return a design's stream top with the modules in it.

    Parameters
    ----------
    design : Design
        The design.
    """
    files = {
        path.stem: path
        for path in design.hardware.files()
        if path.stem not in design.hardware.prims
    }
    return _module(design.hardware.stream.top, files, _LEVELS)


def _module(name: str, files: Mapping[str, Path], levels: int) -> Module:
    purpose, inside = _read(files[name])
    parts = (part for part in inside if part in files and part != name) if levels else ()
    return Module(name, purpose, tuple(_module(part, files, levels - 1) for part in parts))


@cache
def _read(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the first sentence of a file's header, and what its module instantiates."""
    text = path.read_text(encoding="utf-8")
    header, _, _ = text.partition("\n\n")
    lines = [line.removeprefix("//").strip() for line in header.splitlines()[2:]]
    sentence = re.match(r".+?\.(?= |$)", " ".join(lines))
    code = re.sub(r"//.*", "", text)
    return sentence[0] if sentence else "", tuple(dict.fromkeys(_INSTANCE.findall(code)))


def block_diagram(design: Design) -> Diagram:
    """Draw a design's structure.

    Parameters
    ----------
    design : Design
        The design.
    """
    top = structure(design)
    boxes = [_moved(box, _STUB, 1) for box in _layout(top, 0)]
    outer = boxes[0]
    first = sorted((box for box in boxes if box.level == 1), key=lambda box: box.x)
    middle = outer.y + _HEAD + (outer.height - _HEAD) / 2
    flows = tuple((left.x + left.width, right.x, middle) for left, right in pairwise(first))
    marks = ["", *map(str, range(1, design.hardware.streams))]
    config = design.hardware.configured
    inputs = [
        name
        for mark in marks
        for name in (f"s{mark}_axis", *([f"s{mark}_axis_cfg"] if config else []))
    ]
    return Diagram(
        width=outer.width + 2 * _STUB,
        height=outer.height + 2,
        boxes=tuple(boxes),
        flows=flows,
        inputs=_spread(inputs, middle),
        outputs=_spread([f"m{mark}_axis" for mark in marks], middle),
        words=f"{', '.join(inputs)} to {top.words} to {', '.join(f'm{m}_axis' for m in marks)}",
    )


def _spread(names: list[str], middle: float) -> tuple[tuple[str, float], ...]:
    step = 22.0
    start = middle - step * (len(names) - 1) / 2
    return tuple((name, start + step * place) for place, name in enumerate(names))


def _moved(box: Box, across: float, down: float) -> Box:
    return replace(box, x=box.x + across, y=box.y + down)


def _layout(module: Module, level: int) -> list[Box]:
    """Return a module's box at the origin, then those in it: side by side in the top, else below.

    Boxes side by side are centred on one line.
    """
    width = _LETTER * len(module.name) + 2 * _PAD
    if not module.parts:
        return [Box(module, 0, 0, width, _LINE, level)]
    groups = [_layout(part, level + 1) for part in module.parts]
    widths = [group[0].width for group in groups]
    heights = [group[0].height for group in groups]
    # Boxes in a column become as wide as the widest, and so do those in them.
    placed: list[Box] = []
    if level == 0:
        width = max(width, sum(widths) + _GAP * (len(groups) + 1))
        height = max(heights) + _HEAD + _PAD
        gap = (width - sum(widths)) / (len(groups) + 1)
        across = gap
        for group in groups:
            down = _HEAD + (max(heights) - group[0].height) / 2
            placed += [_moved(box, across, down) for box in group]
            across += group[0].width + gap
    else:
        width = max(width, max(widths) + 2 * _PAD)
        height = sum(heights) + _HEAD + _PAD * len(groups)
        down = _HEAD
        for group in groups:
            more = width - 2 * _PAD - group[0].width
            placed += [_moved(replace(box, width=box.width + more), _PAD, down) for box in group]
            down += group[0].height + _PAD
    return [Box(module, 0, 0, width, height, level), *placed]
