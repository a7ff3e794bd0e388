# SPDX-License-Identifier: Apache-2.0
"""Python text without what has no effect, for keys of records that cover the library's own code."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

__all__ = ["normalise_python"]

_LAYOUT = frozenset(
    {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
)


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
