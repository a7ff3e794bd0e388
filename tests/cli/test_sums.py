# SPDX-License-Identifier: Apache-2.0
"""Names and lists of digests, beside the tool that they are modelled on: GNU's sha512sum."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gatehash.cli.names import quoted

GNU = shutil.which("sha512sum")
pytestmark = pytest.mark.skipif(
    GNU is None
    or b"GNU coreutils" not in subprocess.run([GNU, "--version"], capture_output=True).stdout,
    reason="sha512sum of GNU coreutils is not here",
)
OURS = [sys.executable, "-m", "gatehash", "hash", "--design", "sha512-bram", "--engine", "model"]
LOCALE = {**os.environ, "LC_ALL": "C.UTF-8"}

NAMES = [
    *("plain", "two words", "a'b", 'a"b', "a'\"b", "a\\b", "new\nline", "car\rriage", "tab\there"),
    *("con\x1btrol", "~a", "a~", "#a", "a#", "a:b", "a=b", "{a}", "a?b", "a]b", "a,b", "-a", "é"),
    *("a'$b", "\udcff", "x\udcff\udcfey", "'", "emoji 😀", " lead", "trail ", "a!b", "a*b", "(a)"),
]


def both(*arguments: str, cwd: Path) -> list[tuple[int, bytes, list[bytes]]]:
    """Run GNU's tool and ours; return status, output, and what is said after the tool's name."""
    answers = []
    for command in ([str(GNU)], OURS):
        done = subprocess.run(
            [*command, *arguments], cwd=cwd, capture_output=True, check=False, env=LOCALE
        )
        said = [line.partition(b": ")[2] for line in done.stderr.splitlines()]
        answers.append((done.returncode, done.stdout, said))
    return answers


@pytest.mark.parametrize("name", NAMES)
def test_quoting_of_names(name: str) -> None:
    done = subprocess.run(
        [str(GNU), "--", f"missing/{name}"], capture_output=True, check=False, env=LOCALE
    )
    said = os.fsdecode(done.stderr).partition(": ")[2]
    assert said == f"{quoted(f'missing/{name}')}: No such file or directory\n"


def test_lines(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).write_bytes(os.fsencode(name))
    gnu, ours = both("--", *NAMES, "missing", cwd=tmp_path)
    assert ours == gnu
    (tmp_path / "list").write_bytes(gnu[1])
    gnu, ours = both("--check", "list", cwd=tmp_path)
    assert ours == gnu


def test_lists_of_all_sorts(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / " a").write_bytes(b"a")
    (tmp_path / "a)").write_bytes(b"a")
    (tmp_path / "a\nb").write_bytes(b"a")
    (tmp_path / "other").write_bytes(b"other")
    digest = both("a", cwd=tmp_path)[0][1].split()[0].decode()
    lines = [
        f"{digest}  a",
        f"{digest} *a",
        f"{digest}   a",
        f"  {digest}  a",
        f"\t{digest}  a",
        f"{digest}\t a",
        f"{digest.upper()}  a",
        f"{digest}  a\r",
        f"SHA512 (a) = {digest}",
        f"SHA512(a)= {digest}",
        f"SHA512 (a)) = {digest}",
        f"SHA256 (a) = {digest}",
        f"\\SHA512 (a\\nb) = {digest}",
        f"\\{digest}  a\\nb",
        f"\\{digest}  a\\xb",
        f"\\{digest}  a\\",
        f"{digest}  missing\x1b[31m",
        f"{digest}  other",
        f"{digest}  .",
        f"{digest}  {'x' * 300}",
        f"{digest[2:]}  a",
        f"{digest}a",
        f"{digest}",
        f"{digest}  ",
        "# comment",
        "",
        "nonsense",
        "\\",
    ]
    (tmp_path / "list").write_text("\n".join(lines), newline="")
    gnu, ours = both("--check", "list", cwd=tmp_path)
    assert ours == gnu
    # A single space, as old BSD tools had it.
    (tmp_path / "list").write_text(f"{digest} a\n{digest} other\n")
    gnu, ours = both("--check", "list", cwd=tmp_path)
    assert ours == gnu


def test_null_byte_in_a_name_is_no_name(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    digest = both("a", cwd=tmp_path)[0][1].split()[0]
    (tmp_path / "list").write_bytes(digest + b"  a\0b\n" + digest + b"  a\n")
    _, (status, out, said) = both("--check", "list", cwd=tmp_path)
    assert (status, out) == (0, b"a: OK\n")
    assert said == [b"WARNING: 1 line is improperly formatted"]
