# SPDX-License-Identifier: Apache-2.0
"""Assumptions of ``rtl/formal/cores`` on the Threefish coprocessor's core."""

from __future__ import annotations

from gatehash.prove.claims.streams import harness_property
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.modules import Module

__all__ = ["busy_properties"]

_TOP = "gh_threefish_mc_core"
_CLAIM = "The core becomes busy only in the cycle after a start or a reset."


def busy_properties() -> tuple[Property, ...]:
    """Return the property, of the core with and without decryption."""
    return tuple(_busy({"Decrypts": decrypts, "Chains": 1}) for decrypts in (0, 1))


def _busy(parameters: dict[str, int]) -> Property:
    module = Module(_TOP, parameters, cut=("gh_threefish_mc_alu",), bound="gh_prove_busy")
    return harness_property("busy", _TOP, _CLAIM, module)
