# SPDX-License-Identifier: Apache-2.0
"""The columns that show fields of :data:`gatehash.report.rows.FIELDS`, each stated once."""

from __future__ import annotations

from gatehash.implement import BOUNDARIES, find_target, kind_words
from gatehash.report.columns import Column, Entry, label, number

__all__ = ["frequency_text", "kind_text", "pick", "throughput_text"]


def frequency_text(entry: Entry) -> str:
    """Write a frequency as printed if published, else with its kind, or why there is none."""
    if entry["frequency_mhz"] is None:
        return entry["unplaced"] or "-"
    digits = 1 if entry["origin"] == "measured" else None
    return f"{number(entry['frequency_mhz'], digits)} {kind_text(entry)}".rstrip()


def kind_text(entry: Entry) -> str:
    """Write what a frequency is, ``routed`` or ``placed``, with its note."""
    return kind_words(entry["frequency_kind"], entry["frequency_note"])


def throughput_text(entry: Entry) -> str:
    """Write a throughput in Mbit/s: as printed if published, else rounded."""
    rate = entry["throughput_mbps"]
    if entry["origin"] == "published":
        return number(rate)
    return number(rate, 0 if rate is None or rate >= 100 else 1)


def _boundary(entry: Entry) -> str:
    return BOUNDARIES[entry["boundary"]] if entry["boundary"] else "-"


def _slices(entry: Entry) -> str:
    estimate = entry["slices_estimate"]
    return number(entry["slices"]) if estimate is None else f"est. {estimate:.0f}"


def _blocks(entry: Entry) -> str:
    kbit = find_target(entry["target"]).block_kbit if entry["target"] else 36
    text = number(entry["memory_blocks"] or None)
    return text if kbit == 36 or text == "-" else f"{text} of {kbit} Kbit"


def _multipliers(entry: Entry) -> str:
    return number(entry["multipliers"] or None)


_COLUMNS = (
    label("work", "Work"),
    label("device", "Device"),
    label("architecture", "Architecture"),
    label("family", "Family"),
    label("target", "Target", "Device family, see the overview"),
    label("boundary", "Boundary", "A core takes padded messages, a stream top any", _boundary),
    Column("cycles", "Cycles", "Clock cycles per block"),
    Column("frequency_mhz", "MHz", "Clock frequency on the row's device", words=frequency_text),
    Column(
        "throughput_mbps",
        "Mb/s",
        "All messages that are processed at once",
        words=throughput_text,
    ),
    Column("slices", "Slices", "Printed, or estimated from lc and FF", words=_slices),
    Column("area_ratio", "Slices relative to paper", "Estimated over published slices", 2),
    Column("throughput_per_slice", "Mb/s per slice"),
    Column("mbps_per_unit", "Mb/s per unit", "Units are those of the scarcest resource", 3),
    Column("throughput_per_lut", "Mb/s per LUT4", "LUT used as memory included", 3),
    Column("lc", "lc", "Xilinx logic cells as Yosys estimates them"),
    Column("luts", "LUT", "Look-up tables used as logic or memory"),
    Column("lutram", "LUT as memory", "Included in LUT"),
    Column("ff", "FF", "Flip-flops"),
    Column("carry", "Carry", "Carry cells"),
    Column("cells", "Cells", "Combinational cells as placed, carry included"),
    Column("memory_blocks", "Memory blocks", "36 Kbit each unless stated", words=_blocks),
    Column("multipliers", "DSP", "Multipliers", words=_multipliers),
    Column("units", "Units", "Cells of the same share of the device as its scarcest resource"),
    Column("lc_ratio", "lc relative to paper", "Over the logic cells of the published slices", 2),
    Column("lut_ratio", "LUT relative to paper", "Over the LUT of the published slices", 2),
    Column("ff_ratio", "FF relative to paper", "Over the flip-flops of the published slices", 2),
)
_BY_FIELD = {column.field: column for column in _COLUMNS}


def pick(*fields: str) -> tuple[Column, ...]:
    """Return the columns of some fields."""
    return tuple(_BY_FIELD[field] for field in fields)
