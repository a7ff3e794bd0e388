# SPDX-License-Identifier: Apache-2.0
"""The README's table of families: what the catalogue and the records say of each.

``python -m tests.doc_families`` writes it.
"""

from fractions import Fraction

from tests.doc_figures import DOCS
from tests.doc_table import table, with_part

from gatehash.catalog import DESIGNS, Design
from gatehash.implement import figures_at, load

__all__ = ["README", "updated", "write"]

README = DOCS.parent / "README.md"
_HEADINGS = ("family", "functions", "designs", "cycles a block", "LUT4", "Mb/s")
_PAGES = {
    "skein": ("Skein", "skein.md"),
    "sha2": ("SHA-2", "sha2.md"),
    "sha3": ("SHA-3", "sha3.md"),
    "whirlpool": ("Whirlpool", "whirlpool.md"),
    "phash": ("PHASH", "phash.md"),
    "blake": ("BLAKE", "blake.md"),
    "compact": ("coprocessors", "compact.md"),
    "aead": ("coprocessors with a tag", "compact-chacha-poly1305.md"),
    "poly1305": ("Poly1305", "poly1305.md"),
    "aead-piped": ("ChaCha20-Poly1305", "chacha-poly1305.md"),
    "skein-piped": ("Skein engines", "engines.md#skein"),
    "skein-tree": ("Skein tree engine", "engines.md#skein"),
    "blake-piped": ("BLAKE engines", "engines.md#blake"),
    "blake3-piped": ("BLAKE3 engines", "engines.md#blake3"),
    "sha2-piped": ("SHA-2 engines", "engines.md#sha-2"),
    "sha3-piped": ("SHA-3 engine", "engines.md#sha-3"),
    "whirlpool-piped": ("Whirlpool engine", "engines.md#whirlpool"),
    "chacha-piped": ("ChaCha engine", "engines.md#chacha"),
}
"""Name and page of each family, in the table's order."""

_FUNCTIONS = {
    "hmac-": "HMAC",
    "kmac": "KMAC",
    "cshake": "cSHAKE",
    "skein-mac-": "Skein-MAC",
    "skein-tree-": "Skein-512 as a tree",
    "skein-": "Skein-*",
    "sha3-": "SHA3-*",
    "sha-": "SHA-*",
    "shake": "SHAKE",
    "whirlpool": "Whirlpool",
    "phash": "PHASH",
    "threefish-": "Threefish-*",
    "blake2s": "BLAKE2s",
    "blake2b": "BLAKE2b",
    "blake3": "BLAKE3",
    "blake-": "BLAKE-*",
    "poly1305": "Poly1305",
    "xchacha20-poly1305": "XChaCha20-Poly1305",
    "chacha20-poly1305": "ChaCha20-Poly1305",
    "xchacha": "XChaCha20",
    "chacha": "ChaCha",
}
"""What algorithms are called in the table, by the beginning of their names; a star is a size."""


def _functions(designs: list[Design]) -> str:
    sizes: dict[str, set[str]] = {}
    for algorithm in (each for design in designs for each in design.algorithms):
        start = next(each for each in _FUNCTIONS if algorithm.startswith(each))
        size = algorithm.removeprefix(start).partition("-")[0]
        sizes.setdefault(_FUNCTIONS[start], set()).add(size)
    words = []
    for name, found in sizes.items():
        first, *others = sorted(found, key=lambda size: (len(size), size))
        rest = others if "*" in name else []
        words.append(", -".join([name.replace("*", first), *rest]))
    return "; ".join(words)


def _span(values: list[float]) -> str:
    low, high = (f"{edge:.2f}".rstrip("0").rstrip(".") for edge in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def _row(family: str) -> tuple[str, ...]:
    name, page = _PAGES[family]
    designs = [each for each in DESIGNS.values() if each.family == family]
    found = [each for each in (figures_at(d, "ecp5", "stream") for d in designs) if each.result]
    routed = [each for each in found if each.fmax_kind == "routed"]
    # The README says that the others do not fit into the device.
    assert not any(each.fits for each in found if each not in routed), family
    jobs = [each.job for each in routed]
    return (
        f"[{name}](docs/{page})",
        _functions(designs),
        f"{len(routed)} of {len(found)}" if len(routed) < len(found) else f"{len(found)}",
        _span([float(Fraction(job.timing.block) / job.streams) for job in jobs]),
        _span([each.luts or 0 for each in routed]),
        _span([round(each.rate.mbps or 0) for each in routed]),
    )


def updated(text: str) -> str:
    """Return the README with the families of the catalogue and the figures of the records."""
    new = {each.family for each in DESIGNS.values() if load(each, "ecp5", "stream")} - set(_PAGES)
    assert not new, f"name the page of {', '.join(sorted(new))} in tests/doc_families.py"
    return with_part(text, "families", table(_HEADINGS, map(_row, _PAGES)))


def write() -> None:
    """Write it."""
    README.write_text(updated(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
