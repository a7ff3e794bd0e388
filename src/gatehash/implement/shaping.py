# SPDX-License-Identifier: Apache-2.0
"""The library's own code that shapes a result: it changes netlists and reads the tools' output."""

from __future__ import annotations

import hashlib
import inspect
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from textwrap import dedent
from types import ModuleType
from typing import Any

from gatehash.implement import critical, hierarchy, netlists, reading
from gatehash.implement.passes import COMMANDS
from gatehash.implement.record import Area, count_area
from gatehash.implement.targets import Target
from gatehash.implement.terms import in_common_terms

__all__ = ["COUNTED_BY", "normalise_python", "shaping_code"]

COUNTED_BY = (
    *("lut", "lut_not_estimated", "lut_memories", "luts_per_carry"),
    *("ff", "carry", "ramb36", "ramb18"),
)
"""Attributes of a target that define how its cells are counted."""

_Code = ModuleType | type | Callable[..., Any]

_COUNTS: tuple[_Code, ...] = (
    reading,
    Area,
    count_area,
    Target.count,
    Target.luts_in_memories,
)
# Areas of modules, and the critical path.
_LOCATES: tuple[_Code, ...] = (critical, hierarchy, netlists)
_LAYOUT = frozenset(
    {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
)


def shaping_code(target: Target, script: str) -> dict[str, str]:
    """Return a hash of each piece of own code that shapes results on a target, by its name.

    The script of Yosys selects the commands of :mod:`gatehash.implement.passes` that are included.
    """
    commands = {line.partition(" ")[0] for line in script.splitlines()}
    code = [*_COUNTS, *(_LOCATES if target.place_and_route else ())]
    code += [in_common_terms] if target.terms else []
    code += [make for name, make in COMMANDS.items() if name in commands]
    return {each.__name__: _hash(each) for each in code}


@cache
def _hash(code: _Code) -> str:
    text = normalise_python(dedent(inspect.getsource(code)))
    return hashlib.sha256(text.encode()).hexdigest()


def normalise_python(text: str) -> str:
    r"""Return Python text without comments, docstrings, imports and empty lines.

    The result is the same in every version of Python.

    Examples
    --------
    >>> normalise_python('import re\n\ndef one():\n    "Return 1."\n    return 1  # of course\n')
    'def one():\n    return 1'
    """
    lines = text.splitlines()
    for (first, start), (last, end) in reversed([*_without_meaning(text)]):
        lines[first - 1 : last] = [lines[first - 1][:start] + lines[last - 1][end:]]
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _without_meaning(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the begin and end of each comment, docstring and import."""
    statement: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start, token.end
        elif token.type not in _LAYOUT:
            statement.append(token)
        elif token.type == tokenize.NEWLINE and statement:
            first, last = statement[0], statement[-1]
            alone = first.type == tokenize.STRING and len(statement) == 1
            if alone or re.fullmatch("import|from", first.string):
                yield first.start, last.end
            statement.clear()
