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
from typing import Literal, cast

from gatehash.catalog import DESIGNS, HashObject, Operation, find
from gatehash.errors import GatehashError, RefusedError

__all__ = ["DESIGNS", "GatehashError", "HashObject", "crypt", "find", "new"]
__version__ = version("gatehash")

Engine = Literal["rtl", "model"]


def new(
    design: str,
    data: bytes | bytearray | memoryview = b"",
    *,
    engine: Engine = "rtl",
    algorithm: str | None = None,
    digest_bits: int | None = None,
    salt: bytes | None = None,
    padded: bool = False,
    netlist: str | None = None,
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
    algorithm : str, optional
        The hash function, where the design has several.
    digest_bits : int, optional
        Digest length in bits, where the design offers several.
    salt : bytes, optional
        The salt, where the hash function takes one: 16 bytes for BLAKE-224 and -256, 32 for -384
        and -512, zeros by default.
    padded : bool
        The message comes padded, where the design offers that.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.

    Returns
    -------
    HashObject
        Object with ``update``, ``digest``, ``hexdigest``, ``copy``, ``name``, ``digest_size`` and
        ``block_size`` (sizes in bytes).

    Raises
    ------
    GatehashError
        If there is no such design, engine, algorithm or digest length, if a salt is not taken or
        has another length, or if the design pads messages itself.
    """
    chosen = find(design).with_algorithm(algorithm).with_digest_bits(digest_bits).with_salt(salt)
    if padded:
        chosen = chosen.for_padded()
    if _is_model(engine, netlist):
        model = cast(HashObject, chosen.algorithm.model())
        model.update(data)
        return model
    from gatehash.simulate import RtlHash

    return RtlHash(chosen, data, netlist)


def crypt(
    design: str,
    algorithm: str,
    data: bytes | bytearray | memoryview,
    *,
    decrypt: bool = False,
    engine: Engine = "rtl",
    netlist: str | None = None,
    **parameters: bytes | int,
) -> bytes:
    """Encrypt or decrypt a message on a design.

    Parameters
    ----------
    design : str
        Name of a design of the catalogue, such as ``threefish-mc``.
    algorithm : str
        The cipher, such as ``threefish-512``.
    data : bytes-like
        The message; for a block cipher a positive number of whole blocks.
    decrypt : bool
        Decrypt instead.
    engine : {"rtl", "model"}
        Simulate the design's RTL, or compute on the golden model.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.
    **parameters : bytes or int
        What the cipher takes: ``key`` and ``tweak`` of Threefish (16 bytes, zeros by default);
        ``key``, ``nonce`` and ``counter``, a number, of ChaCha (0 by default).

    Returns
    -------
    bytes
        As many bytes as `data`.

    Raises
    ------
    GatehashError
        If there is no such design, engine or cipher, a parameter is missing or has a wrong length,
        or the message's length is not taken.

    Examples
    --------
    >>> import gatehash
    >>> key = bytes(32)
    >>> stream = gatehash.crypt("chacha-mc-1", "chacha20", bytes(8), key=key, nonce=bytes(8))
    >>> stream.hex()
    '76b8e0ada0f13d90'
    >>> secret = gatehash.crypt("threefish-mc", "threefish-256", b"two blocks" * 32, key=key)
    >>> gatehash.crypt("threefish-mc", "threefish-256", secret, key=key, decrypt=True)[:10]
    b'two blocks'
    """
    operation: Operation = "decrypt" if decrypt else "encrypt"
    chosen = find(design).with_cipher(algorithm, operation, parameters)
    if why := chosen.algorithm.refusal(len(data)):
        raise RefusedError(f"{design} refuses the message: {why}")
    if _is_model(engine, netlist):
        model = chosen.algorithm.model()
        model.update(data)
        return model.digest()
    from gatehash.simulate import ask

    return ask(chosen, data, netlist)


def _is_model(engine: str, netlist: str | None) -> bool:
    if engine not in ("rtl", "model"):
        raise GatehashError(f"unknown engine '{engine}'; choose one of: rtl, model")
    if netlist is not None and engine == "model":
        raise GatehashError("a netlist is simulated hardware; it can't go with the golden model")
    return engine == "model"
