# SPDX-License-Identifier: Apache-2.0
"""``gatehash microcode``: the coprocessors' programs, listed and written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from gatehash.errors import GatehashError
from gatehash.microcode import threefish_image
from gatehash.microcode.blake_chacha_emit import PACKAGE as BLAKE_CHACHA_PACKAGE
from gatehash.microcode.blake_chacha_emit import blake_chacha_listing, blake_chacha_package
from gatehash.microcode.emit import listing, threefish_package
from gatehash.models.threefish import ROUNDS
from gatehash.paths import rtl_root

__all__ = ["microcode"]

microcode = typer.Typer(help="Show and write the coprocessors' microcode.", no_args_is_help=True)

PACKAGE = Path("compact", "generated", "gh_threefish_microcode_pkg.sv")
"""Where the package of the Threefish coprocessor is below ``rtl``."""

_THREEFISH = tuple(
    f"{use}-{64 * words}" for use in ("threefish", "ubi", "decrypt") for words in ROUNDS
)
_BLAKE_CHACHA = ("blake", "blake-three", "chacha")
_PROGRAMS = (*_THREEFISH, *_BLAKE_CHACHA)


@microcode.command()
def show(
    program: Annotated[str, typer.Argument(help=f"One of: {', '.join(_PROGRAMS)}.")],
) -> None:
    """List a program: cycle or address, what each part of the machine does, and for whom."""
    if program not in _PROGRAMS:
        raise GatehashError(f"unknown program '{program}'; choose one of: {', '.join(_PROGRAMS)}")
    lines = blake_chacha_listing(program) if program in _BLAKE_CHACHA else _threefish(program)
    for line in lines:
        print(line)


@microcode.command()
def emit() -> None:
    """Write the SystemVerilog packages anew, in the checkout."""
    for package, text in (
        (PACKAGE, threefish_package(threefish_image())),
        (BLAKE_CHACHA_PACKAGE, blake_chacha_package()),
    ):
        path = rtl_root() / package
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(rtl_root().parent))


def _threefish(name: str) -> Iterator[str]:
    """Yield the listing of a program of the Threefish coprocessor, and what it takes."""
    use, _, bits = name.partition("-")
    words = int(bits) // 64
    image = threefish_image()
    yield from listing(image, words, use)
    scheduled = image.programs[words, use]
    cycles, operations = image.cycles(words, use), scheduled.operations(use)
    encoded = image.image
    yield (
        f"{cycles} cycles, {operations} operations: the ALU is busy for "
        f"{100 * operations / cycles:.1f} %"
    )
    yield (
        f"{len(encoded.words)} words of {encoded.bits} bits for all programs, {encoded.plain_bits} "
        f"without their {len(encoded.patterns)} patterns"
    )
