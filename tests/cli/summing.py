# SPDX-License-Identifier: Apache-2.0
"""The tools of GNU coreutils beside ``gatehash sum``."""

from __future__ import annotations

import shutil
import subprocess
from typing import NamedTuple

import pytest
from tests.cli.test_sums import LOCALE

TOOLS = {
    "sha224sum": "sha224",
    "sha256sum": "sha-256",
    "sha384sum": "sha384",
    "sha512sum": "sha512",
}


class Answer(NamedTuple):
    """Exit status, standard output, and the lines of standard error behind the tool's name."""

    status: int
    out: bytes
    said: list[bytes]


def gnu(tool: str, *arguments: str, stdin: bytes = b"") -> Answer:
    """Run a tool of GNU coreutils, or skip the test."""
    found = shutil.which(tool)
    version = subprocess.run([found, "--version"], capture_output=True).stdout if found else b""
    if found is None or b"GNU coreutils" not in version:
        pytest.skip(f"{tool} of GNU coreutils is not here")
    # The form of names with carriage returns is that of version 9.
    if version.split(b"\n")[0].split()[-1].split(b".")[0] < b"9":
        pytest.skip(f"{tool} is older than coreutils 9")
    done = subprocess.run(
        [found, *arguments], input=stdin, capture_output=True, check=False, env=LOCALE
    )
    return Answer(done.returncode, done.stdout, [told(line) for line in done.stderr.splitlines()])


def told(line: bytes) -> bytes:
    return line.partition(b": ")[2]
