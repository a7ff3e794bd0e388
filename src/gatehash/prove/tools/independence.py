# SPDX-License-Identifier: Apache-2.0
"""Outputs that do not depend on data: by the cone of influence, or by PDR where wires lead there.

No wire separates configuration from data in a coprocessor's stream top. A second circuit therefore
follows the influence of data in it, see :mod:`gatehash.prove.kernel.taint`; PDR proves that data
never reaches its control. The core is cut away. The cone of influence shows that none of its data
reaches its outputs to the top's control. The proof of the top claims that no data steers the core.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.prove.kernel.circuits import Circuit
from gatehash.prove.kernel.cone import Cone
from gatehash.prove.kernel.obligations import answered, current
from gatehash.prove.kernel.pdr import CLAIMS, REACHED, TRACE
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.prove.kernel.taint import check_loose, tainted, write_model, write_trace
from gatehash.prove.tools.harness import Harness, rtl_files
from gatehash.prove.tools.scripts import read_command
from gatehash.records.graph import netlist_digest
from gatehash.records.meaning import meaning

__all__ = ["CONTROL", "Independence", "Steered", "independence"]

CONTROL = ("*tready", "*tvalid", "*tlast", "*tkeep", "*tuser")
"""Outputs of a stream top that say when something happens, and of how much."""
_NETLIST = "netlist"
_STEERED = ("tready", "tvalid", "tlast", "tkeep", "tuser")
_HANDSHAKE = ("tready", "tvalid")
_DATA = "tdata"
_MODEL = "circuit"
_BOUND = ("gh_prove_any", "gh_prove_steering")
# Of a core: what tells its user something, where the core has it, and what is data of it.
_CORE_CONTROL = ("busy_o", "done_o", "load_ready_o", "read_busy_o")
_CORE_DATA = ("load_data_i",)
# Cores without such ports, whose timing is a property of its own.
_APART = frozenset({"gh_chacha_piped_core", "gh_blake3_piped_core", "gh_blake3_lanes_core"})


@dataclass(frozen=True)
class Independence:
    """A module of the RTL, of which no data has an influence on control.

    Parameters
    ----------
    top : str
        Its name.
    parameters : mapping
        Its parameters.
    files : tuple of Path
        RTL files, in the order of compilation.
    control, data : tuple of str
        Names of outputs, and of inputs that must not lead there, or patterns such as ``*tdata``.
    whole : tuple of str
        Modules inside of which all depends on all of their inputs.
    """

    top: str
    parameters: Mapping[str, int]
    files: tuple[Path, ...]
    control: tuple[str, ...]
    data: tuple[str, ...]
    whole: tuple[str, ...] = ()

    def run(self, folder: Path, time_limit: float) -> Verdict:
        """Decide it, see :class:`gatehash.prove.Property`.

        Raises
        ------
        GatehashError
            If Yosys fails, or the module has no such ports.
        """
        module = self._netlist(folder, time_limit)
        control = self._ports(module, "output", self.control)
        data = self._ports(module, "input", self.data)

        def obligation() -> dict[str, str]:
            return {
                "netlist": netlist_digest((folder / f"{_NETLIST}.json").read_bytes(), logic=True),
                "netlist, question": f"{', '.join(data)} to {', '.join(control)}",
                "cone of influence": meaning([Cone]),
            }

        if answered(obligation):
            return Verdict("proved", None, "")
        cone = Cone(module)
        lines = [
            f"{name} depends on {' and '.join(sorted(found))}"
            for name in control
            if (found := cone.inputs_of([name]) & {*data})
        ]
        return Verdict("failed" if lines else "proved", None, "\n".join(lines))

    def _ports(
        self, module: Mapping[str, Any], direction: str, patterns: Iterable[str]
    ) -> list[str]:
        found = [
            name
            for name, port in sorted(module["ports"].items())
            if port["direction"] == direction and any(fnmatchcase(name, each) for each in patterns)
        ]
        if not found:
            raise GatehashError(f"{self.top} has no {direction} {' or '.join(patterns)}")
        return found

    def _netlist(self, folder: Path, time_limit: float) -> Mapping[str, Any]:
        """Return the module as a flat netlist of words, as Yosys writes it in JSON."""
        whole = (f"--blackboxed-module {name}" for name in self.whole)
        read = read_command(self.top, self.parameters, self.files, *whole)
        steps = ("proc", "flatten", "opt_expr", "opt_clean", "memory_collect", "opt_clean")
        text = "\n".join((read, *steps, f"write_json {_NETLIST}.json", ""))
        run_yosys(text, folder, name=_NETLIST, what=self.top, cpu_limit=time_limit)
        found = json.loads((folder / f"{_NETLIST}.json").read_text(encoding="utf-8"))
        module: Mapping[str, Any] = found["modules"][self.top]
        return module


def independence(name: str, claim: str, proof: Independence, designs: Iterable[str]) -> Property:
    """Return the property of a name that control does not depend on data in some designs."""
    return Property(
        name=name,
        module=proof.top,
        designs=tuple(designs),
        claim=claim,
        method="cone of influence",
        sources=proof.files,
        parameters=proof.parameters,
        run=proof.run,
    )


@dataclass(frozen=True)
class Steered(Harness):
    """A stream top whose configurations hold what steers it, and data.

    Parameters
    ----------
    top, parameters, root
        See :class:`gatehash.prove.tools.harness.Harness`.
    macros : tuple of str
        Macros of ``gh_prove_steering``, ``NAME=VALUE``.
    loose : tuple of str
        Words of registers that may have any value, by the ends of their names.
    core : str
        The module in it for which ``rtl/formal/cores`` has one that stands in.
    core_parameters : tuple of (str, int)
        Parameters of the core.
    """

    core: str = ""
    core_parameters: tuple[tuple[str, int], ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the top needs with what stands in for its core."""
        return rtl_files(self.root, self.top, *_BOUND, stand_ins=("cores",))

    @property
    def core_files(self) -> tuple[Path, ...]:
        """RTL files that the core needs."""
        return rtl_files(self.root, self.core)

    def script(self) -> str:
        """Return the Yosys script that writes the top as a circuit of gates."""
        options = ("--unroll-limit 100000", *(f"-D {macro}" for macro in self.macros))
        return "\n".join(
            (
                read_command(self.top, self.parameters, self.files, *options),
                f"prep -flatten -top {self.top}",
                # What may have any value is an input, what is claimed of more than ports an output.
                "expose -evert t:gh_prove_any*",
                f"expose w:*.steers w:*.same {' '.join(f'w:*{name}' for name in self.loose)}",
                *("memory_map -formal", "async2sync", "formalff -clk2ff -ff2anyinit"),
                *("setundef -undriven -anyseq", "opt -full", "dffunmap"),
                *("techmap", "simplemap", "aigmap", "opt_clean"),
                "write_aiger -ascii -symbols -zinit -no-startoffset "
                f"-ywmap {_MODEL}.json {_MODEL}.aag",
                "",
            )
        )

    def write_models(self, folder: Path, time_limit: float) -> None:
        """Write the models to a folder; raise GatehashError if Yosys fails."""
        run_yosys(self.script(), folder, name="model", what=self.top, cpu_limit=time_limit)
        circuit = Circuit.parse((folder / f"{_MODEL}.aag").read_text(encoding="utf-8"))
        names = json.loads((folder / f"{_MODEL}.json").read_text(encoding="utf-8"))
        outputs = [name for name, _ in circuit.outputs]
        words: defaultdict[str, list[str]] = defaultdict(list)
        for name in outputs:
            if _root(name).endswith(self.loose):
                words[_root(name)].append(name)
        check_loose(circuit, words.values())
        found = tainted(circuit, _source(outputs), "aresetn", [*words.values()])
        claims = {
            f"independence of {name}": literal
            for name, literal in found.taints.items()
            if _root(name).endswith((*_STEERED, ".same"))
        }
        reached = {
            name: literal for name, literal in found.values.items() if name.endswith(_HANDSHAKE)
        }
        write_model(found, claims, folder / f"{CLAIMS}.aig", names)
        write_model(found, reached, folder / f"{REACHED}.aig", names)
        write_trace(found, folder / f"{TRACE}.aag")
        (folder / f"{TRACE}.json").write_text(json.dumps(names), encoding="utf-8")

    def run(self, folder: Path, time_limit: float) -> Verdict:
        """Decide whether control is independent of data, see :class:`gatehash.prove.Property`."""
        if self.core not in _APART:
            files, parameters = self.core_files, dict(self.core_parameters)
            core = Independence(self.core, parameters, files, _CORE_CONTROL, _CORE_DATA)
            found = core.run(folder, time_limit)
            if found.status != "proved":
                return replace(found, detail=f"{self.core}: {found.detail}")
        if obligations := current():
            obligations.note({"taint analysis": meaning([tainted])})
        return super().run(folder, time_limit)


def _root(name: str) -> str:
    return name.partition("[")[0]


def _source(outputs: Sequence[str]) -> Callable[[Sequence[str]], bool | str]:
    """Return the function that decides from an input's names whether it is data."""
    steers = {
        name.split(".")[0].removeprefix("u_").removesuffix("_steering"): name
        for name in outputs
        if name.endswith(".steers")
    }

    def source(names: Sequence[str]) -> bool | str:
        # What a register holds at first is the same in both copies, and no data.
        if any(name.startswith("init:") for name in names):
            return False
        for name in names:
            axis = _root(name).removesuffix(f"_{_DATA}")
            if axis != _root(name):
                return steers.get(axis, True)
        # A value that is not defined may be any.
        return not any(name[0] != "$" and ".u_data." not in name for name in names)

    return source
