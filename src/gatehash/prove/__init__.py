# SPDX-License-Identifier: Apache-2.0
"""Properties of the RTL, their proofs, and the records of these.

A property is data that points to the code that decides it. This is its way from ``gatehash prove``
to a solver:

1. A file of ``claims`` states the property; ``catalogue`` has those of all families.
2. ``runner`` looks for a fresh record of it in ``record``. Without one ``tools.process`` starts
   ``child``, which calls the property's ``run``.
3. ``run`` is a method of a class of ``tools``: of a ``Harness`` (or ``Module``, or ``Steered``), an
   ``Equivalence``, a ``Simulation`` or an ``Independence``. Yosys writes the RTL for it.
4. The ``kernel`` decides: ``pdr`` with ABC, ``smt`` with Yices, ``cone`` by itself. Whatever
   reaches a decider is noted in ``obligations`` and becomes the key of the record.

Lint holds the floors: the kernel knows no tools, and tools know no claims.
"""

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
