# SPDX-License-Identifier: Apache-2.0
"""A bench as slang elaborates it: its modules with their parameters, and the code in use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyslang.ast as ast
from pyslang.driver import Driver

from gatehash.errors import GatehashError
from gatehash.paths import rtl_root

__all__ = ["Elaborated", "Root", "elaborated"]


@dataclass(frozen=True)
class Root:
    """A statement, an expression or an instance's input: code that is at work in a module.

    Parameters
    ----------
    node : Statement or Expression
        The code.
    context : Symbol
        Where it stands, for the values of parameters.
    clocked : bool
        Whether it is in a process that a clock starts.
    """

    node: Any
    context: Any
    clocked: bool = False


@dataclass(frozen=True)
class Elaborated:
    """A design as slang sees it.

    Parameters
    ----------
    compilation : Compilation
        Owner of all other objects; it must live as long as they do.
    sources : SourceManager
        Where its text is.
    roots : tuple of Root
        All code at work.
    parameters : mapping
        For each module the parameters of its instances, as SystemVerilog literals: each choice
        once, that of the first instance first.
    """

    compilation: Any
    sources: Any
    roots: tuple[Root, ...]
    parameters: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict)


def elaborated(
    top: str, parameters: tuple[tuple[str, int], ...], files: tuple[Path, ...]
) -> Elaborated:
    """Return a design as slang sees it, without assertions.

    Raises
    ------
    GatehashError
        If slang rejects it.
    """
    driver = Driver()
    driver.addStandardArgs()
    words = (
        *("slang", "--std", "1800-2017", "-DSYNTHESIS", f"-I{rtl_root()}", "--top", top),
        *(f"-G{name}={value}" for name, value in parameters),
        *map(str, files),
    )
    line = " ".join(f'"{word}"' for word in words)
    if not (driver.parseCommandLine(line) and driver.processOptions() and driver.parseAllSources()):
        raise GatehashError(f"slang can't read {top}")
    compilation = driver.createCompilation()
    scan = _Scan()
    compilation.getRoot().visit(scan)
    return Elaborated(
        compilation,
        compilation.sourceManager,
        tuple(scan.found()),
        {module: tuple(each) for module, each in scan.parameters.items()},
    )


class _Scan:
    """Collects the code at work, and the functions that constants are made of."""

    def __init__(self) -> None:
        self.parameters: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
        self._roots: list[Root] = []
        self._constant: list[Any] = []

    def __call__(self, symbol: Any) -> None:
        scope = getattr(symbol, "parentScope", None)
        if scope is None or scope.isUninstantiated:
            return
        match symbol:
            case ast.ProceduralBlockSymbol():
                kind = symbol.procedureKind
                if kind not in (ast.ProceduralBlockKind.Initial, ast.ProceduralBlockKind.Final):
                    clocked = kind != ast.ProceduralBlockKind.AlwaysComb
                    self._roots.append(Root(symbol.body, symbol, clocked))
            case ast.ContinuousAssignSymbol() if not _is_unused(symbol.assignment):
                self._roots.append(Root(symbol.assignment, symbol))
            case ast.NetSymbol() if symbol.initializer is not None:
                self._roots.append(Root(symbol.initializer, symbol))
            case ast.ParameterSymbol() if symbol.initializer is not None:
                self._constant.append(symbol.initializer)
            case ast.GenerateBlockSymbol() if symbol.conditionExpression is not None:
                self._constant.append(symbol.conditionExpression)
            case ast.InstanceSymbol():
                self._instance(symbol)

    def _instance(self, symbol: Any) -> None:
        values = {
            each.name: str(each.value)
            for each in symbol.body.parameters
            if isinstance(each, ast.ParameterSymbol) and not each.isLocalParam
        }
        known = self.parameters[symbol.definition.name]
        if values not in known:
            known.append(values)
        for connection in symbol.portConnections:
            port = connection.port
            if isinstance(port, ast.PortSymbol) and port.direction == ast.ArgumentDirection.In:
                expression = connection.expression
                # A clock is no logic.
                if expression is not None and "clk" not in port.name:
                    self._roots.append(Root(expression, symbol))

    def found(self) -> Iterator[Root]:
        """Yield all code at work; that of functions unless a constant is made of them."""
        yield from self._roots
        constant = _called(self._constant)
        for name, function in _called([root.node for root in self._roots]).items():
            if name not in constant:
                yield Root(function.body, function)


def _is_unused(assignment: Any) -> bool:
    """Whether what is assigned to a net is for the eyes of lint alone."""
    target = assignment.left
    return isinstance(target, ast.NamedValueExpression) and target.symbol.name.startswith("unused")


def _called(nodes: Sequence[Any]) -> Mapping[str, Any]:
    """Return the functions that some code calls, and those that they call, by their paths."""
    found: dict[str, Any] = {}
    waiting = list(nodes)

    def visit(node: Any) -> None:
        if isinstance(node, ast.CallExpression) and not node.isSystemCall:
            function: Any = node.subroutine
            path = function.hierarchicalPath
            if path not in found:
                found[path] = function
                waiting.append(function.body)

    while waiting:
        waiting.pop().visit(visit)
    return found
