# SPDX-License-Identifier: Apache-2.0
"""The catalogue: every design, once. Everything else walks it."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from gatehash.catalog.aead import aead_designs
from gatehash.catalog.aead_piped import aead_piped_designs
from gatehash.catalog.arx import arx_designs
from gatehash.catalog.blake import blake_designs
from gatehash.catalog.blake2_half import blake2_half_designs
from gatehash.catalog.blake3 import blake3_designs
from gatehash.catalog.blake3_piped import blake3_engine_designs, blake3_from_name
from gatehash.catalog.blake_chacha import blake_chacha_designs
from gatehash.catalog.blake_piped import blake_piped_designs
from gatehash.catalog.compact import compact_designs
from gatehash.catalog.design import Design
from gatehash.catalog.engine import engine_designs
from gatehash.catalog.fields import (
    EMPTY_KEY,
    BytesField,
    EmptyKey,
    Field,
    FlagField,
    NumberField,
)
from gatehash.catalog.function import Function
from gatehash.catalog.hardware import Boundary, BoundaryName, Hardware, Masking
from gatehash.catalog.job import CipherModel, HashObject, Job, Model, Operation
from gatehash.catalog.phash import phash_designs, phash_from_name
from gatehash.catalog.poly1305 import poly1305_designs
from gatehash.catalog.sha2 import sha2_designs
from gatehash.catalog.sha2_piped import sha2_piped_designs
from gatehash.catalog.sha3 import sha3_designs
from gatehash.catalog.sha3_mac import sha3_mac_designs
from gatehash.catalog.sha3_piped import sha3_piped_designs
from gatehash.catalog.skein import skein_designs
from gatehash.catalog.skein_mac import skein_mac_designs
from gatehash.catalog.skein_mc_mac import skein_mc_mac_design
from gatehash.catalog.skein_piped import skein_piped_designs
from gatehash.catalog.skein_tree import skein_tree_designs
from gatehash.catalog.timing import Cycles, Timing
from gatehash.catalog.whirlpool import whirlpool_designs
from gatehash.catalog.whirlpool_piped import whirlpool_piped_design
from gatehash.errors import GatehashError, unknown
from gatehash.manners import check_text

__all__ = [
    "DEFAULT",
    "DEFAULT_CIPHER",
    "DESIGNS",
    "EMPTY_KEY",
    "Boundary",
    "BoundaryName",
    "BytesField",
    "CipherModel",
    "Cycles",
    "Design",
    "EmptyKey",
    "Field",
    "FlagField",
    "Function",
    "Hardware",
    "HashObject",
    "Job",
    "Masking",
    "Model",
    "NumberField",
    "Operation",
    "Timing",
    "algorithms_available",
    "algorithms_guaranteed",
    "cipher_design",
    "find",
    "hash_function",
    "jobs_called",
    "named",
]

DESIGNS: dict[str, Design] = {
    design.name: design
    for design in (
        *skein_designs(),
        *skein_mac_designs(),
        *sha2_designs(),
        *sha3_designs(),
        *sha3_mac_designs(),
        *whirlpool_designs(),
        *phash_designs(),
        *compact_designs(),
        skein_mc_mac_design(),
        *blake_chacha_designs(),
        *aead_designs(),
        *aead_piped_designs(),
        *poly1305_designs(),
        *engine_designs(),
        *skein_piped_designs(),
        *skein_tree_designs(),
        *blake_designs(),
        *blake2_half_designs(),
        *blake_piped_designs(),
        *sha2_piped_designs(),
        *sha3_piped_designs(),
        whirlpool_piped_design(),
        *blake3_designs(),
        *arx_designs(),
        *blake3_engine_designs(),
    )
}


def streaming_from_name(name: str) -> Design | None:
    """Return the design named ``DESIGN@BITS``: DESIGN with streams of so many bits, else None.

    Raises
    ------
    GatehashError
        If there is no such design, or if its stream can't have that width.
    """
    match = re.fullmatch(r"([^@]+)@(0|[1-9][0-9]{0,8})", name)
    if match is None:
        return None
    design, bits = find(match[1]), int(match[2])
    widths = design.hardware.widths
    if bits not in widths:
        allowed = ", ".join(map(str, widths))
        raise GatehashError(f"{design.name} has no stream of {bits} bits; choose one of: {allowed}")
    return replace(design, name=name, hardware=design.hardware.streaming(bits))


READERS: tuple[Callable[[str], Design | None], ...] = (
    phash_from_name,
    blake3_from_name,
    streaming_from_name,
)
"""Functions that make designs that are not listed, from their names."""

DEFAULT = "skein512-x8"
"""Name of the design that is used where none is named."""
DEFAULT_CIPHER = "threefish-mc"
"""The same for ciphers."""


def find(name: str) -> Design:
    """Return the design of that name, listed or not.

    PHASH comes with any number of ciphers, BLAKE3 with four rings too, and ``DESIGN@BITS`` is a
    design with streams of so many bits in the place of those that it is listed with.

    Raises
    ------
    GatehashError
        If there is none.

    Examples
    --------
    >>> find("skein512-x8").job().timing.block
    10
    >>> find("phash-5").job().timing.block
    Fraction(2, 1)
    >>> find("blake3-4").hardware.stream_bits
    256
    >>> find("skein512-x8@32").hardware.stream_bits
    32
    """
    check_text(design=name)
    if design := _found(name):
        return design
    raise unknown("design", name, DESIGNS, "gatehash list")


def _found(name: str) -> Design | None:
    made = (design for read in READERS if (design := read(name)))
    return DESIGNS.get(name) or next(made, None)


def cipher_design(name: str) -> str:
    """Return the name of a design that encrypts with a cipher.

    It is the default one if that has the cipher, otherwise the first of the catalogue.

    Raises
    ------
    GatehashError
        If there is no such cipher.

    Examples
    --------
    >>> cipher_design("threefish-512"), cipher_design("chacha20")
    ('threefish-mc', 'chacha-mc-1')
    """
    known: dict[str, str] = {}
    for design in (DESIGNS[DEFAULT_CIPHER], *DESIGNS.values()):
        for function in design.functions:
            if not function.hashes:
                known.setdefault(function.name, design.name)
    if name not in known:
        raise unknown("cipher", name, known, "gatehash list --json")
    return known[name]


def jobs_called(algorithm: str) -> list[Job]:
    """Return the jobs of all designs that run an algorithm; of a cipher each operation's.

    Parameters
    ----------
    algorithm : str
        Its name, also with another digest length, or what lists of digests call it, each in upper
        or lower case.

    Raises
    ------
    GatehashError
        If there is none.

    Examples
    --------
    >>> [job.design.name for job in jobs_called("skein-512-512")][:2]
    ['skein512-x1', 'skein512-x4']
    >>> [jobs_called(name)[0].name for name in ("sha256", "ChaCha20", "Skein-512-224")]
    ['sha-256', 'chacha20', 'skein-512-224']
    """
    check_text(algorithm=algorithm)
    found = [(function, design) for design in DESIGNS.values() for function in design.functions]
    meant = _meant(algorithm, found)
    # What lists of digests call a function tells no length.
    name = meant[0].name if meant and meant[0].called(algorithm) is None else algorithm.lower()
    jobs = [job for design in DESIGNS.values() for job in design.jobs_called(name)]
    if jobs:
        return jobs
    names = dict.fromkeys(function.name for function, _ in found)
    raise unknown("algorithm", algorithm, names, "gatehash list --json")


def _meant(name: str, found: Sequence[tuple[Function, Design]]) -> tuple[Function, Design] | None:
    """Return the first function that a name is of, with its design; None if there is none.

    A function's own name goes before what lists of digests call another, and that before one with
    another digest length.
    """
    ways: tuple[Callable[[Function], bool], ...] = (
        lambda function: function.name == name.lower(),
        lambda function: function.listed_as(name),
        lambda function: function.called(name) is not None,
    )
    return next((each for is_meant in ways for each in found if is_meant(each[0])), None)


def hash_function(name: str, given: Collection[str] = ()) -> tuple[Function, Design]:
    """Return a hash function, and the design that is meant where only the function is named.

    It is the default design if that computes the function, otherwise the first of the catalogue
    that does; of these the first whose function takes what a user gives.

    Parameters
    ----------
    name : str
        Name of the function, also with another digest length, or what lists of digests or
        :mod:`hashlib` call it, each in upper or lower case.
    given : collection of str
        Names of the fields that a user gives.

    Raises
    ------
    GatehashError
        If no design computes it.

    Examples
    --------
    >>> [hash_function(name)[0].name for name in ("SHA512/256", "SHA-256", "skein-512-224")]
    ['sha-512/256', 'sha-256', 'skein-512-512']
    >>> hash_function("skein512")[1].name, hash_function("sha3_256")[1].name
    ('skein512-x8', 'sha3-x1')
    >>> hash_function("sha256", ["chaining", "before"])[1].name
    'sha256-lut-resume'
    """
    check_text(algorithm=name)
    if found := _hash_function(name, given):
        return found
    _refuse_cipher(name)
    names = dict.fromkeys(function.name for function, _ in _hash_functions())
    raise unknown("hash function", name, names, "gatehash list --json")


def _refuse_cipher(name: str) -> None:
    """Raise GatehashError where a name is that of a cipher."""
    for design in DESIGNS.values():
        for function in design.functions:
            if not function.hashes and function.name == name:
                raise GatehashError(f"{name} is a cipher, not a hash function: crypt takes it")


def _hash_functions() -> list[tuple[Function, Design]]:
    return [
        (function, design)
        for design in (DESIGNS[DEFAULT], *DESIGNS.values())
        for function in design.functions
        if function.hashes
    ]


def _hash_function(name: str, given: Collection[str]) -> tuple[Function, Design] | None:
    found = _hash_functions()
    meant = _meant(name, found)
    if meant is None:
        return None
    same = [each for each in found if each[0].name == meant[0].name]
    takes = ({field.name for field in function.fields}.issuperset(given) for function, _ in same)
    return next((each for each, fits in zip(same, takes, strict=True) if fits), meant)


def algorithms_available() -> frozenset[str]:
    """Return names of hash functions that need no value: the catalogue's, and hashlib's for them.

    Examples
    --------
    >>> sorted(algorithms_available() & {"sha-256", "sha3_256", "shake_128", "md5", "hmac-sha-256"})
    ['sha-256', 'sha3_256', 'shake_128']
    """
    import hashlib

    found = {
        function.name: function
        for design in DESIGNS.values()
        for function in design.functions
        if function.hashes and function.works_without_values
    }
    others = hashlib.algorithms_available | hashlib.algorithms_guaranteed
    listed = (name for name in others if any(each.listed_as(name) for each in found.values()))
    return frozenset({*found, *listed})


def algorithms_guaranteed() -> frozenset[str]:
    """Return the names of :func:`algorithms_available` that hashlib guarantees."""
    import hashlib

    return algorithms_available() & hashlib.algorithms_guaranteed


def named(name: str, given: Collection[str] = ()) -> tuple[Design, str | None]:
    """Return the design of a name, which is a design's or a hash function's, and the function.

    Parameters
    ----------
    name, given
        A design's name, for which the function is None; else as for :func:`hash_function`.

    Raises
    ------
    GatehashError
        If it is neither.

    Examples
    --------
    >>> [(design.name, name) for design, name in map(named, ("sha256-bram", "sha256"))]
    [('sha256-bram', None), ('sha256-lut', 'sha256')]
    """
    if design := _found(name):
        return design, None
    if function := _hash_function(name, given):
        return function[1], name
    known = dict.fromkeys((*DESIGNS, *(each.name for each, _ in _hash_functions())))
    raise unknown("hash function or design", name, known, "gatehash list --json")
