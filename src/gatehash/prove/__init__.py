# SPDX-License-Identifier: Apache-2.0
"""Properties of the RTL, their proofs, and the records of these."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.prove.catalogue import all_properties, selected
    from gatehash.prove.kernel.properties import Property, Verdict
    from gatehash.prove.record import Proof
    from gatehash.prove.runner import TIME_LIMIT, Outcome, on_record, prove
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "TIME_LIMIT",
    "Outcome",
    "Proof",
    "Property",
    "Verdict",
    "all_properties",
    "on_record",
    "prove",
    "selected",
]
