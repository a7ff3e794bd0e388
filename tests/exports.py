# SPDX-License-Identifier: Apache-2.0
"""Maps exports of plain Verilog for ECP5 with the script of their folder, and keeps the records.

``python -m tests.exports`` maps those whose records under results/exports are missing or stale;
with names of designs, these. The tests compare the records with those of the RTL.
"""

from __future__ import annotations

import argparse
from functools import partial

from gatehash.catalog import DESIGNS, Design, find
from gatehash.export.record import EXPORTS, Export, Mapped, map_export
from gatehash.pool import Tell, Work, pool
from gatehash.records.store import text_of


def is_fresh(design: Design) -> bool:
    """Whether the record of a design's export is there and holds."""
    of = Export(design)
    record = EXPORTS.load(of)
    return record is not None and not EXPORTS.is_stale(record, of)


def _map(design: Design, _: Tell) -> Mapped:
    return map_export(design)


def main() -> None:
    """Map exports, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.exports", description=__doc__)
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="by default all")
    parser.add_argument("--jobs", type=int, help="how many run side by side")
    parser.add_argument("--force", action="store_true", help="map again what is fresh")
    asked = parser.parse_args()
    designs = list(map(find, asked.designs or DESIGNS))
    with pool(asked.jobs, None) as there:
        for design in designs:
            if asked.force or not is_fresh(design):
                text = partial(text_of, Export(design))
                there.add(Work(Export(design).name, partial(_map, design), text))
        for _, result in there.ended():
            record: Mapped = result()
            EXPORTS.keep(record)
            area = record.area
            tables, blocks = area.lut + area.lutram, area.ramb36 + area.ramb18
            print(
                f"{record.subject}: {tables} look-up tables and {area.carry} carry cells, "
                f"{area.ff} flip-flops, {blocks} block memories, {record.seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
