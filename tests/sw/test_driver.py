# SPDX-License-Identifier: Apache-2.0
"""The C driver on simulated hardware behind AXI4-Lite: digests, errors, time-outs, byte orders.

It runs on this machine, and on processors whose words have their highest byte first, by QEMU.
"""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.sw.driving import (
    CAPACITY,
    DEVICE,
    FUNCTION,
    HOST,
    OK,
    PARAMETER,
    PATIENCE,
    PROCESSORS,
    REFUSED,
    SOURCES,
    STRICT,
    TIMEOUT,
    jobs,
    run,
    sent,
)

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import find
from gatehash.models.parts import Part
from gatehash.models.sha2 import Sha256
from gatehash.paths import docs_root, sw_root

CASES = [
    ("sha256-lut", False),
    ("skein-mc", True),
    pytest.param("chacha-mc-1", True, marks=pytest.mark.large),
    pytest.param("blake32-mc-1", False, marks=pytest.mark.large),
    pytest.param("sha3-x1", True, marks=pytest.mark.large),
    pytest.param("blake2b-mc-1", False, marks=pytest.mark.large),
]


@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("swapped", [0, 1], ids=["same-order", "other-order"])
@pytest.mark.parametrize("interrupts", [0, 1], ids=["polling", "interrupts"])
@pytest.mark.parametrize(("design", "two_clocks"), CASES)
def test_answers(
    design: str, two_clocks: bool, interrupts: int, swapped: int, processor: str
) -> None:
    rng = random.Random(f"{design}-{interrupts}-{swapped}")
    commands, expected = [f"O {interrupts} {swapped} {PATIENCE}"], [["0", ".", "0"]]
    for job in jobs(find(design)):
        for size in (0, 1, 3, 4, 5, rng.randrange(200), 300 + rng.randrange(4)):
            if job.padding.whole:
                size = job.padding.block_bytes * (1 + size // job.padding.block_bytes)
            message = rng.randbytes(size)
            model = job.model()
            model.update(message)
            commands.append(sent(job, message))
            expected.append(["0", model.digest().hex() or ".", "0"])
    assert run(design, commands, two_clocks=two_clocks, processor=processor) == expected


@pytest.mark.parametrize("processor", PROCESSORS)
def test_registers_in_memory(processor: str) -> None:
    """Words that the driver reads and writes without a call have the processor's byte order."""
    (order, *said) = run("sha256-lut", ["X", "P 0", "P 1"], processor=processor)
    assert order[0] == ("0" if processor == HOST else "1")
    assert said == [["0", ".", "0"]] * 2


def test_digest_is_that_of_hashlib() -> None:
    message = b"abc" * 50
    _, (status, digest, _) = run(
        "sha256-lut", [f"O 1 0 {PATIENCE}", sent(None, message, function="sha-256")]
    )
    assert (status, digest) == ("0", hashlib.sha256(message).hexdigest())
    assert Sha256(256, message).hexdigest() == digest


@pytest.mark.parametrize("name", ["arx-mc-1", "sha3-mc-mac"])
def test_functions_of_several_families_on_one_design(name: str) -> None:
    """The driver tells apart functions whose first words, or packets, are others alone."""
    rng = random.Random(name)
    commands, expected = [f"O 0 0 {PATIENCE}"], [["0", ".", "0"]]
    for job in jobs(find(name)):
        message = rng.randbytes(rng.choice((0, 5, 64, 130)))
        model = job.model()
        model.update(message)
        commands.append(sent(job, message))
        expected.append(["0", model.digest().hex() or ".", "0"])
    assert run(name, commands) == expected


@pytest.mark.parametrize("processor", PROCESSORS)
def test_errors(processor: str) -> None:
    abc = hashlib.sha256(b"abc").hexdigest()
    said = run(
        "sha256-lut",
        [
            "W 1",
            f"O 0 0 {PATIENCE}",
            "W 0",
            f"O 0 0 {PATIENCE}",
            "N",
            f"O 0 0 {PATIENCE}",
            sent(None, b"abc", function="sha-512"),
            sent(None, b"abc", function="sha-256", values={"key": b"k"}),
            sent(None, b"abc", function="sha-256", digest_bits=224),
            sent(None, b"abc", function="sha-256", capacity=7),
            # A message that is left is abandoned.
            f"B {FUNCTION_NUMBERS['sha-256']}",
            sent(None, b"abc", function="sha-256"),
        ],
        processor=processor,
    )
    statuses = [int(status) for status, *_ in said]
    wrong = [FUNCTION, PARAMETER, PARAMETER, CAPACITY]
    assert statuses == [OK, DEVICE, OK, OK, 0, OK, *wrong, OK, OK]
    assert said[-3][1] == abc[:14]
    assert said[-1][1] == abc


@pytest.mark.parametrize("processor", PROCESSORS)
def test_parameters(processor: str) -> None:
    """Of a design with configurations: what is missing, too long or not taken; other digests."""
    design = find("skein-mc")
    short = design.job("skein-256-224")
    model = short.model()
    model.update(b"abc")
    threefish = {"function": "threefish-256"}
    said = run(
        "skein-mc",
        [
            f"O 0 0 {PATIENCE}",
            sent(None, b"abc", function="skein-256-256", digest_bits=224),
            sent(None, bytes(32), **threefish),  # type: ignore[arg-type]
            sent(None, bytes(32), function="threefish-256", values={"key": bytes(31)}),
            sent(
                None, bytes(32), function="threefish-256", values={"key": bytes(32), "nonce": b"n"}
            ),
            # Not whole blocks: the design answers with an error.
            sent(None, bytes(31), function="threefish-256", values={"key": bytes(32)}),
            sent(None, b"abc", function="skein-256-256", digest_bits=224),
        ],
        two_clocks=True,
        processor=processor,
    )
    assert [int(status) for status, *_ in said] == [OK, OK, *[PARAMETER] * 3, REFUSED, OK]
    assert said[1][1] == said[-1][1] == model.digest().hex()


@pytest.mark.parametrize("processor", PROCESSORS)
def test_parts(processor: str) -> None:
    """Parts of one message, between which the design does others; what is wrong with a part."""
    message = random.Random("parts").randbytes(64 * 5 + 17)
    commands = [f"O 1 0 {PATIENCE}"]
    first = {"followed": True}
    commands.append(sent(None, message[:128], function="sha-256", values=first))
    commands.append(sent(None, b"abc", function="sha-256"))
    begun = Part(Sha256(), followed=True)
    begun.update(message[:128])
    middle = {"followed": True, "before": 128, "chaining": begun.digest()}
    commands.append(sent(None, message[128:192], function="sha-256", values=middle))
    begun.update(message[128:192])
    last = {"before": 192, "chaining": begun.digest()}
    commands.append(sent(None, message[192:], function="sha-256", values=last))
    good = run("sha256-lut-resume", commands, processor=processor)
    assert [each[1] for each in good[2:]] == [
        hashlib.sha256(b"abc").hexdigest(),
        begun.digest().hex(),
        hashlib.sha256(message).hexdigest(),
    ]
    wrong: list[dict[str, Any]] = [
        {"chaining": bytes(31)},
        {"before": 64},
        {"before": 1, "chaining": bytes(32)},
        {"followed": True},
    ]
    commands = [
        f"O 0 0 {PATIENCE}",
        *(sent(None, message[:65], function="sha-256", values=each) for each in wrong),
        sent(None, b"abc", function="sha-256"),
    ]
    said = run("sha256-lut-resume", commands, processor=processor)
    statuses = [int(status) for status, *_ in said]
    assert statuses == [OK, PARAMETER, PARAMETER, PARAMETER, REFUSED, OK]
    plain = [commands[0], sent(None, b"abc", function="sha-256", values=first)]
    assert [int(status) for status, *_ in run("sha256-lut", plain, processor=processor)] == [
        OK,
        PARAMETER,
    ]


@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("interrupts", [0, 1])
def test_time_out(interrupts: int, processor: str) -> None:
    """The core's clock stands still: no call hangs, and all is well when it runs again."""
    message = sent(None, b"abc" * 100, function="skein-256-256")
    said = run(
        "skein-mc",
        [
            f"O {interrupts} 0 {20 if interrupts else PATIENCE}",
            "C 0",
            message,
            message,
            "C 1",
            message,
            message,
        ],
        two_clocks=True,
        processor=processor,
    )
    assert [int(status) for status, *_ in said] == [OK, OK, TIMEOUT, TIMEOUT, OK, OK, OK]
    assert said[-1] == said[-2]


@pytest.mark.parametrize(
    ("design", "function", "two_clocks"),
    [("sha256-lut", "sha-256", False), ("skein-mc", "skein-256-256", True)],
)
def test_power_up(design: str, function: str, two_clocks: bool) -> None:
    """From any contents of registers and memories a cycle of reset is enough."""
    (job,) = find(design).jobs_called(function)
    model = job.model()
    model.update(b"abc")
    commands = [f"O 0 0 {PATIENCE}", sent(job, b"abc")]
    for seed in range(1, 21):
        said = run(design, commands, two_clocks=two_clocks, seed=seed)
        assert said == [["0", ".", "0"], ["0", model.digest().hex(), "0"]], seed


@pytest.mark.large
@pytest.mark.parametrize("two_clocks", [False, True])
def test_nothing_of_key_or_message_stays(two_clocks: bool, tmp_path: Path) -> None:
    """Two messages under two keys leave each register and each place of each memory the same."""
    rng = random.Random("erased")
    states = []
    answers = set()
    for name in ("one.vcd", "other.vcd"):
        values = {"key": rng.randbytes(32), "nonce": rng.randbytes(8)}
        message = sent(None, rng.randbytes(203), function="chacha20", values=values)
        # A read of the status behind the answer, as the next message begins with one.
        commands = [f"O 0 0 {PATIENCE}", message, "R", f"E {tmp_path / name}"]
        said = run("chacha-mc-1", commands, two_clocks=two_clocks, traced=True)
        assert [status for status, *_ in said] == ["0"] * 4
        answers.add(said[1][1])
        states.append((tmp_path / name).read_text().splitlines())
    assert len(answers) == 2
    assert len(states[0]) > 1000
    names = {words[3]: words[4] for line in states[0] if (words := line.split())[:1] == ["$var"]}
    differ = [
        names.get(one.split()[-1], one) for one, other in zip(*states, strict=True) if one != other
    ]
    assert not differ


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("options", ["-O2", "-Os -fshort-enums", "-O1 -DGATEHASH_NO_LONG_KEYS"])
@pytest.mark.parametrize("standard", ["c99", "c11", "c++11", "c++17"])
def test_compiles_without_a_warning(
    compiler: str, options: str, standard: str, tmp_path: Path
) -> None:
    """As C, and as C++, which projects compile it as that have one compiler for all their files."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}: the driver was not compiled with it")
    language = ["-x", "c++" if "++" in standard else "c", f"-std={standard}"]
    words = [*STRICT.split(), *options.split(), "-ffreestanding", "-nostdlib", *language]
    undefined = set()
    for name in SOURCES:
        made = str(tmp_path / "x.o")
        subprocess.run([compiler, *words, "-c", str(sw_root() / name), "-o", made], check=True)
        done = subprocess.run(["nm", "-u", made], check=True, capture_output=True, text=True)
        undefined |= {*done.stdout.split()}
    # Nothing of a library, but what compilers call themselves.
    own = {"begin", "digest_bytes", "finish", "has", "update"}
    assert undefined - {"U"} <= {"memcpy", "memset", *(f"gatehash_{name}" for name in own)}


def test_deviations_from_misra_are_listed() -> None:
    """The page has each rule that the checker reports, and of the checker's version no other."""
    if not shutil.which("cppcheck"):
        pytest.skip("no cppcheck: the driver was not compared with its list of deviations")
    version = subprocess.run(["cppcheck", "--version"], capture_output=True, text=True, check=True)
    options = ["--addon=misra", "--std=c99", "--enable=style", "--template={id}"]
    done = subprocess.run(
        ["cppcheck", *options, *(str(sw_root() / name) for name in SOURCES)],
        capture_output=True,
        text=True,
        check=True,
    )
    reported = set(re.findall(r"misra-c2012-([0-9.]+)", done.stderr))
    assert {"15.5", "15.6"} <= reported, done.stderr
    page = (docs_root() / "bus.md").read_text("utf-8")
    _, _, section = page.partition("### MISRA C:2012")
    (stated,) = re.findall(r"\(version ([0-9.]+)\)", section)
    rows = re.findall(r"^\| ([0-9., ]+) \|", section.partition("\n## ")[0], re.MULTILINE)
    listed = {rule for row in rows for rule in row.split(", ")}
    assert reported <= listed
    if version.stdout.split()[-1] == stated:
        assert listed == reported
