# SPDX-License-Identifier: Apache-2.0
"""Timing independent of data where configuration and data arrive on one stream.

No wire separates the two in a coprocessor's stream top. A second circuit therefore follows the
influence of data in it, see :mod:`gatehash.prove.kernel.taint`; PDR proves that data never reaches
its control. The core is cut away. The cone of influence shows that none of its data reaches its
outputs to the top's control. The proof of the top claims that no data steers the core.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gatehash.catalog import DESIGNS, Design
from gatehash.catalog.checks import stream_checker_defines
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.prove.kernel.circuits import Circuit
from gatehash.prove.kernel.obligations import current
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.prove.kernel.taint import tainted, write_model, write_trace
from gatehash.prove.tools.independence import Independence
from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.scripts import CLAIMS, REACHED, TRACE
from gatehash.records.meaning import meaning

__all__ = ["Steered", "steering_properties"]

_CLAIM = (
    "tready, tvalid, tlast, tkeep and tuser, and therefore all cycle counts, do not depend on "
    "data. Data are all bits of messages and of configurations, except the word that selects the "
    "operation, the length of a digest, the number of its first block for BLAKE3, and whether "
    "ChaCha's block counter overflows."
)
_METHOD = "data followed by PDR"
_CONTROL = ("tready", "tvalid", "tlast", "tkeep", "tuser")
_HANDSHAKE = ("tready", "tvalid")
_DATA = "tdata"
_MODEL = "circuit"
_BOUND = "gh_prove_steering"
# Of a core: what tells its user something, where the core has it, and what is data of it.
_CORE_CONTROL = ("busy_o", "done_o", "load_ready_o", "read_busy_o")
_CORE_DATA = ("load_data_i",)
# Cores without such ports, whose timing is a property of its own.
_APART = frozenset({"gh_chacha_piped_core", "gh_blake3_piped_core", "gh_blake3_lanes_core"})


@dataclass(frozen=True)
class Steered(Module):
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

    loose: tuple[str, ...] = ()
    core: str = ""
    core_parameters: tuple[tuple[str, int], ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the top needs with what stands in for its core."""
        formal = self.root / "formal"
        stand_in = formal / "cores" / f"{self.core}.sv"
        own = (stand_in if path.stem == self.core else path for path in self.files_of(self.top))
        return (*own, formal / "gh_prove_any.sv", formal / f"{_BOUND}.sv")

    def script(self) -> str:
        """Return the Yosys script that writes the top as a circuit of gates."""
        read = [
            f"read_slang --unroll-limit 100000 --top {self.top} -I {rtl_root()}",
            *(f"-D {macro}" for macro in self.macros),
            *(f"-G {name}={value}" for name, value in self.parameters.items()),
            *map(str, self.files),
        ]
        return "\n".join(
            (
                " ".join(read),
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
        found = tainted(circuit, _source(outputs), "aresetn", [*words.values()])
        claims = {
            f"independence of {name}": literal
            for name, literal in found.taints.items()
            if _root(name).endswith((*_CONTROL, ".same"))
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
            files, parameters = self.files_of(self.core), dict(self.core_parameters)
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


def steering_properties() -> tuple[Property, ...]:
    """Return the property of each design that has a stream of configurations."""
    return tuple(
        _property(each)
        for each in DESIGNS.values()
        # Of an authenticated cipher what a tag tells is timed as well: PDR decides nothing there.
        if each.hardware.configured and not any(one.authenticates for one in each.functions)
    )


def _property(design: Design) -> Property:
    hardware = design.hardware
    top, core = hardware.stream, hardware.core
    # In a stream top words are loaded during runs.
    here: Mapping[str, int] = _IN_TOPS.get(core.top, {})
    proof = Steered(
        top.top,
        top.parameters,
        macros=(
            f"GH_STEERED={top.top}",
            f"GH_LENGTHS={_lengths(top.parameters, core.top)}",
            *(each for each in stream_checker_defines(hardware) if each == "GH_TWO_STREAMS"),
        ),
        loose=_LOOSE.get(core.top, ()),
        core=core.top,
        core_parameters=tuple({**core.parameters, **here}.items()),
    )
    return Property(
        name=f"timing.{design.name}",
        module=top.top,
        designs=(design.name,),
        claim=_CLAIM,
        method=_METHOD,
        sources=tuple(dict.fromkeys((*proof.files, *proof.files_of(core.top)))),
        parameters=top.parameters,
        run=proof.run,
    )


def _lengths(parameters: Mapping[str, int], core: str) -> int:
    """Return how many words after word 0 of a packet select the part of a digest."""
    return _TOLD.get(core, int(any(parameters.get(each) for each in _LENGTHS)))


# Words through which a digest's length passes, as data do at other times.
_LOOSE: Mapping[str, tuple[str, ...]] = {
    "gh_threefish_mc_core": (
        *("u_serial.word_q", "u_unload.word_q", "u_counter.words_q", "u_counter.carry_q"),
        *("u_serial.place_q", "u_serial.kept_q"),
        *("u_core.loaded_q", "u_core.written_q", "u_core.length_q", "u_core.word_q"),
    ),
    **dict.fromkeys(
        ("gh_blake3_mc_core", "gh_arx_mc_core"), ("u_numbers.words_q", "u_numbers.carry_q")
    ),
    **dict.fromkeys(("gh_blake3_piped_core", "gh_blake3_lanes_core"), ("packet_q",)),
}
# Parameters with which the length of a digest is in word 1 of a packet.
_LENGTHS = ("Chains", "Blake2")
# Cores of which there are always so many words: the length, and the number of the first block.
_TOLD = dict.fromkeys(
    ("gh_blake3_mc_core", "gh_arx_mc_core", "gh_blake3_piped_core", "gh_blake3_lanes_core"), 2
)
_IN_TOPS: Mapping[str, Mapping[str, int]] = {
    name: {"Overlap": 1} for name in ("gh_blake_chacha_mc_core", "gh_blake3_mc_core")
}
