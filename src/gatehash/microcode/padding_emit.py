# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog packages of the padding rules, one for the functions that share hardware."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from gatehash.microcode.systemverilog import package
from gatehash.models.padding import RULES

__all__ = ["PADDING_PACKAGES"]

_FAMILIES: Mapping[str, Sequence[str]] = {
    "skein": ("skein-256", "skein-512", "skein-1024"),
    "threefish": ("threefish-256", "threefish-512", "threefish-1024"),
    "sha2": ("sha-256", "sha-512"),
    "sha3": ("sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256"),
    "whirlpool": ("whirlpool",),
    "phash": ("phash", "phash-padded"),
    "blake": ("blake-224", "blake-256", "blake-384", "blake-512"),
    "chacha": ("chacha",),
}


def _identifier(name: str) -> str:
    return "Pad" + "".join(part.capitalize() for part in name.split("-"))


def _body(family: str, names: Sequence[str]) -> Iterator[str]:
    yield "  import gh_stream_pkg::pad_rule_t;"
    yield ""
    bits = max(1, (len(names) - 1).bit_length())
    yield f"  typedef enum logic [{bits - 1}:0] {{"
    identifiers = [_identifier(name) for name in names]
    yield ",\n".join(f"    {identifier}" for identifier in identifiers)
    yield f"  }} {family}_padding_e;"
    yield ""
    yield f"  function automatic pad_rule_t {family}_padding({family}_padding_e padding);"
    yield "    // Block in bytes, suffix, closing byte, length in bytes, whole blocks."
    yield "    unique case (padding)"
    for label, name in zip((*identifiers[:-1], "default"), names, strict=True):
        rule = RULES[name]
        yield (
            f"      {label}: return '{{9'd{rule.block_bytes}, 8'h{rule.suffix:02x}, "
            f"8'h{rule.closing:02x}, 6'd{rule.length_bytes}, 1'b{int(rule.whole)}}};"
        )
    yield "    endcase"
    yield "  endfunction"
    yield ""


def _package(path: Path, family: str, names: Sequence[str]) -> str:
    about = f"How {', '.join(names)} complete a message to whole blocks, see gh_stream_pkg."
    return package(path, about, _body(family, names))


_FOLDER = Path("stream", "generated")

PADDING_PACKAGES: Mapping[Path, Callable[[], str]] = {
    path: partial(_package, path, family, names)
    for family, names in _FAMILIES.items()
    for path in [_FOLDER / f"gh_{family}_padding_pkg.sv"]
}
"""File of each package below ``rtl`` to the function that makes its text."""
