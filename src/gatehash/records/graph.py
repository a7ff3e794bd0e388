# SPDX-License-Identifier: Apache-2.0
"""Netlists as graphs that know neither names nor order: a digest that equal structure shares.

A netlist is a bipartite graph of cells and nets. Colour refinement gives each node a colour that
depends on its surroundings alone; where two nodes still share a colour, one of them is singled out
and the colours are refined again, until every node has a colour of its own. The digest covers the
whole graph with its nodes numbered in the order of these colours. Two netlists of one digest are
therefore isomorphic: the numbering is the isomorphism. Two isomorphic netlists have one digest
unless nodes that look alike everywhere are not interchangeable, which errs on the side of
"different".
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gatehash.errors import counted

__all__ = ["Share", "mixed", "module_digests", "netlist_digest", "ports", "shares", "word"]

_FORGOTTEN = frozenset(
    {"src", "hdlname", "unused_bits", "single_bit_vector", "wiretype", "module_not_derived"}
)
"""Attributes that name places, names or what Yosys notes for itself; no tool is steered by them."""

_NO_LOGIC = frozenset({"$scopeinfo"})
"""Types of cells that remember a module that was flattened."""

_MEMORY = "MEMID"
# After so many nodes were singled out, nodes that still look alike keep the order of the file.
_MOST_SINGLED_OUT = 4096

_Words = NDArray[np.uint64]
_Places = NDArray[np.int64]


@dataclass(frozen=True)
class _Graph:
    """A netlist as arrays; edge ``i`` connects ``cell[i]`` to ``net[i]`` as ``role[i]`` says.

    Parameters
    ----------
    cells, nets, roles : list of str
        Kind of each cell and net in itself, and meaning of each number of a role.
    cell, net, role : array of int, of shape (edges,)
        The edges.
    """

    cells: list[str]
    nets: list[str]
    roles: list[str]
    cell: _Places
    net: _Places
    role: _Places


def netlist_digest(
    netlist: bytes,
    types: Mapping[str, str] | None = None,
    *,
    named: Collection[str] = (),
    logic: bool = False,
) -> str:
    """Return the digest of a flat netlist that Yosys wrote as JSON, in hexadecimal.

    The digest covers types, parameters and attributes of cells, their connections, memories with
    their ports and contents, initial values and attributes of nets, and names and directions of
    the module's ports. It does not cover names of cells, nets and memories, nor any order.

    Parameters
    ----------
    netlist : bytes
        Output of ``write_json`` with one module that is no black box.
    types : mapping, optional
        Types of cells that stand for others, with the names that they have in the digest.
    named : collection of str, optional
        Nets and memories whose names count.
    logic : bool
        Whether only what the netlist computes counts, and no attribute that steers a tool.

    Raises
    ------
    ValueError
        If there is not exactly one such module.
    """
    ((_, module),) = _one(_whole(netlist))
    return _digest(module, types or {}, named, _initial if logic else _kept)


def module_digests(netlist: bytes) -> dict[str, list[str]]:
    """Return the digests of the modules of a netlist with its hierarchy, by names in the RTL.

    The name in the RTL ends at the first ``$``, behind which instances have names of their own.

    Parameters
    ----------
    netlist : bytes
        Output of ``write_json``.

    Returns
    -------
    dict
        For each name the digests of all modules of that name, sorted.
    """
    whole = _whole(netlist)
    types = {name: name.partition("$")[0] for name in whole}
    found: dict[str, list[str]] = {}
    for name, module in whole.items():
        found.setdefault(types[name], []).append(_digest(module, types, (), _kept))
    return {name: sorted(digests) for name, digests in found.items()}


@dataclass(frozen=True)
class Share:
    """The part of a flat netlist that comes from a module of the RTL.

    Parameters
    ----------
    cells, memories, bits : Counter
        Types, parameters and attributes of cells, sizes of memories, and the initial values and
        attributes of bits, each with its number.
    """

    cells: Counter[str] = field(default_factory=Counter)
    memories: Counter[str] = field(default_factory=Counter)
    bits: Counter[str] = field(default_factory=Counter)

    def differing(self, other: Share) -> Iterator[str]:
        """Yield in words how the share of another netlist differs, without its wiring."""
        if number := _differing(self.cells, other.cells):
            yield _differ(number, "cell")
        if number := _differing(self.memories, other.memories):
            yield _differ(number, "memory", "memories")
        if number := _differing(self.bits, other.bits):
            yield f"{counted(number, 'bit')} with other initial values or attributes"


def _differing(one: Counter[str], other: Counter[str]) -> int:
    return max((one - other).total(), (other - one).total())


def _differ(number: int, noun: str, plural: str = "") -> str:
    return f"1 {noun} differs" if number == 1 else f"{number} {plural or f'{noun}s'} differ"


def ports(netlist: bytes) -> list[tuple[str, str, int]]:
    """Return name, direction and width of the ports of a flat netlist."""
    ((_, module),) = _one(_whole(netlist))
    found = module["ports"].items()
    return sorted((name, port["direction"], len(port["bits"])) for name, port in found)


def shares(
    netlist: bytes, owner: Callable[[str], str], types: Mapping[str, str] | None = None
) -> dict[str, Share]:
    """Return what a flat netlist has of each module of the RTL, by the module's name.

    Parameters
    ----------
    netlist : bytes
        Output of ``write_json`` with one module that is no black box.
    owner : callable
        Returns the name of the module for a place in the RTL, as the attribute ``src`` has it.
    types : mapping, optional
        See :func:`netlist_digest`.

    Raises
    ------
    ValueError
        If there is not exactly one such module.
    """
    ((top, module),) = _one(_whole(netlist))
    found: dict[str, Share] = {}

    def share(attributes: Mapping[str, Any]) -> Share:
        place = attributes.get("src", "").partition("|")[0]
        return found.setdefault(owner(place) if place else top, Share())

    declared: dict[Any, Mapping[str, Any]] = {}
    for wire in module["netnames"].values():
        if "src" in wire["attributes"]:
            declared.update(dict.fromkeys(wire["bits"], wire["attributes"]))
    for cell in module["cells"].values():
        if cell["type"] in _NO_LOGIC:
            continue
        where = cell["attributes"]
        if "src" not in where:
            # It stands where a wire at one of its ports does.
            bits = [bit for port in cell["connections"].values() for bit in reversed(port)]
            where = next((declared[bit] for bit in reversed(bits) if bit in declared), where)
        share(where).cells[_label(cell, types or {})] += 1
    for memory in module.get("memories", {}).values():
        share(memory["attributes"]).memories[json.dumps(_memory(memory, _kept))] += 1
    for wire in module["netnames"].values():
        for note in _kept(wire["attributes"]):
            for place in range(len(wire["bits"])):
                label = json.dumps(_of_bit(*note, place, len(wire["bits"])))
                share(wire["attributes"]).bits[label] += 1
    return found


def _whole(netlist: bytes) -> dict[str, Any]:
    """Return the modules of a netlist that are no black boxes."""
    return {
        name: module
        for name, module in json.loads(netlist)["modules"].items()
        if not {"blackbox", "whitebox"} & module["attributes"].keys()
    }


def _one(modules: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    if len(modules) != 1:
        raise ValueError(f"{len(modules)} modules are no black boxes; it must be one")
    return modules.items()


def _digest(
    module: Mapping[str, Any],
    types: Mapping[str, str],
    named: Collection[str],
    kept: Callable[[Mapping[str, Any]], list[tuple[str, Any]]],
) -> str:
    graph = _graph(module, types, frozenset(named), kept)
    cell_rank, net_rank = _ranks(graph)
    return _certificate(graph, cell_rank, net_rank)


def _kept(attributes: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted((name, value) for name, value in attributes.items() if name not in _FORGOTTEN)


def _initial(attributes: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [("init", attributes["init"])] if "init" in attributes else []


def _graph(
    module: Mapping[str, Any],
    types: Mapping[str, str],
    named: Collection[str],
    kept: Callable[[Mapping[str, Any]], list[tuple[str, Any]]],
) -> _Graph:
    numbers: dict[Any, int] = {}
    labels: list[list[Any]] = []

    def net(bit: Any) -> int:
        """Return the number of a bit of the module, of a constant, or of a memory."""
        if bit not in numbers:
            numbers[bit] = len(labels)
            labels.append([bit] if isinstance(bit, str) else [])
        return numbers[bit]

    for name, port in module["ports"].items():
        for place, bit in enumerate(port["bits"]):
            labels[net(bit)].append(["port", name, port["direction"], place])
    for name in named:
        for place, bit in enumerate(module["netnames"].get(name, {"bits": []})["bits"]):
            labels[net(bit)].append(["named", name, place])
    for wire in module["netnames"].values():
        for note in kept(wire["attributes"]):
            for place, bit in enumerate(wire["bits"]):
                labels[net(bit)].append(_of_bit(*note, place, len(wire["bits"])))
    for name, memory in module.get("memories", {}).items():
        labels[net((_MEMORY, name))].append(_memory(memory, kept))

    roles: dict[str, int] = {}
    cells: list[str] = []
    edges: list[tuple[int, int, int]] = []
    for cell in module["cells"].values():
        if cell["type"] in _NO_LOGIC:
            continue
        number = len(cells)
        for role, bit in _connections(cell):
            edges.append((number, net(bit), roles.setdefault(role, len(roles))))
        cells.append(_label(cell, types, named, kept))
    table = np.array(edges, dtype=np.int64).reshape(-1, 3)
    # A net that several names have takes each attribute once.
    nets = [json.dumps(sorted({json.dumps(each) for each in label})) for label in labels]
    return _Graph(cells, nets, list(roles), table[:, 0], table[:, 1], table[:, 2])


def _label(
    cell: Mapping[str, Any],
    types: Mapping[str, str],
    named: Collection[str] = (),
    kept: Callable[[Mapping[str, Any]], list[tuple[str, Any]]] = _kept,
) -> str:
    """Return what a cell is in itself."""
    parameters = sorted(
        (name, value) for name, value in cell["parameters"].items() if name != _MEMORY
    )
    kind = types.get(cell["type"], cell["type"])
    memory = str(cell["parameters"].get(_MEMORY, "")).removeprefix("\\")
    called = [memory] if memory in named else []
    return json.dumps([kind, parameters, kept(cell["attributes"]), *called])


def _memory(
    memory: Mapping[str, Any], kept: Callable[[Mapping[str, Any]], list[tuple[str, Any]]]
) -> list[Any]:
    """Return what a memory is in itself."""
    sizes = [memory[size] for size in ("width", "start_offset", "size")]
    return ["memory", sizes, kept(memory["attributes"])]


def _of_bit(name: str, value: Any, place: int, width: int) -> list[Any]:
    """Return what an attribute of a wire says of one of its bits."""
    if name != "init":
        return [name, value]
    bits = str(value)[::-1]
    return [name, bits[place] if place < len(bits) else "x"]


def _connections(cell: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for port, bits in cell["connections"].items():
        for place, bit in enumerate(bits):
            yield f"{port}[{place}]", bit
    if _MEMORY in cell["parameters"]:
        yield _MEMORY, (_MEMORY, cell["parameters"][_MEMORY].removeprefix("\\"))


def _ranks(graph: _Graph) -> tuple[_Places, _Places]:
    """Return the number of each cell and each net in the order of their colours."""
    size = len(graph.cells)
    labels = [*graph.cells, *graph.nets]
    seeds = {label: word(label) for label in dict.fromkeys(labels)}
    # A cell and a net never share a colour.
    colour = np.array([seeds[label] for label in labels], dtype=np.uint64)
    colour[size:] = mixed(colour[size:])
    roles = np.array([word(role) for role in graph.roles], dtype=np.uint64)
    refine = _Refining(graph, roles)
    colour = refine.until_stable(colour)
    for _ in range(_MOST_SINGLED_OUT):
        alike = _first_alike(colour)
        if alike is None:
            break
        colour[alike] = mixed(colour[alike : alike + 1])[0]
        colour = refine.until_stable(colour)
    return _numbers(colour[:size]), _numbers(colour[size:])


def _numbers(colour: _Words) -> _Places:
    """Return each node's place in the order of their colours."""
    numbers = np.empty(len(colour), dtype=np.int64)
    numbers[np.argsort(colour, kind="stable")] = np.arange(len(colour))
    return numbers


class _Refining:
    """Refines the colours of a graph's nodes by those of their neighbours."""

    def __init__(self, graph: _Graph, roles: _Words) -> None:
        self._size = len(graph.cells)
        self._cell, self._net = graph.cell, graph.net + self._size
        self._roles = roles[graph.role] if len(graph.role) else np.zeros(0, dtype=np.uint64)
        self._by_cell = np.argsort(self._cell, kind="stable")
        self._by_net = np.argsort(self._net, kind="stable")

    def until_stable(self, colour: _Words) -> _Words:
        """Return colours that no further round divides."""
        count = len(np.unique(colour))
        while True:
            colour = self._round(colour)
            found = len(np.unique(colour))
            if found <= count:
                return colour
            count = found

    def _round(self, colour: _Words) -> _Words:
        total = np.zeros(len(colour), dtype=np.uint64)
        for order, of, by in (
            (self._by_cell, self._cell, self._net),
            (self._by_net, self._net, self._cell),
        ):
            if not len(order):
                continue
            terms = mixed(colour[by[order]] ^ self._roles[order])
            nodes = of[order]
            starts = np.flatnonzero(np.r_[True, nodes[1:] != nodes[:-1]])
            total[nodes[starts]] += np.add.reduceat(terms, starts)
        return mixed(mixed(colour) + total)


def _first_alike(colour: _Words) -> int | None:
    """Return a node of the class with the lowest colour that several share; None if none do."""
    order = np.argsort(colour, kind="stable")
    same = np.flatnonzero(colour[order][1:] == colour[order][:-1])
    return int(order[same[0]]) if len(same) else None


def _certificate(graph: _Graph, cell_rank: _Places, net_rank: _Places) -> str:
    """Return the digest of a graph whose nodes are numbered."""
    total = hashlib.sha256()
    for labels, rank in ((graph.cells, cell_rank), (graph.nets, net_rank)):
        for place in np.argsort(rank):
            total.update(labels[place].encode() + b"\n")
        total.update(b"\n")
    in_order = {name: place for place, name in enumerate(sorted(graph.roles))}
    places = np.array([in_order[name] for name in graph.roles], dtype=np.int64)
    edges = np.stack([cell_rank[graph.cell], places[graph.role], net_rank[graph.net]], axis=1)
    ordered = edges[np.lexsort(edges.T[::-1])]
    total.update("\n".join(in_order).encode() + b"\n\n")
    total.update(ordered.astype("<i8").tobytes())
    return total.hexdigest()


def word(text: str) -> int:
    """Return 64 bits that depend on a text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def mixed(words: _Words) -> _Words:
    """Return 64-bit words that depend on all bits of each (Steele, Lea and Flood, SplitMix64)."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
