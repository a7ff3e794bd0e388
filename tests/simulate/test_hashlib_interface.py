# SPDX-License-Identifier: Apache-2.0
"""What :mod:`hashlib` and :mod:`hmac` document, on the library's objects.

The ideas are those of CPython's own tests of hashlib; no text is theirs.
"""

import hashlib
import hmac
import io
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

import gatehash
from gatehash.catalog import DESIGNS, find, hash_function
from gatehash.errors import ArgumentError, FieldError, GatehashError

SHAKES = ("shake_128", "shake_256")
THEIRS = sorted(hashlib.algorithms_available & gatehash.algorithms_available)
# One of each family, as simulation takes a build for each.
SIMULATED = ("sha256", "sha3_256", "blake2s", "shake_128")
LENGTHS = (0, 1, 7, 32, 136, 168, 169, 1000)


def both(name: str, engine: str = "model", **given: Any) -> tuple[Any, Any]:
    """Return an object of the library, and hashlib's."""
    return gatehash.new(name, engine=cast(Any, engine), **given), hashlib.new(name, **given)


def digest(h: Any, length: int = 33) -> bytes:
    """Return the digest of an object of either library; of a SHAKE one of so many bytes."""
    found = h.digest(length) if "shake" in h.name else h.digest()
    assert isinstance(found, bytes)
    return found


def test_names_of_hashlib() -> None:
    assert gatehash.algorithms_guaranteed <= gatehash.algorithms_available
    assert gatehash.algorithms_guaranteed <= hashlib.algorithms_guaranteed
    assert hashlib.algorithms_guaranteed - gatehash.algorithms_guaranteed == {"md5", "sha1"}
    for name in gatehash.algorithms_available:
        h = gatehash.new(name, b"abc", engine="model")
        # It is a name to make another one with.
        again = gatehash.new(h.name, b"abc", engine="model")
        assert (again.name, again.digest()) == (h.name, h.digest())
        assert h.name == h.name.lower()


@pytest.mark.parametrize("name", THEIRS)
def test_digests_are_those_of_hashlib(name: str) -> None:
    rng = random.Random(name)
    ours, theirs = both(name)
    assert ours.block_size == theirs.block_size
    assert ours.digest_size == theirs.digest_size or name in SHAKES
    for _ in range(12):
        data = rng.randbytes(rng.choice((0, 1, 63, 64, 65, 128, 500)))
        ours.update(data)
        theirs.update(data)
        assert digest(ours) == digest(theirs)
        twin, other = ours.copy(), theirs.copy()
        twin.update(b"twin")
        other.update(b"twin")
        assert digest(twin) == digest(other)
    assert digest(ours) == digest(theirs)


@pytest.mark.parametrize("name", SIMULATED)
def test_digests_of_hardware_are_those_of_hashlib(name: str) -> None:
    ours, theirs = both(name, "rtl")
    for data in (b"", b"abc", bytes(200)):
        ours.update(data)
        theirs.update(data)
        assert digest(ours, 16) == digest(theirs, 16)
        assert digest(ours.copy(), 16) == digest(theirs.copy(), 16)


SPELLINGS = {
    "sha-256": ("sha256", "SHA256", "Sha-256", "sha_256"),
    "sha-512/256": ("sha512_256", "SHA512/256", "sha512-256"),
    "sha3-384": ("sha3_384", "SHA3-384"),
    "shake256": ("shake_256", "SHAKE256", "shake-256"),
    "blake2b-512": ("blake2b", "BLAKE2b", "blake2b512"),
    "skein-512-512": ("skein512", "Skein-512-512"),
}


@pytest.mark.parametrize("function", SPELLINGS)
def test_spellings(function: str) -> None:
    for name in SPELLINGS[function]:
        assert gatehash.new(name, engine="model").name == function
        assert hash_function(name)[0].name == function


@pytest.mark.parametrize("name", ["md5", "sha1", "nope", "", "sha2565", "s-h-a-256", "sha256\n"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(ValueError, match="unknown hash function or design '"):
        gatehash.new(name)


def test_a_name_picks_a_design() -> None:
    """The default one if it has the function, or the first that takes what is given."""
    assert hash_function("skein512")[1].name == "skein512-x8"
    assert hash_function("sha256")[1].name == "sha256-lut"
    assert hash_function("sha256", ["chaining", "before"])[1].name == "sha256-lut-resume"
    # What no design takes is an error of the first.
    with pytest.raises(FieldError, match="sha-256 on sha256-lut takes no salt"):
        gatehash.new("sha256", salt=b"")
    code = gatehash.new("hmac-sha256", b"abc", key=b"key", engine="model").digest()
    assert code == hmac.digest(b"key", b"abc", "sha256")
    h = gatehash.new("sha256", design="sha256-bram", engine="model")
    assert h.digest() == hashlib.sha256().digest()
    for wrong, said in (
        ({"name": "sha256", "algorithm": "sha-224"}, "'sha256' names a function as algorithm does"),
        ({"name": "sha256", "design": "sha256-lut", "algorithm": "sha-224"}, "are one argument"),
        ({}, "name is missing"),
        ({"name": "sha256", "data": b"a", "string": b"b"}, "data and string are one argument"),
    ):
        with pytest.raises(TypeError, match=said):
            gatehash.new(**cast(Any, wrong))
    with pytest.raises(GatehashError, match="sha512-lut has no hash function 'sha256'"):
        gatehash.new("sha256", design="sha512-lut")


def test_arguments() -> None:
    wanted = hashlib.sha256(b"abc").digest()
    for h in (
        gatehash.new("sha256", b"abc", usedforsecurity=False, engine="model"),
        gatehash.new("sha256", string=b"abc", engine="model"),
        gatehash.new(name="sha256", data=b"abc", usedforsecurity=True, engine="model"),
    ):
        assert h.digest() == wanted
    with pytest.raises(TypeError):
        gatehash.new("sha256").update()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        gatehash.new("sha256").update(b"a", b"b")  # type: ignore[call-arg]


EXTENDABLE: list[tuple[str, str, dict[str, Any]]] = [
    *(
        (name, function.name, dict(function.examples[0]))
        for name in ("sha3-x1", "sha3-x1-mac", "blake3-mc-1", "blake3-1", "arx-mc-1")
        for function in find(name).functions
        if function.kind == "extendable output"
    ),
    *(("sha3-x1-mac", f"kmac{bits}", {"key": b"key", "xof": True}) for bits in (128, 256)),
    ("blake3-mc-1", "blake3", {"counter": 3}),
]


@pytest.mark.parametrize(("design", "name", "given"), EXTENDABLE)
def test_lengths_of_extendable_outputs(design: str, name: str, given: dict[str, Any]) -> None:
    message = bytes(range(200))
    h = gatehash.new(name, message, design=design, engine="model", **given)
    longest = gatehash.new(
        name, message, design=design, engine="model", **given, digest_bits=8 * max(LENGTHS)
    ).digest()
    for length in LENGTHS:
        assert h.digest(length) == longest[:length]
        assert h.hexdigest(length=length) == longest[:length].hex()
    assert h.digest() == longest[: h.digest_size]
    h.update(b"more")
    assert h.digest(500)[: h.digest_size] == h.digest()


def test_all_extendable_functions_are_tried() -> None:
    there = {
        function.name
        for design in DESIGNS.values()
        for function in design.functions
        if function.kind == "extendable output"
    }
    assert there <= {name for _, name, _ in EXTENDABLE}


@pytest.mark.parametrize("name", SHAKES)
def test_lengths_are_those_of_hashlib(name: str) -> None:
    ours, theirs = both(name)
    for length in LENGTHS:
        assert ours.digest(length) == theirs.digest(length)
        assert ours.hexdigest(length) == theirs.hexdigest(length)
    # hashlib has no usual length.
    assert ours.digest() == theirs.digest(ours.digest_size)


def test_lengths_on_hardware() -> None:
    """One simulator serves all lengths that are not above a power of two."""
    h = gatehash.new("shake_128", b"abc")
    wanted = hashlib.shake_128(b"abc").digest(64)
    assert [h.digest(length) for length in (5, 32, 0)] == [wanted[:5], wanted[:32], b""]
    assert [h.digest(length) for length in (33, 64, 40)] == [wanted[:33], wanted, wanted[:40]]
    h.update(b"d")
    assert h.digest(50) == hashlib.shake_128(b"abcd").digest(50)
    other = gatehash.new("blake3", b"abc")
    assert other.digest(100)[:32] == other.digest()
    assert other.digest(100) == gatehash.new("blake3", b"abc", engine="model").digest(100)


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_lengths_that_there_are_not(engine: Any) -> None:
    shake = gatehash.new("shake_128", engine=engine)
    for length in (-1, 131073, 1 << 5000):
        with pytest.raises(ArgumentError, match=r"^length is .*; shake128 takes 0 to 131072 bytes"):
            shake.digest(length)
    for wrong in (1.0, "5", b"5", True, [5]):
        with pytest.raises(
            TypeError, match=r"^length must be an integer, got .*; shake128 takes 0"
        ):
            shake.hexdigest(cast(Any, wrong))
    # Skein's digests of another length are no beginnings of longer ones, nor are KMAC's.
    for name, given in (("sha256", {}), ("skein512", {}), ("kmac128", {"key": b"key"})):
        h = gatehash.new(name, engine=engine, **cast(Any, given))
        with pytest.raises(TypeError, match=f"^{h.name} has digests of .* bytes; a length is for"):
            h.digest(8)


def test_parameters_of_blake2() -> None:
    given: dict[str, Any] = dict(
        zip(
            ("fanout", "depth", "leaf_size", "node_offset", "node_depth", "inner_size"),
            (2, 3, 4096, 5, 1, 20),
            strict=True,
        )
    )
    given |= {"digest_size": 20, "key": b"key", "salt": b"salt", "person": b"person"}
    given["last_node"] = True
    for name, make in (("blake2b", hashlib.blake2b), ("blake2s", hashlib.blake2s)):
        ours = gatehash.new(name, b"abc", engine="model", **given)
        assert ours.digest() == make(b"abc", **given).digest()
        assert ours.digest_size == 20
        for wrong in ({"digest_size": 0}, {"digest_size": 65}, {"salt": bytes(17)}, {"depth": 0}):
            with pytest.raises(ValueError, match=r"digest_size|salt|depth"):
                make(**cast(Any, wrong))
            with pytest.raises(GatehashError):
                gatehash.new(name, **cast(Any, wrong))
        with pytest.raises(TypeError, match="digest_size must be an integer"):
            gatehash.new(name, digest_size=cast(Any, "20"))


def test_files(tmp_path: Path) -> None:
    content = random.Random("file").randbytes(100_000)
    (tmp_path / "file").write_bytes(content)
    make: Any = lambda: gatehash.new("sha256", engine="model")  # noqa: E731
    with (tmp_path / "file").open("rb") as file:
        assert hashlib.file_digest(file, make).digest() == hashlib.sha256(content).digest()
    assert hashlib.file_digest(io.BytesIO(content), make).name == "sha-256"


def test_hmac_runs_on_our_objects() -> None:
    """As the digest of :mod:`hmac`, whose code is that of a design with HMAC."""
    make: Callable[..., Any] = lambda data=b"": gatehash.new("sha256", data, engine="model")  # noqa: E731
    theirs = hmac.new(b"key", b"abc", make)
    ours = gatehash.new("hmac-sha256", b"abc", key=b"key", engine="model")
    assert hmac.compare_digest(ours.digest(), theirs.digest())
    assert hmac.compare_digest(ours.hexdigest(), hmac.new(b"key", b"abc", "sha256").hexdigest())
    assert (ours.digest_size, ours.block_size) == (theirs.digest_size, theirs.block_size)


def test_threads_share_an_object() -> None:
    """Each update is whole, whatever their order."""
    h = gatehash.new("sha256", engine="model")
    piece = bytes(1000)
    with ThreadPoolExecutor(4) as threads:
        for _ in threads.map(h.update, [piece] * 200):
            pass
    assert h.digest() == hashlib.sha256(piece * 200).digest()
