# SPDX-License-Identifier: Apache-2.0
"""Estimates of frequency on Artix-7 beside the papers' frequencies."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.report.fakes import ZALEWSKI, made_up, only

from gatehash.catalog import Design
from gatehash.implement import Run
from gatehash.implement.results import store
from gatehash.published import paper
from gatehash.report.estimates import estimate_words, estimates
from gatehash.report.render import to_markdown

SOURCE = paper("zalewski")
TABLES = ("2", "3")
ANSWERS = {design.name: design for design in ZALEWSKI if design.paper_rows}


@pytest.fixture(autouse=True)
def _catalogue(results_root: Path) -> Iterator[None]:
    with only(ZALEWSKI):
        yield


def measure(
    design: Design, mhz: float, *, routed: bool = True, lut: int = 2000, ramb36: int = 0
) -> None:
    result = made_up(design, "xc7a")
    run = Run(1, mhz, "routed" if routed else "placed", 30.0, lut)
    area = structs.replace(result.area, lut=lut, ramb36=ramb36)
    store(structs.replace(result, area=area, runs=()).with_runs(run))


def found(design: Design) -> dict[str, Any]:
    rows = [each for each in estimates(SOURCE, TABLES).rows if each["design"] == design.name]
    assert len(rows) == 1
    return rows[0]


def one_of(table: str) -> tuple[Design, float]:
    """The first design that corresponds to a row of a table, and the frequency of the row."""
    for row in SOURCE.table(table).rows:
        for design in ANSWERS.values():
            if row.id in design.paper_rows and row.frequency_mhz:
                return design, row.frequency_mhz
    raise AssertionError(f"no design for table {table}")


def test_without_a_record_the_command_is_told() -> None:
    design, published = one_of("2")
    row = found(design)
    assert (row["published_mhz"], row["frequency_mhz"], row["device"]) == (published, None, "-")
    assert row["notes"] == [
        f"Not measured yet; to do so: `gatehash synth {design.name} --target xc7a --boundary core`."
    ]
    words = estimate_words(SOURCE, estimates(SOURCE, TABLES))
    assert words[0] == "Beside Virtex-5 LX330: no design is routed on Artix-7 yet."


def test_ratio_is_over_the_published_frequency() -> None:
    design, published = one_of("2")
    measure(design, published * 0.75)
    row = found(design)
    assert row["frequency_ratio"] == pytest.approx(0.75)
    assert (row["device"], row["notes"]) == ("Artix-7 xc7a100t", [])
    (line,) = (
        line
        for line in to_markdown(estimates(SOURCE, TABLES)).splitlines()
        if f"| {design.name} |" in line
    )
    assert f"{published * 0.75:.1f} routed, estimate | 0.75" in line


def test_what_nextpnr_does_not_time_is_told() -> None:
    design, published = one_of("2")
    measure(design, published, ramb36=1)
    (note,) = found(design)["notes"]
    assert "nextpnr does not time addresses and data of block memories of 36 Kbit" in note


def test_larger_device_is_named() -> None:
    design, published = one_of("3")
    measure(design, published, lut=40000)
    assert found(design)["device"] == "Artix-7 xc7a200t"


def test_spread_is_of_routed_designs() -> None:
    (first, published), (other, _) = one_of("2"), one_of("3")
    measure(first, published * 0.5)
    measure(other, 10.0, routed=False)
    table = estimates(SOURCE, TABLES)
    words = " ".join(estimate_words(SOURCE, table))
    assert (
        f"the estimates of routed cores (1 of {len(table.rows)}) lie at 0.50 ({first.name}) "
        f"to 0.50 ({first.name}) times the paper's frequency, the median at 0.50."
    ) in words
    assert "Virtex-5 LX330 and Artix-7 are different devices" in words
    assert "estimates of nextpnr" in words
