# SPDX-License-Identifier: Apache-2.0
"""Published files of test vectors, each in its own form: all vectors on models, some on RTL."""

from collections import Counter
from pathlib import Path

import pytest
from tests.kat.published import (
    CRYPTOGRAPHY,
    HERE,
    PYCRYPTODOME,
    WYCHEPROOF,
    kat,
    outcomes_of,
    right,
    vectors_of,
)

from gatehash.catalog import find
from gatehash.cli.commands import run as command
from gatehash.kat import Asked, Vector

_LONG = (
    "function_name and custom fill, with their lengths, more than the 2 blocks of {1} bytes that "
    "cshake{0} takes"
)

ALL: list[tuple[Path, str, str | None, int, dict[str, int]]] = [
    (WYCHEPROOF / "chacha20_poly1305_test.json", "chacha20-poly1305-mc-1", None, 325, {}),
    (WYCHEPROOF / "xchacha20_poly1305_test.json", "chacha20-poly1305-mc-1", None, 315, {}),
    (WYCHEPROOF / "chacha20_counter_test.json", "arx-mc-1", None, 42, {}),
    (
        WYCHEPROOF / "chacha20_counter_test.json",
        "chacha-mc-1",
        None,
        14,
        {"chacha-mc-1 has no XChaCha20": 28},
    ),
    (HERE / "wycheproof_hmac_sha256.json", "sha256-lut-hmac", None, 174, {}),
    (HERE / "wycheproof_kmac128_no_customization.json", "sha3-x1-mac", None, 174, {}),
    (HERE / "acvp_sha2_256_part.json", "sha256-lut", None, 2, {}),
    (
        HERE / "blake2_kat_sample.json",
        "blake2-mc-1",
        None,
        28,
        {f"blake2-mc-1 has no blake2{kind}": 14 for kind in ("sp", "bp", "xs", "xb")},
    ),
    (
        HERE / "blake2_kat_sample.json",
        "blake2s-mc-1",
        "blake2s",
        14,
        {f"blake2s-mc-1 has no blake2{kind}": 14 for kind in ("b", "sp", "bp", "xs", "xb")},
    ),
    (PYCRYPTODOME / "Hash/BLAKE2b/blake2b-test.txt", "blake2b-mc-1", None, 256, {}),
    (PYCRYPTODOME / "Hash/BLAKE2s/blake2s-test.txt", "blake2-mc-1", "BLAKE2s", 256, {}),
    (PYCRYPTODOME / "Hash/BLAKE2b/blake2b-test.txt", "blake2b-half", None, 256, {}),
    (PYCRYPTODOME / "Hash/BLAKE2s/blake2s-test.txt", "blake2s-half", None, 256, {}),
    (CRYPTOGRAPHY / "hashes/blake2/blake2b.txt", "blake2b-mc-1", None, 7, {}),
    (PYCRYPTODOME / "Hash/SHA3/ShortMsgKAT_SHAKE128.txt", "sha3-x1", None, 256, {}),
    (PYCRYPTODOME / "Hash/SHA3/ShortMsgKAT_SHA3-384.txt", "sha3-mc", None, 256, {}),
    (PYCRYPTODOME / "Hash/SHA3/ShortMsgKAT_SHA3-512.txt", "sha3-x1-piped", None, 256, {}),
    (CRYPTOGRAPHY / "hashes/SHA2/SHA224LongMsg.rsp", "sha256-mc", None, 64, {}),
    (HERE / "blake3_test_vectors.json", "blake3-mc-1", None, 105, {}),
    (
        HERE / "blake3_test_vectors.json",
        "blake3-1",
        "blake3-keyed",
        35,
        {"of blake3": 35, "of blake3-material": 35},
    ),
    (HERE / "skein_golden_kat_part.txt", "skein-mc-enc", None, 51, {"not whole bytes": 47}),
    (
        HERE / "skein_golden_kat_part.txt",
        "skein512-x8",
        "skein-512-512",
        12,
        {
            "not whole bytes": 47,
            "skein512-x8 has no skein-256": 21,
            "skein512-x8 has no skein-1024": 9,
            **{
                f"a digest of {bits} bits; skein-512-512 has 512": 1
                for bits in (160, 224, 256, 264, 384, 520, 1024, 1032, 2056)
            },
        },
    ),
    (
        HERE / "skein_golden_kat_mac_tree_part.txt",
        "skein-mc-mac",
        None,
        15,
        {"skein-mc-mac has no skein-tree-512": 5},
    ),
    (
        HERE / "skein_golden_kat_mac_tree_part.txt",
        "skein512-x8-tree",
        None,
        5,
        {f"skein512-x8-tree has no skein-mac-{state}": 5 for state in (256, 512, 1024)},
    ),
    *(
        (
            PYCRYPTODOME / f"Hash/SHA3/CustomMsgSamples_cSHAKE{bits}.txt",
            *each,
        )
        for bits in (128, 256)
        for each in (
            ("sha3-x1", f"shake{bits}", 3, {f"shake{bits} takes no customization (S)": 9}),
            ("sha3-x1-mac", f"cshake{bits}", 10, {_LONG.format(bits, 200 - bits // 4): 2}),
            ("sha3-x1-mac-dom", f"cshake{bits}", 10, {_LONG.format(bits, 200 - bits // 4): 2}),
            ("sha3-mc-mac", f"cshake{bits}", 12, {}),
        )
    ),
    (
        HERE / "botan_part.vec",
        "chacha-mc-1",
        None,
        2,
        {
            "chacha-mc-1 has no ChaCha20Poly1305": 1,
            "chacha-mc-1 has no Skein-512(224)": 3,
            "key has 16 bytes; chacha8 takes 32": 1,
        },
    ),
    (
        CRYPTOGRAPHY / "ciphers/ChaCha20Poly1305/boringssl.txt",
        "chacha20-poly1305-mc-1",
        "chacha20-poly1305",
        66,
        {},
    ),
    (
        CRYPTOGRAPHY / "ciphers/ChaCha20Poly1305/openssl.txt",
        "chacha20-poly1305-mc-1",
        "chacha20-poly1305",
        5,
        {},
    ),
    (CRYPTOGRAPHY / "poly1305/rfc7539.txt", "poly1305-x4", None, 11, {}),
    (HERE / "HMAC_part.rsp", "sha256-lut-hmac", None, 1, {"sha256-lut-hmac has no hmac-sha-1": 1}),
]


@pytest.mark.parametrize(
    ("file", "design", "algorithm", "count", "skipped"),
    ALL,
    ids=[f"{file.name}-{design}" for file, design, *_ in ALL],
)
def test_all_vectors_on_models(
    file: Path,
    design: str,
    algorithm: str | None,
    count: int,
    skipped: dict[str, int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every vector is right or is skipped for a reason that is said."""
    options = ["--algorithm", algorithm] if algorithm else []
    status, said = kat(capsys, file, "--design", design, "--engine", "model", *options)
    assert (status, said["right"], said["wrong"]) == (0, count, 0)
    assert said["skipped"] == skipped


@pytest.mark.parametrize(
    ("file", "design", "function", "step", "count"),
    [
        (WYCHEPROOF / "chacha20_poly1305_test.json", "chacha20-poly1305-mc-1", None, 7, 47),
        (WYCHEPROOF / "xchacha20_poly1305_test.json", "chacha20-poly1305-x2-piped", None, 3, 105),
        (WYCHEPROOF / "chacha20_counter_test.json", "chacha-mc-1", None, 1, 14),
        (HERE / "wycheproof_hmac_sha256.json", "sha256-lut-hmac", None, 9, 20),
        (HERE / "acvp_sha2_256_part.json", "sha256-lut", None, 1, 2),
        (HERE / "blake2_kat_sample.json", "blake2-mc-1", None, 2, 14),
        (HERE / "blake3_test_vectors.json", "blake3-mc-1", None, 4, 27),
        (HERE / "skein_golden_kat_part.txt", "skein512-x8", "skein-512-512", 2, 10),
        (PYCRYPTODOME / "Hash/BLAKE2b/blake2b-test.txt", "blake2-mc-1", "BLAKE2b", 16, 16),
        (HERE / "botan_part.vec", "chacha-mc-1", None, 1, 2),
        (CRYPTOGRAPHY / "poly1305/rfc7539.txt", "poly1305-x4", None, 1, 11),
        (CRYPTOGRAPHY / "hashes/SHAKE/SHAKE256VariableOut.rsp", "sha3-mc", None, 40, 32),
        (CRYPTOGRAPHY / "hashes/SHA2/SHA512_224ShortMsg.rsp", "sha512-mc", None, 8, 17),
        (
            CRYPTOGRAPHY / "ciphers/ChaCha20Poly1305/openssl.txt",
            "chacha20-poly1305-mc-1",
            "chacha20-poly1305",
            1,
            5,
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else None,
)
def test_some_vectors_on_rtl(
    file: Path, design: str, function: str | None, step: int, count: int
) -> None:
    vectors = vectors_of(file)[::step]
    assert right(outcomes_of(vectors, Asked(find(design), function))) == count


@pytest.mark.large
@pytest.mark.parametrize(
    ("file", "design", "algorithm", "count"),
    [(file, design, algorithm, count) for file, design, algorithm, count, _ in ALL],
    ids=[f"{file.name}-{design}" for file, design, *_ in ALL],
)
def test_all_vectors_on_rtl(file: Path, design: str, algorithm: str | None, count: int) -> None:
    assert right(outcomes_of(vectors_of(file), Asked(find(design), algorithm))) == count


def test_what_must_be_refused_is_refused() -> None:
    """Nonces of another cipher's length are among what is refused, and wrong tags and counters."""
    asked = Asked(find("chacha20-poly1305-mc-1"), None, "model")
    vectors = [
        each
        for each in vectors_of(WYCHEPROOF / "xchacha20_poly1305_test.json")
        if isinstance(each, Vector) and each.result == "invalid"
    ]
    lengths = Counter(len(each.values["nonce"]) for each in vectors)
    assert lengths[24] == 60
    assert lengths.keys() >= {0, 8, 11, 12, 13, 14, 16, 20, 32}
    outcomes = outcomes_of([*vectors], asked)
    assert {(each.expected, each.answer) for each in outcomes} == {(None, None)}


@pytest.mark.parametrize(
    ("algorithm", "reason"),
    [("hmac-sha-512/256", "hmac-sha-256"), ("hmac-sha-512", "hmac-sha-256")],
)
def test_a_group_of_another_hash_function_is_not_run(
    algorithm: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """NIST's HMAC.rsp means SHA-256 by L = 32, and never another function of that length."""
    options = ["--design", "sha512-bram-hmac", "--algorithm", algorithm, "--engine", "model"]
    status, said = kat(capsys, HERE / "HMAC_part.rsp", *options)
    assert (status, said["right"], said["wrong"]) == (1, 0, 0)
    assert said["skipped"] == {
        f"sha512-bram-hmac has no {each}": 1 for each in ("hmac-sha-1", reason)
    }


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("Protocol/wycheproof/hkdf_sha256_test.json", "Wycheproof's JSON of 'HkdfTest'; read are"),
        ("Signature/wycheproof/ed25519_test.json", "Wycheproof's JSON of 'EddsaVerify'; read are"),
        ("Protocol/wycheproof/HPKE-test-vectors.json", "it is JSON, a list of objects with mode"),
        ("PublicKey/MLDSA/ML-DSA-keyGen-FIPS204.json", "test 1 of 'ML-DSA' has not both a message"),
        ("PublicKey/RSA/rsa2048_private.pem", "it begins with '-----BEGIN PRIVATE KEY-----'"),
        ("PublicKey/ECC/ecc_p192_x509.der", "it is no text (it begins with 30 82"),
        ("Hash/BLAKE2b/tv1.txt", "line 6: 'digest' is no name that vectors of hash functions"),
        ("Cipher/AES/CBCMMT128.rsp", "sha256-lut has no cipher; it runs: sha-256, sha-224"),
        ("Cipher/AES/gcmDecrypt128.rsp", "line 7: 'Keylen' is no name that vectors of"),
    ],
)
def test_files_of_other_forms_are_named(
    file: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["kat", str(PYCRYPTODOME / file), "--design", "sha256-lut"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"gatehash: {PYCRYPTODOME / file}: ")
    assert message in said.err
    assert said.err.count("\n") == 1
