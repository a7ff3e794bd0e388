# SPDX-License-Identifier: Apache-2.0
"""Output of a nextpnr in the terms that :mod:`gatehash.implement.reading` knows.

The key of a result includes the text of :func:`in_common_terms` on targets with terms of their own.
"""

from __future__ import annotations

import re

from gatehash.implement.targets import Target

__all__ = ["in_common_terms"]


def in_common_terms(target: Target, said: str) -> str:
    """Return a log or a report with a target's own terms replaced by the common ones.

    Parameters
    ----------
    target : Target
        The target, with its :attr:`~gatehash.implement.Target.terms`.
    said : str
        Text that its nextpnr wrote.

    Examples
    --------
    >>> from gatehash.implement import find_target
    >>> in_common_terms(find_target("xc7a"), "SLICE_LUTX: 252/ 126800")
    'LUT4: 252/ 126800'
    """
    for own, common in target.terms.items():
        said = re.sub(rf"\b{re.escape(own)}\b", common, said)
    return said
