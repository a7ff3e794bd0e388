# SPDX-License-Identifier: Apache-2.0
"""``gatehash acvp``: answers to prompts of ACVP, and what a design registers there."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from gatehash.catalog import find
from gatehash.cli.engines import AnyEngineOption, Engine, Uart
from gatehash.cli.files import reading, reason, writing
from gatehash.cli.names import quoted
from gatehash.cli.options import print_json
from gatehash.cli.progress import bar
from gatehash.cli.streams import say
from gatehash.errors import GatehashError
from gatehash.kat import Asked, read_prompt, registration, respond, work

__all__ = ["acvp"]


def acvp(
    prompt: Annotated[
        str | None,
        typer.Argument(metavar="PROMPT.json", help="Vector set; - is standard input."),
    ] = None,
    design: Annotated[
        str | None, typer.Option("--design", metavar="NAME", help="Design that answers.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="RESPONSE.json", help="File; - is standard output."),
    ] = None,
    capabilities: Annotated[
        str | None,
        typer.Option(
            "--capabilities", metavar="NAME", help="Print the registration of a design, as JSON."
        ),
    ] = None,
    engine: AnyEngineOption = Engine.RTL,
) -> None:
    """Answer prompts of NIST's validation protocol (ACVP) on simulated hardware or on a board.

    A prompt is a vector set of SHA-2, SHA-3, SHAKE, cSHAKE, HMAC or KMAC without answers. If the
    design can't answer all of its tests, one line names the first of them, nothing is written, and
    the exit status is 1. With --capabilities the command prints what the design takes, for the
    registration with a server.
    """
    if capabilities is not None:
        if (prompt, design, output) != (None, None, None):
            raise GatehashError("--capabilities NAME excludes a prompt, --design and --output")
        print_json(registration(find(capabilities)))
        return
    if prompt is None or design is None or output is None:
        raise GatehashError(
            "a prompt needs --design NAME and -o RESPONSE.json; without a prompt give "
            "--capabilities NAME"
        )
    found = find(design)
    with ExitStack() as stack:
        link = None
        if isinstance(engine, Uart):
            from gatehash.board import BoardLink  # with all that builds for boards

            link = stack.enter_context(BoardLink(engine.device))
        asked = Asked(found, engine=engine.value if link is None else link)
        try:
            with reading(prompt) as stream:
                read = read_prompt(stream, found)
        except (OSError, GatehashError) as error:
            raise _failed(prompt, error) from None
        with (
            writing(output, [prompt]) as response,
            bar(lambda: work(read.vectors), least=1, of_bytes=False) as shown,
        ):
            try:
                text = respond(read, asked, shown.advance)
            except GatehashError as error:
                raise _failed(prompt, error) from None
            response.write(text.encode())


def _failed(prompt: str, error: OSError | GatehashError) -> typer.Exit:
    """Say why a prompt has no answer; return the end of the command."""
    say(f"{quoted(prompt)}: {reason(error) if isinstance(error, OSError) else error}")
    return typer.Exit(1)
