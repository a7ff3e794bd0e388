# SPDX-License-Identifier: Apache-2.0
"""Golden models: plain Python beside the specifications, that the RTL is checked against.

The modules hold the parts; here are the few names most users need. The one-shot function stays in
its module, ``gatehash.models.skein.skein``, since here its name is the module's.

Examples
--------
>>> from gatehash.models import Skein
>>> h = Skein(256)
>>> h.update(bytes([0xFF]))
>>> h.hexdigest()
'0b98dcd198ea0e50a7a244c444e25c23da30c10fc9a1f270a6637f1f34e67ed2'
"""

from gatehash.models import padding, phash, sha2, skein, threefish, whirlpool
from gatehash.models.padding import RULES, PaddingRule, pad
from gatehash.models.phash import Phash
from gatehash.models.sha2 import Sha512
from gatehash.models.skein import Skein
from gatehash.models.whirlpool import Whirlpool

__all__ = [
    "RULES",
    "PaddingRule",
    "Phash",
    "Sha512",
    "Skein",
    "Whirlpool",
    "pad",
    "padding",
    "phash",
    "sha2",
    "skein",
    "threefish",
    "whirlpool",
]
