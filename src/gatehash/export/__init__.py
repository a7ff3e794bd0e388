# SPDX-License-Identifier: Apache-2.0
"""Designs as other flows take them: file lists, packages of tools, plain Verilog."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.export.forms import FORMS, Form
    from gatehash.export.project import VENDORS, Project
    from gatehash.export.write import exported, write_export
else:
    __getattr__ = on_use(__name__)

__all__ = ["FORMS", "VENDORS", "Form", "Project", "exported", "write_export"]
