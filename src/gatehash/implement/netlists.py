# SPDX-License-Identifier: Apache-2.0
"""Netlists as Yosys writes them: the RTL with its hierarchy, and the flat design mapped from it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

from gatehash.implement.targets import Target

__all__ = ["TOP", "Cell", "Instance", "Mapped", "Rtl", "Scopes", "with_all_around"]

Instance = tuple[str, ...]
"""Names of instances from the top down, each with the blocks of ``generate`` around it."""

Scopes = frozenset[Instance]

TOP: Instance = ()

# The begin of a carry chain gives no information about the rest of it.
_CARRY_IN = "CIN"
# Characters after which Yosys may have appended to a name of the RTL.
_CUTS = re.compile(r"[_.\[]")
_Bits = tuple[int | None, ...]


class _Nets:
    """Nets of a design by number; joined nets are one."""

    def __init__(self) -> None:
        self._joined: list[int] = []

    def new(self) -> int:
        self._joined.append(len(self._joined))
        return len(self._joined) - 1

    def join(self, ones: _Bits, others: _Bits) -> None:
        for one, other in zip(ones, others, strict=True):
            if one is not None and other is not None:
                self._joined[self.find(one)] = self.find(other)

    def find(self, net: int) -> int:
        joined = self._joined
        while joined[net] != net:
            joined[net] = joined[joined[net]]
            net = joined[net]
        return net


class _Scope:
    """An instance of a module, and the nets in it."""

    def __init__(
        self, instance: Instance, module: str, content: Mapping[str, Any], nets: _Nets
    ) -> None:
        self.instance = instance
        self.module = module
        self.content = content
        self.prefix = "".join(f"{name}." for name in instance)
        self._nets = nets
        self._numbers: dict[int, int] = {}

    def bits(self, bits: Iterable[int | str]) -> _Bits:
        """Return the nets of bits, None for a constant."""
        return tuple(self._net(bit) if isinstance(bit, int) else None for bit in bits)

    def _net(self, bit: int) -> int:
        net = self._numbers.get(bit)
        if net is None:
            net = self._numbers[bit] = self._nets.new()
        return net

    def signals(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the signals of the RTL, without Yosys's own, ports last."""
        ports = self.content["ports"]
        names = (name for name in self.content["netnames"] if not name.startswith("$"))
        for name in sorted(names, key=lambda name: name in ports):
            yield name, self.content["netnames"][name]


def _scopes(modules: Mapping[str, Any], top: str, nets: _Nets) -> Iterator[_Scope]:
    """Yield each instance of a design, a module before its contents."""
    waiting = [_Scope(TOP, top, modules[top], nets)]
    while waiting:
        scope = waiting.pop()
        yield scope
        for name, cell in scope.content["cells"].items():
            if not _is_module(modules, cell["type"]):
                continue
            content = modules[cell["type"]]
            inner = _Scope((*scope.instance, name), cell["type"], content, nets)
            for port, bits in cell["connections"].items():
                nets.join(scope.bits(bits), inner.bits(content["ports"][port]["bits"]))
            waiting.append(inner)


def _is_module(modules: Mapping[str, Any], name: str) -> bool:
    """Whether cells of a type are instances of a module, and not the device's own."""
    return name in modules and not modules[name]["attributes"].keys() & {"blackbox", "whitebox"}


def _top(modules: Mapping[str, Any]) -> str:
    tops = (name for name, each in modules.items() if int(each["attributes"].get("top", "0"), 2))
    return next(tops, "")


def _bit_name(name: str, signal: Mapping[str, Any], place: int) -> str:
    width = len(signal["bits"])
    if width == 1:
        return name
    number = width - 1 - place if signal.get("upto") else place
    return f"{name}[{number + signal.get('offset', 0)}]"


def _outputs(cell: Mapping[str, Any]) -> Iterator[tuple[str, list[int | str]]]:
    directions = cell["port_directions"]
    for port, bits in cell["connections"].items():
        if directions[port] != "input":
            yield port, bits


@dataclass
class Rtl:
    """The RTL with its hierarchy.

    Parameters
    ----------
    modules : mapping
        Name of the module of each instance.
    signals : mapping
        Nets of each signal, by its full name.
    memories : mapping
        Instance of each memory, by its full name.
    drivers : mapping
        Instance that drives a net.
    scopes : mapping
        Instances that have a name for a net, with all instances around them.
    registers : mapping
        Full name of the net that a register drives, with the bit.
    audiences : mapping
        Instances that have a name for a net of an instance's logic, with all around them.
    cells : mapping
        Instance of each device cell that the RTL instantiates, by its full name.
    prefixes : mapping
        Each instance by the prefix of full names in it.
    """

    modules: dict[Instance, str] = field(default_factory=dict)
    signals: dict[str, _Bits] = field(default_factory=dict)
    memories: dict[str, Instance] = field(default_factory=dict)
    drivers: dict[int, Instance] = field(default_factory=dict)
    scopes: dict[int, Scopes] = field(default_factory=dict)
    registers: dict[int, str] = field(default_factory=dict)
    audiences: dict[Instance, Scopes] = field(default_factory=dict)
    cells: dict[str, Instance] = field(default_factory=dict)
    prefixes: dict[str, Instance] = field(default_factory=dict)

    @classmethod
    def of(cls, hierarchies: Iterable[Mapping[str, Any]]) -> Self:
        """Collect it; a part replaces the black box that represents it."""
        *parts, design = (each["modules"] for each in hierarchies)
        modules = dict(design)
        for part in parts:
            modules |= part
        made, nets = cls(), _Nets()
        named: defaultdict[int, set[Instance]] = defaultdict(set)
        by_logic: defaultdict[Instance, set[int]] = defaultdict(set)
        for scope in _scopes(modules, _top(design), nets):
            made._add(scope, modules, nets, named, by_logic)
        made._settle(nets, named, by_logic)
        return made

    def _add(
        self,
        scope: _Scope,
        modules: Mapping[str, Any],
        nets: _Nets,
        named: Mapping[int, set[Instance]],
        by_logic: Mapping[Instance, set[int]],
    ) -> None:
        self.modules[scope.instance] = scope.module.partition("$")[0]
        self.prefixes[scope.prefix] = scope.instance
        names: dict[int, str] = {}
        for name, signal in scope.signals():
            full = scope.prefix + name
            self.signals[full] = bits = scope.bits(signal["bits"])
            for place, net in enumerate(bits):
                if net is not None:
                    named[net].add(scope.instance)
                    names.setdefault(net, _bit_name(full, signal, place))
        for name in scope.content.get("memories", {}):
            self.memories[scope.prefix + name] = scope.instance
        for name, cell in scope.content["cells"].items():
            kind, ends = cell["type"], cell["connections"]
            if kind == "$buf":
                nets.join(scope.bits(ends["A"]), scope.bits(ends["Y"]))
            elif not _is_module(modules, kind):
                if not name.startswith("$"):
                    self.cells[scope.prefix + name] = scope.instance
                for _, outputs in _outputs(cell):
                    driven = [net for net in scope.bits(outputs) if net is not None]
                    self.drivers.update(dict.fromkeys(driven, scope.instance))
                    if "dff" in kind:
                        self.registers.update((net, names[net]) for net in driven if net in names)
                    else:
                        by_logic[scope.instance].update(driven)

    def _settle(
        self,
        nets: _Nets,
        named: Mapping[int, set[Instance]],
        by_logic: Mapping[Instance, set[int]],
    ) -> None:
        """Renumber all nets, now that the joined ones are known."""
        find = nets.find
        self.signals = {
            name: tuple(None if net is None else find(net) for net in bits)
            for name, bits in self.signals.items()
        }
        self.drivers = {find(net): instance for net, instance in self.drivers.items()}
        self.registers = {find(net): name for net, name in self.registers.items()}
        together: defaultdict[int, set[Instance]] = defaultdict(set)
        for net, instances in named.items():
            together[find(net)] |= instances
        self.scopes = {net: with_all_around(instances) for net, instances in together.items()}
        for instance in self.modules:
            known = map(self.scopes.get, map(find, by_logic.get(instance, ())))
            self.audiences[instance] = frozenset[Instance]().union(*filter(None, known))

    def base(self, name: str) -> str | None:
        """Return the longest signal or memory name that a name starts with, or None."""
        for end in (len(name), *(cut.start() for cut in reversed([*_CUTS.finditer(name)]))):
            if name[:end] in self.signals or name[:end] in self.memories:
                return name[:end]
        return None

    def instance(self, name: str) -> Instance:
        """Return the instance of a name that is composed of names of the RTL."""
        base = self.base(name)
        if base in self.memories:
            return self.memories[base]
        for net in self.signals.get(base or "", ()):
            if net in self.drivers:
                return self.drivers[net]
        return self._around(name)

    def _around(self, name: str) -> Instance:
        ends = [place for place, sign in enumerate(name, 1) if sign == "."]
        found = (self.prefixes[name[:end]] for end in reversed(ends) if name[:end] in self.prefixes)
        return next(found, TOP)


class Cell(NamedTuple):
    """A device cell, with the nets that it reads and drives."""

    type: str
    kind: Literal["register", "memory", "logic"]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass
class Mapped:
    """The mapped netlist: its cells, its signals, and the names of each net with the bit."""

    cells: dict[str, Cell] = field(default_factory=dict)
    signals: dict[str, _Bits] = field(default_factory=dict)
    names: dict[int, list[tuple[str, str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, netlist: Mapping[str, Any], target: Target) -> Self:
        """Collect it, flattening parts that were mapped by themselves."""
        modules = netlist["modules"]
        made, nets = cls(), _Nets()
        scopes = [*_scopes(modules, _top(modules), nets)]
        for scope in scopes:
            made._add(scope, modules, nets, target)
        return made

    def _add(self, scope: _Scope, modules: Mapping[str, Any], nets: _Nets, target: Target) -> None:
        def found(bits: Iterable[int | str]) -> _Bits:
            return tuple(None if net is None else nets.find(net) for net in scope.bits(bits))

        for name, signal in scope.signals():
            full = scope.prefix + name
            self.signals[full] = bits = found(signal["bits"])
            for place, net in enumerate(bits):
                if net is not None:
                    bit = _bit_name(full, signal, place)
                    self.names.setdefault(net, []).append((full, bit))
        for name, cell in scope.content["cells"].items():
            if _is_module(modules, cell["type"]):
                continue
            driven = {port for port, _ in _outputs(cell)}
            ends = {
                port: [net for net in found(bits) if net is not None]
                for port, bits in cell["connections"].items()
            }
            carry = ends.pop(_CARRY_IN, [])
            outputs = [net for port, end in ends.items() if port in driven for net in end]
            inputs = [net for port, end in ends.items() if port not in driven for net in end]
            kind = _kind(cell["type"], target)
            made = Cell(cell["type"], kind, tuple(inputs or carry), tuple(outputs))
            self.cells[scope.prefix + name] = made


def _kind(cell: str, target: Target) -> Literal["register", "memory", "logic"]:
    if re.fullmatch(target.ff, cell):
        return "register"
    if cell in target.lut_memories or re.fullmatch(f"{target.ramb36}|{target.ramb18}", cell):
        return "memory"
    return "logic"


@lru_cache(maxsize=4096)
def _all_around(instances: Scopes) -> Scopes:
    return frozenset(each[:level] for each in instances for level in range(len(each) + 1))


def with_all_around(instances: Iterable[Instance]) -> Scopes:
    """Return instances with all instances around them."""
    return _all_around(frozenset(instances))
