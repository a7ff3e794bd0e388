# SPDX-License-Identifier: Apache-2.0
"""Designs of the family sha2 (paper Zalewski)."""

from gatehash.catalog.design import Design

__all__ = ["sha2_designs"]


def sha2_designs() -> tuple[Design, ...]:
    """All designs of the family."""
    return ()
