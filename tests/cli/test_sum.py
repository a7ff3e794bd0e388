# SPDX-License-Identifier: Apache-2.0
"""``gatehash sum`` beside the tools of GNU coreutils: names of functions, lines, hardware."""

from __future__ import annotations

import hashlib
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import blake3
import pytest
from tests.cli.summing import TOOLS, Answer, gnu
from tests.cli.test_sums import LOCALE

from gatehash.catalog import DESIGNS, find, hash_function

ESTABLISHED = {
    "sha-224": "SHA224",
    "sha-256": "SHA256",
    "sha-384": "SHA384",
    "sha-512": "SHA512",
    "sha-512/224": "SHA512/224",
    "sha-512/256": "SHA512/256",
    "sha3-224": "SHA3-224",
    "sha3-256": "SHA3-256",
    "sha3-384": "SHA3-384",
    "sha3-512": "SHA3-512",
    "shake128": "SHAKE128",
    "shake256": "SHAKE256",
    "skein-256-256": "Skein256",
    "skein-512-512": "Skein512",
    "skein-1024-1024": "Skein1024",
    "blake2b-512": "BLAKE2b",
    "blake2s-256": "BLAKE2s",
    "blake3": "BLAKE3",
}
FUNCTIONS = {
    function.name: (design, function)
    for design in reversed(DESIGNS.values())
    for function in design.functions
    if function.hashes
}


def test_tags_are_established_ones_and_tell_functions_apart() -> None:
    tags: dict[str, str] = {}
    for design in DESIGNS.values():
        for function in design.functions:
            if not function.hashes:
                assert function.tag is None
                continue
            tag = function.bind(design, "hash", function.examples[0]).tag
            # No tag of its own, for a new function, is its name in upper case.
            assert tag == ESTABLISHED.get(function.name, function.tag or function.name.upper())
            assert tags.setdefault(tag.lower(), function.name) == function.name


def test_length_of_a_digest_in_a_tag() -> None:
    for name, length, tag in (
        ("skein-512-512", 512, "Skein512"),
        ("skein-512-512", 224, "Skein512-224"),
        ("sha-256", 224, "SHA224"),
        ("shake128", 512, "SHAKE128"),
    ):
        design, function = FUNCTIONS[name]
        assert function.bind(design, "hash", {"digest_bits": length}).tag == tag


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_hash_function(name: str, ours: Callable[..., Answer], tmp_path: Path) -> None:
    _, function = FUNCTIONS[name]
    values = [
        part
        for field, value in function.examples[0].items()
        for part in (f"--{field.replace('_', '-')}", value.hex())
    ]
    _, design = hash_function(name)
    job = design.job(name, function.examples[0])
    (tmp_path / "file").write_bytes(b"message")
    model = job.model()
    model.update(b"message")
    digest = model.digest().hex()
    call = ("-a", name, *values)
    assert ours(*call, "file") == (0, f"{digest}  file\n".encode(), [])
    tagged = ours(*call, "--tag", "file")
    assert tagged == Answer(0, f"{job.tag} (file) = {digest}\n".encode(), [])
    for each in (name, job.tag, job.tag.lower()):
        assert ours("-a", each, *values, "-c", stdin=tagged.out) == (0, b"file: OK\n", [])
    assert ours(*call, "--design", design.name, stdin=b"message").out.split() == [
        digest.encode(),
        b"-",
    ]


def test_unknown_functions_are_one_line(ours: Callable[..., Answer]) -> None:
    assert ours("-a", "sha-257x").said[0].startswith(b"unknown hash function 'sha-257x'; the near")
    assert ours("-a", "md5") == (
        2,
        b"",
        [b"unknown hash function 'md5'; for all names: gatehash list --json"],
    )
    assert ours("-a", "sha256", "--design", "sha512-lut").status == 2
    assert ours("-a", "sha3-256", "-l", "512").said == [
        b"digest length 512 is not available: sha3-256 takes 256 bits"
    ]
    assert ours("-a", "skein-512-256", "-l", "512").status == 2
    assert ours() == (
        2,
        b"",
        [b"sum has no default hash function; name one with --algorithm, such as sha256"],
    )


@pytest.mark.parametrize(("tool", "algorithm"), TOOLS.items())
def test_lists_pass_both_ways(
    tool: str, algorithm: str, ours: Callable[..., Answer], files: list[str], tmp_path: Path
) -> None:
    # Forms of lines are the same for all functions, and the models are slow.
    forms = [[], ["--tag"]]
    if tool == "sha256sum":
        forms += [["-b"], ["-t"], ["--binary", "--text"], ["--tag", "--binary"]]
    else:
        files = files[::5]
    for form in forms:
        theirs = gnu(tool, *form, "--", *files, "missing", ".")
        assert theirs.status == 1
        assert ours("-a", algorithm, *form, "--", *files, "missing", ".") == theirs
        (tmp_path / "list").write_bytes(theirs.out)
        checked = gnu(tool, "--check", "list")
        assert (checked.status, checked.out.count(b": OK\n")) == (0, len(files))
        assert ours("-a", algorithm, "--check", "list") == checked


@pytest.mark.parametrize("form", [["-z"], ["--zero", "--tag"], ["-bz"]])
def test_lines_that_end_with_nul(
    form: list[str], ours: Callable[..., Answer], files: list[str]
) -> None:
    theirs = gnu("sha256sum", *form, "--", *files, "missing")
    assert theirs.out.count(b"\0") == len(files)
    assert ours("-a", "sha256", *form, "--", *files, "missing") == theirs


def test_standard_input(ours: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    for arguments in ([], ["-"], ["a", "-", "-"], ["--tag"]):
        theirs = gnu("sha256sum", *arguments, stdin=b"message")
        assert ours("-a", "sha256", *arguments, stdin=b"message") == theirs
    line = gnu("sha256sum", stdin=b"message").out
    assert ours("-a", "sha256", "-c", stdin=line) == gnu("sha256sum", "-c", stdin=line)
    (tmp_path / "list").write_bytes(line)
    for stdin in (b"message", b"another"):
        theirs = gnu("sha256sum", "-c", "list", stdin=stdin)
        assert ours("-a", "sha256", "-c", "list", stdin=stdin) == theirs


def test_tag_of_truncated_sha_512(ours: Callable[..., Answer], tmp_path: Path) -> None:
    """Perl's shasum has it, coreutils have not."""
    if shutil.which("shasum") is None:
        pytest.skip("shasum is not here")
    (tmp_path / "a").write_bytes(b"a")
    for bits in (224, 256):
        call = ["shasum", "-a", f"512{bits}", "--tag", "a"]
        theirs = subprocess.run(call, capture_output=True, check=True).stdout
        assert ours("-a", f"sha512/{bits}", "--tag", "a").out == theirs


@pytest.mark.parametrize(
    ("tool", "forms", "name"),
    [
        *(
            (["sha3sum", "-a", str(bits)], [[], ["--tag"], ["-b"]], f"sha3-{bits}")
            for bits in (224, 256, 384, 512)
        ),
        (["b3sum"], [[]], "blake3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_tools_beyond_coreutils(
    tool: list[str],
    forms: list[list[str]],
    name: str,
    ours: Callable[..., Answer],
    tmp_path: Path,
) -> None:
    """Perl's sha3sum, and b3sum of BLAKE3's authors; neither has escapes of carriage returns."""
    if shutil.which(tool[0]) is None or name not in FUNCTIONS:
        pytest.skip(f"{tool[0]} or {name} is not here")
    names = ["plain", "two words", "back\\slash", "new\nline", "é"]
    for each in names:
        (tmp_path / each).write_bytes(os.fsencode(each))
    for form in forms:
        call = [*tool, *form, *names]
        theirs = subprocess.run(call, capture_output=True, check=True, env=LOCALE).stdout
        assert ours("-a", name, *form, *names) == Answer(0, theirs, [])
        checked = ours("-a", name, "-c", stdin=theirs)
        assert (checked.status, checked.out.count(b": OK\n")) == (0, len(names))
        done = subprocess.run(
            [tool[0], "--check"], input=theirs, capture_output=True, check=False, env=LOCALE
        )
        assert (done.returncode, done.stdout.count(b": OK\n")) == (0, len(names)), done


def test_b2sum(ours: Callable[..., Answer], files: list[str], tmp_path: Path) -> None:
    everything = b""
    for form in ([], ["--tag"], ["-l", "256"], ["-l", "8", "--tag"], ["-l", "512", "--tag"]):
        theirs = gnu("b2sum", *form, "--", *files)
        assert ours("-a", "blake2b", *form, "--", *files) == theirs
        everything += theirs.out
    digest = gnu("b2sum", "empty").out.split()[0]
    everything += b"BLAKE2b-512 (empty) = " + digest + b"\n"
    everything += b"BLAKE2b-256 (empty) = " + digest + b"\n"
    everything += digest[1:] + b"  empty\n" + digest + b"00  empty\nBLAKE2b-12 (empty) = 000\n"
    (tmp_path / "list").write_bytes(everything)
    for manner in (["--warn"], ["-l", "256"]):
        theirs = gnu("b2sum", "--check", *manner, "list")
        assert theirs.out.count(b": OK\n") == 5 * len(files) + 1
        assert ours("-a", "blake2b", "--check", *manner, "list") == theirs
    # A name with a length takes digests of this length alone.
    checked = ours("-a", "blake2b-256", "--check", "list")
    assert checked.out.count(b": OK\n") == len(files)


def test_lengths_are_those_of_the_lines(ours: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    lines = b"".join(
        ours("-a", "skein512", *form, "a").out
        for form in ([], ["-l", "224"], ["-l", "1032", "--tag"], ["--tag"])
    )
    assert lines.count(b"Skein512-1032 (a) = ") == lines.count(b"Skein512 (a) = ") == 1
    assert ours("-a", "skein512", "-c", stdin=lines) == (0, b"a: OK\n" * 4, [])
    one = ours("-a", "skein-512-224", "-c", stdin=lines)
    assert (one.out, one.said) == (b"a: OK\n", [b"WARNING: 3 lines are improperly formatted"])
    # A name that tells no length goes with digests of all lengths.
    lines = ours("-a", "shake128", "a").out + ours("-a", "shake128", "-l", "64", "--tag", "a").out
    assert lines.count(hashlib.shake_128(b"a").hexdigest(8).encode()) == 2
    assert ours("-a", "shake128", "-c", stdin=lines) == (0, b"a: OK\n" * 2, [])
    # SHA-224 is another function than SHA-256.
    other = ours("-a", "sha224", "a").out
    assert ours("-a", "sha256", "-c", stdin=other).status == 1
    assert ours("-a", "sha-256", "-c", stdin=other).status == 1


def test_simulated_hardware(ours: Callable[..., Answer], files: list[str], tmp_path: Path) -> None:
    some = [*files[:6], "empty"]
    theirs = gnu("sha256sum", "--", *some, "missing")
    assert ours("-a", "sha256", "--", *some, "missing", engine="rtl") == theirs
    (tmp_path / "list").write_bytes(theirs.out)
    (tmp_path / some[0]).write_bytes(b"changed")
    checked = ours("-a", "sha256", "-c", "list", engine="rtl")
    assert checked == gnu("sha256sum", "-c", "list")
    assert checked.out.count(b": FAILED\n") == 1


def test_refused_message_is_a_failure(ours: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "padded").write_bytes(bytes(112))
    answer = ours("-a", "phash", "--prepadded", "a", "padded")
    assert (answer.status, len(answer.said), answer.out.count(b"\n")) == (1, 1, 1)
    assert answer.said[0].startswith(b"a: 1 byte; ")
    line = answer.out.replace(b"padded", b"a")
    checked = ours("-a", "phash", "--prepadded", "-c", stdin=line)
    assert checked.out == b"a: FAILED\n"
    assert checked.said[1:] == [b"WARNING: 1 computed checksum did NOT match"]


def test_bar_of_a_check(tmp_path: Path) -> None:
    """Standard error is a terminal; lines go to standard output, as ever."""
    content = bytes(1100000)
    model = find("phash-1").job().model()
    model.update(content)
    (tmp_path / "zeros").write_bytes(content)
    (tmp_path / "list").write_text(f"{model.digest().hex()}  zeros\n")
    terminal, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gatehash", "sum", "-a", "phash"),
            *("--engine", "model", "--check", "list"),
        ],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    shown = bytearray()
    with suppress(OSError):  # the end, on Linux
        while piece := os.read(terminal, 1 << 16):
            shown += piece
    out, _ = process.communicate()
    os.close(terminal)
    assert (process.returncode, out) == (0, b"zeros: OK\n")
    assert b"MB" in shown


def test_lists_of_blake3(ours: Callable[..., Answer], files: list[str], tmp_path: Path) -> None:
    """Lines are those of b3sum, plain and with a tag, and a list of either kind is checked."""
    plain = [
        f"{blake3.blake3((tmp_path / name).read_bytes()).hexdigest()}  {name}\n"
        for name in ("empty", "long")
    ]
    assert ours("-a", "blake3", "empty", "long")[:2] == (0, "".join(plain).encode())
    tagged = [f"BLAKE3 ({line[66:-1]}) = {line[:64]}\n" for line in plain]
    assert ours("-a", "blake3", "--tag", "empty", "long")[:2] == (0, "".join(tagged).encode())
    for lines in (plain, tagged):
        (tmp_path / "list").write_text("".join(lines))
        assert ours("-a", "blake3", "--check", "list")[:2] == (0, b"empty: OK\nlong: OK\n")
    (tmp_path / "list").write_text(plain[0].replace("a", "b"))
    assert ours("-a", "blake3", "--check", "list")[0] == 1
