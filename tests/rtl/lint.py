# SPDX-License-Identifier: Apache-2.0
"""What Verilator and slang have to say of a module."""

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pyslang.driver import Driver
from pyslang.parsing import TokenKind
from pyslang.syntax import SyntaxKind, SyntaxNode, SyntaxTree

from gatehash.paths import rtl_root
from gatehash.simulate.plan import verilator_root

__all__ = ["cases_of_initial_blocks", "refusal", "require_clean", "require_legal"]


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


def require_legal(
    top: str, parameters: Mapping[str, int], files: Iterable[Path], *folders: Path
) -> None:
    """Fail if slang finds an error by IEEE 1800-2017, no rule relaxed; print its warnings.

    Parameters
    ----------
    top, parameters, files
        As for :func:`require_clean`.
    folders : Path
        Exported folders, whose files include their own macros.
    """
    slang = Driver()
    slang.addStandardArgs()
    words = [
        *("slang", "--std", "1800-2017", f"-I{rtl_root()}", "--top", top),
        *(f"-I{folder}/rtl" for folder in folders),
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


def cases_of_initial_blocks(files: Iterable[Path]) -> set[str]:
    """Return the initial blocks, by file, and the functions that they call, that have a case.

    Functions are told apart by their names alone.
    """
    calls: dict[str, set[str]] = {}
    found, todo, with_case = set(), set(), set()
    for path in files:
        for node in _below(SyntaxTree.fromFile(str(path)).root):
            if node.kind not in (SyntaxKind.FunctionDeclaration, SyntaxKind.InitialBlock):
                continue
            inside = list(_below(node))
            names = {each.valueText for each in inside if each.kind == TokenKind.Identifier}
            initial = node.kind == SyntaxKind.InitialBlock
            name = path.name if initial else str(node.prototype.name).strip()
            if initial:
                todo |= names
                found.add(name)
            calls.setdefault(name, set()).update(names)
            if any(each.kind == SyntaxKind.CaseStatement for each in inside):
                with_case.add(name)
    while todo:
        name = todo.pop()
        if name in calls and name not in found:
            found.add(name)
            todo |= calls[name]
    return found & with_case


def _below(node: Any) -> Iterator[Any]:
    for child in node:
        yield child
        if isinstance(child, SyntaxNode):
            yield from _below(child)
