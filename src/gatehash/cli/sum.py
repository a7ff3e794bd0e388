# SPDX-License-Identifier: Apache-2.0
"""``gatehash sum``: ``gatehash hash`` as a stand-in for sha256sum, b2sum and cksum."""

from __future__ import annotations

import inspect
from typing import Any, cast

import typer

from gatehash.cli.hash import hash_
from gatehash.cli.hashing import hash_files

__all__ = ["sum_"]

_LEFT_OUT = ("details", "verify", "netlist", "waves", "threads")


def sum_(context: typer.Context, **given: Any) -> None:
    """Print or check lists of digests as sha256sum, b2sum and cksum do, on hardware.

    All options are those of gatehash hash, which has more for simulated hardware. There is no
    default hash function: --algorithm names it, or the tags of a list that is checked do.
    """
    hash_files(context, has_usual=False, **given)


_signature = inspect.signature(hash_)
cast(Any, sum_).__signature__ = _signature.replace(
    parameters=[each for name, each in _signature.parameters.items() if name not in _LEFT_OUT]
)
