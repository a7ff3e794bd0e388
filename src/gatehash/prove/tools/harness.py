# SPDX-License-Identifier: Apache-2.0
"""Harnesses of ``rtl/formal``, which Yosys writes as circuits of gates for PDR."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gatehash.catalog.sources import needed
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.prove.kernel.pdr import CLAIMS, REACHED, TRACE, decided
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.prove.tools.designs import designs_with
from gatehash.prove.tools.scripts import assumptions_script, maps, model_script

__all__ = ["Assumptions", "Harness", "assumptions_properties", "harness_property", "rtl_files"]

_FILES = ("*/generated/*.sv", "*/gh_*_pkg.sv", "prim/generic/*.sv", "*/gh_*.sv")
_ASSUMED = (
    "The harness of `{name}` assumes nothing of the module's user but what the module requires, "
    "and the conditions that its claim names."
)
# A block of a loop has its number in brackets, as a bit of a word has.
_BLOCK = re.compile(r"\[(\d+)\](?=[.\"\[])")


def rtl_files(root: Path, *tops: str, stand_ins: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """RTL files that some modules need, packages first.

    Parameters
    ----------
    root : Path
        Folder of the RTL.
    *tops : str
        The modules.
    stand_ins : tuple of str
        Folders of ``rtl/formal`` whose modules replace others of the same names.
    """
    kinds = (*_FILES, *(f"formal/{name}/*.sv" for name in stand_ins))
    found = {path.stem: path for kind in kinds for path in sorted(root.glob(kind))}
    return tuple(dict.fromkeys(path for top in tops for path in needed(found.values(), top)))


@dataclass(frozen=True)
class Harness:
    """A module of ``rtl/formal`` that states assumptions and assertions around another one.

    Parameters
    ----------
    top : str
        Name of the harness.
    parameters : mapping
        Its parameters.
    clocks : bool
        Whether it has several clocks.
    stand_ins : tuple of str
        Folders of ``rtl/formal`` whose modules replace the library's own of the same names.
    depth : int, optional
        Cycles to which the assertions are examined, where a proof for all is out of reach.
    reduction : str
        ABC's command that merges signals and decides, by induction, what it can before the solver.
    macros : tuple of str
        Macros that it needs, ``NAME`` or ``NAME=VALUE``.
    around : str
        The module inside, where a macro names it.
    loose : tuple of str
        Wires that may have any value in each cycle, as patterns of Yosys. Claims that hold with
        them also hold with the real values.
    root : Path
        Folder of the RTL.
    """

    top: str
    parameters: Mapping[str, int] = field(default_factory=dict)
    clocks: bool = False
    stand_ins: tuple[str, ...] = ()
    depth: int | None = None
    reduction: str = "scorr"
    macros: tuple[str, ...] = ()
    around: str = ""
    loose: tuple[str, ...] = ()
    root: Path = field(default_factory=rtl_root)

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the harness needs, packages first."""
        tops = (self.around, self.top) if self.around else (self.top,)
        return rtl_files(self.root, *tops, stand_ins=self.stand_ins)

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        return model_script(
            self.top,
            self.parameters,
            self.files,
            clocks=self.clocks,
            macros=self.macros,
            loose=self.loose,
        )

    def write_models(self, folder: Path, time_limit: float) -> None:
        """Write the models to a folder; raise GatehashError if a tool fails."""
        for name, text in maps().items():
            (folder / name).write_text(text, encoding="utf-8")
        run_yosys(self.script(), folder, name="model", what=self.top, cpu_limit=time_limit)
        for name in (f"{CLAIMS}.json", f"{REACHED}.json", f"{TRACE}.json", f"{TRACE}.aag"):
            text = (folder / name).read_text(encoding="utf-8")
            (folder / name).write_text(_BLOCK.sub(r"\1", text), encoding="utf-8")

    def run(self, folder: Path, time_limit: float) -> Verdict:
        """Decide the assertions, see :class:`gatehash.prove.Property`."""
        self.write_models(folder, time_limit)
        return decided(folder, time_limit, reduction=self.reduction, depth=self.depth)


def harness_property(
    name: str, module: str, claim: str, harness: Harness, *, claimed_of: str | None = None
) -> Property:
    """Return the property that a harness states of a module.

    Parameters
    ----------
    name : str
        Name of the property, in a word or two.
    module : str
        The module.
    claim : str
        The claim, in one sentence.
    harness : Harness
        The harness.
    claimed_of : str, optional
        Distinguishes the property from others of that name; by default the harness's parameters.
    """
    shape = "-".join(f"{key}{value}" for key, value in harness.parameters.items()).lower()
    parts = (module.removeprefix("gh_").replace("_", "-"), name, claimed_of or shape)
    return Property(
        name=".".join(part for part in parts if part),
        module=module,
        designs=designs_with(module),
        claim=claim,
        method="PDR" if harness.depth is None else "BMC",
        sources=harness.files,
        parameters=harness.parameters,
        run=harness.run,
    )


@dataclass(frozen=True)
class Assumptions(Harness):
    """The assumptions of a harness, which follow from what the module in it requires of its user.

    Parameters
    ----------
    top, parameters, stand_ins, macros, around, root
        See :class:`Harness`.
    """

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        return assumptions_script(self.top, self.parameters, self.files, macros=self.macros)


def assumptions_properties(properties: Iterable[Property]) -> Iterator[Property]:
    """Yield for each harness with assumptions the property that it assumes what is required.

    The first of a harness's properties stands for all.
    """
    seen = set()
    for of in properties:
        harness = getattr(of.run, "__self__", None)
        if type(harness) is not Harness or harness.clocks:
            continue
        if (harness.top, harness.around) in seen:
            continue
        seen.add((harness.top, harness.around))
        own = (path for path in of.sources if path.parent.name == "formal")
        if any(" assume (" in path.read_text(encoding="utf-8") for path in own):
            stem, name, *shape = of.name.split(".")
            yield replace(
                of,
                name=".".join((stem, f"{name}-assumptions", *shape)),
                claim=_ASSUMED.format(name=of.name),
                method="PDR",
                run=Assumptions(
                    harness.top,
                    harness.parameters,
                    stand_ins=harness.stand_ins,
                    macros=harness.macros,
                    around=harness.around,
                    root=harness.root,
                ).run,
                has_assertions=True,
            )
