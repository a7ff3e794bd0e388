# SPDX-License-Identifier: Apache-2.0
"""``gatehash crypt``: files encrypted and decrypted by simulated hardware."""

from __future__ import annotations

import os
import stat
from typing import IO, Annotated

import typer

import gatehash
from gatehash.cli.files import reading, reason, writing
from gatehash.cli.hash import Engine, EngineOption, NetlistOption
from gatehash.cli.names import quoted
from gatehash.cli.options import hexadecimal
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError

__all__ = ["crypt"]

_PIECE = 1 << 18
_LONGEST_KEY_FILE = 1 << 16


def _size(stream: IO[bytes]) -> int | None:
    """Return the length of an open file, if it is known before reading."""
    status = os.fstat(stream.fileno())
    return status.st_size or None if stat.S_ISREG(status.st_mode) else None


def _key(key: str | None, key_file: str | None) -> bytes | None:
    """Return the key; no error message shows any part of it.

    Raises
    ------
    GatehashError
        If it is given twice, its file can't be read, or it is not hexadecimal.
    """
    if key is not None and key_file is not None:
        raise GatehashError("--key and --key-file exclude each other; choose one")
    if key_file is None:
        return None if key is None else hexadecimal("key", key)
    try:
        with reading(key_file) as stream:
            text = stream.read(_LONGEST_KEY_FILE + 1)
    except OSError as error:
        raise GatehashError(f"key file {quoted(key_file)}: {reason(error)}") from error
    if len(text) > _LONGEST_KEY_FILE:
        raise GatehashError(
            f"key file {quoted(key_file)} is longer than {_LONGEST_KEY_FILE} bytes; "
            "it must hold the key alone, in hexadecimal"
        )
    return hexadecimal(f"key in {quoted(key_file)}", text.decode("ascii", "replace"))


def crypt(
    file: Annotated[str, typer.Argument(metavar="IN", help="File; - is standard input.")],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="File; - is standard output.")
    ],
    algorithm: Annotated[
        str, typer.Option("--algorithm", metavar="NAME", help="Cipher, such as threefish-512.")
    ],
    key: Annotated[
        str | None,
        typer.Option(
            "--key",
            metavar="HEX",
            help="Key; other users of the machine can see it, see --key-file.",
        ),
    ] = None,
    key_file: Annotated[
        str | None,
        typer.Option(
            "--key-file", metavar="FILE", help="File with the key, as HEX; - is standard input."
        ),
    ] = None,
    design: Annotated[
        str, typer.Option("--design", metavar="NAME", help="Design that encrypts or decrypts.")
    ] = "threefish-mc",
    tweak: Annotated[
        str | None,
        typer.Option(
            "--tweak", metavar="HEX", help="Tweak of Threefish's first block; by default zeros."
        ),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option("--nonce", metavar="HEX", help="Nonce of ChaCha, 8 bytes.")
    ] = None,
    counter: Annotated[
        int | None,
        typer.Option(
            "--counter",
            metavar="N",
            parser=Whole(0, 2**64 - 1),
            help="Counter of ChaCha's first block; by default 0.",
        ),
    ] = None,
    decrypt: Annotated[bool, typer.Option("--decrypt", help="Decrypt instead.")] = False,
    engine: EngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Encrypt or decrypt a file on simulated hardware.

    Threefish takes a positive number of whole blocks; the tweak of block i has i added to its first
    eight bytes, a little-endian number, modulo 2**64. ChaCha takes a message of any length. Neither
    is an authenticated mode: use a tweak or nonce only once with a key. Memory does not grow with
    the file. If anything fails there is no output file.
    """
    if file == key_file == "-":
        raise GatehashError("standard input can't be both the message and the key")
    secret = _key(key, key_file)
    values: dict[str, bytes | int] = {} if secret is None else {"key": secret}
    for name, text in (("tweak", tweak), ("nonce", nonce)):
        if text is not None:
            values[name] = hexadecimal(name, text)
    if counter is not None:
        values["counter"] = counter
    if netlist is not None and engine is Engine.MODEL:
        raise GatehashError("--netlist simulates hardware; it excludes --engine model")
    inputs = [name for name in (file, key_file) if name is not None]
    with reading(file) as stream:
        # Errors of the request are reported before anything is read or opened for writing.
        answer = gatehash.crypt_stream(
            design,
            algorithm,
            iter(lambda: stream.read(_PIECE), b""),
            decrypt=decrypt,
            engine=engine.value,
            netlist=netlist,
            message_bytes=None if file == "-" else _size(stream),
            **values,
        )
        with writing(output, inputs) as out:
            out.writelines(answer)
