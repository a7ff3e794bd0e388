# SPDX-License-Identifier: Apache-2.0
"""What Verilator and slang have to say of a module."""

import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from pyslang.driver import Driver

from gatehash.paths import rtl_root
from gatehash.simulate.plan import verilator_root

__all__ = ["refusal", "require_clean", "require_legal"]


def require_clean(top: str, parameters: Mapping[str, int], files: Iterable[Path]) -> None:
    """Fail, with its words, if Verilator's -Wall finds anything.

    Parameters
    ----------
    top : str
        Name of the module.
    parameters : mapping
        Its parameters.
    files : iterable of Path
        RTL files, packages before what imports them.
    """
    done = _verilator("-Wall", top, parameters, files)
    if done.returncode or "%" in done.stdout + done.stderr:
        raise AssertionError(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")


def refusal(top: str, parameters: Mapping[str, int], files: Iterable[Path]) -> str:
    """Return what Verilator says of a module whose parameters the RTL must refuse.

    Parameters
    ----------
    top, parameters, files
        As for :func:`require_clean`.
    """
    done = _verilator("-Werror-USERFATAL", top, parameters, files)
    assert done.returncode, f"{top} takes {dict(parameters)}"
    return done.stdout + done.stderr


def _verilator(
    option: str, top: str, parameters: Mapping[str, int], files: Iterable[Path]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            str(verilator_root() / "bin" / "verilator_bin"),
            *("--lint-only", option, "--quiet", "--assert", f"-I{rtl_root()}"),
            *("--top-module", top),
            *(f"-G{name}={value}" for name, value in parameters.items()),
            *map(str, files),
        ],
        env={**os.environ, "VERILATOR_ROOT": str(verilator_root())},
        capture_output=True,
        text=True,
        check=False,
    )


def require_legal(top: str, parameters: Mapping[str, int], files: Iterable[Path]) -> None:
    """Fail if slang finds an error by IEEE 1800-2017, no rule relaxed; print its warnings.

    Parameters
    ----------
    top, parameters, files
        As for :func:`require_clean`.
    """
    slang = Driver()
    slang.addStandardArgs()
    words = [
        *("slang", "--std", "1800-2017", f"-I{rtl_root()}", "--top", top),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        *map(str, files),
    ]
    # What it has to say goes to standard error.
    legal = (
        slang.parseCommandLine(" ".join(f'"{word}"' for word in words))
        and slang.processOptions()
        and slang.parseAllSources()
        and slang.runFullCompilation(quiet=True)
    )
    assert legal, f"{top} with {dict(parameters)} is not legal SystemVerilog"
