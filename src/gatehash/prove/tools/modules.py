# SPDX-License-Identifier: Apache-2.0
"""A module of the RTL without a harness: claims are its own assertions, or those that bind to it.

``gh_assert.svh`` has two kinds of assertions. A module's own assertions are claimed of it. Its
requirements on its user are assumed when the module is proved by itself, and claimed of every
module that has it inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog import DESIGNS
from gatehash.catalog.checks import checker_files, stream_checker_defines, stream_checker_files
from gatehash.prove.tools.harness import Harness, rtl_files
from gatehash.prove.tools.scripts import claims_script

__all__ = ["DATA", "Module", "streams_of"]

DATA = {
    "blake": ("gh_blake_half", "gh_blake_operand"),
    "blake2": ("gh_blake_half", "gh_blake2_word"),
    "sha2": ("gh_sha2_constants",),
    "sha3": ("gh_keccak_round",),
    "skein": ("gh_threefish_rounds", "gh_threefish_keys"),
    "whirlpool": ("gh_whirlpool_sub_bytes", "gh_whirlpool_mix_row"),
}
"""Modules of data, on which no control depends: a proof without them allows more than the RTL."""


@dataclass(frozen=True)
class Module(Harness):
    """A module of the RTL by itself, from its reset on.

    Parameters
    ----------
    top, parameters, depth, reduction, macros, root
        See :class:`gatehash.prove.tools.harness.Harness`.
    cut : tuple of str
        Modules of data whose outputs have any value in any cycle.
    cut_cells : tuple of str
        Selections of cells of which the same is true.
    bound : str
        A module of ``rtl/formal`` that binds itself to this one, whose assertions are claims in
        place of the RTL's own.
    streams : tuple of str
        Macros of the checkers of a stream top, see :func:`streams_of`; none of another module.
    also_reset : tuple of str
        Resets besides ``rst_i``: those of a second side, which has the same clock here.
    """

    cut: tuple[str, ...] = ()
    cut_cells: tuple[str, ...] = ()
    bound: str = ""
    streams: tuple[str, ...] = ()
    also_reset: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """RTL files that the module needs, packages first, checkers last."""
        if self.bound:
            return rtl_files(self.root, self.top, self.bound)
        files = rtl_files(self.root, self.top)
        return (*files, *checker_files(files), *(stream_checker_files() if self.streams else ()))

    @property
    def resets(self) -> Mapping[str, str]:
        """Names of its resets, and the values that they have from the first cycle on."""
        return {"aresetn": "0,1'z"} if self.streams else {"rst_i": "1,1'z"}

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        return claims_script(
            self.top,
            self.parameters,
            self.files,
            cut=self.cut,
            cut_cells=self.cut_cells,
            resets={**self.resets} | dict.fromkeys(self.also_reset, "1,1'z"),
            defines=("FORMAL", *(self.macros if self.bound else self.streams)),
            own=not self.bound,
        )


def streams_of(top: str) -> tuple[str, ...]:
    """Return the macros of the checkers of a stream top of the catalogue; none of another module.

    Examples
    --------
    >>> streams_of("gh_skein")
    ('GH_CHECKED=gh_skein',)
    >>> streams_of("gh_fifo")
    ()
    """
    tops = (each.hardware for each in DESIGNS.values())
    return next((stream_checker_defines(each) for each in tops if each.stream.top == top), ())
