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
>>> gatehash.new("sha256", b"abc", engine="model").hexdigest()[:16]
'ba7816bf8f01cfea'
"""

from __future__ import annotations

# Nothing is imported here: the command's entry point, which this module is loaded before, has to
# take care of signals first.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Literal

    from gatehash.catalog import DESIGNS, EMPTY_KEY, EmptyKey, HashObject, Job, Operation, find
    from gatehash.derivation import Derivation
    from gatehash.errors import GatehashError, RefusedError
    from gatehash.hashes import DesignHash

    Engine = Literal["rtl", "model"]

__all__ = [
    "DESIGNS",
    "EMPTY_KEY",
    "GatehashError",
    "HashObject",
    "RefusedError",
    "algorithms_available",
    "algorithms_guaranteed",
    "crypt",
    "crypt_stream",
    "derive",
    "find",
    "new",
]
__version__: str
algorithms_available: frozenset[str]
"""Names that :func:`new` takes without any value: functions of the catalogue, hashlib's names."""
algorithms_guaranteed: frozenset[str]
"""Those that :data:`hashlib.algorithms_guaranteed` has, too."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the catalogue, and all else, at its first use."""
        if name == "__version__":
            from importlib.metadata import version

            return version("gatehash")
        if name in __all__:
            from gatehash import catalog, errors

            value = getattr(errors if hasattr(errors, name) else catalog, name)
            return value() if name.startswith("algorithms_") else value
        raise AttributeError(f"module 'gatehash' has no attribute '{name}'")


def new(
    name: str | None = None,
    data: bytes | bytearray | memoryview = b"",
    *,
    design: str | None = None,
    engine: Engine = "rtl",
    algorithm: str | None = None,
    netlist: str | None = None,
    string: bytes | bytearray | memoryview | None = None,
    usedforsecurity: bool = True,
    **parameters: bytes | int | EmptyKey | None,
) -> DesignHash:
    """Make a hash object like those of :mod:`hashlib` that runs on a design.

    Parameters
    ----------
    name : str
        Name of a hash function, as the catalogue, :mod:`hashlib` or lists of digests have it:
        ``sha-256``, ``sha256``, ``SHA256``. Or name of a design, such as ``skein512-x8``, whose
        usual function is meant then.
    data, string : bytes-like, optional
        Start of the message, by either name.
    design : str, optional
        Name of the design that computes the function. By default it is ``skein512-x8`` if that
        computes it, otherwise the first of the catalogue that does and takes the parameters.
    engine : {"rtl", "model"}
        Simulate the design's RTL, or compute on the golden model.
    algorithm : str, optional
        The hash function, where a design is named that has several.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL: ``xc6v`` or ``ecp5``.
    usedforsecurity : bool
        Accepted as by :func:`hashlib.new`; it changes nothing.
    **parameters : bytes or int, optional
        Parameters of the hash function: ``digest_bits`` where the design has several lengths, or
        ``digest_size`` in bytes; ``salt`` of BLAKE, 16 bytes for BLAKE-224 and -256, 32 for -384
        and -512, zeros by default; ``prepadded`` of PHASH, whether the message is padded already;
        ``key`` of HMAC, of any length, but empty only as :data:`EMPTY_KEY`; ``held`` of functions
        with a key, whether hardware keeps it for the messages of the object and of its copies.

    Returns
    -------
    DesignHash
        Object with ``update``, ``digest``, ``hexdigest``, ``copy``, ``name``, ``digest_size`` and
        ``block_size`` (sizes in bytes). For an extendable output, such as SHAKE, ``digest`` and
        ``hexdigest`` take a length in bytes; without one it is ``digest_size``.

    Raises
    ------
    GatehashError
        If there is no such function, design, engine or target of a netlist, if one of several
        algorithms must be chosen, or if a parameter is not the function's or its value is not
        allowed. For an unknown name it is a ValueError, too.
    TypeError
        If `data` or a parameter has another type, or a name is not a str.

    Notes
    -----
    A held key belongs to the object that has been given it, and to its copies: others never get
    hardware that holds it. The key is sent again where the hardware has been taken for others.

    Several threads may use an object, as with hashlib. An object can't be pickled, and only its own
    method copies it. An object from before a fork continues in the child with a simulator of its
    own. The object stores the message: above a megabyte in a file without a name, which copies
    share, in the folder of :func:`tempfile.gettempdir`. At most eight simulators keep running for
    the next message, unless more are in use.
    """
    from gatehash.hashes import ModelHash
    from gatehash.manners import octets

    if string is not None:
        if len(octets(data)):
            raise TypeError("data and string are one argument; give one of them")
        data = string
    job = _job(name, design, algorithm, parameters)
    if _is_model(engine, netlist):
        return ModelHash(job, data)
    from gatehash.simulate import RtlHash

    return RtlHash(job, data, netlist)


def _job(
    name: str | None, design: str | None, algorithm: str | None, parameters: dict[str, Any]
) -> Job:
    """Return the job that is meant by the arguments of :func:`new`."""
    from gatehash.catalog import find, named
    from gatehash.manners import check_text, whole_number

    for argument, value in {"name": name, "design": design, "algorithm": algorithm}.items():
        if value is not None:
            check_text(**{argument: value})
    if "digest_size" in parameters and "digest_bits" not in parameters:
        size = parameters.pop("digest_size")
        if size is not None:
            allowed = "it is the length of a digest in bytes"
            parameters["digest_bits"] = 8 * whole_number("digest_size", size, allowed)
    if design is not None:
        if name is not None and algorithm is not None:
            raise TypeError("name and algorithm are one argument where there is a design; give one")
        return find(design).job(name if algorithm is None else algorithm, parameters)
    if name is None:
        raise TypeError("name is missing; it is that of a hash function or of a design")
    found, function = named(name, [key for key, value in parameters.items() if value is not None])
    if function is not None and algorithm is not None:
        raise TypeError(f"'{name}' names a function as algorithm does; name a design, or give one")
    return found.job(algorithm if function is None else function, parameters)


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
        Parameters of the cipher: for Threefish ``key`` and ``tweak`` (16 bytes, zeros by default);
        for ChaCha ``key``, ``nonce`` and ``counter`` (a number, 0 by default); for
        ChaCha20-Poly1305 and XChaCha20-Poly1305 ``key``, ``nonce`` and ``ad`` (associated data of
        any length, none by default).

    Returns
    -------
    bytes
        The result has as many bytes as `data`; an authenticated cipher adds a tag of 16 bytes if it
        encrypts, and removes the tag if it decrypts.

    Raises
    ------
    GatehashError
        If there is no such design, engine or cipher, a parameter is missing or has a wrong length,
        or the cipher refuses the length of the message, or its tag.

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
    from gatehash.manners import octets

    message = octets(data)
    stream = crypt_stream(
        design,
        algorithm,
        [message],
        decrypt=decrypt,
        engine=engine,
        netlist=netlist,
        message_bytes=len(message),
        **parameters,
    )
    return b"".join(stream)


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
    """Encrypt or decrypt a message of any length with only a piece of it in memory at a time.

    Parameters
    ----------
    design, algorithm, decrypt, engine, netlist, **parameters
        See :func:`crypt`.
    pieces : iterable of bytes-like
        The message in pieces of any size, read as the answer is consumed.
    message_bytes : int, optional
        The length of the message, if it is known.

    Yields
    ------
    bytes
        The answer, in pieces of other sizes. An authenticated cipher yields plaintext only after
        the message has ended and its tag is right, from a file without a name above a megabyte.

    Raises
    ------
    GatehashError
        At once for an error of the request, as :func:`crypt` does. If the length is not known, an
        invalid one is an error at the end; the pieces before it are then no answer.

    Examples
    --------
    >>> import gatehash
    >>> given = {"key": bytes(32), "nonce": bytes(8)}
    >>> pieces = (bytes(3) for _ in range(1000))
    >>> stream = b"".join(gatehash.crypt_stream("chacha-mc-1", "chacha8", pieces, **given))
    >>> stream == gatehash.crypt("chacha-mc-1", "chacha8", bytes(3000), **given)
    True
    """
    from gatehash.catalog import find
    from gatehash.hashes import model_answer
    from gatehash.manners import check_text

    check_text(algorithm=algorithm)
    operation: Operation = "decrypt" if decrypt else "encrypt"
    job = find(design).job(algorithm, parameters, operation)
    on_model = _is_model(engine, netlist)
    if message_bytes is not None:
        job.check(message_bytes)
    if on_model:
        return model_answer(job, pieces)
    from gatehash.simulate import answer

    return answer(job, pieces, netlist)


def derive(
    name: str | None = None,
    *,
    design: str | None = None,
    algorithm: str | None = None,
    engine: Engine = "rtl",
    netlist: str | None = None,
) -> Derivation:
    """Derive keys from keys and passwords on a design with HMAC or KMAC.

    Parameters
    ----------
    name : str
        Name of the keyed hash, such as ``hmac-sha-256``, or of a design that has one.
    design, algorithm, engine, netlist
        See :func:`new`.

    Returns
    -------
    Derivation
        Object with ``hkdf``, ``hkdf_extract``, ``hkdf_expand`` (RFC 5869), ``pbkdf2`` (RFC 8018),
        ``kdf_counter`` and ``kdf_kmac`` (NIST SP 800-108r1), which return bytes.

    Raises
    ------
    GatehashError
        If there is no such function, design, engine or target of a netlist, or the function is
        neither HMAC nor KMAC. For an unknown name it is a ValueError, too.
    TypeError
        If a name is not a str.

    Notes
    -----
    For each derived key a simulator is started, given the key, and ended.

    Examples
    --------
    >>> import gatehash
    >>> derived = gatehash.derive("hmac-sha256").pbkdf2(
    ...     b"password", salt=b"salt", iterations=2, length=32
    ... )
    >>> derived.hex()[:16]
    'ae4d0c95af6b46d3'
    """
    from gatehash.derivation import Derivation, on_model, on_rtl

    on_golden_model = _is_model(engine, netlist)

    def make(values: dict[str, Any]) -> Job:
        return _job(name, design, algorithm, values)

    if on_golden_model:
        return Derivation(make, on_model)
    return Derivation(make, lambda job: on_rtl(job, netlist))


def _is_model(engine: str, netlist: str | None) -> bool:
    from gatehash.errors import GatehashError
    from gatehash.manners import check_text

    check_text(engine=engine, netlist="" if netlist is None else netlist)
    if engine not in ("rtl", "model"):
        raise GatehashError(f"unknown engine '{engine}'; choose one of: rtl, model")
    if netlist is None:
        return engine == "model"
    if engine == "model":
        raise GatehashError("a netlist is simulated hardware; it excludes the golden model")
    from gatehash.simulate.netlist import check_netlist_target

    check_netlist_target(netlist)
    return False
