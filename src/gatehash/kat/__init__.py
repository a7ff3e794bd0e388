# SPDX-License-Identifier: Apache-2.0
"""Known-answer tests: files of test vectors as NIST and others publish them, run on a design."""

from gatehash.kat.files import Chain, Vector, read_vectors
from gatehash.kat.run import Asked, Outcome, run

__all__ = ["Asked", "Chain", "Outcome", "Vector", "read_vectors", "run"]
