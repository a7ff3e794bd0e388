# SPDX-License-Identifier: Apache-2.0
"""The engines that compute: simulated hardware, a golden model, or a board at a serial device."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any

import typer

from gatehash.cli.values import BadValue, OneOf
from gatehash.errors import GatehashError

__all__ = [
    "AnyEngineOption",
    "Engine",
    "EngineOption",
    "Uart",
    "check_simulated",
]

_UART = "uart:"


class Engine(Enum):
    """The engines that every machine has."""

    RTL = "rtl"
    MODEL = "model"


@dataclass(frozen=True)
class Uart:
    """A board at a serial device."""

    device: str

    @property
    def value(self) -> str:
        """The engine as users write it."""
        return f"{_UART}{self.device}"


class _AnyEngine:
    """Reads an engine of this machine, or ``uart:DEVICE``."""

    def __call__(self, value: str | Engine | Uart) -> Engine | Uart:
        """Return the engine, or raise :class:`BadValue`."""
        if isinstance(value, Engine | Uart):
            return value
        if value.startswith(_UART) and len(value) > len(_UART):
            return Uart(value.removeprefix(_UART))
        for engine in Engine:
            if value == engine.value:
                return engine
        allowed = ", ".join(engine.value for engine in Engine)
        raise BadValue(value, f"one of: {allowed}, {_UART}DEVICE")


EngineOption = Annotated[
    Engine,
    typer.Option(
        "--engine",
        metavar="|".join(engine.value for engine in Engine),
        parser=OneOf(Engine),
        help="Simulated hardware or the golden model.",
    ),
]

AnyEngineOption = Annotated[
    Any,
    typer.Option(
        "--engine",
        metavar="|".join([*(engine.value for engine in Engine), f"{_UART}DEVICE"]),
        parser=_AnyEngine(),
        help="Simulated hardware, the golden model, or a board at a serial device.",
    ),
]
"""The value is an :class:`Engine` or a :class:`Uart`."""


def check_simulated(engine: Engine | Uart, **options: object) -> None:
    """Raise a GatehashError for options of simulated hardware that another engine has not.

    Parameters
    ----------
    engine : Engine or Uart
        The engine.
    **options : object
        Value of each option, by the word that says what it does; None where it is not given.
    """
    for does, given in options.items():
        if given is not None and engine is not Engine.RTL:
            other = "--engine uart" if isinstance(engine, Uart) else f"--engine {engine.value}"
            raise GatehashError(f"{_SAYS[does]}; it excludes {other}")


_SAYS = {
    "waves": "--waves records simulated hardware",
    "netlist": "--netlist simulates hardware",
    "threads": "--threads applies to simulated hardware only",
}
