# SPDX-License-Identifier: Apache-2.0
"""RTL that was changed, to be simulated in place of the library's own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gatehash.paths import rtl_root

__all__ = ["Altered"]


@dataclass(frozen=True)
class Altered:
    """A folder that is simulated in place of the RTL's.

    Parameters
    ----------
    root : Path
        The folder, which has all files that the RTL's has, at the same places.
    first : tuple of str
        Files in it that are compiled before the design's.
    """

    root: Path
    first: tuple[str, ...] = ()

    # A change of the text may leave a width or a sign that no one would write.
    flags = ("-Wno-lint", "-Wno-fatal")

    def digest(self, files: Iterable[Path]) -> str:
        """SHA-256 of what stands in it for some files of the RTL, in hexadecimal."""
        total = hashlib.sha256(repr((self.first, self.flags)).encode())
        names = (*self.first, *(str(path.relative_to(rtl_root())) for path in files))
        for name in names:
            total.update(hashlib.sha256((self.root / name).read_bytes()).digest())
        return total.hexdigest()
