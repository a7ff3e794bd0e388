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
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["mixed", "netlist_digest", "word"]

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
        What each cell and net is in itself, and what each number of a role stands for.
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
    modules = json.loads(netlist)["modules"]
    whole = {
        name: module
        for name, module in modules.items()
        if not {"blackbox", "whitebox"} & module["attributes"].keys()
    }
    if len(whole) != 1:
        raise ValueError(f"{len(whole)} modules are no black boxes; it must be one")
    (module,) = whole.values()
    graph = _graph(module, types or {}, frozenset(named), _initial if logic else _kept)
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
        sizes = [memory[size] for size in ("width", "start_offset", "size")]
        labels[net((_MEMORY, name))].append(["memory", sizes, kept(memory["attributes"])])

    roles: dict[str, int] = {}
    cells: list[str] = []
    edges: list[tuple[int, int, int]] = []
    for cell in module["cells"].values():
        if cell["type"] in _NO_LOGIC:
            continue
        number = len(cells)
        for role, bit in _connections(cell):
            edges.append((number, net(bit), roles.setdefault(role, len(roles))))
        parameters = sorted(
            (name, value) for name, value in cell["parameters"].items() if name != _MEMORY
        )
        kind = types.get(cell["type"], cell["type"])
        memory = str(cell["parameters"].get(_MEMORY, "")).removeprefix("\\")
        called = [memory] if memory in named else []
        cells.append(json.dumps([kind, parameters, kept(cell["attributes"]), *called]))
    table = np.array(edges, dtype=np.int64).reshape(-1, 3)
    # A net that several names have takes each attribute once.
    nets = [json.dumps(sorted({json.dumps(each) for each in label})) for label in labels]
    return _Graph(cells, nets, list(roles), table[:, 0], table[:, 1], table[:, 2])


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
