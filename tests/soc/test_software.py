# SPDX-License-Identifier: Apache-2.0
"""The firmware's functions in software, compiled for this machine: answers of the golden models."""

from __future__ import annotations

import ctypes
import random
import subprocess

import pytest

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import DESIGNS, Job
from gatehash.paths import soc_root, sw_root
from gatehash.soc.constants import constants_header

_STRICT = "-std=c99 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -g"
_SANITIZERS = "-fsanitize=undefined -fno-sanitize-recover=all"
_FIELDS = ("key", "tweak", "nonce", "ad", "salt", "person")


class _Parameters(ctypes.Structure):
    """``gatehash_parameters``."""

    _fields_ = (
        *(
            (f"{name}{part}", kind)
            for name in _FIELDS
            for part, kind in (("", ctypes.c_char_p), ("_bytes", ctypes.c_size_t))
        ),
        ("chaining", ctypes.c_char_p),
        ("chaining_bytes", ctypes.c_size_t),
        ("before", ctypes.c_uint64),
        ("followed", ctypes.c_int),
        ("counter", ctypes.c_uint64),
        ("digest_bits", ctypes.c_uint32),
        ("decrypt", ctypes.c_int),
        ("hold", ctypes.c_int),
        ("again", ctypes.c_int),
    )


class _Software(ctypes.Structure):
    """``software``."""


_COMPUTE = ctypes.CFUNCTYPE(
    None,
    ctypes.POINTER(_Software),
    ctypes.POINTER(_Parameters),
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_char_p,
)
_Software._fields_ = (
    ("function", ctypes.c_int),
    ("name", ctypes.c_char_p),
    ("compute", _COMPUTE),
    *(
        (name, ctypes.c_uint)
        for name in (
            "variant",
            "digest_bytes",
            "block_bytes",
            "key_bytes",
            "tweak_bytes",
            "nonce_bytes",
            "tag_bytes",
        )
    ),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> list[_Software]:
    folder = tmp_path_factory.mktemp("software")
    (folder / "constants.h").write_text(constants_header())
    made = folder / "software.so"
    sources = soc_root() / "firmware" / "software"
    includes = (f"-I{each}" for each in (folder, sources, sw_root()))
    files = map(str, sorted(sources.glob("*.c")))
    command = ["gcc", *_STRICT.split(), *_SANITIZERS.split(), *includes, "-shared", "-fPIC"]
    subprocess.run([*command, *files, "-o", str(made)], check=True)
    library = ctypes.CDLL(str(made))
    return list((_Software * len(FUNCTION_NUMBERS)).in_dll(library, "software_functions"))


def _jobs() -> dict[str, Job]:
    """Return a job of each function, that which hashes or encrypts."""
    return {
        job.name: job
        for design in DESIGNS.values()
        for job in design.jobs.values()
        if job.operation != "decrypt" and job.name in FUNCTION_NUMBERS
    }


def test_every_function_is_in_its_place(table: list[_Software]) -> None:
    assert [(each.name.decode(), each.function) for each in table] == [*FUNCTION_NUMBERS.items()]
    assert _jobs().keys() == FUNCTION_NUMBERS.keys()


@pytest.mark.parametrize("name", FUNCTION_NUMBERS)
def test_answers_of_the_models(name: str, table: list[_Software]) -> None:
    rng = random.Random(name)
    software = table[FUNCTION_NUMBERS[name]]
    job = _jobs()[name]
    block = job.padding.block_bytes
    assert software.digest_bytes * 8 == job.digest_bits
    assert software.tag_bytes == job.tag_bytes
    assert software.block_bytes == (block if job.padding.whole else 0)
    function = job.design.function(name)
    given = dict(function.examples[0]) if job.design.hardware.configured else {}
    parameters = _Parameters()
    for field in _FIELDS:
        if value := given.get(field):
            setattr(parameters, field, bytes(value))
            setattr(parameters, f"{field}_bytes", len(value))
    if any(field.name == "ad" for field in function.fields):
        parameters.ad, parameters.ad_bytes = b"associated data", 15
        job = function.bind(job.design, job.operation, {**given, "ad": b"associated data"})
    parameters.counter = int.from_bytes(given.get("counter", b""), "little")
    around = [size for n in (1, 2) for size in range(n * block - 20, n * block + 2)]
    # More blocks than a group of PHASH has.
    for size in (0, 1, 3, *around, 3 * block + 7, 260 * block):
        if job.padding.whole:
            size = block * (size // block)
        message = rng.randbytes(size)
        model = job.model()
        model.update(message)
        expected = model.digest()
        answer = ctypes.create_string_buffer(len(expected) + 1)
        software.compute(software, ctypes.byref(parameters), message, size, answer)
        assert answer.raw == expected + b"\0", size
