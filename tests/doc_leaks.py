# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/protection.md on leakage.

``python -m tests.doc_leaks`` writes them from the records.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.doc_figures import DOCS

from gatehash.attack import GADGETS, Leaked, Probed, leaks_on_record, probed_on_record

__all__ = ["PAGE", "updated"]

PAGE = DOCS / "protection.md"

_TESTS = (
    "| design | function | key bits | model | traces | threshold | order 1: largest abs(t) | "
    "cycles over | order 2: largest abs(t) | cycles over |"
)
_ATTACKS = "| design | function | secret | model | traces until it falls (upper bound) |"


def _test(found: Leaked) -> Sequence[str]:
    assert found.ttest is not None
    orders = [
        cell
        for each in found.ttest.orders
        for cell in (f"{each.largest:,.1f}", f"{each.over:,} of {found.cycles:,}")
    ]
    return (
        *(f"`{found.design}`", found.algorithm, f"{found.secret_bits:,}", found.model),
        *(f"{found.traces:,}", f"{found.ttest.threshold:.2f}", *orders),
    )


def _attack(found: Leaked) -> Sequence[str]:
    attack = found.attack
    assert attack is not None
    after = attack.steps[-1]
    falls = f"{attack.falls:,}"
    if not attack.falls:
        falls = f"not after {after.traces:,}: {after.wrong:,} bits wrong"
    secret = f"{attack.secret}, {attack.bits:,} bits"
    return f"`{found.design}`", found.algorithm, secret, found.model, falls


_GADGETS = (
    "| gadget | function | latency | random bits a cycle | gates | registers | "
    "composability with glitches |"
)
_PROBES = (
    "| gadget | model | cycles | wires | probe sets | exact | composed | skipped | leaking | "
    "G-test: runs | leaking |"
)


def _gadget(found: Probed) -> Sequence[str]:
    can = found.composability
    names = {"NI": can.ni, "SNI": can.sni, "PINI": can.pini} if can else {}
    composability = ", ".join(name for name, holds in names.items() if holds) or "none"
    return (
        *(f"`{found.gadget}`", GADGETS[found.gadget].does, str(found.latency)),
        *(f"{each:,}" for each in (found.random_bits, found.lut, found.ff)),
        composability if can else "not decided",
    )


def _probes(found: Probed, tested: Probed | None) -> Sequence[str]:
    counts = (found.wires, found.sets, found.exact, found.composed, found.skipped)
    return (
        *(f"`{found.gadget}`", found.model, str(found.cycles or "any")),
        *(*(f"{each:,}" for each in counts), str(len(found.leaks))),
        *((f"{tested.runs:,}", str(len(tested.leaks))) if tested else ("", "")),
    )


def _written(text: str, headings: str, rows: Sequence[Sequence[str]]) -> str:
    before, _, rest = text.partition(headings)
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    separator = f"|{' --- |' * (headings.count('|') - 1)}"
    table = [headings, separator, *(f"| {' | '.join(row)} |" for row in rows)]
    return before + "\n".join([*table, *lines[end:]])


def updated(text: str) -> str:
    """Return the page with the tables of the records."""
    found = [each for each, _ in leaks_on_record()]
    text = _written(text, _TESTS, [_test(each) for each in found if each.ttest])
    text = _written(text, _ATTACKS, [_attack(each) for each in found if each.attack])
    probed = [each for each, _ in probed_on_record()]
    tested = {(each.gadget, each.model): each for each in probed if each.check == "gtest"}
    decided = [each for each in probed if each.check == "probes"]
    glitch = [_gadget(each) for each in decided if each.model == "glitch"]
    text = _written(text, _GADGETS, glitch)
    rows = [_probes(each, tested.get((each.gadget, each.model))) for each in decided]
    return _written(text, _PROBES, rows)


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
