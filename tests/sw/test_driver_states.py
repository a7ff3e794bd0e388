# SPDX-License-Identifier: Apache-2.0
"""Calls of the C driver in any order, on a bus that fails or not, against a model of its states.

The driver is compiled with the sanitizers of addresses and of undefined behaviour.
"""

from __future__ import annotations

import hmac
import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from tests.sw.driving import (
    ARGUMENT,
    BUS,
    CAPACITY,
    FUNCTION,
    OK,
    PARAMETER,
    PATIENCE,
    REFUSED,
    STATE,
    begun,
    hexadecimal,
    run,
    sent,
)

MAC, AEAD = "hmac-sha-256", "chacha20-poly1305"
PLACE = 40
"""Bytes of the place of an answer, of which longer ones fill it."""


@dataclass
class Driver:
    """What the driver promises: which message is under way, and whose key is held."""

    under_way: dict[str, Any] | None = None
    message: bytearray = field(default_factory=bytearray)
    held: bytes | None = None

    def fail(self) -> None:
        """Leave nothing of a message or a key, as the driver does after an error."""
        self.under_way, self.held = None, None

    def begin(self, function: str, values: dict[str, Any]) -> int:
        """Return the status of a begin; whatever it is, the message before is abandoned."""
        if self.under_way is not None:
            self.fail()
        if function not in (MAC, AEAD):
            return FUNCTION
        key, again = values.get("key"), values.get("again", False)
        if function == MAC:
            if "nonce" in values or again == (key is not None) or key == b"":
                return PARAMETER
            if again and self.held is None:
                return PARAMETER
            key = self.held if again else key
        elif key is None or (len(key), len(values["nonce"]), again) != (32, 12, False):
            return PARAMETER
        self.under_way = {**values, "function": function, "key": key}
        self.held, self.message = None, bytearray()
        return OK

    def update(self, data: bytes | None) -> int:
        """Return the status of an update."""
        if self.under_way is None:
            return ARGUMENT if data is None else STATE
        if data is None or self.under_way.get("whole"):
            self.fail()
            return ARGUMENT if data is None else STATE
        self.message += data
        return OK

    def end(self) -> int:
        """Return the status of an end without a wait."""
        if self.under_way is None:
            return STATE
        self.under_way["whole"] = True
        return OK

    def poll(self) -> tuple[int, bytes]:
        """Return the status of a poll, and whether the whole answer comes."""
        if self.under_way is None:
            return STATE, bytes(1)
        return OK, bytes([self.under_way.get("whole", False)])

    def finish(self) -> tuple[int, bytes]:
        """Return the status of a finish, and the answer."""
        if self.under_way is None:
            return STATE, b""
        now, message = self.under_way, bytes(self.message)
        status = OK
        if now["function"] == MAC:
            answer = hmac.digest(now["key"], message, "sha256")
        else:
            try:
                cipher = ChaCha20Poly1305(now["key"])
                crypt = cipher.decrypt if now.get("decrypt") else cipher.encrypt
                answer = crypt(now["nonce"], message, now.get("ad"))
            except InvalidTag:
                status, answer = REFUSED, bytes(max(1, len(message) - 16))
        if status == OK and len(answer) > PLACE:
            status = CAPACITY
        self.under_way = None
        self.held = now["key"] if now.get("held") and status == OK else None
        return status, answer[:PLACE]

    def reset(self) -> int:
        """Return the status of a reset."""
        self.fail()
        return OK


def _values(rng: random.Random, function: str) -> dict[str, Any]:
    """Return parameters, of which some are wrong."""
    key = rng.randbytes(rng.choice((1, 20, 64, 100)) if function == MAC else 32)
    values: dict[str, Any] = {"key": key}
    if function == MAC:
        values |= {"held": rng.random() < 0.6}
        if rng.random() < 0.4:
            values |= {"key": None, "again": True}
    else:
        values |= {"nonce": bytes(12), "ad": rng.randbytes(rng.randrange(5)) or None}
        values |= {"decrypt": rng.random() < 0.3}
    if rng.random() < 0.3:
        wrong: tuple[dict[str, Any], ...] = (
            {"key": None},
            {"key": b""},
            {"nonce": bytes(11)},
            {"again": True},
        )
        values |= rng.choice(wrong)
    return values


def _calls(rng: random.Random, own: str, count: int) -> list[tuple[str, Any]]:
    calls: list[tuple[str, Any]] = []
    for _ in range(count):
        name = rng.choice("bbbuuuuuffzgq" if own == MAC else "bbbbuuuuffffggq")
        given: Any = None
        if name == "b":
            function = own if rng.random() < 0.9 else "sha-512"
            given = (function, _values(rng, own))
        elif name == "u":
            given = rng.randbytes(rng.randrange(40)) if rng.random() < 0.9 else None
        calls.append((name, given))
    return calls


def _command(call: tuple[str, Any]) -> str:
    name, given = call
    if name == "b":
        return begun(None, function=given[0], capacity=PLACE, values=given[1])
    return f"u {hexadecimal(given)}" if name == "u" else name


def _follow(model: Driver, call: tuple[str, Any], failed: bool) -> tuple[int, bytes]:
    """Make a call of the model; return the status, and the answer of a finish."""
    name, given = call
    answer = b""
    before = model.under_way
    if name == "b":
        status = model.begin(*given)
    elif name == "u":
        status = model.update(given)
    elif name == "f":
        status, answer = model.finish()
    elif name == "g":
        status = model.end()
    elif name == "q":
        status, answer = model.poll()
    else:
        status = model.reset()
    if failed:
        # Only a call that reaches the bus meets its error.
        assert name == "z" or before is not None or (name == "b" and status == OK)
        model.fail()
        return BUS, bytes(len(answer))
    return status, answer


@pytest.mark.parametrize(
    ("design", "function"), [("sha256-lut-hmac", MAC), ("chacha20-poly1305-mc-1", AEAD)]
)
def test_calls_in_any_order(design: str, function: str) -> None:
    """Each status and answer is that of the model, also with errors of the bus at random."""
    rng = random.Random(design)
    calls = _calls(rng, function, 600)
    commands, faulty = [f"O 1 0 {PATIENCE}"], []
    for number, call in enumerate(calls):
        faulty.append(number > 200 and rng.random() < 0.3)
        commands += [f"F {rng.choice((0, 1, 3, 10, 30)) if faulty[-1] else -1}", _command(call)]
    said = run(design, commands)[1:]
    model = Driver()
    seen = set()
    for call, at_risk, line in zip(calls, faulty, said[1::2], strict=True):
        status = int(line[0])
        failed = status == BUS and at_risk
        expected, answer = _follow(model, call, failed)
        assert status == expected, (call, line)
        if call[0] in "fq" and not failed:
            assert line[1] == (answer.hex() or "."), call
        elif call[0] in "fq":
            assert not line[1].strip(".0"), "bytes of an answer that failed"
        seen.add(status)
    wanted = {OK, ARGUMENT, FUNCTION, PARAMETER, STATE, BUS}
    assert seen == wanted | ({REFUSED, CAPACITY} if function == AEAD else set())


def test_writes_that_get_lost() -> None:
    """They are noticed: all of them when a device is opened, and one of a message at its end."""
    message = bytes(range(200))
    one = sent(None, message, function="sha-256")
    opened = f"O 0 0 {PATIENCE}"
    said = run("sha256-lut", ["L 1", opened, "L 0", opened, one])
    assert [int(status) for status, *_ in said] == [OK, BUS, OK, OK, OK]
    # The enable that is read back, set and not set.
    for lost in (2, 3):
        said = run("sha256-lut", [f"D {lost}", opened, opened])
        assert [int(status) for status, *_ in said] == [OK, BUS, OK]
    commands = []
    for lost in range(len(message) // 4):
        commands += [opened, f"D {lost}", one]
    statuses = [int(status) for status, *_ in run("sha256-lut", [*commands, opened, one])]
    assert statuses == [*[OK, OK, BUS] * (len(message) // 4), OK, OK]


def test_a_bus_that_reports_errors() -> None:
    """Every access of every call passes its error on; what follows without one is right."""
    opened = f"O 0 0 {PATIENCE}"
    one = sent(None, b"abc", function="sha-256")
    for call, first, accesses in ((opened, [], 14), (one, [opened], 7)):
        commands = list(first)
        for at in range(accesses):
            commands += [f"F {at}", call, "F -1", opened, one]
        statuses = [int(status) for status, *_ in run("sha256-lut", commands)][len(first) :]
        assert statuses == [OK, BUS, OK, OK, OK] * accesses
