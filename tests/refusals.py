# SPDX-License-Identifier: Apache-2.0
"""Errors as users meet them: one line each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gatehash.errors import GatehashError

__all__ = ["refused"]


@contextmanager
def refused(pattern: str) -> Iterator[None]:
    """Require an error of one line in which a regular expression is found."""
    with pytest.raises(GatehashError, match=pattern) as caught:
        yield
    assert "\n" not in str(caught.value)
