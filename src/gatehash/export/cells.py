# SPDX-License-Identifier: Apache-2.0
"""Models of vendors' cells as plain Verilog, for simulation of a file that instantiates them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

__all__ = ["plain_cells"]

# What the models of rtl/prim have of SystemVerilog, and what stands for it in Verilog.
_FORMS = (
    (r"\bparameter (?:logic|string)\b", "parameter"),
    (r"\bwire logic\b", "wire"),
    (r"'0", "0"),
    # A check of parameters at elaboration. The exported file has values that it passes.
    (r"\n  if \([^\n]*begin : gen_check\w*\n.*?\n  end\n", ""),
    (r"^  logic\b", "  wire"),
)

_LINT = """\
// These are meant, though Verilator's -Wall names them:
//   DECLFILENAME: this file has several modules
//   UNOPTFLAT: a chain of carries goes from bit to bit of one word
//   UNUSEDPARAM: a parameter that a cell must have, and that has one value here
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNOPTFLAT */
/* verilator lint_off UNUSEDPARAM */
"""


def plain_cells(paths: Iterable[Path]) -> str:
    """Return the models of cells as one file of Verilog-2005.

    Parameters
    ----------
    paths : iterable of Path
        The models, one module a file.
    """
    texts = [_LINT]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for pattern, by in _FORMS:
            text = re.sub(pattern, by, text, flags=re.MULTILINE | re.DOTALL)
        texts.append(text)
    return "\n".join(texts)
