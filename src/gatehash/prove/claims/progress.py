# SPDX-License-Identifier: Apache-2.0
"""Streams that go on: they never wait for ever, however long the core's runs are.

``rtl/formal/gh_prove_served.sv`` states it, with a core of ``rtl/formal`` in place of the real one,
which is proved to do no more than that. Tops of keyed functions have their own cores, whose rounds
are few where a parameter says so, and whose runs may end at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.designs import designs_around
from gatehash.prove.tools.harness import Harness, harness_property
from gatehash.prove.tools.modules import Module

__all__ = ["progress_properties", "runs_of"]

_SERVED = (
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
_BUSY = "The core becomes busy only in the cycle after a start or a reset."


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
        ("gh_arx_mc_alu", "gh_blake_chacha_mc_block"),
        "Blake64&&(Blake32||ChaCha)",
        {"Overlap": 1},
    ),
    "gh_blake3_mc_core": _Core(
        ("gh_arx_mc_alu",),
        "1'b0",
        {"Overlap": 1},
        "{2{!leave_i}}",
        "{2{load_ready_o}}",
    ),
    "gh_arx_mc_core": _Core(("gh_arx_mc_alu",), "1'b1", {}),
}


@dataclass(frozen=True)
class _Top:
    """A top, and what of it counts.

    Parameters
    ----------
    module : str
        Its name.
    parameters : mapping
        Its parameters, but for the width of its streams.
    widths : tuple of int
        Widths of its streams, in bits.
    most : int
        Cycles without a step.
    steps : tuple of str
        Steps inside, as signals in ``u_top``.
    rests : str
        When its core rests.
    loose : tuple of str
        Wires that may have any value.
    stand_ins : tuple of str
        Folders of ``rtl/formal`` whose modules replace the library's own of the same names.
    keyed : bool
        Whether each message has a packet of configuration.
    """

    module: str
    parameters: Mapping[str, int]
    widths: tuple[int, ...]
    most: int
    steps: tuple[str, ...]
    rests: str = "1'b1"
    loose: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()
    keyed: bool = True


# A padded beat, and a block that the core takes.
_SHA2_STEPS = ("u_top.beat_flags.valid&&u_top.beat_ready", "u_top.u_blocks.take")
_SHA2_RESTS = "u_top.u_blocks.u_core.core_q=='0"
# Runs of any length.
_SHA2_LOOSE = ("*u_core.last_q",)
# A beat of the packet or of what is before the message, the message's end, a padded beat, a block
# that the core takes, a beat of its answer.
_PREFIX_STEPS = (
    "u_top.u_shell.u_prefix.step",
    "u_top.u_shell.u_prefix.state_d!=u_top.u_shell.u_prefix.state_q",
    "u_top.u_shell.u_prefix.lasts",
    "u_top.u_shell.beat_flags.valid&&u_top.u_shell.beat_ready",
    "u_top.take",
    "u_top.u_shell.answer_valid&&u_top.u_shell.answer_ready",
)
# Both tops of SHA-3 with keys have the shell and the core inside their streams.
_SHA3_STEPS = tuple(
    each.replace("u_top.", "u_top.u_streams.") for each in (*_PREFIX_STEPS, "u_top.u_core.advance")
)
_TOPS = {
    "resume": _Top(
        "gh_sha2_resume",
        {"WordBits": 32},
        (32, 64),
        16,
        ("u_top.u_padder.taken", *_SHA2_STEPS),
        _SHA2_RESTS,
        _SHA2_LOOSE,
    ),
    "hmac": _Top(
        "gh_sha2_hmac",
        {"WordBits": 32, "DigestBits": 256},
        (64,),
        12,
        (
            "u_top.u_hmac.step",
            "u_top.u_hmac.state_d!=u_top.u_hmac.state_q",
            "u_top.u_hmac.pass_d!=u_top.u_hmac.pass_q",
            *_SHA2_STEPS,
        ),
        _SHA2_RESTS,
        _SHA2_LOOSE,
    ),
    "sha3-mac": _Top(
        "gh_sha3_mac",
        {"RoundsPerCycle": 12},
        (64,),
        12,
        _SHA3_STEPS,
    ),
    "kmac": _Top(
        "gh_sha3_mac",
        {"Nested": 0, "Function": 4, "RoundsPerCycle": 12},
        (64,),
        12,
        _SHA3_STEPS,
    ),
    "skein-mac": _Top(
        "gh_skein_mac",
        {"StateBits": 256, "RoundsPerCycle": 8},
        (64,),
        12,
        _PREFIX_STEPS,
        "u_top.u_core.cipher_ready",
        ("*u_threefish.step_q",),
    ),
    **{
        name: _Top(
            "gh_blake2",
            {"WordBits": bits},
            (64,),
            12,
            (
                "u_top.u_stream.step",
                "u_top.u_stream.state_d!=u_top.u_stream.state_q",
                "u_top.u_stream.lasts",
                "u_top.flags.valid&&u_top.core_ready",
            ),
            "u_top.u_core.count_q=='0",
        )
        for name, bits in (("blake2s", 32), ("blake2b", 64))
    },
    "chacha": _Top(
        "gh_chacha_piped",
        {},
        (64,),
        12,
        ("u_top.state_d!=u_top.state_q", "u_top.state_q==3'd6"),
        "!u_top.run_q||u_top.stream_valid",
    ),
    "arx": _Top(
        "gh_arx_mc",
        {},
        (8,),
        12,
        (
            "u_top.u_stream.moves",
            "u_top.u_three.moves",
            "u_top.granted",
            "u_top.three_start",
            "u_top.u_stream.state_d!=u_top.u_stream.state_q",
            "u_top.u_three.state_d!=u_top.u_three.state_q",
        ),
        "!u_top.busy",
        ("*.config_byte", "*u_numbers.words_q"),
        ("runs",),
    ),
    "blake3-mc": _Top(
        "gh_blake3_mc",
        {},
        # PDR does not end within its time for wider converters.
        (8, 16),
        8,
        (
            "u_top.u_stream.moves",
            "u_top.start",
            "u_top.u_stream.state_d!=u_top.u_stream.state_q",
        ),
        "!u_top.busy",
        # The counts may have any value.
        ("*.config_byte", "*u_numbers.words_q"),
        ("runs",),
    ),
    "poly1305": _Top(
        "gh_poly1305_x4",
        {},
        (64,),
        12,
        (
            "u_top.flags.valid&&u_top.beat_ready",
            # Erasure, the program of powers and of the tag, a chunk.
            "u_top.u_core.state_q==2'd0",
            "u_top.u_core.state_q==2'd2&&u_top.u_core.step_q!=6'd43",
            "u_top.u_core.active_q",
            "u_top.u_core.begins",
            "u_top.u_core.tail_q!=2'd0",
        ),
    ),
    "chacha-poly1305": _Top(
        "gh_chacha_poly1305_piped",
        {},
        (64,),
        12,
        (
            "u_top.u_core.state_d!=u_top.u_core.state_q",
            "u_top.u_core.state_q==4'd15",
            *("u_top.u_core.code_steps", "u_top.u_core.tag_steps"),
            "u_top.u_core.answer_valid&&u_top.u_core.answer_ready",
        ),
        # Runs are those of the ring, and of Poly1305 while it is waited for.
        "(!u_top.u_core.run_q||u_top.u_core.stream_valid)"
        "&&(u_top.u_core.code_in_ready||!u_top.u_core.code_in_valid)"
        "&&(u_top.u_core.code_key_ready||u_top.u_core.state_q!=4'd4)"
        "&&(u_top.u_core.tag_valid||u_top.u_core.state_q!=4'd10)",
        # Associated data may end anywhere, and the key stream may come at any time.
        ("*u_core.bytes_q", "*u_core.stream_valid", "*u_core.stream_wrapped"),
        ("tags",),
    ),
    "sha256-mc": _Top(
        "gh_sha2_mc",
        {"WordBits": 32, "DigestBits": 256},
        (8,),
        8,
        (
            "u_top.u_stream.flags.valid&&u_top.u_stream.padded_ready",
            "u_top.u_stream.u_core.go&&!u_top.u_stream.u_core.now.waits",
        ),
        # How many turns a phase has may be anything.
        loose=("*u_core.last_turn",),
        keyed=False,
    ),
    "whirlpool-mc": _Top(
        "gh_whirlpool_mc",
        {},
        (8,),
        8,
        (
            "u_top.u_stream.flags.valid&&u_top.u_stream.padded_ready",
            "u_top.u_stream.u_core.advance&&!u_top.u_stream.u_core.phase_q.block",
        ),
        # How many rounds there are may be anything.
        loose=("*u_core.last_round",),
        keyed=False,
    ),
    "sha3-mc": _Top(
        "gh_sha3_mc",
        {},
        (8,),
        8,
        (
            "u_top.u_stream.u_core.advance",
            "u_top.u_stream.u_core.held_q",
            "u_top.u_stream.state_d!=u_top.u_stream.state_q",
        ),
        # Passes are steps. How many there are, and the count of a digest's bytes, may be anything.
        loose=(
            *("*.config_byte", "*u_length.words_q"),
            *("*u_core.round_22_q", "*u_core.lane_last_q"),
        ),
    ),
    "skein-mc-mac": _Top(
        "gh_threefish_mc",
        {"Keyed": 1, "StateBits": 256},
        (16,),
        12,
        (
            "u_top.gen_keyed.u_serial.moves",
            "u_top.gen_keyed.u_serial.state_d!=u_top.gen_keyed.u_serial.state_q",
            "u_top.digest_valid&&u_top.digest_ready",
        ),
        "!u_top.gen_keyed.u_serial.core_busy",
        ("u_top.config_data", "*u_counter.carry", "*u_tweak.last_byte_o"),
        ("cores",),
    ),
}


def progress_properties() -> Iterator[Property]:
    """Yield the properties of streams that go on, and of the cores that others stand in for."""
    yield from (*_runs(), *_busy(), *_served(), *_steps(), *_threefish(), *_keyed())


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
        for given in (design.hardware.core.parameters for design in designs_around(module))
    )
    for given in found:
        yield harness_property("runs", module, _RUNS, runs_of(module, dict(given)))
    module = "gh_blake3_mc_core"
    yield harness_property("runs", module, _RUNS_BLAKE3, runs_of(module, {"Pipeline": 1}))
    module = "gh_arx_mc_core"
    for design in designs_around(module):
        proof = runs_of(module, design.hardware.core.parameters)
        yield harness_property("runs", module, _RUNS, proof)


def _served() -> Iterator[Property]:
    module, most = "gh_arx_mc_streams", _MOST_BLAKE_CHACHA
    for kind, streams in _kinds().items():
        for width in _WIDTHS:
            parameters = {**dict(kind), "StreamBits": width, "Streams": streams, "Most": most}
            harness = Harness(
                "gh_prove_arx_served",
                parameters,
                stand_ins=("runs",),
                # Of BLAKE2 places count: a key's tail does not begin with the last one.
                loose=(
                    "*.config_byte",
                    *(() if "Blake2" in parameters else ("*u_stream.place_q",)),
                ),
            )
            yield harness_property("served", module, _SERVED.format(most=most), harness)


def _steps() -> Iterator[Property]:
    # Of two streams the second one has no BLAKE of 64-bit words.
    present = dict.fromkeys(
        each
        for kind, streams in _kinds().items()
        for each in (kind, *(((kind[0], ("Blake64", 0), kind[2]),) if streams > 1 else ()))
    )
    for kind in present:
        most = _STEPS["Blake2" in dict(kind)]
        harness = Harness("gh_prove_arx_steps", {**dict(kind), "Most": most})
        claim = _IN_STEPS.format(most=most)
        yield harness_property("steps", "gh_arx_mc_stream", claim, harness)


def _kinds() -> dict[_Kind, int]:
    """Return the algorithms that a coprocessor of the catalogue has, and its streams."""
    return {
        tuple((name, given[name]) for name in _ALGORITHMS if name in given): design.hardware.streams
        for design in designs_around("gh_blake_chacha_mc_core")
        for given in (design.hardware.core.parameters,)
    }


def _threefish() -> Iterator[Property]:
    module, most = "gh_threefish_mc", _MOST_THREEFISH
    # Of the numbers that are counted only whether a sum has a carry matters.
    data = ("u_top.config_data", "*u_counter.carry", "*u_tweak.last_byte_o")
    for chains in (0, 1):
        parameters = {"Decrypts": 1, "Chains": chains}
        rests = Harness(
            "gh_prove_threefish_served",
            {**parameters, "Rests": 1},
            stand_ins=("cores",),
            loose=data,
        )
        yield harness_property("rests", module, _RESTS, rests)
        for width in _WIDTHS:
            harness = Harness(
                "gh_prove_threefish_served",
                {**parameters, "StreamBits": width, "Most": most},
                stand_ins=("cores",),
                loose=(*data, "*u_serial.op_end"),
                depth=None if (chains, width) in _DECIDED else _DEPTH,
            )
            yield harness_property("served", module, _SERVED.format(most=most), harness)


def _busy() -> Iterator[Property]:
    core = "gh_threefish_mc_core"
    for decrypts in (0, 1):
        parameters = {"Decrypts": decrypts, "Chains": 1}
        proof = Module(core, parameters, cut=("gh_threefish_mc_alu",), bound="gh_prove_busy")
        yield harness_property("busy", core, _BUSY, proof)


def _keyed() -> Iterator[Property]:
    for name, top in _TOPS.items():
        claim = _SERVED.format(most=top.most)
        for width in top.widths:
            given = {**top.parameters, "StreamBits": width}
            harness = Harness(
                "gh_prove_keyed_served",
                {"StreamBits": width, "Most": top.most},
                stand_ins=top.stand_ins,
                loose=top.loose,
                around=top.module,
                macros=(
                    f"GH_TOP={top.module}",
                    f"GH_PARAMETERS={','.join(f'.{key}({of})' for key, of in given.items())}",
                    f"GH_RESTS={top.rests}",
                    f"GH_STEPS={'||'.join(top.steps)}",
                    *(() if top.keyed else ("GH_UNKEYED",)),
                ),
            )
            label = f"{name}-{width}"
            found = harness_property("served", top.module, claim, harness, claimed_of=label)
            yield replace(found, parameters={**top.parameters, **harness.parameters})
