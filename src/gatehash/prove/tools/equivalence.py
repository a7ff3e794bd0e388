# SPDX-License-Identifier: Apache-2.0
"""Equivalences: a module's outputs and next state, and what a golden model makes of the same words.

Yosys reads the RTL and writes it as a flat netlist of operations on words, without mapping it to
gates. Both sides are terms of the same free words.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

from gatehash.catalog.sources import needed
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.prove.kernel.obligations import current
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.prove.kernel.smt import Case, decide
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import Word
from gatehash.records.graph import netlist_digest
from gatehash.records.meaning import meaning, used_by

__all__ = ["METHOD", "NETLIST", "Builder", "Equivalence", "decided", "equivalence", "read_module"]

METHOD = "equivalence by SMT"
NETLIST = "words.json"
"""Name of the file with the netlist, in the work folder."""
_Module = TypeVar("_Module")
Builder: TypeAlias = Callable[[Transition], Iterable[Case]]
"""Makes the equations of a module."""


@dataclass(frozen=True)
class Equivalence:
    """A module and the equations that hold of it, for all inputs and states."""

    module: str
    parameters: Mapping[str, int]
    sources: tuple[Path, ...]
    build: Builder

    def prove(self, folder: Path, time_limit: float) -> Verdict:
        """Prove the equations.

        Parameters
        ----------
        folder : Path
            Work folder, which exists.
        time_limit : float
            Most seconds of CPU time.

        Raises
        ------
        GatehashError
            If a tool fails or is missing.
        """
        end = time.process_time() + time_limit
        module = read_module(self.module, self.parameters, self.sources, folder, time_limit)
        decider = (decide, read_module, Word)
        return decided(self.build, module, module.named, folder / NETLIST, decider, end)


def transition_script(module: str, parameters: Mapping[str, int], files: Sequence[Path]) -> str:
    """Return the Yosys script that writes a module as a netlist of words."""
    values = [f"-G {name}={value}" for name, value in parameters.items()]
    return "\n".join(
        (
            " ".join(
                ("read_slang", f"--top {module}", f"-I {rtl_root()}", *values, *map(str, files))
            ),
            f"hierarchy -top {module}",
            "proc",
            "flatten",
            "opt_expr",
            "memory_collect",
            "memory_map",
            "opt_expr",
            "dffunmap",
            "clean",
            f"write_json {NETLIST}",
            "",
        )
    )


def read_module(
    module: str, parameters: Mapping[str, int], files: Sequence[Path], folder: Path, limit: float
) -> Transition:
    """Read a module from RTL files.

    Parameters
    ----------
    module : str
        Its name.
    parameters : mapping
        Its parameters; others have their defaults.
    files : sequence of Path
        RTL files, in the order of compilation.
    folder : Path
        Work folder.
    limit : float
        Most seconds of CPU time.

    Raises
    ------
    GatehashError
        If Yosys fails or the netlist has a cell that has no term.
    """
    run_yosys(
        transition_script(module, parameters, files),
        folder,
        name="transition",
        what=f"{module}, netlist of words",
        cpu_limit=limit,
    )
    content = json.loads((folder / NETLIST).read_text(encoding="utf-8"))
    return Transition(content["modules"][module])


def decided(
    build: Callable[[_Module], Iterable[Case]],
    module: _Module,
    named: Collection[str],
    netlist: Path,
    decider: Iterable[object],
    end: float,
) -> Verdict:
    """Prove the equations of a module, as :func:`decide` does, and note what is proved.

    The rewriter of terms gets a netlist, in which only the nets that are asked for have names, and
    the code that states the equations.

    Parameters
    ----------
    build : callable
        Makes the equations.
    module : Transition or Machine
        The module.
    named : collection of str
        The nets that were asked for, which grows while equations are made.
    netlist : Path
        File with the module's netlist.
    decider : iterable
        Functions and classes of the rewriter and of what calls the solver.
    end : float
        CPU time of this process and of the solver at which they end.
    """
    verdict = Verdict("proved", None, "")
    obligations = current()
    if obligations is None or not obligations.only_asks:
        verdict = decide(build(module), netlist.parent, end)
    elif obligations.nets is None:
        for _ in build(module):
            pass
    if obligations is not None:
        if obligations.nets is None:
            obligations.nets = tuple(sorted(named))
        inside = used_by(decider)
        obligations.note(
            {
                "netlist": netlist_digest(netlist.read_bytes(), named=obligations.nets, logic=True),
                "statement": meaning([build], stops=inside),
                "rewriter": meaning(decider),
            }
        )
    return verdict


def equivalence(
    label: str,
    module: str,
    claim: str,
    build: Builder,
    *,
    designs: Iterable[str],
    sources: Iterable[str],
    **parameters: int,
) -> Property:
    """Return the property that a module's transition is what a golden model says.

    Parameters
    ----------
    label : str
        Distinguishes the property from others of the module; empty where there is no other.
    module, claim : str
        The module, and what is equal, in words.
    build : callable
        Makes the equations.
    designs : iterable of str
        Designs that have the module with these parameters.
    sources : iterable of str
        RTL files below ``rtl/``, in the order of compilation; only those that the module needs
        are read.
    **parameters : int
        Parameters of the module.
    """
    stem = module.removeprefix("gh_").replace("_", "-")
    name = f"{stem}.model.{label}" if label else f"{stem}.model"
    files = needed((rtl_root() / source for source in sources), module)
    proof = Equivalence(module, parameters, files, build)
    return Property(name, module, tuple(designs), claim, METHOD, files, parameters, proof.prove)
