# SPDX-License-Identifier: Apache-2.0
"""For each function the design to take, in docs/designs.md.

``python -m tests.doc_choice`` writes the table from the committed records.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.doc_figures import DOCS
from tests.doc_table import table, with_part

from gatehash.catalog import DESIGNS, jobs_called
from gatehash.implement import Figures, figures_at

__all__ = ["PAGE", "updated", "write"]

PAGE = DOCS / "designs.md"
_HEADINGS = ("functions", "smallest", "fastest for one message", "most for a device")


@dataclass(frozen=True)
class _Candidate:
    """The stream top of a design, routed on ECP5, at a function."""

    design: str
    streams: int
    figures: Figures


def _candidates(function: str) -> list[_Candidate]:
    found: dict[str, _Candidate] = {}
    for job in jobs_called(function):
        figures = figures_at(job.design, "ecp5", "stream", at_work=job)
        if figures.fmax_kind == "routed":
            found.setdefault(job.design.name, _Candidate(job.design.name, job.streams, figures))
    return [*found.values()]


def _size(each: _Candidate) -> tuple[float, ...]:
    return -(each.figures.size or 0), -(each.figures.memory_blocks or 0)


def _rate(each: _Candidate) -> tuple[float, ...]:
    return (each.figures.rate.mbps or 0,)


def _per_unit(each: _Candidate) -> tuple[float, ...]:
    return (each.figures.rate.mbps_per_unit or 0,)


def _area(each: _Candidate) -> str:
    blocks = f" and {each.figures.memory_blocks:g} EBR" if each.figures.memory_blocks else ""
    return f"`{each.design}`: {each.figures.size} LUT4{blocks}"


def _speed(each: _Candidate) -> str:
    return f"`{each.design}`: {each.figures.rate.mbps:.0f} Mb/s"


def _share(each: _Candidate) -> str:
    return f"`{each.design}`: {each.figures.rate.mbps_per_unit:.3f}"


def _best(
    found: list[_Candidate],
    key: Callable[[_Candidate], tuple[float, ...]],
    words: Callable[[_Candidate], str],
) -> str:
    return words(max(found, key=key)) if found else "-"


def _rows() -> Iterator[tuple[str, ...]]:
    functions = dict.fromkeys(name for each in DESIGNS.values() for name in each.algorithms)
    alike: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for function in functions:
        found = _candidates(function)
        alone = [each for each in found if each.streams == 1]
        choice: tuple[str, ...] = (_best(found, _size, _area), _best(alone, _rate, _speed))
        alike[*choice, _best(found, _per_unit, _share)].append(function)
    for choice, names in alike.items():
        yield ", ".join(names), *choice


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    return with_part(text, "choice", table(_HEADINGS, _rows()))


def write() -> None:
    """Write the page."""
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
