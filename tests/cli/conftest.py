# SPDX-License-Identifier: Apache-2.0
"""``gatehash sum`` in a folder of its own, and files to sum."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.summing import Answer, told
from tests.cli.test_sums import NAMES

from gatehash.cli import streams
from gatehash.cli.commands import run


@pytest.fixture
def ours(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Answer]:
    """Run ``gatehash sum``, or hash, on golden models in a folder of its own, in this process."""
    monkeypatch.chdir(tmp_path)
    handlers = {number: signal.getsignal(number) for number in (1, 2, 15)}

    def call(
        *arguments: str, stdin: bytes = b"", engine: str = "model", command: str = "sum"
    ) -> Answer:
        capfdbinary.readouterr()
        kept = sys.stdout, sys.stderr
        given = os.dup(0)
        reader, writer = os.pipe()
        os.write(writer, stdin)
        os.close(writer)
        os.dup2(reader, 0)
        try:
            streams.install()
            status = run([command, "--engine", engine, *arguments])
            sys.stderr.flush()
        finally:
            sys.stdout, sys.stderr = kept
            os.dup2(given, 0)
            for each in (reader, given):
                os.close(each)
            for number, handler in handlers.items():
                signal.signal(number, handler)
        out, err = capfdbinary.readouterr()
        assert all(line.startswith(b"gatehash") for line in err.splitlines()), err
        return Answer(status, out, [told(line) for line in err.splitlines()])

    return call


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name in NAMES:
        (tmp_path / name).write_bytes(os.fsencode(name))
    (tmp_path / "empty").touch()
    (tmp_path / "long").write_bytes(bytes(range(256)) * 3)
    return [*NAMES, "empty", "long"]
