# SPDX-License-Identifier: Apache-2.0
"""``gatehash crypt``: files encrypted and decrypted by simulated hardware."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

import gatehash
from gatehash.catalog import Operation
from gatehash.cli.hash import Engine, NetlistOption
from gatehash.cli.options import hexadecimal
from gatehash.errors import GatehashError

__all__ = ["crypt"]


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _write(name: str, data: bytes) -> None:
    """Write a file as a whole: another one of that name stays until all of it is there."""
    if name == "-":
        sys.stdout.buffer.write(data)
        return
    path = Path(name)
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a device, or a folder: that is said in words
        return
    handle, part = tempfile.mkstemp(prefix=f"{path.name}.part-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(part).chmod(0o666 & ~mask)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def crypt(
    file: Annotated[str, typer.Argument(metavar="IN", help="File; - is standard input.")],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="File; - is standard output.")
    ],
    algorithm: Annotated[
        str, typer.Option("--algorithm", metavar="NAME", help="Cipher, such as threefish-512.")
    ],
    key: Annotated[str, typer.Option("--key", metavar="HEX", help="Key.")],
    design: Annotated[
        str, typer.Option("--design", metavar="NAME", help="Design that does it.")
    ] = "threefish-mc",
    tweak: Annotated[
        str | None,
        typer.Option("--tweak", metavar="HEX", help="Threefish's, of the first block; or zeros."),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option("--nonce", metavar="HEX", help="ChaCha's, 8 bytes.")
    ] = None,
    counter: Annotated[
        int | None,
        typer.Option("--counter", metavar="N", help="ChaCha's, of the first block; or 0."),
    ] = None,
    decrypt: Annotated[bool, typer.Option("--decrypt", help="Decrypt instead.")] = False,
    engine: Annotated[
        Engine, typer.Option("--engine", help="Simulated hardware or the golden model.")
    ] = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Encrypt or decrypt a file on simulated hardware.

    Threefish takes a positive number of whole blocks; block i has the tweak with i added to its
    first eight bytes, a little-endian number, modulo 2**64. ChaCha takes a message of any length.
    Neither is an authenticated mode: use a tweak or nonce once for a key. If anything fails there
    is no output file.
    """
    given = {"key": key, "tweak": tweak, "nonce": nonce}
    values: dict[str, bytes | int] = {
        name: hexadecimal(name, text) for name, text in given.items() if text is not None
    }
    if counter is not None:
        values["counter"] = counter
    if netlist is not None and engine is Engine.MODEL:
        raise GatehashError("--netlist is simulated hardware; it can't go with --engine model")
    # What is wrong with the request is said before anything is read.
    operation: Operation = "decrypt" if decrypt else "encrypt"
    gatehash.find(design).with_cipher(algorithm, operation, values)
    answer = gatehash.crypt(
        design,
        algorithm,
        _read(file),
        decrypt=decrypt,
        engine=engine.value,
        netlist=netlist,
        **values,
    )
    _write(output, answer)
