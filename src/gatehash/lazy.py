# SPDX-License-Identifier: Apache-2.0
"""Names that a package offers, each loaded at its first use.

A command starts without the modules, and the libraries, that it does not use.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType

__all__ = ["on_use"]


def on_use(package: str) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package whose imports are for type checkers alone.

    The package lists the names in ``__all__``, and has their imports once::

        if TYPE_CHECKING:
            from gatehash.models.blake import Blake
        else:
            __getattr__ = on_use(__name__)

    A name may not be that of another of the package's modules: Python sets this attribute when it
    loads that one.

    Parameters
    ----------
    package : str
        The package's name.
    """
    module = sys.modules[package]

    def load(name: str) -> object:
        if name not in module.__all__:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        home = _homes(module)[name]
        # What a package imports of itself is one of its modules.
        return (
            import_module(f"{home}.{name}")
            if home == package
            else getattr(import_module(home), name)
        )

    return load


@cache
def _homes(module: ModuleType) -> dict[str, str]:
    """Return the module of each name that a package imports for type checkers."""
    assert module.__spec__ is not None
    text = module.__spec__.loader.get_source(module.__name__)  # type: ignore[union-attr]
    (block,) = (
        each
        for each in ast.parse(text).body
        if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"
    )
    return {
        alias.name: str(each.module)
        for each in block.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
