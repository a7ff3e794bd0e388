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

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.models import (
        blake,
        chacha,
        crypt,
        padding,
        phash,
        sha2,
        sha3,
        skein,
        threefish,
        whirlpool,
    )
    from gatehash.models.blake import Blake
    from gatehash.models.crypt import ChaChaStream, ThreefishBlocks
    from gatehash.models.padding import RULES, PaddingRule, pad
    from gatehash.models.phash import Phash
    from gatehash.models.sha2 import Sha256, Sha512
    from gatehash.models.sha3 import Sha3, Shake
    from gatehash.models.skein import Skein
    from gatehash.models.whirlpool import Whirlpool
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "RULES",
    "Blake",
    "ChaChaStream",
    "PaddingRule",
    "Phash",
    "Sha3",
    "Sha256",
    "Sha512",
    "Shake",
    "Skein",
    "ThreefishBlocks",
    "Whirlpool",
    "blake",
    "chacha",
    "crypt",
    "pad",
    "padding",
    "phash",
    "sha2",
    "sha3",
    "skein",
    "threefish",
    "whirlpool",
]
