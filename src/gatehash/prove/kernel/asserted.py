# SPDX-License-Identifier: Apache-2.0
"""Properties of which the assertions in the RTL files are a part."""

from __future__ import annotations

from dataclasses import dataclass

from gatehash.prove.kernel.properties import Property

__all__ = ["Asserted"]


@dataclass(frozen=True)
class Asserted(Property):
    """A property whose claims or assumptions are assertions of the RTL itself.

    Parameters
    ----------
    name, module, designs, claim, method, sources, parameters, run
        See :class:`gatehash.prove.kernel.properties.Property`. A change of the sources' assertions
        makes its record stale.
    """
