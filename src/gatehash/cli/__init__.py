# SPDX-License-Identifier: Apache-2.0
"""The command ``gatehash``, thin over the Python API."""

from gatehash.cli.main import main

__all__ = ["main"]
