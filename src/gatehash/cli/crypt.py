# SPDX-License-Identifier: Apache-2.0
"""``gatehash crypt``: files encrypted and decrypted by simulated hardware."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import ExitStack
from typing import IO, Annotated, Any

import typer

import gatehash
from gatehash.board import BoardLink
from gatehash.catalog import DEFAULT_CIPHER, Operation, cipher_design
from gatehash.cli.digests import pieces_of, shown_bytes
from gatehash.cli.engines import AnyEngineOption, Engine, Uart, check_simulated
from gatehash.cli.fields import given, with_fields
from gatehash.cli.files import reading, writing
from gatehash.cli.hash import NetlistOption
from gatehash.cli.progress import Bar

__all__ = ["crypt"]


def _size(stream: IO[bytes]) -> int | None:
    """Return the length of an open file, if it is known before reading."""
    status = os.fstat(stream.fileno())
    return status.st_size or None if stat.S_ISREG(status.st_mode) else None


@with_fields(hashes=False)
def crypt(
    file: Annotated[str, typer.Argument(metavar="IN", help="File; - is standard input.")],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="File; - is standard output.")
    ],
    algorithm: Annotated[
        str, typer.Option("--algorithm", metavar="NAME", help="Cipher, such as threefish-512.")
    ],
    design: Annotated[
        str | None,
        typer.Option(
            "--design",
            metavar="NAME",
            help=f"Design that encrypts or decrypts; by default {DEFAULT_CIPHER} or the first one "
            "that has the cipher, or the board's.",
        ),
    ] = None,
    decrypt: Annotated[bool, typer.Option("--decrypt", help="Decrypt instead.")] = False,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
    **values: Any,
) -> None:
    """Encrypt or decrypt a file on simulated hardware, or on a board.

    Threefish takes a positive number of whole blocks; the tweak of block i has i added to its first
    eight bytes, a little-endian number, modulo 2**64. ChaCha takes a message of any length. Neither
    is an authenticated mode. ChaCha20-Poly1305 and XChaCha20-Poly1305 are: what they encrypt ends
    in a tag of 16 bytes, which is checked before anything that they decrypt is written. Use a tweak
    or nonce only once with a key. Memory does not grow with the file. If anything fails there is no
    output file.
    """
    parameters, key_files = given(values, [file])
    check_simulated(engine, netlist=netlist)
    with ExitStack() as stack:
        stream = stack.enter_context(reading(file))
        mixed = output == "-" and sys.stdout.isatty()  # a bar among what is written
        shown = Bar() if mixed else stack.enter_context(shown_bytes([file]))
        pieces = pieces_of(stream, shown.advance)
        size = None if file == "-" else _size(stream)
        # Errors of the request are reported before anything is read or opened for writing.
        if isinstance(engine, Uart):
            link = stack.enter_context(BoardLink(engine.device))
            operation: Operation = "decrypt" if decrypt else "encrypt"
            job = link.job(design, algorithm, parameters, operation)
            if size is not None:
                job.check(size)
            answer = link.answer(job, pieces)
        else:
            answer = gatehash.crypt_stream(
                cipher_design(algorithm) if design is None else design,
                algorithm,
                pieces,
                decrypt=decrypt,
                engine=engine.value,
                netlist=netlist,
                message_bytes=size,
                **parameters,
            )
        with writing(output, [file, *key_files]) as out:
            out.writelines(answer)
