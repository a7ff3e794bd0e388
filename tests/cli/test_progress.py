# SPDX-License-Identifier: Apache-2.0
"""Long work is announced, on a terminal with a spinner, and to nobody who wants no word."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.cli.every import COMMANDS

from gatehash import waits
from gatehash.cache import locked
from gatehash.catalog import DESIGNS
from gatehash.simulate.duration import build_seconds

_SAID = b"gatehash: compiling a golden model (once; about 2 s)"
# The spinner's first picture.
_SPINNER = "\N{BRAILLE PATTERN DOTS-124}".encode()
_CALL = (sys.executable, "-m", "gatehash", "hash", "-a", "sha256", "--engine", "model", "message")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An empty cache, a long message, and the usual words."""
    (tmp_path / "message").write_bytes(bytes(600_000))
    words = {"GATEHASH_CACHE": str(tmp_path / "cache"), "GATEHASH_QUIET": "", "TERM": "xterm"}
    return {**os.environ, **words}


def _said(folder: Path, environment: dict[str, str], *options: str) -> bytes:
    done = subprocess.run(
        [*_CALL, *options], cwd=folder, env=environment, capture_output=True, check=True
    )
    assert done.stdout.endswith(b"  message\n")
    return done.stderr


def test_the_first_time_is_announced(tmp_path: Path, environment: dict[str, str]) -> None:
    assert _said(tmp_path, environment) == _SAID + b"\n"
    assert _said(tmp_path, environment) == b""


@pytest.mark.parametrize("quiet", ["--quiet", "GATEHASH_QUIET"])
def test_no_word_where_none_is_wanted(
    tmp_path: Path, environment: dict[str, str], quiet: str
) -> None:
    option = quiet.startswith("-")
    words = environment if option else {**environment, quiet: "1"}
    assert _said(tmp_path, words, *[quiet] * option) == b""
    assert [*(tmp_path / "cache" / "models").glob("*.so")]


def test_spinner_on_a_terminal(tmp_path: Path, environment: dict[str, str]) -> None:
    ours, theirs = pty.openpty()
    with (tmp_path / "out").open("wb") as out:
        process = subprocess.Popen(_CALL, cwd=tmp_path, env=environment, stdout=out, stderr=theirs)
    os.close(theirs)
    shown = bytearray()
    with contextlib.suppress(OSError):
        while piece := os.read(ours, 1 << 16):
            shown += piece
    os.close(ours)
    assert process.wait() == 0
    assert _SAID in shown
    assert _SPINNER in shown.partition(_SAID)[2]
    assert (tmp_path / "out").read_bytes().endswith(b"  message\n")


def test_work_of_another_process_is_announced(tmp_path: Path) -> None:
    came, heard = threading.Event(), []

    def listen(wait: waits.Wait) -> None:
        heard.append(str(wait))
        came.set()

    def take() -> None:
        with locked(tmp_path, "lock"):
            pass

    other = threading.Thread(target=take)
    waits.announce(listen)
    try:
        with locked(tmp_path, "lock"):
            assert heard == []
            other.start()
            assert came.wait(60)
        other.join()
    finally:
        waits.announce(None)
    assert heard == ["waiting for another process that works on the same"]


def test_every_command_can_be_quiet() -> None:
    for name, command in COMMANDS.items():
        assert "--quiet" in {opt for each in command.params for opt in each.opts}, name


def test_designs_on_record_have_an_estimate() -> None:
    seconds = {name: build_seconds(design, first=False) for name, design in DESIGNS.items()}
    assert all(each and each > 2 for each in seconds.values()), seconds
    assert (seconds["phash-8"] or 0) > 10 * (seconds["sha256-lut"] or 0)
