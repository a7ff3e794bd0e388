# SPDX-License-Identifier: Apache-2.0
"""Netlists of designs, mapped as for a measurement, with models of their cells."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from gatehash.cache import is_whole, locked, remove, seal
from gatehash.catalog import Job
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, Target, find_target
from gatehash.paths import cache_root, rtl_root
from gatehash.processes import terminable
from gatehash.waits import waiting

__all__ = ["NETLIST_TARGETS", "Netlist", "check_netlist_target", "map_netlist"]

# Block memories have ports only in the models that Yosys comes with.
_OWN = Path(__file__).with_name("cells")

NETLIST_TARGETS = tuple(name for name, target in TARGETS.items() if target.cell_models)
"""Targets whose netlists can be simulated: there are models of all their cells."""

_FILE = "netlist.v"
_PART = "netlist.part.v"


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

    from gatehash.implement.elaborated import text_digest
    from gatehash.implement.scripts import design_script
    from gatehash.implement.tools import tool_versions

    found = check_netlist_target(target)
    version = tool_versions(found)["pyosys"]
    source = text_digest(job.hardware, found, "stream")
    script = f"{design_script(job.hardware, found, 'stream')}write_verilog -noattr {_PART}\n"
    key = hashlib.sha256("\n".join((source, script, version)).encode()).hexdigest()[:32]
    name = f"{job.design.name}.{target}-{key}"
    root = cache_root() / "netlists"
    netlist = root / name / _FILE
    if not is_whole(root / name, _FILE):
        with terminable(), locked(root, f"{name}.lock"):
            if not is_whole(root / name, _FILE):
                what = f"netlist of {job.design.name} for {target}"
                with waiting(f"mapping the {what}", once=True):
                    _map(script, netlist.parent, what)
                if text_digest(job.hardware, found, "stream") != source:
                    raise GatehashError(f"{what}: the RTL changed meanwhile; run again")
                netlist.with_name(_PART).rename(netlist)
                seal(root / name, _FILE)
    own = (_OWN / "gh_block_ram.v", *sorted((_OWN / found.vendor).glob("*.v")))
    share = Path(str(metadata.distribution("pyosys").locate_file("pyosys/share")))
    return Netlist((netlist, *own), share / found.cell_models)


def _map(script: str, folder: Path, what: str) -> None:
    """Run Yosys in a folder, with a link ``rtl`` to the RTL's folder."""
    from gatehash.implement.tools import run_yosys

    remove(folder)
    folder.mkdir()
    (folder / "rtl").symlink_to(rtl_root(), target_is_directory=True)
    run_yosys(script, folder, what=what)
