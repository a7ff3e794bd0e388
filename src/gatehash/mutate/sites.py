# SPDX-License-Identifier: Apache-2.0
"""Finds the faults that can be planted: operators, conditions, constants, bits and statements."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pyslang.ast as ast
from pyslang import SourceRange

from gatehash.mutate.elaborate import Elaborated, Root
from gatehash.mutate.fault import Fault

__all__ = ["faults_in"]

# By slang's names of operators.
_SWAPS: Mapping[str, tuple[str, ...]] = {
    "Add": ("-",),
    "Subtract": ("+",),
    "BinaryAnd": ("|",),
    "BinaryOr": ("&",),
    "BinaryXor": ("|", "&"),
    "BinaryXnor": ("^",),
    "Equality": ("!=",),
    "Inequality": ("==",),
    "GreaterThan": (">=", "<"),
    "GreaterThanEqual": (">", "<"),
    "LessThan": ("<=", ">"),
    "LessThanEqual": ("<", ">"),
    "LogicalAnd": ("||",),
    "LogicalOr": ("&&",),
    "LogicalShiftLeft": (">>",),
    "LogicalShiftRight": ("<<",),
}
# Bits are chosen of so many, which any width repeats.
_MOST_BITS = 1024
_INVERTING = ("BitwiseNot", "LogicalNot")
_PATTERNS = (ast.SimpleAssignmentPatternExpression, ast.StructuredAssignmentPatternExpression)
_LIVE = (ast.VariableSymbol, ast.NetSymbol, ast.FormalArgumentSymbol)


def faults_in(design: Elaborated, modules: Mapping[str, Path]) -> list[Fault]:
    """Return all faults that can be planted in some files of a design, each once.

    Parameters
    ----------
    design : Elaborated
        The design; code that it does not use has no faults.
    modules : mapping
        The files by the names of their modules or packages.
    """
    files = {str(path.resolve()): name for name, path in modules.items()}
    finder = _Finder(design, files, {name: path.read_bytes() for name, path in modules.items()})
    for root in design.roots:
        finder.search(root)
    return [
        Fault(module, start, end, kind, becomes, was, told, *place)
        for (module, start, end, becomes), (kind, was, told, place) in sorted(finder.found.items())
    ]


class _Finder:
    """Walks through code, with what is known of where it stands."""

    def __init__(
        self, design: Elaborated, files: Mapping[str, str], texts: Mapping[str, bytes]
    ) -> None:
        self._sources = design.sources
        self._files = files
        self._texts = texts
        self._context: Any = None
        self._clocked = False
        self.found: dict[tuple[str, int, int, str], tuple[str, str, str, tuple[int, int]]] = {}

    def search(self, root: Root) -> None:
        """Find the faults of a piece of code."""
        self._context, self._clocked = root.context, root.clocked
        if self._place(root.node.sourceRange) is None and isinstance(root.node, ast.Expression):
            return
        if isinstance(root.node, ast.Statement):
            self._statement(root.node)
        elif isinstance(root.node, ast.AssignmentExpression):
            self._assignment(root.node)
        else:
            self._value(root.node)

    # Places and texts

    def _place(self, where: SourceRange) -> tuple[str, int, int] | None:
        """Return file and bytes of some text; None if it is no plain text of a wanted file."""
        start, end = where.start, where.end
        if not (self._sources.isFileLoc(start) and self._sources.isFileLoc(end)):
            return None
        module = self._module(start)
        # In `.port` and `.*` the name stands for both, the port and what it is connected to.
        if module is None or b"." in self._texts[module][start.offset - 1 : start.offset + 1]:
            return None
        return module, start.offset, end.offset

    def _module(self, where: Any) -> str | None:
        return self._files.get(_resolved(str(self._sources.getFullPath(where.buffer))))

    def _plant(
        self, where: SourceRange, kind: str, change: Callable[[str], str], told: str = ""
    ) -> None:
        place = self._place(where)
        if place is None:
            return
        module, start, end = place
        was = self._texts[module][start:end].decode()
        line = self._sources.getLineNumber(where.start), self._sources.getColumnNumber(where.start)
        becomes = change(was)
        words = told or " ".join(becomes.split())
        self.found.setdefault((module, start, end, becomes), (kind, was, words, line))

    # Statements

    def _statement(self, node: Any) -> None:
        match node:
            case ast.StatementList():
                for each in node.list:
                    self._statement(each)
            case ast.BlockStatement() | ast.ForLoopStatement():
                self._statement(node.body)
            case ast.TimedStatement():
                self._statement(node.stmt)
            case ast.ConditionalStatement():
                self._conditional(node)
            case ast.CaseStatement():
                self._expression(node.expr)
                for item in node.items:
                    self._statement(item.stmt)
                if node.defaultCase is not None:
                    self._statement(node.defaultCase)
            case ast.ExpressionStatement() if isinstance(node.expr, ast.AssignmentExpression):
                if self._clocked and node.expr.isNonBlocking:
                    self._plant(node.sourceRange, "deletion", lambda was: "", "deleted")
                self._assignment(node.expr)
            case ast.ReturnStatement() if node.expr is not None:
                self._value(node.expr)
            case ast.VariableDeclStatement() if node.symbol.initializer is not None:
                self._value(node.symbol.initializer)

    def _conditional(self, node: Any) -> None:
        condition = node.conditions[0].expr
        if _is_live(condition):
            self._condition(condition)
            branches = [node.ifTrue, node.ifFalse]
        else:
            branches = [node.ifTrue if self._is_true(condition) else node.ifFalse]
        for each in branches:
            if each is not None:
                self._statement(each)

    def _assignment(self, node: Any) -> None:
        self._target(node.left)
        if not node.isCompound:
            self._value(node.right)

    def _target(self, node: Any) -> None:
        """Find the faults of an assignment's left side: of its selectors."""
        match node:
            case ast.ElementSelectExpression():
                self._target(node.value)
                if _is_live(node.selector):
                    self._expression(node.selector)
            case ast.RangeSelectExpression() | ast.MemberAccessExpression():
                self._target(node.value)

    # Expressions

    def _value(self, node: Any) -> None:
        """Find the faults of what is assigned, and of its bits."""
        inner = _explicit(node)
        typed = node.type.isEnum or isinstance(inner, _PATTERNS)
        if _is_live(node) and node.type.isIntegral and not typed:
            self._bits(inner.sourceRange, node.type.bitWidth)
        self._expression(node)

    def _bits(self, where: SourceRange, width: int) -> None:
        """Plant faults of a bit of what is assigned, which any width has."""
        bit = random.Random(str(self._place(where))).randrange(_MOST_BITS)
        stuck = bit % 2

        def one(was: str) -> str:
            return f"($bits({was})'(1) << {bit} % $bits({was}))" if width > 1 else "1'b1"

        name = f"bit {bit % width} " if width > 1 else ""
        self._plant(where, "bit", lambda was: f"({was}) ^ {one(was)}", f"{name}inverted")
        if stuck:
            self._plant(where, "bit", lambda was: f"({was}) | {one(was)}", f"{name}is 1")
        else:
            self._plant(where, "bit", lambda was: f"({was}) & ~{one(was)}", f"{name}is 0")

    def _condition(self, node: Any) -> None:
        inner = _explicit(node)
        self._plant(inner.sourceRange, "condition", lambda was: f"!({was})")
        self._expression(node)

    def _expression(self, node: Any) -> None:
        match node:
            case ast.IntegerLiteral() | ast.UnbasedUnsizedIntegerLiteral():
                self._literal(node)
                return
        if not _is_live(node):
            return
        match node:
            case ast.BinaryExpression():
                self._binary(node)
            case ast.UnaryExpression():
                if node.op.name in _INVERTING:
                    self._plant(node.sourceRange, "operator", lambda was: f"({was[1:]})")
                self._expression(node.operand)
            case ast.ConditionalExpression():
                condition = node.conditions[0].expr
                if _is_live(condition):
                    self._condition(condition)
                    branches = [node.left, node.right]
                else:
                    branches = [node.left if self._is_true(condition) else node.right]
                for each in branches:
                    self._expression(each)
            case ast.ConversionExpression():
                self._expression(node.operand)
            case ast.ElementSelectExpression():
                self._expression(node.value)
                if _is_live(node.selector):
                    self._expression(node.selector)
            case ast.RangeSelectExpression() | ast.MemberAccessExpression():
                self._expression(node.value)
            case ast.ConcatenationExpression():
                for each in node.operands:
                    self._expression(each)
            case ast.ReplicationExpression():
                self._expression(node.concat)
            case ast.CallExpression() if not node.isSystemCall:
                for each in node.arguments:
                    self._expression(each)
            case ast.SimpleAssignmentPatternExpression():
                for each in node.elements:
                    self._expression(each)

    def _literal(self, node: Any) -> None:
        if isinstance(node, ast.UnbasedUnsizedIntegerLiteral):
            self._plant(node.sourceRange, "constant", lambda was: "'1" if was == "'0" else "'0")
            return
        width, value = node.type.bitWidth, int(node.value)
        other = (value + 1) % (1 << width)
        text = str(other) if node.isDeclaredUnsized else f"{width}'d{other}"
        self._plant(node.sourceRange, "constant", lambda was: text)

    def _binary(self, node: Any) -> None:
        self._expression(node.left)
        self._expression(node.right)
        syntax = node.syntax
        token = getattr(syntax, "operatorToken", None)
        if token is None or not self._sources.isFileLoc(token.location):
            return
        at = token.location.offset - syntax.sourceRange.start.offset
        size = len(token.valueText)
        for operator in _SWAPS.get(node.op.name, ()):

            def swapped(was: str, operator: str = operator) -> str:
                return f"{was[:at]}{operator}{was[at + size :]}"

            self._plant(syntax.sourceRange, "operator", swapped)

    def _is_true(self, node: Any) -> bool:
        return bool(node.eval(ast.EvalContext(self._context)).value)


def _explicit(node: Any) -> Any:
    """Return an expression without what slang has made around it."""
    while isinstance(node, ast.ConversionExpression) and node.isImplicit:
        node = node.operand
    return node


def _is_live(node: Any) -> bool:
    """Whether a value is made of signals, not of constants alone."""
    return any(True for _ in _signals(node))


def _signals(node: Any) -> Iterator[Any]:
    found: list[Any] = []

    def visit(each: Any) -> None:
        if isinstance(each, ast.NamedValueExpression | ast.HierarchicalValueExpression) and (
            isinstance(each.symbol, _LIVE)
        ):
            found.append(each)

    node.visit(visit)
    return iter(found)


@cache
def _resolved(path: str) -> str:
    return str(Path(path).resolve())
