# SPDX-License-Identifier: Apache-2.0
"""Golden models compiled for long messages.

A model's step for a block runs once, on words that record every operation on them. The record is
written as C++ and compiled, by the compiler of simulators, into the cache. The golden models, which
know nothing of it, stay the only description of the functions. A compiled step is compared with the
model in Python before it is used. Without a compiler, or after any other failure, the model in
Python computes.
"""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.compiled.objects import LONG, compiled, is_compiled
else:
    __getattr__ = on_use(__name__)

__all__ = ["LONG", "compiled", "is_compiled"]
