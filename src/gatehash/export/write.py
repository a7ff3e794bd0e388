# SPDX-License-Identifier: Apache-2.0
"""Writes designs as a folder that other flows take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gatehash.export.folder import Folder
from gatehash.export.forms import Form
from gatehash.export.project import Project
from gatehash.files import check_new, write_new

__all__ = ["exported", "write_export"]


def write_export(projects: Sequence[Project], form: Form, folder: Path) -> None:
    """Write designs into a folder that is new or empty, as one project, all files or none.

    Parameters
    ----------
    projects : sequence of Project
        The designs; they share RTL, lists of files and scripts.
    form : Form
        Form that is written of them.
    folder : Path
        The folder.

    Raises
    ------
    GatehashError
        If the folder has files already or can't be written, the form does not take the boundary,
        a design lacks the boundary or the algorithm, or a tool is missing.
    """
    check_new(folder)
    write_new(folder, exported(projects, form), "export")


def exported(projects: Sequence[Project], form: Form) -> dict[str, bytes]:
    """Return the files of an export by their paths in its folder."""
    for project in projects:
        form.check(project.place)
        project.check()
    return Folder(projects, form).contents
