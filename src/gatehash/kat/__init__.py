# SPDX-License-Identifier: Apache-2.0
"""Known-answer tests: files of test vectors as NIST and others publish them, run on a design."""

from gatehash.kat.forms import FORMS, Form, Vectors, read_vectors
from gatehash.kat.prompt import Prompt, read_prompt, respond
from gatehash.kat.protocol import registration
from gatehash.kat.run import Asked, Outcome, run, work
from gatehash.kat.vectors import Answered, Chain, Vector

__all__ = [
    "FORMS",
    "Answered",
    "Asked",
    "Chain",
    "Form",
    "Outcome",
    "Prompt",
    "Vector",
    "Vectors",
    "read_prompt",
    "read_vectors",
    "registration",
    "respond",
    "run",
    "work",
]
