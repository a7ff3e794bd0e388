# SPDX-License-Identifier: Apache-2.0
"""Every command of the application, found in it."""

from typing import Any

import typer

from gatehash.cli.commands import application

__all__ = ["COMMANDS"]


def _commands() -> dict[str, Any]:
    """Return every command of the application that does something by itself."""
    found: dict[str, Any] = {}

    def walk(command: Any, path: list[str]) -> None:
        below = getattr(command, "commands", {})
        if path and (not below or command.invoke_without_command):
            found[" ".join(path)] = command
        for name, each in below.items():
            walk(each, [*path, name])

    walk(typer.main.get_command(application()), [])
    return found


COMMANDS = _commands()
