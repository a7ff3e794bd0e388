# SPDX-License-Identifier: Apache-2.0
"""Definitions of the library's modules, as the text of their syntax trees and what they use.

The text is the same whatever local variables are called, and has no comments, docstrings,
annotations and words of errors. Nothing is imported or run: what a name stands for follows from the
text of modules.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

__all__ = [
    "ATTRIBUTE",
    "LEFT_OUT",
    "Definition",
    "Key",
    "Module",
    "Token",
    "defined",
    "effective",
    "is_followed",
    "module_of",
    "module_text",
]

_FOLLOWED = ("gatehash.prove", "gatehash.models", "gatehash.microcode", "gatehash.catalog")
_OWN = "gatehash."
# Fields without effect at run time, and those that versions of Python add.
LEFT_OUT = frozenset({"annotation", "returns", "ctx", "kind", "type_comment", "type_params"})

Key: TypeAlias = tuple[str, str]
"""A module, and the name of something that it defines."""

ATTRIBUTE = "."
"""Object that stands in place of a module with the name of an attribute."""

Token: TypeAlias = str | Key
"""A part of a definition: plain text, the name of an attribute, or something else that it uses."""


@dataclass(frozen=True)
class Definition:
    """The definition of a name of a module.

    Parameters
    ----------
    tokens : tuple
        Its text and what it uses.
    bound : frozenset of str
        Names of attributes that it gives to something.
    """

    tokens: tuple[Token, ...]
    bound: frozenset[str]


def is_followed(module: str) -> bool:
    """Whether the text of a module's definitions counts."""
    return module.startswith(_FOLLOWED)


@cache
def module_of(name: str) -> Module:
    """Return a module of the library; raise TypeError if there is none of that name."""
    return Module(name, ast.parse(module_text(name)))


def defined(module: str, name: str, folder: Path | None = None) -> tuple[Token, ...] | None:
    """Return the tokens of a definition; None if there is none, or its names are not known now.

    Parameters
    ----------
    module, name : str
        The module and the name.
    folder : Path, optional
        A folder of packages in place of the library's own.
    """
    try:
        there = module_of(module) if folder is None else _elsewhere(module, folder)
        return there.definition(name).tokens
    except (KeyError, OSError, SyntaxError, TypeError):
        return None


@cache
def _elsewhere(name: str, folder: Path) -> Module:
    path = folder.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return Module(name, ast.parse(file.read_text(encoding="utf-8")))


def module_text(name: str) -> str:
    """Return the text of a module, which is not imported; raise TypeError if there is none."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise TypeError(f"there is no module {name}")
    return Path(spec.origin).read_text(encoding="utf-8")


@cache
def _is_module(name: str) -> bool:
    parent, _, own = name.rpartition(".")
    try:
        return bool(own) and find_spec(name) is not None and bool(parent)
    except ModuleNotFoundError:
        return False


class Module:
    """A module's definitions and imports, as its text has them."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name = name
        self._statements: dict[str, list[ast.stmt]] = {}
        self._imports: dict[str, str] = {}
        self._known: dict[str, Definition] = {}
        for statement in tree.body:
            self._take(statement)

    def _take(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            self._imports |= _imported(statement)
            return
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names = {statement.name}
        elif isinstance(statement, ast.Expr):
            # A call may change whatever it names.
            names = {each.id for each in ast.walk(statement) if isinstance(each, ast.Name)}
        else:
            for each in ast.walk(statement):
                if isinstance(each, ast.Import | ast.ImportFrom):
                    self._imports |= _imported(each)
            names = _changed(statement)
        for name in names:
            self._statements.setdefault(name, []).append(statement)

    def defines(self, name: str) -> bool:
        """Whether a name is the module's own or imported."""
        return name in self._statements or name in self._imports

    def resolved(self, name: str, more: Mapping[str, str] | None = None) -> str | Key:
        """Return what a global name stands for: a definition, or else the name of something."""
        if more and name in more:
            return _target(more[name])
        if name in self._statements:
            return self.name, name
        if name in self._imports:
            return _target(self._imports[name])
        return name

    def definition(self, name: str) -> Definition:
        """Return what defines a name of the module's own."""
        if name not in self._known:
            walk = _Walk(self)
            tokens = tuple(walk.definition(name, self._statements[name]))
            self._known[name] = Definition(tokens, frozenset(walk.bound))
        return self._known[name]


def _imported(statement: ast.Import | ast.ImportFrom) -> dict[str, str]:
    """Return the full names of what a statement imports, by the names that it has here."""
    if isinstance(statement, ast.Import):
        return {
            each.asname or each.name.partition(".")[0]: each.name
            if each.asname
            else each.name.partition(".")[0]
            for each in statement.names
        }
    return {each.asname or each.name: f"{statement.module}.{each.name}" for each in statement.names}


def _changed(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds, or of which it changes a part."""
    found = set()
    for each in ast.walk(statement):
        if isinstance(each, ast.Name | ast.Attribute | ast.Subscript) and not isinstance(
            each.ctx, ast.Load
        ):
            base: ast.expr = each
            while isinstance(base, ast.Attribute | ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                found.add(base.id)
    return found


def _target(full: str) -> str | Key:
    """Return the definition that a full name leads to; the name where it is not followed."""
    module, _, name = full.rpartition(".")
    if not is_followed(full) or _is_module(full):
        # Of the library's own what is not followed may move.
        return full if not full.startswith(_OWN) or _is_module(full) else f"{_OWN}*{name}"
    if not module_of(module).defines(name):
        raise TypeError(f"module {module} does not define {name}")
    return module_of(module).resolved(name)


class _Walk:
    """The walk over a definition's syntax tree."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.bound: set[str] = set()
        # Numbers of local names, names of a class's body, imports of a function.
        self._local: dict[str, int] = {}
        self._renamed: frozenset[str] = frozenset()
        self._in_class: frozenset[str] = frozenset()
        self._imports: dict[str, str] = {}

    def definition(self, name: str, statements: Iterable[ast.stmt]) -> Iterator[Token]:
        for statement in statements:
            if isinstance(statement, ast.FunctionDef):
                yield from self._function(statement)
            elif isinstance(statement, ast.ClassDef):
                yield from self._class(statement)
            else:
                with_own = _scopes(statement)
                self._renamed = frozenset(self._renamable(with_own, frozenset({name})))
                yield from self._node(statement)

    def _renamable(self, names: Iterable[str], kept: Collection[str]) -> Iterator[str]:
        for name in names:
            if name not in kept and not self._module.defines(name) and not hasattr(builtins, name):
                yield name

    def _function(self, node: ast.FunctionDef) -> Iterator[Token]:
        parameters = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        bound = _bound(node)
        outer = self._local, self._renamed, self._in_class, self._imports
        yield "(decorated by"
        yield from self._node(node.decorator_list)
        self._local, self._in_class = {}, frozenset()
        self._renamed = frozenset(self._renamable(bound, parameters))
        self._imports = {}
        for each in ast.walk(node):
            if isinstance(each, ast.Import | ast.ImportFrom):
                self._imports |= _imported(each)
        yield "def"
        yield from self._node(node.args)
        yield from self._node(node.body)
        yield ")"
        # A global name that is also a local one: perhaps it is used.
        for name in sorted((bound | parameters) - self._renamed):
            if self._module.defines(name) and not isinstance(
                found := self._module.resolved(name), str
            ):
                yield found
        self._local, self._renamed, self._in_class, self._imports = outer

    def _class(self, node: ast.ClassDef) -> Iterator[Token]:
        outer = self._in_class
        yield "(decorated by"
        yield from self._node(node.decorator_list)
        yield "class"
        yield from self._node([*node.bases, *node.keywords])
        yield "has"
        self._in_class = frozenset(
            name
            for statement in node.body
            for name in (
                {statement.name}
                if isinstance(statement, ast.FunctionDef | ast.ClassDef)
                else _changed(statement)
            )
        )
        self.bound |= self._in_class
        for statement in effective(node.body):
            if isinstance(statement, ast.FunctionDef):
                yield ATTRIBUTE, statement.name
                yield from self._function(statement)
            elif isinstance(statement, ast.ClassDef):
                yield ATTRIBUTE, statement.name
                yield from self._class(statement)
            else:
                yield from self._node(statement)
        yield ")"
        self._in_class = outer

    def _node(self, node: Any) -> Iterator[Token]:
        if isinstance(node, list):
            for each in effective(node):
                yield from self._node(each)
        elif isinstance(node, ast.Name):
            yield self._name(node.id)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.Raise):
            # What an error says has no influence on a result.
            yield "(raise"
            yield from self._node(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
            yield ")"
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            # Inside of a function.
            yield f"({type(node).__name__}"
            yield self._name(node.name)
            yield from self._fields(node, skipped="name")
        elif isinstance(node, ast.AST):
            yield f"({type(node).__name__}"
            if isinstance(node, ast.AnnAssign) and "ClassVar" in ast.dump(node.annotation):
                yield "of the class"
            yield from self._fields(node)
        else:
            yield f"{type(node).__name__}:{node!r}"

    def _fields(self, node: ast.AST, skipped: str = "") -> Iterator[Token]:
        for name, value in ast.iter_fields(node):
            if name in LEFT_OUT or name == skipped or value is None or value == []:
                continue
            yield f"{name}="
            if isinstance(value, str) and _names_variable(node, name):
                yield self._name(value)
            elif isinstance(node, ast.Global | ast.Nonlocal):
                yield from (self._name(each) for each in value)
            else:
                yield from self._node(value)
        yield ")"

    def _name(self, name: str) -> Token:
        if name in self._renamed:
            return f"%{self._local.setdefault(name, len(self._local))}"
        if name in self._in_class:
            return ATTRIBUTE, name
        return self._module.resolved(name, self._imports)

    def _attribute(self, node: ast.Attribute) -> Iterator[Token]:
        full = self._full(node)
        if full is not None:
            yield _target(full)
            return
        if not isinstance(node.ctx, ast.Load):
            self.bound.add(node.attr)
        yield "(."
        yield from self._node(node.value)
        yield ATTRIBUTE, node.attr
        yield ")"

    def _full(self, node: ast.expr) -> str | None:
        """Return the full name of what belongs to a module, None for other expressions."""
        if isinstance(node, ast.Attribute):
            before = self._full(node.value)
            if before is None and isinstance(node.value, ast.Name):
                found = self._name(node.value.id)
                before = found if isinstance(found, str) and _is_module(found) else None
            return None if before is None or not _is_module(before) else f"{before}.{node.attr}"
        return None


def _names_variable(node: ast.AST, field: str) -> bool:
    return isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and field == "name"


_NAMED = (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)


def _bound(function: ast.AST) -> set[str]:
    """Return the names that a function binds, parameters aside, at any depth."""
    found: set[str] = set()
    outside: set[str] = set()
    for each in ast.walk(function):
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            found.add(each.id)
        elif isinstance(each, _NAMED) and each is not function and each.name:
            found.add(each.name)
        elif isinstance(each, ast.Global):
            outside.update(each.names)
    return found - outside


def _scopes(statement: ast.stmt) -> set[str]:
    """Return the names that comprehensions in a statement bind."""
    return {
        name.id
        for each in ast.walk(statement)
        if isinstance(each, ast.comprehension)
        for name in ast.walk(each.target)
        if isinstance(name, ast.Name)
    }


def effective(body: Any) -> Any:
    """Return the statements of a body that do something, or the body of a lambda."""
    if not isinstance(body, list):
        return body
    idle = (ast.Import, ast.ImportFrom)
    return [each for each in body if not (isinstance(each, idle) or _words(each))]


def _words(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
