# SPDX-License-Identifier: Apache-2.0
"""Stream widths in docs: the table of docs/widths.md, and each page's own words.

``python -m tests.doc_widths`` writes the table from the catalogue.
"""

from collections.abc import Iterator, Sequence

from tests.doc_figures import DOCS
from tests.doc_table import table, with_part

from gatehash.catalog import DESIGNS

__all__ = ["PAGE", "WORDS", "listed", "updated"]

PAGE = DOCS / "widths.md"
_HEADINGS = ("`tdata` bits", "by default", "designs")
_SIZES = ("skein256", "skein512", "skein1024")
_MICROCODED = "is the width of all streams of"

WORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("blake", "| `StreamBits` | width of both `tdata` | {}, |", ("blake256-", "blake512-")),
    ("blake", "BLAKE2s {};", ("blake2s-half",)),
    ("compact", "`skein-mc` and `threefish-mc` have {}", ("skein-mc", "threefish-mc")),
    ("compact-arx", f"`StreamBits`, {{}}, {_MICROCODED}", ("arx-mc-1", "blake2-mc-1")),
    (
        "compact-blake-chacha",
        f"`StreamBits`, {{}}, {_MICROCODED}",
        ("chacha-mc", "blake32-mc", "blake64-mc", "blake-mc", "blake-chacha-mc"),
    ),
    ("compact-blake2", f"`StreamBits`, {{}}, {_MICROCODED}", ("blake2s-mc", "blake2b-mc")),
    ("compact-blake3", f"`StreamBits`, {{}}, {_MICROCODED}", ("blake3-mc",)),
    (
        "compact-chacha-poly1305",
        "`StreamBits`, {}, is the width of all streams",
        ("chacha20-poly1305-mc",),
    ),
    ("engines", "| `gh_chacha_piped` | `StreamBits` {} |", ("chacha-x2-piped",)),
    ("engines", "`Lanes` 1: `StreamBits` {};", ("blake3-1",)),
    ("engines", "`Lanes` 2: {};", ("blake3-2",)),
    ("poly1305", "`StreamBits`, {}, is the width of all streams", ("poly1305-x4",)),
    (
        "chacha-poly1305",
        "`StreamBits`, {}, is the width of all streams",
        ("chacha20-poly1305-x2-piped",),
    ),
    (
        "phash",
        "up to 10 ciphers {},",
        ("phash-1", "phash-2", "phash-3", "phash-4", "phash-6", "phash-8"),
    ),
    ("sha2", "| {} with words of 32 bits", ("sha256-lut", "sha256-bram")),
    ("sha2", "; {} with words of 64 bits;", ("sha512-lut", "sha512-bram")),
    ("sha2", "(`StreamBits` of {})", ("sha256-lut-resume", "sha512-bram-resume")),
    ("sha2", "with `StreamBits` of {}, ", ("sha256-lut-hmac", "sha512-bram-hmac")),
    ("sha3", "| `StreamBits` | width of both `tdata` | {}, |", ("sha3-x1",)),
    (
        "sha2",
        f"`StreamBits`, {{}}, {_MICROCODED}",
        ("sha256-mc", "sha512-mc", "sha256-mc-hmac", "sha512-mc-hmac"),
    ),
    ("sha3", f"`StreamBits`, {{}}, {_MICROCODED}", ("sha3-mc", "sha3-mc-mac")),
    (
        "sha3",
        "| `StreamBits` | width of the three streams | {}, |",
        ("sha3-x1-mac", "sha3-x1-mac-fd"),
    ),
    ("sha3", "in two shares, on streams of {} bits", ("sha3-x1-mac-dom",)),
    *(
        ("skein", f"{size.removeprefix('skein')} bits of state: {{}}", (f"{size}-x",))
        for size in _SIZES
    ),
    ("skein", "with `StreamBits` of {}, ", ("skein256-x4-mac", "skein512-x8-mac")),
    ("skein", "| `StreamBits` | width of all three `tdata` | {},", ("skein-mc-mac",)),
    (
        "whirlpool",
        "| `StreamBits` | width of both `tdata` | {},",
        ("whirlpool-bram-", "whirlpool-lut-", "whirlpool-logic-"),
    ),
    (
        "whirlpool",
        "| `StreamBits` | width of both `tdata` of `whirlpool-shared` | {},",
        ("whirlpool-shared",),
    ),
    ("whirlpool", f"`StreamBits`, {{}}, {_MICROCODED}", ("whirlpool-mc",)),
)
"""A page, what it says of widths, and the beginnings of the names of the designs it says it of.

The braces are the widths: with a comma behind them ``8, 16, 32``, else ``8, 16 or 32``.
"""


def listed(widths: Sequence[int], last: str = " or ") -> str:
    """Return widths in words."""
    *first, final = map(str, widths)
    return f"{', '.join(first)}{last}{final}" if first else final


def _rows() -> Iterator[tuple[str, ...]]:
    found: dict[tuple[tuple[int, ...], int], list[str]] = {}
    for name, design in DESIGNS.items():
        found.setdefault((design.hardware.widths, design.hardware.stream_bits), []).append(name)
    for (widths, default), names in found.items():
        yield listed(widths, ", "), f"{default}", " ".join(f"`{name}`" for name in names)


def updated(text: str) -> str:
    """Return the page with the widths of the catalogue."""
    return with_part(text, "widths", table(_HEADINGS, _rows()))


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
