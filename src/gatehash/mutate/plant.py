# SPDX-License-Identifier: Apache-2.0
"""Plants faults in copies of the RTL: all at once, to choose one at run time, or a single one."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gatehash.mutate.fault import Fault

__all__ = ["CHOICE", "copy_with", "planted_texts", "with_choice", "with_one"]

CHOICE = "gh_faults_pkg"
"""Name of the package whose variable ``fault`` chooses a fault, which is set by ``+fault=N``."""

_PACKAGE = f"""\
package {CHOICE};
  function automatic int unsigned chosen();
    int unsigned number;
    if ($value$plusargs("fault=%d", number) == 0) number = 0;
    return number;
  endfunction
  int unsigned fault = chosen();
endpackage
"""


def with_one(text: bytes, fault: Fault) -> bytes:
    """Return the text of a file with a fault."""
    becomes = f"({fault.becomes})" if fault.becomes else ";"
    return text[: fault.start] + becomes.encode() + text[fault.end :]


def with_choice(text: bytes, faults: Mapping[int, Fault]) -> bytes:
    """Return the text of a file with several faults, of which the package's variable chooses one.

    Parameters
    ----------
    text : bytes
        The file.
    faults : mapping
        Its faults by their numbers, from 1.
    """
    # At a place what closes comes before what opens, and the outer one opens first.
    inserted: list[tuple[int, int, int, int, str]] = []
    for number, each in faults.items():
        size = each.end - each.start
        if each.becomes:
            opening = f"({CHOICE}::fault == {number} ? ({each.becomes}) : ("
            closing = "))"
        else:
            opening, closing = f"begin if ({CHOICE}::fault != {number}) ", " end"
        inserted.append((each.start, 1, -size, number, opening))
        inserted.append((each.end, 0, size, -number, closing))
    pieces, last = [], 0
    for place, *_, piece in sorted(inserted):
        pieces += [text[last:place], piece.encode()]
        last = place
    return b"".join([*pieces, text[last:]])


def copy_with(root: Path, texts: Mapping[str, bytes], copy: Path) -> None:
    """Make a folder that is like one of RTL but for some files; the others are links.

    Parameters
    ----------
    root : Path
        Folder of the RTL.
    texts : mapping
        Texts of files by their paths below it.
    copy : Path
        The new folder; what is there is removed.
    """
    shutil.rmtree(copy, ignore_errors=True)
    for path in sorted(root.rglob("*.sv*")):
        name = path.relative_to(root)
        here = copy / name
        here.parent.mkdir(parents=True, exist_ok=True)
        if str(name) not in texts:
            here.symlink_to(path)
    for file, text in texts.items():
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        (copy / file).write_bytes(text)


def planted_texts(root: Path, faults: Sequence[Fault], files: Iterable[Path]) -> dict[str, bytes]:
    """Return the texts of the files that some faults, numbered from 1, are in, and the package.

    Parameters
    ----------
    root : Path
        Folder of the RTL.
    faults : sequence of Fault
        The faults.
    files : iterable of Path
        The files of the bench.
    """
    by_module: defaultdict[str, dict[int, Fault]] = defaultdict(dict)
    for number, each in enumerate(faults, 1):
        by_module[each.module][number] = each
    texts = {f"{CHOICE}.sv": _PACKAGE.encode()}
    for path in files:
        if path.stem in by_module:
            name = str(path.relative_to(root))
            texts[name] = with_choice(path.read_bytes(), by_module[path.stem])
    return texts
