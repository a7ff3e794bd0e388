# SPDX-License-Identifier: Apache-2.0
"""``gatehash hash`` and ``gatehash sum`` are one way to hash; lists of several functions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.every import COMMANDS
from tests.cli.summing import TOOLS, Answer, gnu

from gatehash.catalog import DEFAULT, find

# What cksum writes with a tag that the catalogue has, too.
CKSUM = (["sha224"], ["sha256"], ["sha384"], ["sha512"], ["blake2b"], ["blake2b", "-l", "256"])


def _model(data: bytes) -> str:
    model = find(DEFAULT).job().model()
    model.update(data)
    return model.digest().hex()


def test_options_are_the_same() -> None:
    options = {
        name: {opt: each.help for each in COMMANDS[name].params for opt in each.opts}
        for name in ("hash", "sum")
    }
    assert options["sum"].items() < options["hash"].items()
    more = options["hash"].keys() - options["sum"].keys()
    assert more == {"--details", "--verify", "--netlist", "--waves", "--threads"}
    assert {"-a", "-l", "-c", "-z", "-w", "-b", "--tag", "--json", "--engine"} <= options[
        "sum"
    ].keys()


@pytest.mark.parametrize(("tool", "algorithm"), TOOLS.items())
@pytest.mark.parametrize("form", [[], ["--tag"], ["-b"], ["-z"]])
def test_hash_writes_and_checks_as_the_tools(
    tool: str, algorithm: str, form: list[str], ours: Callable[..., Answer], tmp_path: Path
) -> None:
    for name in ("a", "new\nline"):
        (tmp_path / name).write_bytes(name.encode())
    theirs = gnu(tool, *form, "a", "new\nline", "missing")
    assert ours("-a", algorithm, *form, "a", "new\nline", "missing", command="hash") == theirs
    if form != ["-z"]:
        (tmp_path / "list").write_bytes(theirs.out)
        checked = gnu(tool, "-c", "list", "no such")
        assert ours("-a", algorithm, "-c", "list", "no such", command="hash") == checked


def test_json_is_the_same(ours: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    answers = [
        json.loads(ours("-a", "sha256", "--json", "a", command=name).out)
        for name in ("hash", "sum")
    ]
    for (answer,) in answers:
        assert answer.pop("seconds") >= 0
        assert answer["digest"].encode() == gnu("sha256sum", "a").out.split()[0]
    assert answers[0] == answers[1]


def _without_function(said: list[bytes]) -> list[bytes]:
    """cksum has the last tag's function in this line, whatever the line is."""
    return [
        re.sub(rb"formatted [\w-]+ checksum line$", b"formatted checksum line", x) for x in said
    ]


@pytest.fixture
def mixed(tmp_path: Path) -> list[str]:
    """Lists of several functions as cksum writes them, good and otherwise."""
    for name in ("a", "b", "new\nline"):
        (tmp_path / name).write_bytes(name.encode())
    lines = b"".join(gnu("cksum", "-a", *each, "a", "b", "new\nline").out for each in CKSUM)
    assert lines.count(b"\n") == 3 * len(CKSUM)
    digest = gnu("sha256sum", "a").out.split()[0]
    odd = b"".join(
        (
            b"SHA256 (b) = " + digest + b"\n",
            b"SHA256 (gone) = " + digest + b"\n",
            digest + b"  a\n",
            b"SHA512 (a) = " + digest + b"\n",
            b"sha256 (a) = " + digest + b"\n",
            b"NONE (a) = " + digest + b"\n",
            b"nonsense\n",
        )
    )
    lists = {"good": lines, "all": lines + odd, "untagged": digest + b"  a\n", "empty": b""}
    for name, content in lists.items():
        (tmp_path / f"list {name}").write_bytes(content)
    return [f"list {name}" for name in lists]


@pytest.mark.parametrize(
    "manner",
    [
        [],
        ["--warn"],
        ["--quiet"],
        ["--status"],
        ["--strict", "--warn"],
        ["--ignore-missing", "--quiet"],
    ],
    ids=" ".join,
)
def test_tags_name_the_functions(
    manner: list[str], ours: Callable[..., Answer], mixed: list[str]
) -> None:
    hint = b"; name the function of lines without a tag with --algorithm"
    for names in ([each] for each in mixed):
        theirs = gnu("cksum", "--check", *manner, *names)
        answer = ours("--check", *manner, *names)
        assert answer[:2] == theirs[:2], names
        said = [line.removesuffix(hint) for line in _without_function(answer.said)]
        assert said == _without_function(theirs.said), names
        assert any(hint in line for line in answer.said) == (
            any(b"no properly" in line for line in theirs.said)
        )
    # With a function, the lines of all others are improperly formatted, in both.
    theirs = gnu("cksum", "-a", "sha256", "--check", *manner, "list all")
    assert ours("-a", "sha256", "--check", *manner, "list all")[:2] == theirs[:2]


def test_lines_without_a_tag_are_of_the_default_function(
    ours: Callable[..., Answer], tmp_path: Path, mixed: list[str]
) -> None:
    """A list that hash writes is one that hash checks; a digest of another length is of another."""
    lines = ours("a", "b", command="hash").out
    assert lines.split()[0].decode() == _model(b"a")
    assert ours("--check", stdin=lines, command="hash") == (0, b"a: OK\nb: OK\n", [])
    assert ours("--check", stdin=lines).status == 1
    tagged = ours("--tag", "a", command="hash").out
    assert ours("--check", stdin=lines + tagged, command="hash").status == 0
    assert ours("--check", stdin=tagged) == (0, b"a: OK\n", [])
    assert ours("--check", "list untagged", command="hash").said == [
        b"'list untagged': no properly formatted checksum lines found; "
        b"name the function of lines without a tag with --algorithm"
    ]


def test_a_design_computes_its_functions_alone(
    ours: Callable[..., Answer], mixed: list[str]
) -> None:
    checked = ours("--design", "sha512-lut", "--check", "list good", command="hash")
    assert checked.out == b"a: OK\nb: OK\n\\new\\nline: OK\n" * 2
    assert checked.said == [b"WARNING: 12 lines are improperly formatted"]
    assert ours("--design", "blake-mc-1", "-c", stdin=b"00" * 28 + b"  a\n", command="hash") == (
        2,
        b"",
        [
            b"blake-mc-1 has several hash functions; choose one as algorithm: blake-224, "
            b"blake-256, blake-384, blake-512"
        ],
    )


def test_checks_in_json(ours: Callable[..., Answer], mixed: list[str]) -> None:
    answer = ours("--check", "--json", "list all", "list good")
    results = json.loads(answer.out)
    assert answer.status == 1
    assert len(results) == 2 * 3 * len(CKSUM) + 2
    assert results[0] == {
        "list": "list all",
        "file": "a",
        "algorithm": "sha-224",
        "digest_bits": 224,
        "result": "OK",
    }
    assert [each["result"] for each in results if each["result"] != "OK"] == [
        "FAILED",
        "FAILED open or read",
    ]


def test_a_key_is_for_all_functions_of_a_list(ours: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    key = ("--key", "00" * 16)
    lines = b"".join(
        ours("-a", name, *key, "--tag", "a").out for name in ("hmac-sha-256", "hmac-sha-512")
    )
    assert ours(*key, "--check", stdin=lines) == (0, b"a: OK\n" * 2, [])
    assert ours("--check", stdin=lines).status == 2
    other = ours("-a", "sha256", "--tag", "a").out
    answer = ours(*key, "--check", stdin=lines + other)
    assert (answer.status, answer.out) == (2, b"a: OK\n" * 2)
    assert answer.said[0].startswith(b"sha-256 on sha256-lut takes no --key; it takes: ")
