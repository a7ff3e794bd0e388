# SPDX-License-Identifier: Apache-2.0
"""Coprocessors' streams never wait for ever, however long the core's runs are.

``rtl/formal/gh_prove_served.sv`` states it, with a core of ``rtl/formal`` in place of the real one,
which is proved to do no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gatehash.catalog import DESIGNS, Design
from gatehash.prove.claims.streams import harness_property
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.served import Served

__all__ = ["SERVED", "going_properties", "runs_of"]

SERVED = (
    "While a beat is offered in its turn or an answer is owed, at most {most} cycles pass without "
    "a beat at the stream's pins or a step inside. This does not count the core's runs, of any "
    "length, and the cycles in which an answer waits for the receiver, which may wait for tvalid "
    "before it raises tready. Each packet is answered exactly once."
)
"""Claim of ``gh_prove_served``, with ``most`` to be filled in."""

_MOST_BLAKE_CHACHA = 8
_RUNS = (
    "For any program, a run begins only in the cycle after its start and ends when no stream "
    "takes part in it. Words can be loaded and read in every cycle without a run, and a half that "
    "takes no part in a run is free."
)
_RUNS_BLAKE3 = (
    "For any program, a run begins only in the cycle after its start and ends when leave_i is "
    "set. Words can be loaded and read in every cycle without a run."
)
_MOST_THREEFISH = 8
# Whether there is Skein, and the width. Of others, with converters to 16 bits, PDR does not end.
_DECIDED = ((0, 8), (0, 16), (1, 16))
_DEPTH = 45
_RESTS = (
    "The core is idle while a configuration is taken. Requests to read words and the words that "
    "answer them stay in step. While a block is processed, the next one may begin but does not "
    "end."
)
# Without BLAKE2, which erases after an answer, and with it.
_STEPS = (340, 460)
_IN_STEPS = (
    "Between two bytes that the module takes, or until it waits for one, at most {most} steps "
    "pass, including those for an answer's bytes."
)
_WIDTHS = (8, 16, 32, 64)
_ALGORITHMS = ("Blake32", "Blake64", "ChaCha", "Blake2")

_Kind = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class _Core:
    """A core, as ``gh_prove_runs`` needs it.

    Parameters
    ----------
    cut : tuple of str
        Its modules of data.
    halves : str
        Whether each of two streams has a half of the core.
    parameters : mapping
        Parameters that it has in a stream top.
    streams, loads : str
        Its signals for the streams of a run, and for where words may be loaded, two bits each.
    """

    cut: tuple[str, ...]
    halves: str
    parameters: Mapping[str, int]
    streams: str = "streams_i"
    loads: str = "load_ready_o"


_CORES = {
    "gh_blake_chacha_mc_core": _Core(
        ("gh_blake_chacha_mc_alu", "gh_blake_chacha_mc_block"),
        "Blake64&&(Blake32||ChaCha)",
        {"Overlap": 1},
    ),
    "gh_blake3_mc_core": _Core(
        ("gh_blake_chacha_mc_alu",),
        "1'b0",
        {"Overlap": 1},
        "{2{!leave_i}}",
        "{2{load_ready_o}}",
    ),
    "gh_arx_mc_core": _Core(("gh_arx_mc_alu",), "1'b1", {}),
}


def going_properties() -> tuple[Property, ...]:
    """Return the properties of the coprocessors' streams."""
    return (*_runs(), *_served(), *_steps(), *_threefish(), *_blake3(), *_arx())


def runs_of(core: str, parameters: Mapping[str, int]) -> Module:
    """Return the proof that a core of these parameters does no more than what stands in for it."""
    found = _CORES[core]
    macros = {
        "CORE": core,
        "HALVES": found.halves,
        "STREAMS": found.streams,
        "LOADS": found.loads,
    }
    return Module(
        core,
        # As it is in a stream top.
        {**parameters, **found.parameters},
        cut=found.cut,
        # Words that are read, of the program too, are free.
        cut_cells=("t:$mem*",),
        bound="gh_prove_runs",
        macros=tuple(f"GH_{name}={value}" for name, value in macros.items()),
    )


def _runs() -> Iterator[Property]:
    module = "gh_blake_chacha_mc_core"
    found = dict.fromkeys(
        tuple((name, given[name]) for name in (*_ALGORITHMS, "Three") if name in given)
        for given in (design.hardware.core.parameters for design in _designs())
    )
    for given in found:
        yield harness_property("runs", module, _RUNS, runs_of(module, dict(given)))


def _served() -> Iterator[Property]:
    module, most = "gh_blake_chacha_mc_streams", _MOST_BLAKE_CHACHA
    for kind, streams in _kinds().items():
        for width in _WIDTHS:
            parameters = {**dict(kind), "StreamBits": width, "Streams": streams, "Most": most}
            harness = Served(
                "gh_prove_blake_chacha_served",
                parameters,
                stand_ins=("runs",),
                # Of BLAKE2 places count: a key's tail does not begin with the last one.
                loose=(
                    "*.config_byte",
                    *(() if "Blake2" in parameters else ("*u_stream.place_q",)),
                ),
            )
            yield harness_property("served", module, SERVED.format(most=most), harness)


def _steps() -> Iterator[Property]:
    # Of two streams the second one has no BLAKE of 64-bit words.
    present = dict.fromkeys(
        each
        for kind, streams in _kinds().items()
        for each in (kind, *(((kind[0], ("Blake64", 0), kind[2]),) if streams > 1 else ()))
    )
    for kind in present:
        most = _STEPS["Blake2" in dict(kind)]
        harness = Served("gh_prove_blake_chacha_steps", {**dict(kind), "Most": most})
        claim = _IN_STEPS.format(most=most)
        yield harness_property("steps", "gh_blake_chacha_mc_stream", claim, harness)


def _designs() -> tuple[Design, ...]:
    designs = DESIGNS.values()
    return tuple(each for each in designs if each.hardware.core.top == "gh_blake_chacha_mc_core")


def _kinds() -> dict[_Kind, int]:
    """Return the algorithms that a coprocessor of the catalogue has, and its streams."""
    return {
        tuple((name, given[name]) for name in _ALGORITHMS if name in given): design.hardware.streams
        for design in _designs()
        for given in (design.hardware.core.parameters,)
    }


def _threefish() -> Iterator[Property]:
    module, most = "gh_threefish_mc", _MOST_THREEFISH
    # Of the numbers that are counted only whether a sum has a carry matters.
    data = ("u_top.config_data", "*u_counter.carry", "*u_tweak.last_byte_o")
    for chains in (0, 1):
        parameters = {"Decrypts": 1, "Chains": chains}
        rests = Served(
            "gh_prove_threefish_served",
            {**parameters, "Rests": 1},
            stand_ins=("cores",),
            loose=data,
        )
        yield harness_property("rests", module, _RESTS, rests)
        for width in _WIDTHS:
            harness = Served(
                "gh_prove_threefish_served",
                {**parameters, "StreamBits": width, "Most": most},
                stand_ins=("cores",),
                loose=(*data, "*u_serial.op_end"),
                depth=None if (chains, width) in _DECIDED else _DEPTH,
            )
            yield harness_property("served", module, SERVED.format(most=most), harness)


def _blake3() -> Iterator[Property]:
    core = "gh_blake3_mc_core"
    yield harness_property("runs", core, _RUNS_BLAKE3, runs_of(core, {"Pipeline": 1}))


def _arx() -> Iterator[Property]:
    core = "gh_arx_mc_core"
    for design in (each for each in DESIGNS.values() if each.hardware.core.top == core):
        proof = runs_of(core, design.hardware.core.parameters)
        yield harness_property("runs", core, _RUNS, proof)
