# SPDX-License-Identifier: Apache-2.0
"""BLAKE3: the coprocessor's core with its microcode, and compressions in flight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from gatehash.catalog import DESIGNS, Boundary
from gatehash.catalog.runs import BLAKE3_RUN
from gatehash.catalog.sources import needed
from gatehash.microcode.blake3 import ENTRIES, ENTRY_WORDS
from gatehash.models.blake import QUARTETS
from gatehash.models.blake2 import g
from gatehash.models.blake3 import IV, SCHEDULE, compress_words
from gatehash.paths import rtl_root
from gatehash.prove.claims.blake_chacha import OVERLAPS
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.kernel.terms import concat, extend, extract
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import frees, joined
from gatehash.prove.tools.designs import designs_around, designs_with
from gatehash.prove.tools.equivalence import equivalence
from gatehash.prove.tools.harness import harness_property
from gatehash.prove.tools.independence import Independence, independence
from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.simulation import (
    constants_kept,
    flags,
    memory_words,
    registers_at_rest,
    rests,
    settled,
    simulated,
)

__all__ = ["Ports", "blake3_properties", "run_cases"]

_CONTROL = ("ready_o", "many_o", "valid_o")
_DATA = ("data_i", "size_i", "mode_i", "number_i")
_CORE, _LANES, _LANE = "gh_blake3_piped_core", "gh_blake3_lanes_core", "gh_blake3_lane"
_SOURCES = (
    "compact/generated/gh_blake3_microcode_pkg.sv",
    "engine/gh_blake3_pkg.sv",
    "engine/gh_blake3_lanes_pkg.sv",
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "prim/generic/gh_mux4.sv",
    "stream/gh_fifo.sv",
    "engine/gh_engine.sv",
    "engine/gh_blake3_ring.sv",
    "engine/gh_blake3_tree.sv",
    "engine/gh_blake3_output.sv",
    "engine/gh_blake3_piped_core.sv",
    "engine/gh_blake3_run.sv",
    "engine/gh_blake3_lane.sv",
    "engine/gh_blake3_lanes_core.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_STAGES, _WORD, _WORDS = 10, 32, 16
_JOBS = (
    "A job's tag leaves the ring unchanged, as many entries after its own as the ring has stages. "
    "In that cycle the engine reports a finished job, and the result is written to the job's row "
    "before the next job leaves."
)
_SETTLING = 8
_BITS = 32
_STATE, _VECTOR, _INPUT = (ENTRIES[name] for name in ("State", "Vector", "Input"))
_BLOCK, _KEY = ENTRIES["Block"], ENTRIES["Key"]
# Entries of h, of the halves of the block and of the result, as in messages: the first block of a
# chunk with a key and without, one behind it, parents, roots of both kinds.
_KINDS = {
    "first block": (_KEY, _BLOCK, _BLOCK + 1, 5),
    "first block without a key": (_VECTOR, _BLOCK + 2, _BLOCK + 3, 0),
    "block": (_VECTOR - 1, _BLOCK + 2, _BLOCK + 3, _VECTOR - 1),
    "parent": (_KEY, 21, 22, 21),
    "root of a chunk": (0, _BLOCK, _BLOCK + 1, _STATE),
    "root of a tree": (_VECTOR, 0, 1, _STATE),
}


@dataclass(frozen=True)
class Ports:
    """The ports of a core that has BLAKE3's program, of which the lowest half is used.

    Parameters
    ----------
    control : tuple of str
        Inputs that are 0 but for the cycle in which they ask for something.
    mode, before : mapping
        Inputs with which the program runs, and with which its words are loaded.
    halves : int
        Halves of the datapath.
    first, address, read, read_address : int
        Address of the first word, and bits of an address; the same of the words that are read.
    strobes : tuple of str
        Registers that say which bytes are written.
    """

    control: tuple[str, ...] = ("rst_i", "start_i", "leave_i")
    mode: Mapping[str, Term] = field(default_factory=dict)
    before: Mapping[str, Term] = field(default_factory=dict)
    halves: int = 1
    first: int = 0
    address: int = 9
    read: int = 0
    read_address: int = 4
    strobes: tuple[str, ...] = ("strobe_q",)

    @property
    def quiet(self) -> dict[str, Term]:
        """Inputs with which nothing begins."""
        return {**dict.fromkeys(self.control, _OFF), "load_valid_i": const(0, 4 * self.halves)}

    @property
    def ready(self) -> int:
        """The value of ``load_ready_o`` where all halves are ready."""
        return (1 << self.halves) - 1

    def loading(self, at: int) -> dict[str, Term]:
        """Return the inputs that ask for the load of a word."""
        valid, address = const(15, 4 * self.halves), const(self.first + at, self.address)
        return {
            "load_valid_i": valid,
            "load_address_i": extend(address, self.address * self.halves),
        }

    def data(self, word: Term) -> dict[str, Term]:
        """Return the inputs that carry a word."""
        return {"load_data_i": extend(word, _BITS * self.halves)}

    def reading(self, at: int) -> dict[str, Term]:
        """Return the inputs that ask for a word of the state."""
        address = const(self.read + at, self.read_address)
        return {"read_address_i": extend(address, self.read_address * self.halves)}


def blake3_properties() -> Iterator[Property]:
    """Yield the properties of BLAKE3's coprocessor and engines."""
    for design in designs_around("gh_blake3_mc_core"):
        for where, overlap in OVERLAPS.items():
            yield simulated(
                f"blake3-mc-core.programs.{design.name}-{where}",
                partial(_core, bool(overlap)),
                design,
                Overlap=overlap,
            )
    yield equivalence(
        "",
        "gh_blake3_ring",
        "A state that enters has passed one round of the model when it leaves the last stage. If "
        "it enters once more, the words of its message block are in the next round's order.",
        _ring,
        designs=designs_with("gh_blake3_ring"),
        sources=_SOURCES,
    )
    cut = ("gh_blake3_ring", "gh_blake3_tree", "gh_blake3_output", "gh_fifo")
    jobs = Module(_CORE, {}, cut=cut, bound="gh_prove_blake3_jobs")
    yield replace(harness_property("jobs", _CORE, _JOBS, jobs), designs=_designs(_CORE, {}))
    yield _timing(_CORE)
    cut = ("gh_blake3_ring", "gh_blake3_run", "gh_blake3_output", "gh_fifo")
    for count, lane in ((2, 0), (4, 0), (4, 1)):
        shape = {"Lanes": count, "Lane": lane}
        jobs = Module(_LANE, shape, cut=cut, bound="gh_prove_blake3_lane_jobs")
        found = harness_property("jobs", _LANE, _JOBS, jobs)
        yield replace(found, designs=_designs(_LANES, {"Lanes": count}))
    for count in (2, 4):
        yield _timing(_LANES, Lanes=count)


def _designs(core: str, parameters: Mapping[str, int]) -> tuple[str, ...]:
    """Return the designs with a core, as their top has the text of all."""
    wanted = Boundary(core, parameters)
    return tuple(each.name for each in DESIGNS.values() if each.hardware.core == wanted)


def _timing(core: str, **parameters: int) -> Property:
    files = needed((rtl_root() / source for source in _SOURCES), core)
    proof = Independence(core, parameters, files, _CONTROL, _DATA)
    instance = "".join(f".{name.lower()}{value}" for name, value in parameters.items())
    return independence(
        f"{core.removeprefix('gh_').replace('_', '-')}.timing{instance}",
        "The cycles in which a word is taken and in which the output is ready do not depend on the "
        "words of key or message, the number of bytes in a word, the mode or the number of the "
        "output's block.",
        proof,
        _designs(core, parameters),
    )


def _round(v: Sequence[int], m: Sequence[int]) -> list[int]:
    """Return the state behind a round with the words of a block in order (section 2.2)."""
    out = list(v)
    for i, (a, b, c, d) in enumerate(QUARTETS):
        out[a], out[b], out[c], out[d] = g(out[a], out[b], out[c], out[d], m[2 * i], m[2 * i + 1])
    return out


def _ring(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_blake3_ring``: a round on any block, and its way back."""
    h, m = frees("h", _WORD, 8), frees("m", _WORD, _WORDS)
    t, (size,), (mode,) = frees("t", _WORD, 2), frees("size", 7, 1), frees("flags", 7, 1)
    inputs = {
        "enter_next_i": _ON,
        "h_i": joined(h, _WORD),
        "m_i": joined(m, _WORD),
        "t_i": joined(t, _WORD),
        "size_i": joined([size], 7),
        "flags_i": joined([mode], 7),
    }
    go = {**inputs, "enter_next_i": _OFF}
    now = module.step(module.free_state(), inputs).state
    now = module.step(now, go, 1).state
    for stage in range(1, _STAGES):
        now = module.step(now, go, 1 + stage).state
    leaves = module.step(now, go, 1 + _STAGES)
    state = concat(leaves.output("second_o"), leaves.output("first_o"))
    want = _round([*h, *IV[:4], *t, size, mode], m)
    yield Case("round", state, joined(want, _WORD))

    again = module.step(leaves.state, go, 2 + _STAGES)
    bits = _WORD * _WORDS
    yield Case("goes around", extract(again.net("state_q"), 0, bits), state)
    permuted = joined([m[i] for i in SCHEDULE[1]], _WORD)
    yield Case("words go along", extract(again.net("block_q"), 0, bits), permuted)


def _core(overlap: bool, machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_blake3_mc_core``: its program, on entries of each kind.

    Words are loaded, the program runs, and the output is read, through the ports. Before, registers
    hold what is always the same between runs, and otherwise anything; so do the memories. They do
    so again after the run, so that runs may follow each other.
    """
    yield from run_cases(Ports(), overlap, machine)


def run_cases(ports: Ports, overlap: bool, machine: Machine) -> Iterator[Case]:
    """Yield the equations of runs on entries of each kind.

    Words are loaded, the program runs, and the output is read, through the ports. Before, registers
    hold what is always the same between runs, and otherwise anything; so do the memories. They do
    so again after the run, so that runs may follow each other.

    Parameters
    ----------
    ports : Ports
        The core's ports.
    overlap : bool
        Whether words can be loaded while it runs.
    machine : Machine
        The core.
    """
    places = (
        *(ENTRY_WORDS * _VECTOR + at for at in range(ENTRY_WORDS)),
        *(ENTRY_WORDS * _INPUT + at for at in range(4)),
    )
    constants = {
        memory.name: tuple(ports.first + at for at in places if ports.first < memory.size)
        for memory in machine.memories.values()
        if memory.writes
    }
    words = memory_words(machine, constants)
    # No reset is needed for what a byte's write strobe is at first.
    state = machine.logic.free_state()
    for strobe in ports.strobes:
        state = machine.logic.hold(state, strobe, const(0, 4))
    run = Run(machine, dict(state), words)
    run.step({**ports.quiet, "rst_i": _ON})
    for _ in range(_SETTLING):
        run.step(ports.quiet)
    registers = registers_at_rest(run, ports.quiet)
    yield from constants_kept("reset", run, constants)
    for name, entries in _KINDS.items():
        kind = _Kind(name, entries, ports, overlap, machine)
        yield from kind.cases(words, registers, constants)


class _Kind:
    """A run on certain entries, with its input and output."""

    def __init__(
        self,
        name: str,
        entries: tuple[int, int, int, int],
        ports: Ports,
        overlap: bool,
        machine: Machine,
    ) -> None:
        self._name, self._entries, self._ports = name, entries, ports
        self._overlap, self._machine = overlap, machine
        self._names = names = Names(_BITS)
        chaining, low, high, self._result = entries
        h = list(IV) if chaining == _VECTOR else names.words("h", ENTRY_WORDS)
        m = names.words("block", 2 * ENTRY_WORDS)
        t, size, flags_ = names.words("t", 2), *names.words("size and flags", 2)
        # By address; h comes last, as it is one of the block's halves in no kind.
        self._given: dict[int, Any] = {
            **_placed(low, m[:ENTRY_WORDS]),
            **_placed(high, m[ENTRY_WORDS:]),
            **{ENTRY_WORDS * _INPUT + 4 + at: word for at, word in enumerate((*t, size, flags_))},
            **({} if chaining == _VECTOR else _placed(chaining, h)),
        }
        self._output = list(compress_words(h, m, t, size, flags_))

    def cases(
        self,
        words: Mapping[str, list[Term]],
        registers: Mapping[str, Term],
        constants: Mapping[str, Sequence[int]],
    ) -> Iterator[Case]:
        """Yield the equations of the run."""
        run = Run(self._machine, registers, words, self._names)
        yield from self._load(run)
        yield from self._run(run)
        yield rests(self._name, run, registers)
        yield from constants_kept(self._name, run, constants)
        yield from self._names.lemmas()
        yield from self._left(run, words)
        yield from self._read(run)

    def _mode(self) -> dict[str, Term]:
        names = ("chaining_i", "low_i", "high_i", "result_i")
        entries = zip(names, self._entries, strict=True)
        return {**self._ports.mode, **{name: const(entry, 6) for name, entry in entries}}

    def _load(self, run: Run) -> Iterator[Case]:
        """Load all words, one in each cycle; the run starts with the last one's data."""
        ports, ready = self._ports, self._ports.ready
        data: dict[str, Term] = {}
        for number, at in enumerate([*self._given, None]):
            inputs = {**ports.quiet, **self._mode(), **data}
            if at is None:
                inputs["start_i"] = _ON
            else:
                inputs |= {**ports.before, **ports.loading(at)}
                data = ports.data(self._given[at].term)
            cycle = run.step(inputs)
            told = {"busy_o": 0, "done_o": 0, "load_ready_o": ready}
            yield flags(f"{self._name}, load {number}", cycle, **told)

    def _run(self, run: Run) -> Iterator[Case]:
        """Run the program to its end, and some cycles on."""
        ports = self._ports
        address = const(0, ports.address * ports.halves)
        inputs = {**ports.quiet, **self._mode(), "load_address_i": address}
        ready = {}
        if not self._overlap:
            # Nothing is loaded, whatever is asked for.
            del inputs["load_valid_i"]
            inputs |= ports.data(const(0, _BITS))
            ready["load_ready_o"] = 0
        for at in range(1, BLAKE3_RUN):
            cycle = run.step(inputs)
            done = int(at == BLAKE3_RUN - 1)
            yield flags(f"{self._name}, cycle {at}", cycle, busy_o=1, done_o=done, **ready)
            yield from settled(self._name, cycle, ("load_ready_o", "read_busy_o"))
        for at in range(_SETTLING):
            cycle = run.step({**ports.quiet, **self._mode()})
            yield flags(f"{self._name}, {at} after the end", cycle, busy_o=0, done_o=0)

    def _left(self, run: Run, words: Mapping[str, list[Term]]) -> Iterator[Case]:
        """Yield what is in the register file after the run: all but the state's is as it was."""
        low, high = self._output[:ENTRY_WORDS], self._output[ENTRY_WORDS:]
        expected = {**self._given, **_placed(self._result, low), **_placed(_STATE + 1, high)}
        state = range(ENTRY_WORDS * _STATE, ENTRY_WORDS * (_STATE + 2))
        for name, before in words.items():
            for place, word in enumerate(before):
                # Memories of other halves end in front of the first word.
                at = place - self._ports.first
                if at in state and at not in expected:
                    continue
                now = run.words[name][place]
                if at in expected:
                    want = expected[at].bits(_BITS)
                    yield self._names.equation(f"{self._name}: {name}[{place}]", now, want)
                elif now is not word:
                    yield Case(f"{self._name}: {name}[{place}]", now, word)

    def _read(self, run: Run) -> Iterator[Case]:
        """Yield what is read of the state."""
        ports = self._ports
        seen = []
        for at in range(2 * ENTRY_WORDS + 1):
            asked = ports.reading(at % (2 * ENTRY_WORDS))
            cycle = run.step({**ports.quiet, **self._mode(), **asked})
            seen.append(extract(cycle.output("read_data_o"), 0, _BITS))
            told = {"busy_o": 0, "done_o": 0, "load_ready_o": ports.ready, "read_busy_o": 0}
            yield flags(f"{self._name}, read {at}", cycle, **told)
        first = 0 if self._result == _STATE else ENTRY_WORDS
        want = joined(self._output[first:], _BITS)
        got = concat(*reversed(seen[1 + first :]))
        yield self._names.equation(f"{self._name}: what is read", got, want)


def _placed(entry: int, words: Sequence[Any]) -> dict[int, Any]:
    return {ENTRY_WORDS * entry + at: word for at, word in enumerate(words)}
