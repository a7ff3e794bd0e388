# SPDX-License-Identifier: Apache-2.0
"""Digests of the library's own code that acts as a tool: it changes netlists, or decides."""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

__all__ = ["LEFT_OUT", "code_digest", "effective", "tree_text"]


@cache
def code_digest(*code: str | ModuleType | type | Callable[..., Any]) -> str:
    """SHA-256 of the syntax trees of modules, classes or functions, in hexadecimal.

    A module that is given by its name is not imported.
    """
    total = hashlib.sha256()
    for each in code:
        source = _source(each) if isinstance(each, str) else inspect.getsource(each)
        total.update(tree_text(dedent(source)).encode() + b"\0")
    return total.hexdigest()


def _source(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


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


# Fields without effect at run time, and those that versions of Python add.
LEFT_OUT = frozenset({"annotation", "returns", "ctx", "kind", "type_comment", "type_params"})


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


def effective(body: Any) -> Any:
    """Return the statements of a body that do something, or the body of a lambda."""
    if not isinstance(body, list):
        return body
    idle = (ast.Import, ast.ImportFrom)
    return [each for each in body if not (isinstance(each, idle) or _words(each))]


def _words(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
