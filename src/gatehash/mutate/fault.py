# SPDX-License-Identifier: Apache-2.0
"""A fault: a piece of RTL, and what stands there instead."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Literal

from msgspec import Meta

from gatehash.catalog.sources import normalise
from gatehash.records import Record

__all__ = ["Fault", "Other", "Verdict", "chosen", "without_names"]

Verdict = Literal["test", "proof", "equivalent", "survivor"]

# A string, a number, a directive or a system's name; or an identifier.
_WORD = re.compile(
    r'"(?:\\.|[^"\\])*"|\d*\s*\'[sS]?[bodhBODH]\s*[\dA-Fa-fXxZz?_]+|\'[01XxZz]|\d[\w.]*|[`$]\w+'
    r"|\\(?P<escaped>\S+)\s?|(?P<name>[A-Za-z_][\w$]*)"
)


@dataclass(frozen=True, order=True)
class Fault:
    """A small change of a module's text that leaves it legal.

    Parameters
    ----------
    module : str
        The module or package, which is also the stem of its file.
    start, end : int
        Place of the text that is replaced, in bytes.
    kind : str
        ``operator``, ``condition``, ``constant``, ``bit`` or ``deletion``.
    becomes : str
        The text that replaces it; empty for a deleted statement.
    was : str
        The text that is replaced.
    told : str
        The change in words, or the new text.
    line, column : int
        Where it begins, from 1.
    """

    module: str
    start: int
    end: int
    kind: str
    becomes: str
    was: str
    told: str = field(compare=False)
    line: int
    column: int

    @property
    def label(self) -> str:
        """Place and change on one line."""
        return f"{self.line}:{self.column}: {' '.join(self.was.split())}: {self.told}"


class Other(Record, frozen=True):
    """A fault that the quick test does not catch.

    Parameters
    ----------
    line : int
        Where it is, from 1.
    was, becomes : str
        The text that is replaced, and the change in words or the new text.
    verdict : {"proof", "equivalent", "survivor"}
        Whether a property fails, the module is the same as without it, or neither is known.
    by : str
        The property, or how far the equality was examined.
    """

    line: Annotated[int, Meta(ge=1)]
    was: str
    becomes: str
    verdict: Verdict
    by: str


def chosen(faults: Iterable[Fault], count: int, seed: int) -> tuple[Fault, ...]:
    """Return so many of a module's faults, spread evenly over its lines, in the text's order.

    Parameters
    ----------
    faults : iterable of Fault
        All faults of the module.
    count : int
        How many; all if there are fewer.
    seed : int
        Seed of the choice.
    """
    lines: defaultdict[int, list[Fault]] = defaultdict(list)
    for each in sorted(faults):
        lines[each.line].append(each)
    rng = random.Random(f"{seed}/{next(iter(lines.values()))[0].module}" if lines else seed)
    queues = [lines[line] for line in sorted(lines)]
    for queue in queues:
        rng.shuffle(queue)
    found: list[Fault] = []
    while queues and len(found) < count:
        rng.shuffle(queues)
        found += [queue.pop() for queue in queues]
        queues = [queue for queue in queues if queue]
    return tuple(sorted(found[:count]))


def without_names(faults: Iterable[Fault]) -> list[tuple[str, str, str]]:
    """Return the faults of a module in the text's order, without names, places and layout.

    Each name is replaced by its number in the order of first appearance. The place of a fault of
    kind ``bit`` gives its bit, so that its new text is left out.

    Returns
    -------
    list of (str, str, str)
        Kind, text that is replaced, and text that replaces it.
    """
    numbers: dict[str, int] = {}

    def number(word: re.Match[str]) -> str:
        name = word["escaped"] or word["name"]
        return f"<{numbers.setdefault(name, len(numbers))}>" if name else word[0]

    def plain(text: str) -> str:
        return _WORD.sub(number, normalise(text))

    found = []
    for _, together in groupby(sorted(faults), lambda each: (each.start, each.end)):
        here = [
            (each.kind, plain(each.was), "" if each.kind == "bit" else plain(each.becomes))
            for each in together
        ]
        # The order of texts at one place depends on names.
        found += sorted(here)
    return found
