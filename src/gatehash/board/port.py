# SPDX-License-Identifier: Apache-2.0
"""A serial device, whose errors are one line each."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gatehash.board.boards import BAUD
from gatehash.errors import GatehashError, shown
from gatehash.extras import missing

if TYPE_CHECKING:
    from serial import Serial

__all__ = ["Port"]

_LOOK_SECONDS = 0.05
_WRITE_SECONDS = 10.0


class Port:
    """A serial device, in use by this process alone.

    Parameters
    ----------
    device : str
        Its name, such as ``/dev/ttyUSB0``.

    Raises
    ------
    GatehashError
        If it can't be opened, or pyserial is missing.
    """

    def __init__(self, device: str) -> None:
        self._name = f"uart:{shown(device)}"
        self._serial = self._opened(device)

    def close(self) -> None:
        """Close the device."""
        self._serial.close()

    def read(self) -> bytes:
        """Return what has arrived, after a short wait if nothing has."""
        with self._words("the connection broke off"):
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))

    def write(self, data: bytes) -> None:
        """Send bytes."""
        with self._words("the connection broke off"):
            self._serial.write(data)

    def error(self, what: str) -> GatehashError:
        """Return the error for something that is wrong with the device, or what is there."""
        return GatehashError(f"{self._name}: {what}")

    def _opened(self, device: str) -> Serial:
        try:
            import serial
        except ImportError:
            raise GatehashError(missing("pyserial")) from None
        with self._words("can't open the device"):
            port = serial.Serial(
                device,
                BAUD,
                timeout=_LOOK_SECONDS,
                write_timeout=_WRITE_SECONDS,
                exclusive=True,
            )
        # A USB converter else waits 16 ms for more before it hands on a few bytes.
        with contextlib.suppress(OSError, ValueError, NotImplementedError, AttributeError):
            port.set_low_latency_mode(True)
        return port

    @contextlib.contextmanager
    def _words(self, what: str) -> Iterator[None]:
        """Turn errors of the device into one line."""
        try:
            yield
        except (OSError, ValueError) as error:  # pyserial's errors are such
            raise self.error(f"{what}: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """Return the system's words for an error of pyserial, which has its number somewhere."""
    for each in (error, error.__context__):
        number = each.args[0] if each is not None and each.args else None
        if isinstance(number, int):
            return os.strerror(number)
    return "the device was disconnected, or another program reads it"
