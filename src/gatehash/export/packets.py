# SPDX-License-Identifier: Apache-2.0
"""The text of an exported folder on the packets that configure messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gatehash.export.library import Library
from gatehash.export.project import Project

__all__ = ["Configuration", "configuration"]

_WORD = re.compile(r"\bgh_\w+")
# What the head of a module refers its reader to.
_REFERENCE = re.compile(r"(?:, | \()?(?:see|such as)\s+(gh_\w+)\)?")
_PACKET = re.compile(r"\bpackets?\b|\bbytepad\b|\ball other bits\b", re.IGNORECASE)


@dataclass(frozen=True)
class Configuration:
    """The packets of a top.

    Parameters
    ----------
    design : str
        The design.
    beat_bits : int
        Bits of a packet in a beat.
    sizes : list of tuple
        Each function, and the numbers of 64-bit words that its packets may have.
    example : list of str
        Words of the packet of the known answer, in hexadecimal.
    modules : dict
        Lines of text for each module that describes the packets.
    """

    design: str
    beat_bits: int
    sizes: Sequence[tuple[str, str]]
    example: Sequence[str]
    modules: dict[str, list[str]]

    @property
    def beats(self) -> int:
        """Beats of a word."""
        return 64 // self.beat_bits


def configuration(project: Project, library: Library, *, plain: bool) -> Configuration | None:
    """Return what is said of a top's packets; None of a top without any.

    Parameters
    ----------
    project : Project
        The top.
    library : Library
        The RTL in the folder.
    plain : bool
        Whether the folder has no RTL but plain Verilog.
    """
    if not project.packets:
        return None
    heads = {file.stem: lines for file, lines in project.packets.items()}
    here = {*heads} if plain else {*heads, *library.modules}
    modules = {name: _described(lines, here) for name, lines in heads.items()}
    if not plain:
        modules = {
            library.renamed(name): [library.renamed(line) for line in lines]
            for name, lines in modules.items()
        }
    return Configuration(
        design=project.design.name,
        beat_bits=project.hardware.config_bits // project.hardware.shares,
        sizes=[*_sizes(project).items()],
        example=[f"{word:016x}" for word in project.job.config or ()],
        modules=modules,
    )


def _sizes(project: Project) -> dict[str, str]:
    found: dict[str, set[int]] = {}
    design = project.design
    for function in design.functions:
        for operation in function.distinct:
            for values in function.examples:
                if function.name == project.job.name and project.digest_bits is not None:
                    values = {**values, "digest_bits": project.digest_bits}
                job = function.bind(design, operation, values)
                same = job.hardware.stream.parameters == project.hardware.stream.parameters
                if same and job.config is not None:
                    found.setdefault(job.name, set()).add(len(job.config))
    return {name: ", ".join(map(str, sorted(sizes))) for name, sizes in found.items()}


def _described(lines: Sequence[str], here: set[str]) -> list[str]:
    """Return the paragraphs of a module's head that describe packets, without dead references."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            paragraphs[-1].append(line)
        else:
            paragraphs.append([])
    kept: list[str] = []
    for before, each in zip([[], *paragraphs], paragraphs, strict=False):
        text = "\n".join(each)
        table = text.startswith("  ") and not re.search(r"-->|\+--", text)
        if not each or not (_PACKET.search(text) or (table and _PACKET.search("\n".join(before)))):
            continue
        for pattern, instead in ((_REFERENCE, ""), (_WORD, "a module of gatehash")):
            for found in reversed([*pattern.finditer(text)]):
                if found[found.re.groups] not in here:
                    text = text[: found.start()] + instead + text[found.end() :]
        kept += ["", *text.splitlines()]
    return kept[1:]
