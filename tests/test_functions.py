# SPDX-License-Identifier: Apache-2.0
"""Functions of designs, what they are called, and options for what they take."""

import inspect
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

import pytest

from gatehash.catalog import (
    DESIGNS,
    EMPTY_KEY,
    BytesField,
    Design,
    Field,
    Function,
    Job,
    Operation,
    find,
)
from gatehash.catalog.function import Kind, digest_length
from gatehash.cli.fields import given, with_fields
from gatehash.errors import GatehashError

BASE = find("skein512-x8")
KEY = BytesField(name="key", help="Key.", length=16, example=bytes(range(16)), secret=True)


def function(name: str, *fields: Field, kind: Kind = "hash") -> Function:
    def make(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        bits = values["digest_bits"]
        hardware = design.hardware.having(DigestBits=bits)
        return replace(BASE.job(), design=design, hardware=hardware, name=name, digest_bits=bits)

    return Function(name, make, fields, kind)


SEVERAL = replace(
    BASE,
    name="several",
    functions=(
        function("sha-512", digest_length(512, 384, 512, step=128)),
        function("sha-512/224", digest_length(224)),
        function("sha-384", digest_length(384)),
        function("shake128", digest_length(256, 8, 4096), kind="extendable output"),
        function("keyed", digest_length(128), KEY, kind="keyed hash"),
    ),
)
# One hardware for all functions.
CONFIGURED = replace(
    SEVERAL,
    hardware=replace(
        SEVERAL.hardware,
        configured=True,
        stream=replace(SEVERAL.hardware.stream, parameters={}),
        core=replace(SEVERAL.hardware.core, parameters={}),
    ),
)


def test_names() -> None:
    made = {name: SEVERAL.job(name) for name in SEVERAL.algorithms if name != "keyed"}
    assert [*made] == [job.name for job in made.values()]
    assert made["sha-384"].digest_bits == made["sha-384"].hardware.core.parameters["DigestBits"]
    assert SEVERAL.job("shake128", {"digest_bits": 4096}).digest_bits == 4096
    assert SEVERAL.job().name == "sha-512"
    assert SEVERAL.jobs.keys() == set(SEVERAL.algorithms)
    for name in ("sha-512/256", "shake128-512", "keyed-128", "sha-0512", ""):
        with pytest.raises(GatehashError, match=f"several has no hash function '{name}'; it runs"):
            SEVERAL.job(name)
        assert SEVERAL.jobs_called(name) == []


def test_configuration_leaves_no_default() -> None:
    with pytest.raises(GatehashError, match="several hash functions; choose one as algorithm: sha"):
        CONFIGURED.job()
    assert CONFIGURED.job("sha-512").name == "sha-512"
    # A configuration that chooses no function leaves it.
    assert find("sha512-bram-hmac").job(values={"key": EMPTY_KEY}).name == "hmac-sha-512"


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("sha-512/224", {"digest_bits": 256}, "length 256 is not available: .* takes 224 bits"),
        ("sha-512", {"digest_bits": 384}, "contradicts sha-512, where it is 512; write sha-384$"),
        ("shake128", {"digest_bits": 9}, "takes multiples of 8 bits from 8 to 4096"),
        ("shake128", {"salt": b""}, "shake128 on several takes no salt; it takes: digest_bits"),
        ("keyed", {}, "keyed needs a key of 16 bytes"),
        ("keyed", {"key": bytes(3)}, "key has 3 bytes; keyed takes 16"),
    ],
)
def test_refused(name: str, values: dict[str, Any], said: str) -> None:
    with pytest.raises(GatehashError, match=said):
        SEVERAL.job(name, values)


@pytest.mark.parametrize("name", ["sha256-lut-hmac", "skein-mc-mac", "chacha-mc-1", "blake3-1"])
def test_a_job_shows_no_key(name: str) -> None:
    design = find(name)
    function = next(each for each in design.functions if any(f.name == "key" for f in each.fields))
    key = random.Random(name).randbytes(len(function.examples[0]["key"]))
    job = function.bind(design, function.operations[0], {**function.examples[0], "key": key})
    assert key in job.config_bytes or not job.config_bytes
    words = {int.from_bytes(key[at : at + 8], "little") for at in range(0, len(key), 8)}
    assert not any(text in repr(job) for text in (repr(key), key.hex(), *map(str, words)))


def test_field_is_enough_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DESIGNS, SEVERAL.name, SEVERAL)

    @with_fields(hashes=True)
    def command(first: int = 0, **values: Any) -> None:
        assert values

    options = inspect.signature(command).parameters
    assert {"first", "key", "key_file", "digest_bits", "salt"} <= options.keys()
    assert "values" not in options
    _, option = get_args(options["key"].annotation)
    assert option.help == (
        "Key of Skein-MAC. Key of HMAC, of any length. Key of KMAC; with its length it takes at "
        "most one block where a round takes one cycle. Key of BLAKE2. Key of Poly1305, r and s, "
        "for one message only. Key of keyed BLAKE3. Key. Other users of the machine can see it; "
        "--key-file hides it. (`blake2b-512`, `blake2s-256`, `blake3-keyed`, `blake3-material`, "
        "`hmac-*`, `keyed`, `kmac*`, `poly1305`, `skein-mac-*`)"
    )
    values = {"key": "00" * 16, "key_file": None, "digest_bits": 128, "prepadded": False}
    assert given(values, ["-"]) == ({"key": bytes(16), "digest_bits": 128}, [])
    with pytest.raises(GatehashError, match="standard input can't be both the message and the key"):
        given({"key": None, "key_file": "-"}, ["-"])


@pytest.mark.parametrize(
    ("design", "name", "error"),
    [
        ("sha256-x1-piped", "sha-512", "has no hash function 'sha-512'; it runs: sha-256, sha-224"),
        ("sha512-x1-piped", "sha-256", "has no hash function 'sha-256'; it runs: sha-512, sha-384"),
        ("skein256-x8-piped", "skein-256-512", "skein-256-256 takes multiples of 8 bits from 8 to"),
    ],
)
def test_names_of_other_functions(design: str, name: str, error: str) -> None:
    """A few lengths are names of their own, many are values."""
    with pytest.raises(GatehashError, match=error):
        find(design).job(name)


@pytest.mark.parametrize(
    ("design", "name", "values", "function"),
    [
        ("sha256-lut", "SHA256", {}, "sha-256"),
        ("sha256-lut", "SHA-256", {}, "sha-256"),
        ("skein512-x8", "Skein-512-224", {}, "skein-512-224"),
        ("blake2-mc-1", "blake2b", {}, "blake2b-512"),
        ("skein512-x8", "skein512", {}, "skein-512-512"),
        # It tells no length, which a value may give.
        ("skein512-x8", "skein512", {"digest_bits": 224}, "skein-512-224"),
    ],
)
def test_a_design_knows_what_lists_of_digests_call_its_functions(
    design: str, name: str, values: dict[str, int], function: str
) -> None:
    assert find(design).job(name, values).name == function


def test_a_design_without_ciphers() -> None:
    with pytest.raises(GatehashError, match=r"^blake3-1 has no cipher; it runs: blake3, "):
        find("blake3-1").job("blake3", operation="encrypt")
