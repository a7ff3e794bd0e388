# SPDX-License-Identifier: Apache-2.0
"""``gatehash sum --check`` beside the tools of GNU coreutils."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.summing import Answer, gnu

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


def test_endless_line_is_no_list(ours: Callable[..., Answer], lists: dict[str, bytes]) -> None:
    answer = ours("-a", "sha256", "-c", "/dev/zero", "list good")
    assert answer == (
        1,
        b"a: OK\n",
        [
            b"/dev/zero: line 1 has more than 1048576 bytes; lines of lists of digests have at "
            b"most that many"
        ],
    )


def test_endless_list_is_read_line_by_line_until_a_signal(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    line = f"{hashlib.sha256(b'a').hexdigest()}  a\n".encode()
    command = [sys.executable, "-m", "gatehash", "sum", "-a", "sha256", "--engine", "model", "-c"]
    process = subprocess.Popen(
        [*command, "--quiet"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdin is not None
    peaks = []
    for content in (line + b"nonsense\n" * 20_000, b"nonsense\n" * 200_000):
        process.stdin.write(content)
        status = Path(f"/proc/{process.pid}/status").read_text()
        peaks.append(int(status.partition("VmHWM:")[2].split()[0]))
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate()
    assert (process.returncode, err) == (-signal.SIGTERM, b"")
    # No line is kept: each would take more than a byte.
    assert peaks[1] - peaks[0] < 200


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
            for option in ("--status", "--strict", "--warn", "--ignore-missing")
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
