# SPDX-License-Identifier: Apache-2.0
"""``gatehash sum`` beside the tools that it stands in for: the same lines, words and statuses."""

from __future__ import annotations

import hashlib
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import blake3
import pytest
from tests.cli.test_sums import LOCALE, NAMES

from gatehash.catalog import DESIGNS, Design, Function, Job, Operation, find, hash_function
from gatehash.catalog.function import digest_length
from gatehash.cli import streams
from gatehash.cli.commands import run

TOOLS = {
    "sha224sum": "sha224",
    "sha256sum": "sha-256",
    "sha384sum": "sha384",
    "sha512sum": "sha512",
}
BLAKE2B = "blake2b-512"


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
    return Answer(done.returncode, done.stdout, [_said(line) for line in done.stderr.splitlines()])


def _said(line: bytes) -> bytes:
    return line.partition(b": ")[2]


@pytest.fixture
def ours(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Answer]:
    """Run ``gatehash sum`` on golden models in a folder of its own, in this process."""
    monkeypatch.chdir(tmp_path)
    handlers = {number: signal.getsignal(number) for number in (1, 2, 15)}

    def call(*arguments: str, stdin: bytes = b"", engine: str = "model") -> Answer:
        capfdbinary.readouterr()
        kept = sys.stdout, sys.stderr
        given = os.dup(0)
        reader, writer = os.pipe()
        os.write(writer, stdin)
        os.close(writer)
        os.dup2(reader, 0)
        try:
            streams.install()
            status = run(["sum", "--engine", engine, *arguments])
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
        return Answer(status, out, [_said(line) for line in err.splitlines()])

    return call


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name in NAMES:
        (tmp_path / name).write_bytes(os.fsencode(name))
    (tmp_path / "empty").touch()
    (tmp_path / "long").write_bytes(bytes(range(256)) * 3)
    return [*NAMES, "empty", "long"]


@pytest.fixture
def blake2b(monkeypatch: pytest.MonkeyPatch) -> None:
    """A design that runs BLAKE2b by its name and tag, unless the catalogue has one."""
    if any(BLAKE2B in design.algorithms for design in DESIGNS.values()):
        return

    def make(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        bits = values["digest_bits"]
        return replace(
            find("sha512-lut").job("sha-512"),
            design=design,
            name=f"blake2b-{bits}",
            model=partial(hashlib.blake2b, digest_size=bits // 8),
            digest_bits=bits,
        )

    function = Function(BLAKE2B, make, (digest_length(512, 8, 512),), tag="BLAKE2b")
    design = replace(find("sha512-lut"), name="blake2b-stand-in", functions=(function,))
    monkeypatch.setitem(DESIGNS, design.name, design)


# Names of functions


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
"""What coreutils, b3sum, shasum and FreeBSD's md5 call functions, here or to come."""

FUNCTIONS = {
    function.name: (design, function)
    for design in reversed(DESIGNS.values())
    for function in design.functions
    if function.hashes
}
"""The hash functions by their names, each of the first design that computes it."""


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
        [b"unknown hash function 'md5'; for all names: gatehash list"],
    )
    assert ours("-a", "sha256", "--design", "sha512-lut").status == 2
    assert ours("-a", "sha3-256", "-l", "512").said == [
        b"digest length 512 is not available: sha3-256 takes 256 bits"
    ]
    assert ours("-a", "skein-512-256", "-l", "512").status == 2
    assert ours().said == [b"missing option '--algorithm' / '-a'; see: gatehash sum --help"]


# Lines


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


# Checks


MANNERS = [
    [],
    *([each] for each in ("--quiet", "--status", "--strict", "--warn", "--ignore-missing", "-w")),
    ["--quiet", "--warn"],
    ["--warn", "--quiet"],
    ["--status", "--warn"],
    ["--warn", "--status"],
    ["--quiet", "--status"],
    ["--status", "--quiet"],
    ["--strict", "--ignore-missing", "--warn"],
    ["--status", "--strict", "--ignore-missing"],
]


@pytest.fixture
def lists(tmp_path: Path) -> dict[str, bytes]:
    """Lists of SHA-256 of each outcome."""
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    good, wrong = hashlib.sha256(b"a").hexdigest(), hashlib.sha256(b"x").hexdigest()
    lines = {
        "good": f"{good}  a\n",
        "wrong": f"{wrong}  b\n",
        "gone": f"{good}  gone\n",
        "new line": f"\\{good}  go\\nne\n",
        "folder": f"{good}  .\n",
        "malformed": "nonsense\n",
    }
    lists = {name: line.encode() for name, line in lines.items()}
    lists["good malformed"] = lists["good"] + lists["malformed"]
    lists["good gone"] = lists["good"] + lists["gone"]
    lists["wrong twice"] = lists["wrong"] + b"\n# comment\r\n" + lists["malformed"] + lists["wrong"]
    lists["all"] = b"".join(lists.values())
    lists["empty"] = b""
    for name, content in lists.items():
        (tmp_path / f"list {name}").write_bytes(content)
    return lists


@pytest.mark.parametrize("manner", MANNERS, ids=" ".join)
def test_outcomes(manner: list[str], ours: Callable[..., Answer], lists: dict[str, bytes]) -> None:
    calls = [[f"list {name}"] for name in lists]
    calls += [["list good", "list wrong"], ["list empty", "list good"], ["no such", "list good"]]
    for names in calls:
        theirs = gnu("sha256sum", "--check", *manner, *names)
        assert ours("-a", "sha256", "--check", *manner, *names) == theirs, names
    # The same from standard input.
    for content in (lists["all"], lists["empty"]):
        theirs = gnu("sha256sum", "--check", *manner, stdin=content)
        assert ours("-a", "sha256", "--check", *manner, stdin=content) == theirs


def test_status_of_each_outcome(ours: Callable[..., Answer], lists: dict[str, bytes]) -> None:
    """Stated here as well, for where GNU's tools are not."""
    expected = {"good": 0, "good malformed": 0}
    for name in lists:
        status = ours("-a", "sha256", "-c", f"list {name}").status
        assert status == expected.get(name, 1), name
    assert ours("-a", "sha256", "-c", "--strict", "list good malformed").status == 1
    assert ours("-a", "sha256", "-c", "--ignore-missing", "list good gone").status == 0
    assert ours("-a", "sha256", "-c", "list malformed").said == [
        b"'list malformed': no properly formatted checksum lines found"
    ]


def test_a_folder_is_no_list(ours: Callable[..., Answer], lists: dict[str, bytes]) -> None:
    answer = ours("-a", "sha256", "-c", ".", "list good")
    assert answer == (1, b"a: OK\n", [b".: Is a directory"])
    assert gnu("sha256sum", "-c", ".", "list good")[:2] == answer[:2]


PIECES = [
    *(
        "  ",
        " ",
        "\t",
        " *",
        "*",
        "\\",
        "\\n",
        "\\r",
        "\\x",
        "(",
        ")",
        " (",
        ") = ",
        "=",
        ")=",
        "(",
    ),
    *(
        "SHA256",
        "SHA256 (",
        "SHA256(",
        "SHA512 (",
        "sha256 (",
        "a",
        "b",
        "./a",
        "-",
        "é",
        "#",
        "\r",
    ),
    *("\udcff", "0", "f", "G", "ff", ": ", "\x1b", "\v"),
]


def _lines(dice: random.Random, digest: str) -> Iterator[str]:
    """Yield lines that are nearly well formed."""
    for _ in range(dice.randint(1, 6)):
        pieces = dice.choice(
            [
                [digest, "  ", "a"],
                [digest, " *", "a"],
                [digest, " ", "a"],
                ["\\", digest, "  ", "a", "\\n", "b"],
                ["SHA256", " (", "a", ") = ", digest],
                ["\\", "SHA256", " (", "a", "\\\\", ") = ", digest],
                ["SHA256", "(", "a", ")= ", digest],
            ]
        )
        for _ in range(dice.choice([0, 0, 1, 1, 2, 3])):
            place = dice.randrange(len(pieces) + 1)
            change = dice.randrange(4)
            if change == 0:
                pieces.insert(place, dice.choice(PIECES))
            elif change == 1 and place < len(pieces):
                pieces[place] = dice.choice([*PIECES, digest, digest.upper(), digest[:-2], "  "])
            elif change == 2 and place < len(pieces):
                del pieces[place]
            else:
                pieces.append(dice.choice([" ", "\t", "\r", "\n", ""]))
        yield "".join(pieces)


def test_lists_that_are_nearly_well_formed(ours: Callable[..., Answer], tmp_path: Path) -> None:
    seed = int(os.environ.get("GATEHASH_SEED", "16"))
    dice = random.Random(seed)
    for name in ("a", "b", " a", "a\nb", "a\\"):
        (tmp_path / name).write_bytes(b"a")
    digest = hashlib.sha256(b"a").hexdigest()
    well = 0
    for number in range(80):
        names = [f"list{each}" for each in range(dice.choice([1, 1, 2]))]
        for name in names:
            text = "\n".join(_lines(dice, digest)) + dice.choice(["", "\n"])
            (tmp_path / name).write_bytes(os.fsencode(text))
        theirs = gnu("sha256sum", "-c", "--warn", *names)
        assert ours("-a", "sha256", "-c", "--warn", *names) == theirs, (seed, number, names)
        well += b": OK" in theirs.out
    # Both sorts were tried.
    assert 20 < well < 80


def test_null_byte_in_a_name_is_no_name(ours: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    digest = hashlib.sha256(b"a").hexdigest().encode()
    answer = ours("-a", "sha256", "-c", stdin=digest + b"  a\0b\n" + digest + b"  a\n")
    assert answer == (0, b"a: OK\n", [b"WARNING: 1 line is improperly formatted"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--check", "--tag"], "--tag is the form of lines that are written; it excludes --check"),
        (["--check", "-z"], "--zero is the form of lines that are written; it excludes --check"),
        (["-c", "-b"], "--binary or --text is the form of lines that are written; it excludes"),
        (["-c", "-t"], "--binary or --text is the form of lines that are written; it excludes"),
        (["--tag", "--text"], "--tag and --text exclude each other; choose one"),
        *(
            ([option], f"{option} says how a list is checked; it needs --check")
            for option in ("--quiet", "--status", "--strict", "--warn", "--ignore-missing")
        ),
    ],
)
def test_options_that_exclude_each_other(
    arguments: list[str], said: str, ours: Callable[..., Answer], tmp_path: Path
) -> None:
    (tmp_path / "a").touch()
    answer = ours("-a", "sha256", *arguments, "a")
    assert (answer.status, answer.out, len(answer.said)) == (2, b"", 1)
    assert answer.said[0].startswith(said.encode())
    # GNU's tool refuses the same.
    assert gnu("sha256sum", *arguments, "a")[:2] == (1, b"")


# Digests of several lengths


def test_b2sum(
    blake2b: None, ours: Callable[..., Answer], files: list[str], tmp_path: Path
) -> None:
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


# Hardware


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
