# SPDX-License-Identifier: Apache-2.0
"""A module with all that is inside, of which the requirements of the modules inside are claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gatehash.prove.tools.modules import Module

__all__ = ["Whole"]

_NEVER = "never.v"
# An assertion that parameters switch off claims nothing.
_NEVER_MAP = """\
(* techmap_celltype = "$assert" *)
module never (input A, input EN);
  parameter _TECHMAP_CONSTVAL_EN_ = 1'bx;
  wire _TECHMAP_FAIL_ = _TECHMAP_CONSTVAL_EN_ !== 1'b0;
endmodule
"""


@dataclass(frozen=True)
class Whole(Module):
    """A module with all that is inside.

    Parameters
    ----------
    top, parameters, cut, cut_cells, streams, also_reset, reduction, root
        See :class:`gatehash.prove.tools.modules.Module`.
    asserts : bool
        Whether the assertions inside are claims too, not only the requirements.
    reset : str
        Its reset, low in a reset where its name ends with n.
    of_user : tuple of str
        Modules inside whose requirements are its user's, as those of a port on a bus.
    apart : tuple of str
        Labels of what is not claimed.
    """

    asserts: bool = False
    reset: str = "aresetn"
    of_user: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()

    def write_models(self, folder: Path, time_limit: float) -> None:
        """Write the models to a folder; raise GatehashError if a tool fails."""
        (folder / _NEVER).write_text(_NEVER_MAP, encoding="utf-8")
        super().write_models(folder, time_limit)

    @property
    def resets(self) -> Mapping[str, str]:
        """Values of its reset."""
        return {self.reset: "0,1'z" if self.reset.endswith("n") else "1,1'z"}

    def script(self) -> str:
        """Return the Yosys script that writes the models."""
        lines = super().script().splitlines()
        _insert(lines, f"prep -flatten -top {self.top}", 0, self._chosen())
        _insert(lines, "chformal -lower", 1, (f"techmap -map {_NEVER}",))
        return "\n".join(lines) + "\n"

    def _chosen(self) -> Iterator[str]:
        """Yield the commands that choose which assertions are assumed and claimed."""
        for module in self.of_user:
            yield f"chformal -assert2assume {module}*/c:*require_*"
        if not self.asserts:
            yield "select -assert-min 1 c:*require_*"
            yield "chformal -assert -remove c:* c:*require_* %d"
        for label in self.apart:
            yield f"chformal -assert -remove c:*{label}"


def _insert(lines: list[str], at: str, behind: int, more: Iterable[str]) -> None:
    """Put lines before the first line of a text, or so many behind it."""
    place = lines.index(at) + behind
    lines[place:place] = more
