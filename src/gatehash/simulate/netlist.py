# SPDX-License-Identifier: Apache-2.0
"""Netlists of designs, mapped as for a measurement, with models of their cells."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gatehash.cache import is_whole, locked, remove, seal
from gatehash.catalog import Job
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, Target, find_target
from gatehash.paths import cache_root, rtl_root
from gatehash.processes import terminable
from gatehash.waits import waiting

__all__ = [
    "NETLIST_TARGETS",
    "Netlist",
    "check_netlist_target",
    "made_folder",
    "map_netlist",
    "mapped_folder",
]

# Block memories have ports only in the models that Yosys comes with.
_OWN = Path(__file__).with_name("cells")
# Cells that the library's primitives are made of have a model beside these primitives.
_OF_PRIMITIVES = {"lattice": ("PDPW16KD",)}

NETLIST_TARGETS = tuple(name for name, target in TARGETS.items() if target.cell_models)
"""Targets whose netlists can be simulated: there are models of all their cells."""

_FILE = "netlist.v"


@dataclass(frozen=True)
class Netlist:
    """A netlist in Verilog and models of its cells.

    Parameters
    ----------
    files : tuple of Path
        The netlist, then the library's own models.
    shipped : Path
        Yosys's models, for all other cells.
    """

    files: tuple[Path, ...]
    shipped: Path

    def digest(self) -> str:
        """SHA-256 of all that is simulated, in hexadecimal."""
        total = hashlib.sha256()
        for path in (*self.files, self.shipped):
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()


def check_netlist_target(target: str) -> Target:
    """Return the target of a name, whose netlists can be simulated.

    Raises
    ------
    GatehashError
        If there are no models of its cells.
    """
    if target not in NETLIST_TARGETS:
        allowed = ", ".join(NETLIST_TARGETS)
        raise GatehashError(f"no netlist can be simulated for '{target}'; choose one of: {allowed}")
    return find_target(target)


def map_netlist(job: Job, target: str) -> Netlist:
    """Return the netlist of a design's stream top, mapping it if the cache does not hold it.

    Yosys runs the script of a measurement and writes the mapped netlist.

    Parameters
    ----------
    job : Job
        The design and what it does.
    target : str
        Name of the target, one of :data:`NETLIST_TARGETS`.

    Raises
    ------
    GatehashError
        If there are no models of the target's cells, Yosys is missing or fails, or the cache can't
        be written.
    """
    from importlib import metadata

    from gatehash.implement.scripts import design_script

    found = check_netlist_target(target)
    script = f"{design_script(job.hardware, found, 'stream')}write_verilog -noattr {_FILE}\n"
    folder = mapped_folder(job, found, [script], _FILE)
    prims = rtl_root() / "prim" / found.vendor
    own = (
        _OWN / "gh_block_ram.v",
        *sorted((_OWN / found.vendor).glob("*.v")),
        *(prims / f"{name}.sv" for name in _OF_PRIMITIVES.get(found.vendor, ())),
    )
    share = Path(str(metadata.distribution("pyosys").locate_file("pyosys/share")))
    return Netlist((folder / _FILE, *own), share / found.cell_models)


def mapped_folder(
    job: Job,
    target: Target,
    scripts: Sequence[str],
    *files: str,
    finish: Callable[[Path], object] = lambda _: None,
) -> Path:
    """Return a folder with what scripts of Yosys make of a design's stream top.

    They run unless the cache holds it.

    Parameters
    ----------
    job : Job
        The design and what it does.
    target : Target
        The target that it is mapped to.
    scripts : sequence of str
        The scripts, which run one after the other in the folder, with a link ``rtl`` to the RTL.
    *files : str
        Files that are made.
    finish : callable, optional
        Called with the folder when the scripts have run.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    from gatehash.implement.elaborated import text_digest

    def source() -> str:
        return text_digest(job.hardware, target, "stream")

    return made_folder(job.design.name, source, target, scripts, *files, finish=finish)


def made_folder(
    of: str,
    source: Callable[[], str],
    target: Target,
    scripts: Sequence[str],
    *files: str,
    finish: Callable[[Path], object] = lambda _: None,
) -> Path:
    """Return the same of any module.

    Parameters
    ----------
    of : str
        Name of what is mapped.
    source : callable
        Returns the digest of its RTL as it is now.
    target, scripts, *files, finish
        The same as for :func:`mapped_folder`.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the cache can't be written.
    """
    from gatehash.implement.tools import tool_versions

    version = tool_versions(target)["pyosys"]
    text = source()
    key = hashlib.sha256("\n".join((text, *scripts, version)).encode()).hexdigest()[:32]
    name = f"{of}.{target.name}-{key}"
    root = cache_root() / "netlists"
    if not is_whole(root / name, *files):
        with terminable(), locked(root, f"{name}.lock"):
            if not is_whole(root / name, *files):
                what = f"netlist of {of} for {target.name}"
                with waiting(f"mapping the {what}", once=True):
                    _map(scripts, root / name, what)
                    finish(root / name)
                if source() != text:
                    raise GatehashError(f"{what}: the RTL changed meanwhile; run again")
                seal(root / name, *files)
    return root / name


def _map(scripts: Sequence[str], folder: Path, what: str) -> None:
    """Run Yosys in a folder, with a link ``rtl`` to the RTL's folder."""
    from gatehash.implement.tools import run_yosys

    remove(folder)
    folder.mkdir()
    (folder / "rtl").symlink_to(rtl_root(), target_is_directory=True)
    for number, script in enumerate(scripts):
        run_yosys(script, folder, what=what, name=f"script-{number}")
