# SPDX-License-Identifier: Apache-2.0
"""gatehash: verified hash cores for FPGAs, and all that it takes to trust and use one.

Examples
--------
>>> import gatehash
>>> h = gatehash.new("skein512-x8", b"abc")
>>> h.name, h.digest_size, h.block_size
('skein-512-512', 64, 64)
>>> h.hexdigest()[:16]
'8f5dd9ec79815266'
>>> h.hexdigest() == gatehash.new("skein512-x8", b"abc", engine="model").hexdigest()
True
"""

from importlib.metadata import version
from typing import Literal

from gatehash.catalog import DESIGNS, HashObject, find
from gatehash.errors import GatehashError

__all__ = ["DESIGNS", "GatehashError", "HashObject", "find", "new"]
__version__ = version("gatehash")


def new(
    design: str,
    data: bytes | bytearray | memoryview = b"",
    *,
    engine: Literal["rtl", "model"] = "rtl",
    digest_bits: int | None = None,
    padded: bool = False,
) -> HashObject:
    """Make a hash object, as :mod:`hashlib` has them, that runs on a design.

    Parameters
    ----------
    design : str
        Name of a design of the catalogue, such as ``skein512-x8``.
    data : bytes-like, optional
        Start of the message.
    engine : {"rtl", "model"}
        Simulate the design's RTL, or compute on the golden model.
    digest_bits : int, optional
        Digest length in bits, where the design offers several.
    padded : bool
        The message comes padded, where the design offers that.

    Returns
    -------
    HashObject
        Object with ``update``, ``digest``, ``hexdigest``, ``copy``, ``name``, ``digest_size`` and
        ``block_size`` (sizes in bytes).

    Raises
    ------
    GatehashError
        If there is no such design, engine or digest length, or if it pads messages itself.
    """
    chosen = find(design).with_digest_bits(digest_bits)
    if padded:
        chosen = chosen.for_padded()
    if engine == "model":
        model = chosen.algorithm.model()
        model.update(data)
        return model
    if engine != "rtl":
        raise GatehashError(f"unknown engine '{engine}'; choose one of: rtl, model")
    from gatehash.simulate import RtlHash

    return RtlHash(chosen, data)
