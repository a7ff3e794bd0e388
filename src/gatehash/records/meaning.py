# SPDX-License-Identifier: Apache-2.0
"""The meaning of the library's own code, as a digest that depends on neither names nor places.

The digest covers the syntax trees of some functions and classes and of everything that they use:
functions, classes and constants of the library's packages, each once, in the order in which they
are met. It does not cover comments, layout, docstrings and annotations, the modules in which
something is defined, names of modules' contents, of local variables and of private attributes.

Code that acts as a tool, which changes netlists or decides, has a digest of its syntax tree alone.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from textwrap import dedent
from types import FunctionType, MethodType, ModuleType
from typing import Any

from gatehash.records.definitions import (
    ATTRIBUTE,
    LEFT_OUT,
    Key,
    Token,
    effective,
    is_followed,
    module_of,
    module_text,
)

__all__ = ["code_digest", "content", "meaning", "tree_text", "used_by"]


def meaning(roots: Iterable[object], stops: Collection[Key] = frozenset()) -> str:
    """Return the digest of what some objects do, in hexadecimal.

    Parameters
    ----------
    roots : iterable
        Functions, classes, methods, partial functions, dataclasses, and what they are given:
        numbers, text and collections. Paths do not count.
    stops : collection of Key
        Objects that are not followed: each stands for itself by its name.

    Raises
    ------
    TypeError
        If an object is of another kind.
    """
    tokens = _tokens(roots)
    keys = tuple(dict.fromkeys(each for each in tokens if isinstance(each, tuple)))
    places = {key: place for place, key in enumerate(keys)}
    total = _digest(f"#{places[each]}" if isinstance(each, tuple) else each for each in tokens)
    total.update(_of_definitions(keys, frozenset(stops)))
    return total.hexdigest()


def used_by(roots: Iterable[object]) -> frozenset[Key]:
    """Return everything of the library's that some objects use, themselves included."""
    keys = dict.fromkeys(each for each in _tokens(roots) if isinstance(each, tuple))
    return _closed(tuple(keys))


@cache
def _closed(keys: tuple[Key, ...]) -> frozenset[Key]:
    return frozenset(_Closure(keys, frozenset()).numbers)


@cache
def _of_definitions(keys: tuple[Key, ...], stops: frozenset[Key]) -> bytes:
    return _digest(_Closure(keys, stops).pieces()).digest()


def _tokens(roots: Iterable[object]) -> list[str | Key]:
    return [_own_key(each) for root in roots for each in content(root)]


def content(value: object) -> Iterator[str | Key]:
    """Yield what an object is: text, and functions and classes that it has."""
    if value is None or isinstance(value, bool | int | str | bytes | float):
        yield f"{type(value).__name__}:{value!r}"
    elif isinstance(value, Path):
        yield "path"
    elif isinstance(value, partial):
        yield "partial"
        yield from content(value.func)
        yield from content(value.args)
        yield from content(value.keywords)
    elif isinstance(value, MethodType):
        yield f"method {value.__name__}"
        yield from content(value.__self__)
    elif isinstance(value, FunctionType | type):
        yield value.__module__, value.__qualname__
    elif hasattr(value, "__wrapped__"):
        # It keeps its results.
        yield from content(value.__wrapped__)
    elif is_dataclass(value):
        yield from content(type(value))
        for field in fields(value):
            yield field.name
            yield from content(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield f"mapping of {len(value)}"
        for key, each in value.items():
            yield from content(key)
            yield from content(each)
    elif isinstance(value, tuple | list):
        yield f"{len(value)} items"
        for each in value:
            yield from content(each)
    elif isinstance(value, set | frozenset):
        yield from content(sorted(value))
    else:
        raise TypeError(f"{value!r} has no digest")


class _Closure:
    """Everything that some definitions use, in the order in which it is met."""

    def __init__(self, keys: tuple[Key, ...], stops: frozenset[Key]) -> None:
        self._stops = stops
        self.numbers: dict[Key, int] = {}
        # It grows while it is read.
        self._order: list[Key] = []
        self._lists: list[tuple[Token, ...]] = [keys]
        self._bound: set[str] = set()
        self._meet(keys)
        for module, name in self._order:
            found = module_of(module).definition(name)
            self._lists.append(found.tokens)
            self._bound |= found.bound
            self._meet(found.tokens)

    def pieces(self) -> Iterator[str]:
        """Yield the text of all, in which names are numbers."""
        private: dict[str, int] = {}
        for tokens in self._lists:
            for token in tokens:
                if isinstance(token, str):
                    yield token
                elif token[0] == ATTRIBUTE:
                    name = token[1]
                    if name in self._bound and _is_private(name):
                        yield f"._{private.setdefault(name, len(private))}"
                    else:
                        yield f".{name}"
                elif token in self._stops:
                    yield f"!{token[1]}"
                else:
                    yield f"#{self.numbers[token]}"

    def _meet(self, tokens: Iterable[Token]) -> None:
        for token in tokens:
            if isinstance(token, str) or token[0] == ATTRIBUTE or token in self._stops:
                continue
            if token not in self.numbers:
                self.numbers[token] = len(self.numbers)
                self._order.append(token)


def _own_key(token: str | Key) -> str | Key:
    """Return the place of the outermost definition that a function or class is in."""
    if isinstance(token, str):
        return token
    own = is_followed(token[0])
    found = module_of(token[0]).resolved(token[1].partition(".")[0]) if own else ""
    if isinstance(found, str):
        raise TypeError(f"{token[1]} of {token[0]} is not defined in a module of the library")
    return found


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


@cache
def code_digest(*code: str | ModuleType | type | Callable[..., Any]) -> str:
    """SHA-256 of the syntax trees of modules, classes or functions, in hexadecimal.

    A module that is given by its name is not imported.
    """
    sources = (
        module_text(each) if isinstance(each, str) else inspect.getsource(each) for each in code
    )
    return _digest(tree_text(dedent(each)) for each in sources).hexdigest()


def _digest(pieces: Iterable[str]) -> hashlib._Hash:
    total = hashlib.sha256()
    for each in pieces:
        total.update(each.encode() + b"\0")
    return total


def tree_text(source: str) -> str:
    r"""Return the syntax tree of Python text without docstrings, annotations and imports.

    It is the same for every layout and in every version of Python.

    Examples
    --------
    >>> one = tree_text('def f(a: int) -> int:\n    "Twice."\n    return 2 * a  # of course\n')
    >>> one == tree_text('def f(a):\n    return (2 *\n        a)\n')
    True
    >>> one == tree_text('def f(a):\n    return 3 * a\n')
    False
    """
    return "".join(_pieces(ast.parse(source)))


def _pieces(node: Any) -> Iterator[str]:
    if isinstance(node, ast.AST):
        yield f"({type(node).__name__}"
        for name, value in ast.iter_fields(node):
            if name in LEFT_OUT or value is None or value == []:
                continue
            yield f" {name}="
            yield from _pieces(effective(value) if name == "body" else value)
        yield ")"
    elif isinstance(node, list):
        for each in node:
            yield from _pieces(each)
    else:
        yield f"{type(node).__name__}:{node!r}"
