# SPDX-License-Identifier: Apache-2.0
"""Numbers by which software behind a bus knows the functions of a design."""

from __future__ import annotations

from collections.abc import Mapping

from gatehash.catalog import Design, Function, Hardware
from gatehash.errors import GatehashError

__all__ = ["FUNCTION_NUMBERS", "function_bits", "functions_of"]

FUNCTION_NUMBERS: Mapping[str, int] = {
    name: number
    for number, name in enumerate(
        (
            *("sha-224", "sha-256", "sha-384", "sha-512", "sha-512/224", "sha-512/256"),
            *("sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256"),
            *("skein-256-256", "skein-512-512", "skein-1024-1024"),
            *("threefish-256", "threefish-512", "threefish-1024"),
            *("blake-224", "blake-256", "blake-384", "blake-512"),
            *("chacha8", "chacha12", "chacha20"),
            *("whirlpool", "phash"),
            *("blake2s-256", "blake2b-512", "chacha20-ietf"),
            *("hmac-sha-224", "hmac-sha-256", "hmac-sha-384", "hmac-sha-512"),
            *("hmac-sha-512/224", "hmac-sha-512/256"),
            *("blake3", "blake3-keyed", "blake3-context", "blake3-material"),
            *("hmac-sha3-224", "hmac-sha3-256", "hmac-sha3-384", "hmac-sha3-512"),
            *("kmac128", "kmac256", "skein-mac-256-256", "skein-mac-512-512"),
            *("chacha20-poly1305", "xchacha20-poly1305", "xchacha20", "skein-mac-1024-1024"),
            *("skein-tree-512-512", "cshake128", "cshake256", "poly1305"),
        )
    )
}
"""Number of each function, its bit in the register ``functions``; new ones go to the end."""


def functions_of(design: Design, hardware: Hardware) -> tuple[str, ...]:
    """Return the names of the functions that a design has with certain hardware.

    Where the hardware fixes the length of an answer and the function's name has none, as with KMAC,
    the function is the same for every length.
    """
    return tuple(
        function.name for function in design.functions if _computes(design, hardware, function)
    )


def _computes(design: Design, hardware: Hardware, function: Function) -> bool:
    operation, first = function.operations[0], function.examples[0]
    if function.bind(design, operation, first).hardware == hardware:
        return True
    bits = hardware.stream.parameters.get("DigestBits")
    length = next((field for field in function.fields if field.name == "digest_bits"), None)
    if bits is None or length is None:
        return False
    try:
        job = function.bind(design, operation, {**first, length.name: bits})
    except GatehashError:
        return False
    return job.hardware == hardware and job.name == function.name


def function_bits(design: Design, hardware: Hardware) -> int:
    """Return a number with a bit for each function that a design has with certain hardware.

    Raises
    ------
    GatehashError
        If a function has no number.
    """
    names = functions_of(design, hardware)
    for name in names:
        if name not in FUNCTION_NUMBERS:
            raise GatehashError(
                f"{name} of {design.name} has no number that software knows it by; it is to be in "
                "FUNCTION_NUMBERS of gatehash.bus.functions"
            )
    return sum(1 << FUNCTION_NUMBERS[name] for name in names)
