# SPDX-License-Identifier: Apache-2.0
"""``gatehash microcode``: the coprocessors' programs, listed and written."""

from pathlib import Path
from typing import Annotated

import typer

from gatehash.errors import GatehashError
from gatehash.microcode import threefish_image
from gatehash.microcode.emit import listing, threefish_package
from gatehash.models.threefish import ROUNDS
from gatehash.paths import rtl_root

__all__ = ["microcode"]

microcode = typer.Typer(help="Show and write the coprocessors' microcode.", no_args_is_help=True)

PACKAGE = Path("compact", "generated", "gh_threefish_microcode_pkg.sv")
"""Where the package is below ``rtl``."""

_PROGRAMS = tuple(
    f"{use}-{64 * words}" for use in ("threefish", "ubi", "decrypt") for words in ROUNDS
)


@microcode.command()
def show(
    program: Annotated[str, typer.Argument(help=f"One of: {', '.join(_PROGRAMS)}.")],
) -> None:
    """List a program: cycle, address, what each part of the machine does, and for whom."""
    if program not in _PROGRAMS:
        raise GatehashError(f"unknown program '{program}'; choose one of: {', '.join(_PROGRAMS)}")
    use, _, bits = program.partition("-")
    words = int(bits) // 64
    image = threefish_image()
    for line in listing(image, words, use):
        print(line)
    scheduled = image.programs[words, use]
    cycles, operations = image.cycles(words, use), scheduled.operations(use)
    encoded = image.image
    print(
        f"{cycles} cycles, {operations} operations: the ALU is busy for "
        f"{100 * operations / cycles:.1f} %"
    )
    print(
        f"{len(encoded.words)} words of {encoded.bits} bits for all programs, {encoded.plain_bits} "
        f"without their {len(encoded.patterns)} patterns"
    )


@microcode.command()
def emit() -> None:
    """Write the SystemVerilog package anew, in the checkout."""
    path = rtl_root() / PACKAGE
    path.write_text(threefish_package(threefish_image()), encoding="utf-8")
    print(path.relative_to(rtl_root().parent))
