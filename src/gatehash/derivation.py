# SPDX-License-Identifier: Apache-2.0
"""Keys derived from keys and passwords, each step of them computed by a design.

HKDF (RFC 5869), PBKDF2 (RFC 8018, section 5.2), the KDF in counter mode (NIST SP 800-108r1, section
4.1) on HMAC, and the KDF on KMAC (section 4.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, cast

from gatehash.catalog import DESIGNS, EMPTY_KEY, EmptyKey, HashObject, Job
from gatehash.errors import (
    ArgumentError,
    FieldError,
    GatehashError,
    RefusedError,
    counted,
    shown_value,
)
from gatehash.manners import BytesLike, octets, whole_number
from gatehash.models.hmac import Hmac
from gatehash.models.kmac import Kmac

if TYPE_CHECKING:
    from gatehash.board import BoardLink

__all__ = ["Compute", "Derivation", "on_board", "on_model", "on_rtl"]

Compute = Callable[[bytes], bytes]
"""Returns the code of a message under a key."""

_COUNTER_BITS = (8, 16, 24, 32)
_LENGTH_BITS = 32
# Counters of HKDF and PBKDF2 have one byte and four bytes (RFC 5869, section 2.3; RFC 8018, 5.2).
_HKDF_BLOCKS, _PBKDF2_BLOCKS = 0xFF, 0xFFFFFFFF
# With it names of functions are looked up; nothing is computed.
_ANY_KEY = bytes(32)


@contextmanager
def on_rtl(job: Job, netlist: str | None = None) -> Iterator[Compute]:
    """Simulate a design that is given the job's key once; it ends with the context.

    Parameters
    ----------
    job : Job
        A keyed hash, whose key is held if it can be.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails.
    """
    from gatehash.simulate import Simulation

    with Simulation(job, netlist=netlist) as simulation:

        def compute(message: bytes) -> bytes:
            answer = simulation.ask([message])
            if answer.error:
                raise RefusedError(f"{job.design.name} refused a message of {job.name}")
            return answer.data

        yield compute


# Bytes of the longest digest of KMAC.
_MOST_KMAC_BYTES = 1 << 17


def _labelled(name: str) -> str:
    """Return what a derivation calls a field of KMAC."""
    return {"custom": "label"}.get(name, name)


@contextmanager
def on_model(job: Job) -> Iterator[Compute]:
    """Compute on the golden model of a job."""
    from gatehash.compiled import compiled

    start = cast(HashObject, compiled(job.model()))

    def compute(message: bytes) -> bytes:
        h = start.copy()
        h.update(message)
        return h.digest()

    yield compute


@contextmanager
def on_board(job: Job, link: BoardLink) -> Iterator[Compute]:
    """Compute on a board, which is given the job's key once; it keeps it until the link closes."""
    yield lambda message: b"".join(link.answer(job, [message]))


class Derivation:
    r"""Key derivation on a keyed hash of a design; :func:`gatehash.derive` makes it.

    A design that can hold a key is given each key once, and holds it for the messages that follow.
    A secret is bytes or, where no bytes are meant, :data:`gatehash.EMPTY_KEY`.

    Parameters
    ----------
    make : callable
        Makes the job of the keyed hash for values of its fields, such as ``key``.
    compute : callable
        Makes, for a job, a context that computes its codes.
    advance : callable, optional
        Called with 1 after each message.

    Raises
    ------
    GatehashError
        If the function is neither HMAC nor KMAC.

    Examples
    --------
    >>> import gatehash
    >>> d = gatehash.derive("hmac-sha256", engine="model")
    >>> d.hkdf(b"\x0b" * 22, salt=bytes(range(13)), info=bytes(range(0xF0, 0xFA)), length=8).hex()
    '3cb25f25faacd57a'
    >>> d.pbkdf2(b"passwd", salt=b"salt", iterations=1, length=8).hex()
    '55ac046e56e3089f'
    """

    def __init__(
        self,
        make: Callable[[dict[str, Any]], Job],
        compute: Callable[[Job], AbstractContextManager[Compute]],
        advance: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._make, self._compute, self._advance = make, compute, advance
        try:
            job = make({"key": _ANY_KEY})
        except FieldError as error:
            raise _no_code(str(error)) from None
        self._kind = type(job.model())
        if self._kind not in (Hmac, Kmac):
            raise _no_code(f"{job.name} is neither HMAC nor KMAC")
        fields = job.design.function(job.name).fields
        self._held = {"held": True} if any(each.name == "held" for each in fields) else {}
        self._name = job.name
        self._design = job.design.name
        self._size = job.digest_bits // 8

    @property
    def name(self) -> str:
        """Name of the keyed hash, such as ``hmac-sha-256``."""
        return self._name

    @property
    def design(self) -> str:
        """Name of the design that computes it."""
        return self._design

    def blocks(self, length: int) -> int:
        """Return how many codes a derived key of so many bytes is made of."""
        return -(-length // self._size)

    def hkdf(
        self,
        key: BytesLike | EmptyKey,
        *,
        length: int,
        salt: BytesLike = b"",
        info: BytesLike = b"",
    ) -> bytes:
        """Derive a key with HKDF: extract, then expand.

        Parameters
        ----------
        key : bytes-like
            Input keying material.
        length : int
            Bytes of the derived key, 1 to 255 digests.
        salt, info : bytes-like, optional
            Salt, by default as many zeros as the digest has bytes; context of the key.

        Raises
        ------
        GatehashError
            If the function is not HMAC, the key is empty or the length is out of range; if the
            design's simulator can't be built or fails.
        TypeError
            If a value has another type.
        """
        size = self._length("HKDF", length, _HKDF_BLOCKS)
        data = _octets("info", info)
        return self._expanded(self.hkdf_extract(key, salt=salt), data, size)

    def hkdf_extract(self, key: BytesLike | EmptyKey, *, salt: BytesLike = b"") -> bytes:
        """Return the pseudorandom key of HKDF-Extract; values and errors as for :meth:`hkdf`."""
        self._check_hmac("HKDF")
        message = _secret("key", key)
        with self._keyed(_octets("salt", salt)) as code:
            return code(message)

    def hkdf_expand(self, key: BytesLike, *, length: int, info: BytesLike = b"") -> bytes:
        """Derive a key with HKDF-Expand alone.

        Parameters
        ----------
        key : bytes-like
            Pseudorandom key of at least a digest's bytes, such as :meth:`hkdf_extract` returns.
        length, info
            See :meth:`hkdf`, as for errors; a shorter key is one, too.
        """
        size = self._length("HKDF", length, _HKDF_BLOCKS)
        own = _secret("key", key)
        if len(own) < self._size:
            raise GatehashError(
                f"key has {counted(len(own), 'byte')}; HKDF-Expand with {self._name} takes at "
                f"least {self._size}"
            )
        return self._expanded(own, _octets("info", info), size)

    def pbkdf2(
        self,
        password: BytesLike | EmptyKey,
        *,
        salt: BytesLike,
        iterations: int,
        length: int,
    ) -> bytes:
        """Derive a key from a password with PBKDF2.

        Parameters
        ----------
        password : bytes-like
            The password, the key of HMAC.
        salt : bytes-like
            The salt, of any length.
        iterations : int
            The iteration count, at least 1.
        length : int
            Bytes of the derived key, at least 1.

        Raises
        ------
        GatehashError, TypeError
            As for :meth:`hkdf`; also if there is no iteration.
        """
        size = self._length("PBKDF2", length, _PBKDF2_BLOCKS)
        count = _positive("iterations", iterations)
        start = _octets("salt", salt)
        derived = bytearray()
        with self._keyed(_secret("password", password)) as code:
            for number in range(1, self.blocks(size) + 1):
                last = code(start + number.to_bytes(4, "big"))
                total = int.from_bytes(last, "big")
                for _ in range(count - 1):
                    last = code(last)
                    total ^= int.from_bytes(last, "big")
                derived += total.to_bytes(self._size, "big")
        return bytes(derived[:size])

    def kdf_counter(
        self,
        key: BytesLike | EmptyKey,
        *,
        length: int,
        label: BytesLike = b"",
        context: BytesLike = b"",
        fixed: BytesLike | None = None,
        before: BytesLike = b"",
        counter_bits: int = 32,
    ) -> bytes:
        """Derive a key with the KDF in counter mode of SP 800-108r1.

        Block i is HMAC of `before`, i, `label`, a zero byte, `context` and the derived key's length
        in bits as 32 bits; numbers have their highest byte first.

        Parameters
        ----------
        key : bytes-like
            The key-derivation key.
        length : int
            Bytes of the derived key, up to 2**29 - 1, and no more blocks than the counter counts.
        label, context : bytes-like, optional
            The key's purpose, and its parties and circumstances.
        fixed : bytes-like, optional
            All that follows the counter, in place of label, zero byte, context and length.
        before : bytes-like, optional
            All that precedes the counter.
        counter_bits : int
            Bits of the counter: 8, 16, 24 or 32.

        Raises
        ------
        GatehashError, TypeError
            As for :meth:`hkdf`; also if `fixed` is given beside a label or a context, or the
            counter has another length.
        """
        allowed = "it must be 8, 16, 24 or 32"
        bits = whole_number("counter_bits", counter_bits, allowed)
        if bits not in _COUNTER_BITS:
            raise GatehashError(f"counter_bits is {shown_value(bits)}; {allowed}")
        most = ((1 << _LENGTH_BITS) - 1) // 8
        size = self._length("the KDF in counter mode", length, (1 << bits) - 1, most)
        head = _octets("before", before)
        parts = _octets("label", label), _octets("context", context)
        if fixed is None:
            behind = b"\0".join(parts) + (8 * size).to_bytes(_LENGTH_BITS // 8, "big")
        elif any(parts):
            raise GatehashError("fixed is all that follows the counter; it excludes label, context")
        else:
            behind = _octets("fixed", fixed)
        derived = bytearray()
        with self._keyed(_secret("key", key)) as code:
            for number in range(1, self.blocks(size) + 1):
                derived += code(head + number.to_bytes(bits // 8, "big") + behind)
        return bytes(derived[:size])

    def kdf_kmac(
        self,
        key: BytesLike | EmptyKey,
        *,
        length: int,
        label: BytesLike = b"",
        context: BytesLike = b"",
    ) -> bytes:
        """Derive a key with the KDF of SP 800-108r1 on KMAC, which is one message.

        The design's digest has the derived key's length: where its length is a parameter of the
        design, each length is hardware of its own.

        Parameters
        ----------
        key : bytes-like
            The key-derivation key; ``sha3-x1-mac`` takes at most one block, with its length.
        length : int
            Bytes of the derived key, 1 to 131,072.
        label, context : bytes-like, optional
            The key's purpose, KMAC's customization, bounded as the key is; the message.

        Raises
        ------
        GatehashError, TypeError
            As for :meth:`hkdf`; also if the function is not KMAC, or the label is too long.
        """
        if self._kind is not Kmac:
            raise GatehashError(f"{self._name} is not KMAC; choose one of: {_named(Kmac)}")
        allowed = f"with {self._name} it must be 1 to {_MOST_KMAC_BYTES} bytes"
        size = _within("length", length, _MOST_KMAC_BYTES, allowed)
        own, message = _secret("key", key), _octets("context", context)
        values = {"custom": _octets("label", label), "digest_bits": 8 * size}
        try:
            with self._keyed(own, values) as code:
                return code(message)
        except FieldError as error:
            # The label is KMAC's customization.
            raise GatehashError(error.spelled(_labelled)) from None

    def _expanded(self, key: bytes, info: bytes, size: int) -> bytes:
        derived = last = b""
        with self._keyed(key) as code:
            for number in range(1, self.blocks(size) + 1):
                last = code(last + info + bytes((number,)))
                derived += last
        return derived[:size]

    @contextmanager
    def _keyed(self, key: bytes, values: Mapping[str, Any] | None = None) -> Iterator[Compute]:
        """Compute codes under a key, also one of no bytes."""
        job = self._make({**(values or {}), "key": key or EMPTY_KEY, **self._held})
        with self._compute(job) as compute:

            def code(message: bytes) -> bytes:
                value = compute(message)
                self._advance(1)
                return value

            yield code

    def _check_hmac(self, what: str) -> None:
        if self._kind is not Hmac:
            raise GatehashError(
                f"{self._name} is not HMAC, on which {what} is defined; choose one of: "
                f"{_named(Hmac)}"
            )

    def _length(self, what: str, length: int, blocks: int, most: int | None = None) -> int:
        """Return the length of a derived key of at most so many blocks, and bytes."""
        self._check_hmac(what)
        most = min(blocks * self._size, most or blocks * self._size)
        allowed = f"with {self._name} it must be 1 to {most} bytes"
        return _within("length", length, most, allowed)


def _named(kind: type) -> str:
    """Return the names of the functions of a kind that the catalogue has."""
    jobs = (
        function.bind(design, "hash", function.examples[0])
        for design in DESIGNS.values()
        for function in design.functions
        if function.kind == "keyed hash"
    )
    return ", ".join(dict.fromkeys(job.name for job in jobs if type(job.model()) is kind))


def _no_code(why: str) -> GatehashError:
    return ArgumentError(f"{why}; keys are derived with: {_named(Hmac)}, {_named(Kmac)}")


def _positive(name: str, value: int) -> int:
    """Return a whole number of at least 1, or raise GatehashError."""
    return _within(name, value, None, "it must be at least 1")


def _within(name: str, value: int, most: int | None, allowed: str) -> int:
    """Return a whole number from 1 to `most`, or raise GatehashError with what is allowed."""
    number = whole_number(name, value, allowed)
    if number < 1 or (most is not None and number > most):
        raise GatehashError(f"{name} is {shown_value(number)}; {allowed}")
    return number


def _octets(name: str, value: object) -> bytes:
    try:
        return bytes(octets(value))
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def _secret(name: str, value: object) -> bytes:
    """Return the bytes of a secret, none only for :data:`EMPTY_KEY`."""
    if value is EMPTY_KEY:
        return b""
    if not (data := _octets(name, value)):
        raise GatehashError(
            f"{name} is empty; it must have at least 1 byte, or be gatehash.EMPTY_KEY where no "
            "bytes are meant"
        )
    return data
