# SPDX-License-Identifier: Apache-2.0
"""Masked gadgets of ``rtl/guarded``, each with its contract."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gatehash.attack.circuit import Circuit, read_circuit
from gatehash.attack.mapped import TARGET
from gatehash.attack.rounds import State, Streams
from gatehash.attack.unrolled import Sharing
from gatehash.catalog import Boundary, find
from gatehash.catalog.hardware import rtl_files
from gatehash.errors import GatehashError
from gatehash.implement import find_target
from gatehash.implement.elaborated import Elaboration, of_module
from gatehash.implement.scripts import work_paths, yosys_script
from gatehash.simulate.netlist import made_folder

__all__ = ["GADGETS", "Gadget", "gadget_of", "mapped_gadget"]

_FLAT = "flat.json"


@dataclass(frozen=True)
class Gadget:
    """A masked gadget of two shares.

    Parameters
    ----------
    name : str
        Its module.
    does : str
        Its function in words.
    sources : tuple of str
        RTL files below ``rtl/``.
    sharing : Sharing
        The meaning of its ports, over as many cycles as are checked.
    outputs : tuple of tuple of str
        Ports of both shares of each output.
    latency : int
        Cycles from an input to the output.
    random_bits : int
        Random bits a cycle.
    parameters : mapping
        Its parameters.
    prims : tuple of str
        Modules of ``rtl/prim`` that it uses, in the form of the target's vendor.
    state : State, optional
        For a permutation its state of many gadgets: the check covers any cycle.
    streams : Streams, optional
        For a stream top around a permutation, its streams; state and blocks are then nets inside.
    """

    name: str
    does: str
    sources: tuple[str, ...]
    sharing: Sharing
    outputs: tuple[tuple[str, str], ...]
    latency: int
    random_bits: int
    parameters: Mapping[str, int] = field(default_factory=dict)
    prims: tuple[str, ...] = ()
    state: State | None = None
    streams: Streams | None = None

    @property
    def module(self) -> Boundary:
        """The module with its parameters."""
        return Boundary(self.name, self.parameters)

    @property
    def files(self) -> Sequence[Path]:
        """Its RTL files."""
        return rtl_files(self.name, self.sources, self.prims, find_target(TARGET).vendor)

    @property
    def elaboration(self) -> Elaboration:
        """Its elaboration."""
        return of_module(self.module, self.files)


_TWO = {"a": ("a0_i", "a1_i"), "b": ("b0_i", "b1_i")}
_ONE = {"d": ("d0_i", "d1_i")}
_RANDOM = ("rnd_i",)
_ENABLED = {"enable_i": (1,), "clear_i": (0,)}
_OUTPUTS = (("q0_o", "q1_o"),)

_ROW = re.compile(r"(?:[\w.]+\.)?gen_plane\[(\d)\]\.u_chi\.(\w+)\[(\d+)\]")


def _row(name: str) -> tuple[tuple[int, int], str] | None:
    """Return the row of a register of the state, and its name in the row's gadget."""
    found = _ROW.fullmatch(name)
    if found is None:
        return None
    word, row = divmod(int(found[3]), 64)
    return (int(found[1]), row), f"{found[2]}[{word}]"


_KECCAK = (
    "sha3/generated/gh_keccak_pkg.sv",
    "guarded/gh_dom_chi.sv",
    "guarded/gh_keccak_linear.sv",
    "guarded/gh_keccak_dom.sv",
)
_STATE = State("gh_dom_chi", _row, ("cross0_q", "cross1_q"), ("block0_i", "block1_i"), "rnd_i")
_BLOCK = Sharing({"block": ("block0_i", "block1_i")}, _RANDOM)

# The states of gh_prefix, of which in the first one it takes a head; gh_shared_packet then has none
# but heads. Elsewhere a head enters gh_shared_packet with the first beat of a packet.
_PREFIX_STATES, _HEAD = 8, 0
_FULL, _FIRST = "u_packet.full_q", "u_packet.first"


def _prefix(share: int) -> tuple[str, tuple[Mapping[str, int], ...]]:
    inside = f"gen_share[{share}].u_shell.u_prefix."
    return inside, tuple(
        {
            **{f"{inside}state_q[{bit}]": state >> bit & 1 for bit in range(3)},
            **({_FULL: 0} if state == _HEAD else {}),
        }
        for state in range(_PREFIX_STATES)
    )


def _masked_top() -> Gadget:
    job = find("sha3-x1-mac-dom").principal_job
    hardware, masking = job.hardware, job.hardware.masking
    assert masking is not None
    core = "u_core.u_keccak."
    shares = tuple(bit // 8 % masking.shares for bit in range(hardware.stream_bits))
    return Gadget(
        hardware.stream.top,
        "HMAC with SHA-3",
        hardware.sources,
        Sharing({}, ()),
        (),
        latency=job.latency(0),
        random_bits=masking.random_bits,
        parameters=hardware.stream.parameters,
        prims=hardware.prims,
        state=replace(
            _STATE,
            blocks=(f"{core}block0_i", f"{core}block1_i"),
            randoms="s_axis_rnd_tdata",
        ),
        streams=Streams(
            dict.fromkeys(("s_axis_cfg_tdata", "s_axis_tdata"), shares),
            r"u_packet\.(head|odd)_q\[|gen_share\[\d\]\.u_shell\.u_prefix\.(?!u_padder\.)",
            (_prefix(0), _prefix(1), ("", ({_FIRST: 0},))),
        ),
    )


GADGETS = {
    each.name: each
    for each in (
        Gadget(
            "gh_dom_and",
            "AND",
            ("guarded/gh_dom_and.sv",),
            Sharing(_TWO, _RANDOM, _ENABLED, 3),
            _OUTPUTS,
            latency=1,
            random_bits=1,
            parameters={"Width": 1},
        ),
        Gadget(
            "gh_dom_chi",
            "a row of chi",
            ("guarded/gh_dom_chi.sv",),
            Sharing(_ONE, _RANDOM, _ENABLED, 3),
            _OUTPUTS,
            latency=1,
            random_bits=5,
            parameters={"Width": 1},
        ),
        Gadget(
            "gh_dom_adder",
            "serial addition",
            ("guarded/gh_dom_and.sv", "guarded/gh_dom_adder.sv"),
            # The lowest bits of the next numbers follow those of the first ones.
            Sharing(_TWO, _RANDOM, {"first_i": (1, 0, 0, 0, 1, 0), "clear_i": (0,)}, 6),
            (("sum0_o", "sum1_o"),),
            latency=0,
            random_bits=2,
        ),
        Gadget(
            "gh_refresh",
            "new shares",
            ("guarded/gh_refresh.sv",),
            Sharing(_ONE, _RANDOM, _ENABLED, 3),
            _OUTPUTS,
            latency=1,
            random_bits=1,
            parameters={"Width": 1},
        ),
        Gadget(
            "gh_keccak_dom",
            "KECCAK-f[1600]",
            _KECCAK,
            _BLOCK,
            (("state0_o", "state1_o"),),
            latency=24,
            random_bits=1600,
            prims=("gh_xor4",),
            state=_STATE,
        ),
        Gadget(
            "gh_sha3_dom_core",
            "sponge of SHA-3",
            (*_KECCAK, "guarded/gh_sha3_dom_core.sv"),
            _BLOCK,
            (("piece0_o", "piece1_o"),),
            latency=24,
            random_bits=1600,
            parameters={"RateBytes": 136},
            prims=("gh_xor4",),
            state=_STATE,
        ),
        _masked_top(),
    )
}
"""The gadgets by name, and stream tops of masked designs."""


def gadget_of(name: str) -> Gadget:
    """Return the gadget of a name, or the stream top of a masked design.

    Raises
    ------
    GatehashError
        If there is none, be it that a design has the name.
    """
    top = name if name in GADGETS else find(name).hardware.stream.top
    if top in GADGETS:
        return GADGETS[top]
    raise GatehashError(
        f"{name} has no shares; probes are checked of: {', '.join(sorted(GADGETS))}"
    )


def mapped_gadget(gadget: Gadget) -> Circuit:
    """Map a gadget, if the cache does not hold it.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    target = find_target(TARGET)
    script = yosys_script(target, gadget.module, work_paths(gadget.files))
    scripts = [f"{script}flatten\nwrite_json {_FLAT}\n"]
    folder = made_folder(gadget.name, lambda: gadget.elaboration.text, target, scripts, _FLAT)
    return read_circuit(json.loads((folder / _FLAT).read_bytes()), gadget.name)
