# SPDX-License-Identifier: Apache-2.0
"""The one kind of error that a user meets: a single line that says what was wrong."""

__all__ = ["GatehashError", "RefusedError"]


class GatehashError(Exception):
    """Something that the user can mend; its text names what was wrong and what is allowed."""


class RefusedError(GatehashError):
    """A design does not take a message; the next one is none the worse for it."""
