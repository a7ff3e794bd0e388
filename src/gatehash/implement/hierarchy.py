# SPDX-License-Identifier: Apache-2.0
"""Origins of the cells of a mapped netlist: the instance, and the register's name in the RTL.

Synthesis flattens a design and keeps names on some nets only; a net that a parent drives may carry
the name of a child's input. The RTL is therefore read once more with its hierarchy and without
optimisation. There each net has all its names, and the module that drives it is known. Then

- a register belongs to the instance that declares it;
- a memory's cells have its name;
- a cell of logic belongs to the innermost instance that knows all its inputs or, where synthesis
  joined nets that no single instance inside knows, to the instance where its result ends.

In comparison with designs that were mapped with their hierarchy, registers and memories are equal
except merged ones; logic beside a border may count on its other side.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from gatehash.implement.netlists import (
    TOP,
    Cell,
    Instance,
    Mapped,
    Rtl,
    Scopes,
    with_all_around,
)
from gatehash.implement.record import COUNTED, Area, ModuleArea, count_area
from gatehash.implement.targets import Target

__all__ = ["Located", "Origins", "locate"]

_DEPTH = 3
_LEAST_SHARE = 0.02
_ELEMENT = re.compile(r"(\[\d+\])*")


class Located(NamedTuple):
    """Origin of a cell.

    Parameters
    ----------
    instance : str
        Path of the instance, names of three levels at most, joined by dots; empty for the top.
    type : str
        Type of the cell.
    signal : str or None
        Name of the register or memory in the RTL, with the bit; None for logic. If synthesis
        removed the name, ``near`` and the name of the nearest signal.
    """

    instance: str
    type: str
    signal: str | None


@dataclass(frozen=True)
class Origins:
    """Origins of all cells of a netlist.

    Parameters
    ----------
    modules : tuple of ModuleArea
        Areas of the instances, see :attr:`gatehash.implement.Result.modules`.
    cells : mapping
        Each cell by its name.
    """

    modules: tuple[ModuleArea, ...]
    cells: Mapping[str, Located]

    def write(self, path: Path) -> None:
        """Write the origins to a file, completely or not at all."""
        part = path.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(self))
        part.replace(path)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file of :meth:`write`, or raise ValueError."""
        return msgspec.json.decode(path.read_bytes(), type=cls)


def locate(
    netlist: Mapping[str, Any], hierarchies: Iterable[Mapping[str, Any]], target: Target
) -> Origins:
    """Find the origins of the cells of a netlist.

    Parameters
    ----------
    netlist : mapping
        The mapped design in the form of Yosys's ``write_json``.
    hierarchies : iterable of mapping
        The RTL with its hierarchy in the same form: the design last, preceded by the part that was
        mapped by itself, if any.
    target : Target
        The target.

    Raises
    ------
    KeyError, TypeError, ValueError
        If one of them is not of that form.
    """
    rtl = Rtl.of(hierarchies)
    mapped = Mapped.of(netlist, target)
    known = _known(mapped, rtl)
    places = _kept(mapped, rtl, known)
    places |= _Logic(mapped, rtl, known, places).places()
    cells = {
        name: Located(
            ".".join(places[name][:_DEPTH]), cell.type, _signal(name, cell, mapped, rtl, known)
        )
        for name, cell in mapped.cells.items()
    }
    return Origins(_modules(mapped, rtl, places, target), cells)


# Which instance a cell belongs to


def _known(mapped: Mapped, rtl: Rtl) -> dict[int, int]:
    """Return the RTL's net for each net that kept one of its names."""
    found: dict[int, int] = {}
    for name, bits in mapped.signals.items():
        others = rtl.signals.get(name, ())
        if len(others) == len(bits):
            for net, other in zip(bits, others, strict=True):
                if net is not None and other is not None:
                    found.setdefault(net, other)
    return found


def _kept(mapped: Mapped, rtl: Rtl, known: Mapping[int, int]) -> dict[str, Instance]:
    """Return the instances of registers, memories and the RTL's own cells."""
    found = {}
    for name, cell in mapped.cells.items():
        if name in rtl.cells:
            found[name] = rtl.cells[name]
        elif cell.kind == "memory":
            found[name] = rtl.instance(name)
        elif cell.kind == "register":
            drivers = (rtl.drivers.get(known.get(net, -1)) for net in cell.outputs)
            driver = next((each for each in drivers if each is not None), None)
            found[name] = rtl.instance(_stem(name, cell, mapped)) if driver is None else driver
    return found


def _stem(name: str, cell: Cell, mapped: Mapped) -> str:
    """Return a name for a register without a name in the RTL: its net's, or its own."""
    names = (each for net in cell.outputs for each, _ in mapped.names.get(net, ()))
    return next(names, name)


class _Logic:
    """Finds the instances of cells between registers and memories."""

    def __init__(
        self,
        mapped: Mapped,
        rtl: Rtl,
        known: Mapping[int, int],
        places: Mapping[str, Instance],
    ) -> None:
        self._rtl = rtl
        self._known = known
        self._places = dict(places)
        self._cells = mapped.cells
        self._drivers = {net: name for name, each in mapped.cells.items() for net in each.outputs}
        self._readers: defaultdict[int, list[str]] = defaultdict(list)
        for name, cell in mapped.cells.items():
            for net in cell.inputs:
                self._readers[net].append(name)
        self._knowing: dict[str, Scopes] = {}

    def places(self) -> dict[str, Instance]:
        """Return the instance of each cell of logic."""
        order = self._order()
        for name in order:
            known = [*filter(None, map(self._scopes, self._cells[name].inputs))]
            self._knowing[name] = frozenset.intersection(*known) if known else frozenset({TOP})
        for name in reversed(order):
            if name not in self._places:
                self._places[name] = self._place(name)
        return {name: self._places[name] for name in order}

    def _order(self) -> list[str]:
        """Return the cells of logic, each after those that it reads; those of a loop last."""
        feeding = {
            name: {
                driver
                for net in cell.inputs
                if (driver := self._drivers.get(net)) and self._cells[driver].kind == "logic"
            }
            for name, cell in self._cells.items()
            if cell.kind == "logic"
        }
        left = {name: len(drivers) for name, drivers in feeding.items()}
        fed: defaultdict[str, list[str]] = defaultdict(list)
        for name, drivers in feeding.items():
            for driver in drivers:
                fed[driver].append(name)
        order = [name for name, count in left.items() if not count]
        for name in order:
            for reader in fed[name]:
                left[reader] -= 1
                if not left[reader]:
                    order.append(reader)
        return order + [name for name, count in left.items() if count]

    def _scopes(self, net: int) -> Scopes | None:
        """Return the instances that may know a net; None for a constant.

        A net without a name may be any that logic of its origin drives.
        """
        driver = self._drivers.get(net)
        if driver is not None and not self._cells[driver].inputs:
            return None
        scopes = self._rtl.scopes.get(self._known.get(net, -1))
        if scopes is not None or driver is None:
            return scopes
        if driver in self._places:
            found = with_all_around({self._places[driver]})
        elif driver in self._knowing:
            found = self._knowing[driver]
        else:
            # The net closes a loop.
            return None
        return found.union(*(self._rtl.audiences[origin] for origin in _innermost(found)))

    def _place(self, name: str) -> Instance:
        cell = self._cells[name]
        nets = (self._known.get(net, -1) for net in cell.outputs)
        named = [self._rtl.drivers[net] for net in nets if net in self._rtl.drivers]
        if named:
            return _common(named)
        innermost = _innermost(self._knowing[name])
        readers = {reader for net in cell.outputs for reader in self._readers.get(net, ())}
        ends = [self._places[reader] for reader in readers if reader in self._places]
        if not ends:
            return _common(innermost)
        end, common = _common(ends), _common(innermost)
        below = [each for each in innermost if each[: len(end)] == end]
        if below:
            return _common(below)
        return end if end[: len(common)] == common else common


def _innermost(scopes: Scopes) -> list[Instance]:
    """Return the instances that contain none of the others."""
    around = {each[:level] for each in scopes for level in range(len(each))}
    return sorted(scopes - around)


def _common(instances: Iterable[Instance]) -> Instance:
    """Return the innermost instance that contains all the given ones."""
    first, *others = set(instances)
    for other in others:
        level = 0
        while level < min(len(first), len(other)) and first[level] == other[level]:
            level += 1
        first = first[:level]
    return first


def _signal(
    name: str, cell: Cell, mapped: Mapped, rtl: Rtl, known: Mapping[int, int]
) -> str | None:
    """Return the RTL's name of the register or memory of a cell, None for logic."""
    if cell.kind == "logic":
        return None
    if cell.kind == "memory":
        return rtl.base(name) or name
    for net in cell.outputs:
        register = rtl.registers.get(known.get(net, -1))
        if register is not None:
            return register
        for full, bit in mapped.names.get(net, ()):
            base = rtl.base(full)
            if base is not None and _ELEMENT.fullmatch(full, len(base)):
                return bit
    stem = _stem(name, cell, mapped)
    return f"near {rtl.base(stem) or stem}"


# Area of each instance


def _modules(
    mapped: Mapped, rtl: Rtl, places: Mapping[str, Instance], target: Target
) -> tuple[ModuleArea, ...]:
    counts: defaultdict[tuple[Instance, str], int] = defaultdict(int)
    for name, cell in mapped.cells.items():
        counts[places[name][:_DEPTH], cell.type] += 1
    areas: defaultdict[Instance, Counter[str]] = defaultdict(Counter)
    for (instance, cell_type), number in counts.items():
        found = count_area(target, {cell_type: number}, None)
        areas[instance].update({name: getattr(found, name) for name in COUNTED})
    for instance in [TOP, *areas]:
        for level in range(len(instance) + 1):
            areas[instance[:level]].update()
    total = Counter[str]()
    for area in areas.values():
        total.update(area)
    for instance in sorted(areas, key=len, reverse=True):
        if instance != TOP and _is_small(_area(areas[instance]), _area(total), target):
            areas[instance[:-1]].update(areas.pop(instance))
    return tuple(
        ModuleArea(
            instance=".".join(instance),
            module=rtl.modules[instance],
            area=_area(areas[instance]),
        )
        for instance in sorted(areas, key=_in_order)
    )


def _area(counts: Counter[str]) -> Area:
    return Area(**{name: counts[name] for name in COUNTED})


def _is_small(area: Area, total: Area, target: Target) -> bool:
    def sizes(each: Area) -> tuple[int, int, int]:
        return each.tables(target), each.ff, 2 * each.ramb36 + each.ramb18

    pairs = zip(sizes(area), sizes(total), strict=True)
    return all(not of or part < _LEAST_SHARE * of for part, of in pairs)


def _in_order(instance: Instance) -> list[list[tuple[int, str]]]:
    """Return the sort key of an instance, with numbers in names by their value."""
    return [
        [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
        for name in instance
    ]
