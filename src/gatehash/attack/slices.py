# SPDX-License-Identifier: Apache-2.0
"""C++ of a circuit for 512 lanes at a time, and the programs built of it, in the cache."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from gatehash import processes
from gatehash.attack.circuit import ONE, ZERO, BlockPort, Circuit, Gate, Memory, Register
from gatehash.cache import is_whole, locked, remove, seal
from gatehash.compiled.compiler import compiler_command, compiler_version
from gatehash.compiled.reasons import reason
from gatehash.errors import GatehashError
from gatehash.paths import cache_root
from gatehash.waits import waiting

__all__ = ["built", "circuit_text"]

_HEADER = "slices.h"
_CIRCUIT = "circuit.inc"
_OPTIONS = ("-std=c++17", "-O1", "-march=native", "-Wno-psabi", "-Wno-ignored-attributes")
# A function of all gates takes the compiler a time that is not linear.
_GATES_OF_A_FUNCTION = 400
_WORD = 64


def circuit_text(circuit: Circuit) -> str:
    """Return the C++ of a circuit, which ``slices.h`` includes.

    Raises
    ------
    GatehashError
        If it has a loop without a register.
    """
    return "\n".join(_lines(circuit)) + "\n"


def _lines(circuit: Circuit) -> Iterator[str]:
    distributed = [each for each in circuit.memories if not each.ports]
    blocks = [each for each in circuit.memories if each.ports]
    place = {id(each): number for number, each in enumerate(distributed)}
    number = {id(each): number for number, each in enumerate(circuit.gates)}
    levels = _levels(circuit)
    order = [node for node, _ in levels]
    last = [*accumulate(len(_driven(node)) for node in order)]
    counts = {
        "NETS": circuit.nets,
        "REGISTERS": len(circuit.registers),
        "GATES": len(circuit.gates),
        "DRIVEN": last[-1] if last else 0,
        "LEVELS": levels[-1][1] if levels else 0,
        "PIECES": -(-len(order) // _GATES_OF_A_FUNCTION),
    }
    yield "enum {" + ", ".join(f"{name} = {count}" for name, count in counts.items()) + "};"
    # C++ has no empty arrays.
    outputs = [each.output for each in circuit.registers] or [ZERO]
    yield f"static const int register_output[] = {_array(outputs)};"
    yield f"static const bool register_value[] = {_array(int(r.value) for r in circuit.registers)};"
    yield "static const std::map<std::string, std::vector<int>> ports = {"
    yield from (f'  {{"{name}", {_array(nets)}}},' for name, nets in circuit.ports.items())
    yield "};"

    def evaluated(node: Gate | Memory, flipped: bool) -> str:
        if isinstance(node, Memory):
            return f"m[{place[id(node)]}].look(n);"
        flip = f" ^ f[{number[id(node)]}]" if flipped else ""
        return f"n[{node.output}] = {_expression(node)}{flip};"

    signature = "V *n, const Distributed *m"
    yield from _function(
        "evaluate", signature, "n, m", [evaluated(node, flipped=False) for node in order]
    )
    yield from _function(
        "evaluate_flipped",
        f"{signature}, const V *f",
        "n, m, f",
        [evaluated(node, flipped=True) for node in order],
    )
    yield from _in_steps(levels, last, place)
    following = [f"d[{at}] = {_next(each)};" for at, each in enumerate(circuit.registers)]
    yield from _function("next_state", "const V *n, V *d", "n, d", following)
    yield "static std::vector<Block> make_blocks() { return {"
    for each in blocks:
        ports = ", ".join(_port(port) for port in each.ports)
        yield f"  Block{{{{{ports}}}, {_content(each)}}},"
    yield "};}"
    yield "static std::vector<Distributed> make_distributed() { return {"
    for each in distributed:
        ends = (each.address, each.outputs, each.write_address, each.data)
        inverted = int(each.write_inverted)
        fields = ", ".join((*map(_array, ends), f"{each.write}, {inverted}", _content(each)))
        yield f"  Distributed{{{fields}}},"
    yield "};}"


def _driven(node: Gate | Memory) -> tuple[int, ...]:
    return node.outputs if isinstance(node, Memory) else (node.output,)


def _levels(circuit: Circuit) -> list[tuple[Gate | Memory, int]]:
    """Return what is between registers, by the number of gates on the longest way to it."""
    level: dict[int, int] = {}
    found: list[tuple[Gate | Memory, int]] = []
    for node in circuit.ordered():
        inputs = node.address if isinstance(node, Memory) else node.inputs
        own = 1 + max((level.get(net, 0) for net in inputs), default=0)
        level |= dict.fromkeys(_driven(node), own)
        found.append((node, own))
    return sorted(found, key=lambda each: each[1])


def _in_steps(
    levels: Sequence[tuple[Gate | Memory, int]], ends: Sequence[int], place: dict[int, int]
) -> Iterator[str]:
    """Yield functions that write what nets are driven to behind those nets' values."""
    nets = [net for node, _ in levels for net in _driven(node)] or [ZERO]
    yield f"static const int driven[] = {_array(nets)};"
    first = [0, *ends]
    statements = [
        f"m[{place[id(node)]}].look(n, o + {at});"
        if isinstance(node, Memory)
        else f"o[{at}] = {_expression(node)};"
        for (node, _), at in zip(levels, first, strict=False)
    ]
    signature = "const V *n, const Distributed *m, V *o"
    yield from _function("step", signature, "n, m, o", statements)
    starts = range(0, len(levels), _GATES_OF_A_FUNCTION)
    lasts = [min(start + _GATES_OF_A_FUNCTION, len(levels)) - 1 for start in starts]
    yield f"static void (*const pieces[])({signature}) = {{"
    yield ", ".join(f"step_{start}" for start in starts) or "step"
    yield "};"
    yield f"static const int piece_end[] = {_array([ends[last] for last in lasts] or [0])};"
    yield f"static const int piece_level[] = {_array([levels[last][1] for last in lasts] or [0])};"


def _array(values: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def _content(memory: Memory) -> str:
    words = [memory.content >> at & (1 << _WORD) - 1 for at in range(0, memory.bits, _WORD)]
    return f"spread({memory.bits}, {{{', '.join(f'{word:#x}u' for word in words)}}})"


def _port(port: BlockPort) -> str:
    ends = ", ".join(map(_array, (port.address, port.outputs, port.data, port.units)))
    return f"{{{port.width}, {port.mode}, {ends}, {port.enable}, {port.write}, {port.reset}}}"


def _function(name: str, signature: str, called: str, statements: Sequence[str]) -> Iterator[str]:
    """Yield a function of many statements as several, which the compiler takes faster."""
    pieces = range(0, len(statements), _GATES_OF_A_FUNCTION)
    for piece in pieces:
        yield f"static void __attribute__((noinline)) {name}_{piece}({signature}) {{"
        yield from statements[piece : piece + _GATES_OF_A_FUNCTION]
        yield "}"
    calls = " ".join(f"{name}_{piece}({called});" for piece in pieces)
    yield f"static void {name}({signature}) {{ {calls} }}"


def _value(net: int) -> str:
    return {ZERO: "Z", ONE: "O"}.get(net, f"n[{net}]")


def _expression(gate: Gate) -> str:
    """Return a gate's value as an expression: its table, divided by its last input."""

    def divided(table: int, inputs: int) -> str:
        size = 1 << inputs
        full = (1 << size) - 1
        table &= full
        if table in (0, full):
            return "O" if table else "Z"
        half = size // 2
        ones = (1 << half) - 1
        low, high = table & ones, table >> half
        net = gate.inputs[inputs - 1]
        if low == high or net == ZERO:
            return divided(low, inputs - 1)
        if net == ONE:
            return divided(high, inputs - 1)
        x, inverse = _value(net), low ^ ones
        if high == inverse:
            return x if low == 0 else f"({x} ^ {divided(low, inputs - 1)})"
        if low == 0:
            return f"({x} & {divided(high, inputs - 1)})"
        if high == 0:
            return f"({divided(low, inputs - 1)} & ~{x})"
        if low == ones:
            return f"({divided(high, inputs - 1)} | ~{x})"
        if high == ones:
            return f"({x} | {divided(low, inputs - 1)})"
        otherwise = divided(low, inputs - 1)
        return f"({otherwise} ^ ({x} & ({otherwise} ^ {divided(high, inputs - 1)})))"

    return divided(gate.table, len(gate.inputs))


def _next(register: Register) -> str:
    enable = _value(register.enable)
    enable = f"~{enable}" if register.enable_inverted else enable
    now, value = _value(register.output), _value(register.data)
    if enable != "O":
        value = f"({now} ^ ({enable} & ({now} ^ {value})))"
    if register.reset == ZERO and not register.reset_inverted:
        return value
    reset = _value(register.reset)
    reset = f"~{reset}" if register.reset_inverted else reset
    if register.reset_needs_enable and enable != "O":
        reset = f"({reset} & {enable})"
    return f"({value} | {reset})" if register.value else f"({value} & ~{reset})"


def built(circuit: Circuit, program: Path) -> Path:
    """Return a program around a circuit, compiling it if the cache does not hold it.

    Parameters
    ----------
    circuit : Circuit
        The circuit.
    program : Path
        Its C++ source, which includes ``slices.h``.

    Raises
    ------
    GatehashError
        If there is no compiler, it fails, or the cache can't be written.
    """
    text = circuit_text(circuit)
    sources = {
        _CIRCUIT: text,
        _HEADER: program.with_name(_HEADER).read_text(encoding="utf-8"),
        program.name: program.read_text(encoding="utf-8"),
    }
    command = [*compiler_command(), *_OPTIONS]
    inputs = [*command, compiler_version(), _processor(command), *sources.values()]
    key = hashlib.sha256("\n".join(inputs).encode()).hexdigest()[:32]
    name = f"{program.stem}-{key}"
    root = cache_root() / "attacks"
    if not is_whole(root / name, program.stem):
        with processes.terminable(), locked(root, f"{name}.lock"):
            if not is_whole(root / name, program.stem):
                with waiting("compiling the netlist", once=True):
                    _compile(command, sources, program, root / name)
    return root / name / program.stem


def _processor(command: Sequence[str]) -> str:
    """Return what the compiler takes this machine's processor for: a cache may serve several."""
    return processes.run([*command, "-dM", "-E", "-x", "c++", os.devnull]).said


def _compile(command: Sequence[str], sources: dict[str, str], program: Path, into: Path) -> None:
    with tempfile.TemporaryDirectory(prefix=f"{into.name}.part-", dir=into.parent) as folder:
        work = Path(folder)
        for name, text in sources.items():
            (work / name).write_text(text, encoding="utf-8")
        done = processes.run(
            [*command, "-I.", "-o", program.stem, program.name],
            work,
            environment={**os.environ, "TMPDIR": folder, "LC_ALL": "C"},
        )
        if done.status:
            raise GatehashError(f"compiling the netlist failed: {reason(done.said, work)}")
        made = work / "done"
        made.mkdir()
        (work / program.stem).rename(made / program.stem)
        seal(made, program.stem, name=into.name)
        remove(into)
        made.rename(into)
