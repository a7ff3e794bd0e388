# SPDX-License-Identifier: Apache-2.0
"""Hash objects, as :mod:`hashlib` has them, that run on simulated hardware."""

from __future__ import annotations

import atexit
from threading import Lock

from gatehash.catalog import Design
from gatehash.errors import RefusedError
from gatehash.simulate.session import Simulation

__all__ = ["RtlHash", "ask"]

_lock = Lock()
_running: dict[tuple[str, tuple[tuple[str, int], ...], str | None], Simulation] = {}


def ask(
    design: Design, message: bytes | bytearray | memoryview, netlist: str | None = None
) -> bytes:
    """Return a design's answer to a message; its simulator keeps running for the next one.

    Parameters
    ----------
    design : Design
        The design to run on.
    message : bytes-like
        The message.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails, or the design refuses the message.
    """
    key = (design.name, tuple(design.stream.parameters.items()), netlist)
    with _lock:
        if not _running:
            atexit.register(_close_all)
        if key not in _running:
            _running[key] = Simulation(design, netlist=netlist)
        try:
            (answer,) = _running[key].ask_all([[message]], [design])
        except BaseException:
            _running.pop(key).close(kill=True)
            raise
    if answer.error:
        why = design.algorithm.refusal(len(message))
        raise RefusedError(f"{design.name} refused the message{f': {why}' if why else ''}")
    return answer.data


def _close_all() -> None:
    while _running:
        _running.popitem()[1].close(kill=True)


class RtlHash:
    """Hash of a message, computed by the design's RTL or by what synthesis made of it.

    The message is kept and streamed through the simulated hardware when its digest is asked for:
    hardware that has padded and finished a message can't take more of it, as hashlib's objects can.

    Parameters
    ----------
    design : Design
        The design to run on.
    data : bytes-like, optional
        Start of the message.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> h = RtlHash(find("skein512-x8"), b"a")
    >>> h.update(b"bc")
    >>> h.hexdigest()[:16]
    '8f5dd9ec79815266'
    """

    def __init__(
        self,
        design: Design,
        data: bytes | bytearray | memoryview = b"",
        netlist: str | None = None,
    ) -> None:
        self._design = design
        self._netlist = netlist
        self._message = bytearray(data)
        self._digest: bytes | None = None

    @property
    def name(self) -> str:
        """Name of the algorithm, such as ``skein-512-512``."""
        return self._design.algorithm.name

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""
        return self._design.algorithm.digest_bits // 8

    @property
    def block_size(self) -> int:
        """Block length in bytes."""
        return self._design.algorithm.block_bits // 8

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append `data` to the message."""
        self._message += data
        self._digest = None

    def digest(self) -> bytes:
        """Digest of the message so far.

        Raises
        ------
        GatehashError
            If the simulator can't be built or fails, or the design refuses the message.
        """
        if self._digest is None:
            self._digest = ask(self._design, self._message, self._netlist)
        return self._digest

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> RtlHash:
        """Return a hash object of the same message that goes its own way."""
        twin = RtlHash(self._design, self._message, self._netlist)
        twin._digest = self._digest
        return twin
