# SPDX-License-Identifier: Apache-2.0
"""Circuits with planted leaks, mapped as gadgets are."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.attack.circuit import Circuit, read_circuit
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root

__all__ = ["IN_ONE_SHARE", "changed", "mapped_text"]

IN_ONE_SHARE = {
    "d0_i[i] ^ d0_i[C] ^ (d0_i[B] & d0_i[C])": "d0_i[i] ^ (~d0_i[B] & d0_i[C])",
    "d1_i[i] ^ d1_i[C] ^ (d1_i[B] & d1_i[C])": "d1_i[i] ^ (d1_i[B] & d1_i[C])",
    "(d0_i[B] & d1_i[C])": "(~d0_i[B] & d1_i[C])",
}
"""Changes of gh_dom_chi: the usual form of the complement."""


@cache
def mapped_text(text: str, *files: str, top: str = "planted") -> Circuit:
    """Return the mapped circuit of a text and files of the RTL."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "planted.sv").write_text(text)
        sources = " ".join(str(rtl_root() / file) for file in files)
        kept = "setattr -set keep 1 w:* a:keep %i %ci1 c:* %i"
        read = f"read_slang -I {rtl_root()} -D SYNTHESIS=1 --top {top} {sources} planted.sv"
        script = f"{read}\n{kept}\nsynth_ecp5 -top {top}\nflatten\nwrite_json top.json\n"
        run_yosys(script, folder, what="mapping of a planted leak")
        return read_circuit(json.loads((folder / "top.json").read_bytes()), top)


def changed(file: str, changes: Mapping[str, str]) -> str:
    """Return the text of a file of the RTL with changes."""
    text = (rtl_root() / file).read_text()
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    return text
