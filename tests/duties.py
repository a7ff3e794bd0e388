# SPDX-License-Identifier: Apache-2.0
"""What modules require and assert in every design, and which property on record has it.

A requirement (``GH_REQUIRE``) is a duty of each module around: a property of one of these has to
claim it, with the parameters that the design has. An assertion (``GH_ASSERT``) stands in a property
of its module, or of one around. Both are found by elaborating each design with its assertions, and
each property's module as the property has it, without the modules that it is proved without.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pyslang.ast as ast
from pyslang.driver import Driver

from gatehash.catalog import DESIGNS
from gatehash.catalog.checks import checker_files
from gatehash.paths import rtl_root
from gatehash.prove import Property, all_properties
from gatehash.prove.claims.requirements import WRAPPERS
from gatehash.prove.record import load
from gatehash.prove.tools.harness import rtl_files
from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.whole import Whole

__all__ = [
    "REASONS",
    "REQUIRED",
    "Duty",
    "Instance",
    "Open",
    "Proved",
    "duties",
    "proofs",
    "reasons",
    "tree",
]

REASONS = Path(__file__).with_suffix(".toml")
"""Why no property has some requirements and assertions."""

REQUIRED = "require_"
"""What the label of a requirement starts with."""

_LABEL = re.compile(r"\s*(\w+)\s*:")
_ASSERTS = re.compile(r"`GH_(?:ASSERT|REQUIRE|STABLE|REQUIRE_STABLE)\(")


@dataclass(frozen=True)
class Instance:
    """A module in a design.

    Parameters
    ----------
    module : str
        Its name.
    parameters : tuple of tuple
        Names and values of its parameters, as slang writes them.
    labels : frozenset of str
        Its assertions and requirements.
    blocks : frozenset of str
        Names of its generate blocks, those of a loop once.
    """

    module: str
    parameters: tuple[tuple[str, str], ...]
    labels: frozenset[str]
    blocks: frozenset[str]

    @property
    def switches(self) -> tuple[tuple[str, str], ...]:
        """Its parameters of one bit."""
        return tuple(each for each in self.parameters if each[1].startswith("1'"))


Tree = Mapping[str, Instance]
"""Instances by their paths below a top, whose own path is empty."""


@dataclass(frozen=True)
class Proved:
    """A property that claims assertions, and what is in its module.

    Parameters
    ----------
    of : Property
        The property.
    by : Module
        What it is proved of, and how.
    has : mapping
        Its instances, those apart that it is proved without.
    """

    of: Property
    by: Module
    has: Tree

    def claims(self, path: str, label: str) -> bool:
        """Whether it claims what an instance inside asserts or requires."""
        if path not in self.has or label not in self.has[path].labels:
            return False
        required = label.startswith(REQUIRED)
        if isinstance(self.by, Whole):
            if (not required and not self.by.asserts) or label in self.by.apart:
                return False
            if required and self.has[path].module in self.by.of_user:
                return False
        return path != "" or not required


@dataclass(frozen=True)
class Duty:
    """A requirement or an assertion of a module in a design.

    Parameters
    ----------
    module, label : str
        The module, and the name of the requirement or assertion.
    parent : str
        The module around it.
    top : str
        The design, or the wrapper with its parameters.
    property : str
        Name of the property that claims it; empty if none does.
    alike : bool
        Whether the property has other parameters, with which the logic has the same form.
    """

    module: str
    label: str
    parent: str
    top: str
    property: str
    alike: bool = False


@dataclass(frozen=True)
class Open:
    """Why no property has some requirements or assertions of a module.

    Parameters
    ----------
    module, parent : str
        The module, and the module around it; any one for an assertion.
    labels : tuple of str
        Patterns of the requirements, which start with `REQUIRED`, or else of the assertions.
    tops : tuple of str
        Patterns of designs and wrappers.
    reason : str
        What was tried; or of a user's requirement, whose it is.
    user : bool
        Whether it is one of the user's, who is not in the library.
    """

    module: str
    labels: tuple[str, ...]
    reason: str
    parent: str = "*"
    tops: tuple[str, ...] = ("*",)
    user: bool = False

    def covers(self, duty: Duty) -> bool:
        """Whether it is the reason for a field without a property."""
        return (
            fnmatchcase(duty.module, self.module)
            and fnmatchcase(duty.parent, self.parent)
            and any(
                fnmatchcase(duty.label, each)
                and duty.label.startswith(REQUIRED) is each.startswith(REQUIRED)
                for each in self.labels
            )
            and any(fnmatchcase(duty.top, each) for each in self.tops)
        )


@cache
def reasons() -> tuple[Open, ...]:
    """Return why fields are empty, from the file that lists them."""
    listed = tomllib.loads(REASONS.read_text(encoding="utf-8"))["open"]
    return msgspec.convert(listed, tuple[Open, ...])


def tree(
    top: str, parameters: Mapping[str, int], files: Iterable[Path], without: Iterable[str] = ()
) -> Tree:
    """Return the instances of a top that have assertions, or others with assertions inside.

    Parameters
    ----------
    top : str
        The top.
    parameters : mapping
        Its parameters.
    files : iterable of Path
        RTL files, checkers included.
    without : iterable of str
        Modules to leave out.
    """
    kept = _asserting(tuple(files)) - frozenset(without)
    chosen = tuple(
        path for path in files if path.stem in kept or path.stem == top or "_pkg" in path.stem
    )
    return _tree(top, tuple(parameters.items()), chosen)


@cache
def _tree(top: str, parameters: tuple[tuple[str, int], ...], files: tuple[Path, ...]) -> Tree:
    driver = Driver()
    driver.addStandardArgs()
    words = (
        *("slang", "--std", "1800-2017", "-DFORMAL", f"-I{rtl_root()}", "--top", top),
        "--ignore-unknown-modules",
        *(f"-G{name}={value}" for name, value in parameters),
        *map(str, files),
    )
    line = " ".join(f'"{word}"' for word in words)
    read = driver.parseCommandLine(line) and driver.processOptions() and driver.parseAllSources()
    assert read, f"slang can't read {top}"
    compilation = driver.createCompilation()
    scan = _Scan()
    compilation.getRoot().visit(scan)
    return {
        path.removeprefix(top).removeprefix("."): Instance(
            *found, frozenset(scan.labels[path]), frozenset(scan.blocks[path])
        )
        for path, found in scan.found.items()
    }


class _Scan:
    """Collects the instances, the labels of their assertions and their generate blocks."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {}
        self.labels: defaultdict[str, set[str]] = defaultdict(set)
        self.blocks: defaultdict[str, set[str]] = defaultdict(set)

    def __call__(self, symbol: Any) -> None:
        scope = getattr(symbol, "parentScope", None)
        if scope is None or scope.isUninstantiated:
            return
        match symbol:
            case ast.InstanceSymbol():
                values = tuple(
                    (each.name, str(each.value))
                    for each in symbol.body.parameters
                    if isinstance(each, ast.ParameterSymbol) and not each.isLocalParam
                )
                self.found[symbol.hierarchicalPath] = symbol.definition.name, values
            case ast.GenerateBlockSymbol() if symbol.name and not symbol.isUninstantiated:
                self.blocks[_owner(scope)].add(symbol.name)
            case ast.GenerateBlockArraySymbol() if any(symbol.entries):
                self.blocks[_owner(scope)].add(symbol.name)
            case ast.ProceduralBlockSymbol():
                self._process(_owner(scope), symbol)

    def _process(self, owner: str, symbol: Any) -> None:
        """Collect the labels of a process, unless parameters switch its assertions off."""
        off, labels, context = [], [], ast.EvalContext(symbol)

        def visit(node: Any) -> None:
            if isinstance(node, ast.ConditionalStatement):
                off.append(_never(node.conditions[0].expr, context))
            elif isinstance(node, ast.ImmediateAssertionStatement):
                labels.append(_LABEL.match(str(node.syntax)))

        symbol.body.visit(visit)
        if not any(off):
            for label in labels:
                assert label is not None, f"an assertion of {owner} has no label"
                self.labels[owner].add(label[1])


def _never(condition: Any, context: Any) -> bool:
    """Whether a condition is the opposite of one that parameters make true."""
    match condition:
        case ast.UnaryExpression(op=ast.UnaryOperator.LogicalNot):
            return _always(condition.operand, context)
        case _:
            return False


def _always(condition: Any, context: Any) -> bool:
    match condition:
        case ast.BinaryExpression(op=ast.BinaryOperator.LogicalOr):
            return _always(condition.left, context) or _always(condition.right, context)
        case _:
            return bool(condition.eval(context).isTrue())


def _owner(scope: Any) -> str:
    path: str = scope.containingInstance.parentInstance.hierarchicalPath
    return path


@cache
def _asserting(files: tuple[Path, ...]) -> frozenset[str]:
    """Return which modules of some files have assertions, or others inside that have some."""
    words = {path.stem: _words(path) for path in files}
    found = {path.stem for path in files if _ASSERTS.search(_text(path))}
    found |= {name.removesuffix("_checker") for name in found}
    while more := {name for name in words if name not in found and words[name] & found}:
        found |= more
    return frozenset(found)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _words(path: Path) -> frozenset[str]:
    code = re.sub(r"//[^\n]*", "", _text(path))
    return frozenset(re.findall(r"gh_\w+", code)) - {path.stem}


@cache
def proofs() -> Mapping[str, tuple[Proved, ...]]:
    """Return for each module the properties of it that claim its assertions."""
    found: defaultdict[str, list[Proved]] = defaultdict(list)
    for each in all_properties():
        owner = getattr(each.run, "__self__", None)
        if isinstance(owner, Module) and not owner.bound and _is_proved(each):
            files = rtl_files(owner.root, owner.top)
            has = tree(owner.top, owner.parameters, (*files, *checker_files(files)), owner.cut)
            found[owner.top].append(Proved(each, owner, has))
    return {module: tuple(each) for module, each in found.items()}


def _is_proved(of: Property) -> bool:
    proof = load(of)
    return proof is not None and proof.status == "proved"


def tops() -> Iterator[tuple[str, Tree]]:
    """Yield every design, and every wrapper, with its instances."""
    for name, design in DESIGNS.items():
        stream, files = design.hardware.stream, design.hardware.files()
        yield name, tree(stream.top, stream.parameters, (*files, *checker_files(files)))
    for top, forms in WRAPPERS.items():
        files = rtl_files(rtl_root(), top)
        for parameters in forms:
            # Parameters that all forms have say nothing.
            own = {
                key: value
                for key, value in parameters.items()
                if any(each[key] != value for each in forms)
            }
            shape = ", ".join(f"{key} {value}" for key, value in own.items())
            name = f"{top} ({shape})" if shape else top
            yield name, tree(top, parameters, (*files, *checker_files(files)))


@cache
def duties() -> tuple[Duty, ...]:
    """Return every duty of every design and wrapper."""
    return tuple(duty for name, has in tops() for duty in _duties(name, has))


def _duties(name: str, has: Tree) -> Iterator[Duty]:
    for path, instance in has.items():
        above = [*_above(path, has)]
        parent = has[above[0]].module if above else ""
        for label in sorted(instance.labels):
            required = label.startswith(REQUIRED)
            # The top's own requirements are its user's.
            if required and not above:
                continue
            around = above if required else [path, *above]
            found = [_claims(has, place, path, label) for place in around]
            of, alike = min((each for each in found if each[0]), key=_by_form, default=("", False))
            yield Duty(instance.module, label, parent, name, of, alike)


def _by_form(found: tuple[str, bool]) -> bool:
    return found[1]


def _above(path: str, has: Tree) -> Iterator[str]:
    """Yield the paths of the instances around one, the nearest first."""
    while path:
        path = path.rpartition(".")[0]
        if path in has:
            yield path


def _claims(has: Tree, place: str, path: str, label: str) -> tuple[str, bool]:
    """Return the property of the instance at a place that claims what is at a path inside.

    A property with the same parameters comes first. For an assertion another one counts where the
    logic has the same form: the same modules, generate blocks, assertions and parameters of one
    bit, loops apart. A requirement may be one on a parameter.
    """
    around, inside = has[place], path[len(place) :].removeprefix(".")
    alike = ""
    for proof in proofs().get(around.module, ()):
        if (proof.by.streams and place) or not proof.claims(inside, label):
            continue
        if proof.has[""].parameters == around.parameters:
            return proof.of.name, False
        if label.startswith(REQUIRED) or alike:
            continue
        if _form(proof.has) == _form(_part(has, place, proof.has)):
            alike = proof.of.name
    return alike, bool(alike)


def _part(has: Tree, place: str, like: Tree) -> Tree:
    """Return an instance and those inside as a top, without modules that another one lacks."""
    modules = {each.module for each in like.values()}
    start = f"{place}." if place else ""
    return {
        path[len(start) :] if path != place else "": each
        for path, each in has.items()
        if path == place or (path.startswith(start) and each.module in modules)
    }


def _form(has: Tree) -> frozenset[object]:
    return frozenset(
        (re.sub(r"\[\d+\]", "", path), each.module, each.switches, each.labels, each.blocks)
        for path, each in has.items()
    )
