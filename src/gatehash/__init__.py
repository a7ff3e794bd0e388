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

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from gatehash.errors import GatehashError, RefusedError
from gatehash.hashes import ModelHash, model_answer, refused
from gatehash.manners import octets

if TYPE_CHECKING:
    from gatehash.catalog import DESIGNS, Design, HashObject, Operation, find

__all__ = [
    "DESIGNS",
    "GatehashError",
    "HashObject",
    "RefusedError",
    "crypt",
    "crypt_stream",
    "find",
    "new",
]
__version__: str

Engine = Literal["rtl", "model"]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the catalogue when it is first asked for: the command line starts without it."""
        if name == "__version__":
            from importlib.metadata import version

            return version("gatehash")
        if name in __all__:
            from gatehash import catalog

            return getattr(catalog, name)
        raise AttributeError(f"module 'gatehash' has no attribute '{name}'")


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
        Target of the netlist to simulate in place of the RTL: ``xc6v`` or ``ecp5``.

    Returns
    -------
    HashObject
        Object with ``update``, ``digest``, ``hexdigest``, ``copy``, ``name``, ``digest_size`` and
        ``block_size`` (sizes in bytes).

    Raises
    ------
    GatehashError
        If there is no such design, engine, algorithm, digest length or target of a netlist, if a
        salt is not taken or has another length, or if the design pads messages itself.
    TypeError
        If `data` or `salt` is not bytes-like, or `digest_bits` not an integer.

    Notes
    -----
    As with hashlib, several threads may use an object, it can't be pickled, and only its own method
    copies it. In a process that is forked, an object of before goes on with a simulator of its own.
    The message is kept until the object goes: what is longer than a megabyte in a file without a
    name, which copies share, in the folder of :func:`tempfile.gettempdir`. At most eight simulators
    keep running for the next message, as long as no more are in use.
    """
    from gatehash.catalog import find

    chosen = find(design).with_algorithm(algorithm).with_digest_bits(digest_bits).with_salt(salt)
    if padded:
        chosen = chosen.for_padded()
    if _is_model(engine, netlist):
        return ModelHash(chosen, data)
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
        Target of the netlist to simulate in place of the RTL: ``xc6v`` or ``ecp5``.
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
    message = octets(data)
    chosen, on_model = _cipher(design, algorithm, decrypt, engine, netlist, parameters)
    if chosen.algorithm.refusal(len(message)):
        raise refused(chosen, len(message))
    return b"".join(_answer(chosen, [message], on_model, netlist))


def crypt_stream(
    design: str,
    algorithm: str,
    pieces: Iterable[bytes | bytearray | memoryview],
    *,
    decrypt: bool = False,
    engine: Engine = "rtl",
    netlist: str | None = None,
    message_bytes: int | None = None,
    **parameters: bytes | int,
) -> Iterator[bytes]:
    """Encrypt or decrypt a message of any length, of which a piece is in memory at a time.

    Parameters
    ----------
    design, algorithm, decrypt, engine, netlist, **parameters
        As for :func:`crypt`.
    pieces : iterable of bytes-like
        The message in pieces of any size; it is read as the answer is.
    message_bytes : int, optional
        The message's length, where it is known.

    Yields
    ------
    bytes
        The answer, in pieces of other sizes.

    Raises
    ------
    GatehashError
        At once for what is wrong with the request, as :func:`crypt` does. A length that is not
        taken and not known before is an error at the end; what came before it is no answer.

    Examples
    --------
    >>> import gatehash
    >>> given = {"key": bytes(32), "nonce": bytes(8)}
    >>> pieces = (bytes(3) for _ in range(1000))
    >>> stream = b"".join(gatehash.crypt_stream("chacha-mc-1", "chacha8", pieces, **given))
    >>> stream == gatehash.crypt("chacha-mc-1", "chacha8", bytes(3000), **given)
    True
    """
    chosen, on_model = _cipher(design, algorithm, decrypt, engine, netlist, parameters)
    if message_bytes is not None and chosen.algorithm.refusal(message_bytes):
        raise refused(chosen, message_bytes)
    return _answer(chosen, pieces, on_model, netlist)


def _cipher(
    design: str,
    algorithm: str,
    decrypt: bool,
    engine: str,
    netlist: str | None,
    parameters: dict[str, bytes | int],
) -> tuple[Design, bool]:
    """Return the design for a request, and whether its golden model is asked."""
    from gatehash.catalog import find

    operation: Operation = "decrypt" if decrypt else "encrypt"
    chosen = find(design).with_cipher(algorithm, operation, parameters)
    return chosen, _is_model(engine, netlist)


def _answer(
    chosen: Design,
    pieces: Iterable[bytes | bytearray | memoryview],
    on_model: bool,
    netlist: str | None,
) -> Iterator[bytes]:
    if on_model:
        return model_answer(chosen, pieces)
    from gatehash.simulate import answer

    return answer(chosen, pieces, netlist)


def _is_model(engine: str, netlist: str | None) -> bool:
    if engine not in ("rtl", "model"):
        raise GatehashError(f"unknown engine '{engine}'; choose one of: rtl, model")
    if netlist is None:
        return engine == "model"
    if engine == "model":
        raise GatehashError("a netlist is simulated hardware; it can't go with the golden model")
    from gatehash.simulate.netlist import check_netlist_target

    check_netlist_target(netlist)
    return False
