# SPDX-License-Identifier: Apache-2.0
"""The simulated RISC-V system: its command, its devices, and hardware against software."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.rtl.lint import require_clean, require_legal

from gatehash.bus import bridged_top
from gatehash.bus.functions import functions_of
from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.paths import soc_root
from gatehash.soc import (
    NotEndedError,
    comparison,
    compiled,
    run_firmware,
    runtime_files,
)
from gatehash.soc import simulator as system
from gatehash.soc.constants import constants_header

_FIRMWARE = Path(__file__).with_name("firmware")
_DESIGN = "sha256-lut"
_LIMIT = 3_000_000


def _gatehash(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "gatehash", "soc", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def _ran(name: str, stdin: bytes = b"") -> tuple[int, str]:
    """Run a firmware of the tests; return its status and what it printed."""
    done = _gatehash(_DESIGN, "--run", str(_FIRMWARE / name), "--limit", str(_LIMIT), stdin=stdin)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


@pytest.mark.usefixtures("cross_compiler")
def test_hardware_and_software_agree_and_cycles_are_counted() -> None:
    lengths = (0, 1, 4, 5, 55, 56, 130)
    arguments = (_DESIGN, "--bytes", ",".join(map(str, lengths)), "--algorithm", "sha-256")
    done = _gatehash(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    said = json.loads(done.stdout)
    assert (said["design"], said["firmware"], said["status"]) == (_DESIGN, None, 0)
    rows = said["compared"]
    assert [row["bytes"] for row in rows] == [*lengths]
    assert {row["function"] for row in rows} == {"sha-256"}
    assert all(row["software"] > 2 * row["polling"] > 0 for row in rows)
    # Of two blocks the software has twice the work.
    assert rows[5]["software"] > 1.8 * rows[4]["software"]
    assert (
        sum(row["software"] + row["polling"] + row["interrupts"] for row in rows) < said["cycles"]
    )
    plain = _gatehash(*arguments)
    assert (plain.returncode, plain.stdout.decode()) == (0, said["output"])


@pytest.mark.usefixtures("cross_compiler")
def test_an_encrypted_message_has_its_tag() -> None:
    cipher = "chacha20-poly1305"
    done = _gatehash(f"{cipher}-x2-piped", "--bytes", "0,5", "--algorithm", cipher, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    rows = json.loads(done.stdout)["compared"]
    assert [(row["function"], row["operation"]) for row in rows] == [(cipher, "encrypt")] * 2


@pytest.mark.usefixtures("cross_compiler")
def test_wrong_answer_makes_the_run_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The software is compiled with a wrong constant."""
    right = constants_header()
    wrong = right.replace("0x428a2f98", "0x428a2f99")
    assert wrong != right
    monkeypatch.setattr("gatehash.soc.firmware.constants_header", lambda: wrong)
    said = bytearray()
    ended = run_firmware(find(_DESIGN), comparison([5]), _LIMIT, said.extend)
    assert ended.status == 1
    assert said.endswith(b"sha-256 of 5 bytes: the answers of hardware and software differ\n")


@pytest.mark.usefixtures("cross_compiler")
@pytest.mark.large
def test_a_reset_in_any_cycle_leaves_nothing_of_before() -> None:
    design, firmware = find(_DESIGN), comparison([70])
    fresh = bytearray()
    ended = run_firmware(design, firmware, _LIMIT, fresh.extend)
    assert ended.status == 0
    for reset in (1, 5000, *range(ended.cycles - 9000, ended.cycles - 1000, 7777)):
        said = bytearray()
        again = run_firmware(design, firmware, _LIMIT, said.extend, reset=reset)
        assert again == ended, reset
        assert said.endswith(fresh), reset


@pytest.mark.usefixtures("cross_compiler")
def test_input_output_and_status() -> None:
    sent = b"two\nlines, \xff\x00 too"
    done = _gatehash(_DESIGN, "--run", str(_FIRMWARE / "echo.c"), stdin=sent)
    assert (done.stdout, done.stderr) == (sent.upper(), b"")
    assert done.returncode == len(sent)
    # No number of bytes is taken for success.
    done = _gatehash(_DESIGN, "--run", str(_FIRMWARE / "echo.c"), stdin=b"x" * 256)
    assert done.returncode == 255


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
def test_a_function_that_is_not_the_first() -> None:
    """The hardware is that of the function, which the built-in firmware compares with software."""
    done = _gatehash("sha3-x1-mac:kmac256", "--bytes", "200", "--json")
    assert done.returncode == 0
    compared = json.loads(done.stdout)["compared"]
    assert [each["function"] for each in compared] == ["kmac256", "cshake256"]


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
def test_two_cores_side_by_side() -> None:
    """The example of the manual: digests of both cores, in fewer cycles."""
    example = soc_root().parent / "docs/examples/cores/cores.c"
    (command,) = re.findall(r"gatehash soc (.*) --run docs/examples/cores", example.read_text())
    designs = command.split()
    done = _gatehash(*designs, "--run", str(example))
    assert (done.returncode, done.stderr) == (0, b"")
    *digests, alone, together = done.stdout.decode().splitlines()
    for design, function, digest in zip(
        designs, ("skein-512-512", "blake-256"), digests, strict=True
    ):
        model = find(design).jobs_called(function)[0].model()
        model.update(bytes(range(64)))
        assert digest == model.digest().hex()
    cycles = [int(re.findall(r": (\d+) cycles$", line)[0]) for line in (alone, together)]
    page = (soc_root().parent / "docs/bus.md").read_text("utf-8")
    assert f"{cycles[0]} cycles one after the other and {cycles[1]} side by side" in page


def test_the_built_in_firmware_is_for_one_design() -> None:
    done = _gatehash("sha256-lut", "sha3-x1")
    assert done.returncode == 2
    assert done.stderr == (
        b"gatehash: the built-in firmware is for one DESIGN; several are for --run\n"
    )


@pytest.mark.usefixtures("cross_compiler")
def test_interrupts() -> None:
    assert _ran("timer.c") == (0, "3 ticks\n")
    status, said = _ran("uart.c", b"while others are sent\n")
    assert status == 0
    assert re.fullmatch(r"\.+\nwhile others are sent\n", said)


@pytest.mark.usefixtures("cross_compiler")
def test_refused_accesses() -> None:
    status, said = _ran("refused.c")
    assert status == 255
    counted, told = said.splitlines()
    assert counted == "12 refused"
    assert re.fullmatch(r"access to 0x12345678 refused, or not aligned, before 0x\w{8}", told)


def test_processor_that_stops_and_firmware_that_hangs() -> None:
    """Without a compiler: an illegal instruction, and a jump to itself at 0x10."""
    jump, forever = b"\x6f\x00\x00\x01" + bytes(12), b"\x6f\x00\x00\x00"
    with pytest.raises(
        NotEndedError,
        match=r"^the processor stopped near 0x0000001\d after \d+ cycles: an illegal instr",
    ):
        run_firmware(find(_DESIGN), jump + bytes(4), _LIMIT, print)
    with pytest.raises(NotEndedError) as raised:
        run_firmware(find(_DESIGN), jump + forever, 1000, print)
    assert str(raised.value) == (
        "the firmware has not ended after 1000 cycles; it was at 0x00000010; --limit allows more"
    )


def test_end_of_a_hanging_firmware_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "hang.bin").write_bytes(b"\x6f\x00\x00\x00")
    done = _gatehash(_DESIGN, "--run", str(tmp_path / "hang.bin"), "--limit", "100")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [
        "gatehash: the firmware has not ended after 100 cycles; it was at 0x00000000; "
        "--limit allows more"
    ]


def test_a_signal_ends_the_simulator_too(tmp_path: Path) -> None:
    (tmp_path / "hang.bin").write_bytes(b"\x6f\x00\x00\x00")
    command = [
        sys.executable,
        "-m",
        "gatehash",
        "soc",
        _DESIGN,
        "--run",
        str(tmp_path / "hang.bin"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    simulator: Path | None = None
    while simulator is None and process.poll() is None:
        for child in children.read_text().split():
            # What builds the simulator comes and goes.
            with suppress(FileNotFoundError, ProcessLookupError):
                if b"+limit=" in Path(f"/proc/{child}/cmdline").read_bytes():
                    simulator = Path(f"/proc/{child}")
    assert simulator is not None
    process.terminate()
    assert process.communicate() == (b"", b"")
    assert process.returncode == -signal.SIGTERM
    assert not simulator.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "soc needs a DESIGN"),
        (("sha256",), "unknown design 'sha256'"),
        (("blake-mc-1",), "blake-mc-1 has 2 streams; a bus bridge serves one"),
        ((_DESIGN, "--run", "nowhere.elf"), "nowhere.elf: No such file"),
        ((_DESIGN, "--run", os.devnull), "the firmware is empty"),
        ((_DESIGN, "--run", sys.executable), "an ELF file of 64 bits"),
        ((_DESIGN, "--run", "x", "--bytes", "1"), "are for the built-in firmware"),
        ((_DESIGN, "--bytes", "16385"), "'16385'; it must be up to 16 numbers from 0 to 16384"),
        ((_DESIGN, "--bytes", "1,,2"), "'1,,2'; it must be up to 16 numbers"),
        ((_DESIGN, "--algorithm", "sha-512"), "unknown function of sha256-lut 'sha-512'"),
        (
            ("sha3-x1-mac", "--algorithm", "kmac256"),
            "sha3-x1-mac:kmac256 in the place of the design",
        ),
        (("sha3-x1-mac:kmac256:64",), "answers of usual length; BITS is for --run"),
        (("sha3-x1-mac:sha-256",), "sha3-x1-mac has no algorithm 'sha-256'"),
        ((_DESIGN, "--limit", "0"), "'0'; it must be a whole number from 1"),
        ((_DESIGN, "--runtime", "x"), "--runtime DIR stands alone"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], said: str) -> None:
    done = _gatehash(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert said in line


@pytest.mark.parametrize("name", ["file.cpp", "firmware.hex", "firmware", "firmware.C"])
def test_a_file_that_nothing_identifies_is_not_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    firmware = tmp_path / name
    firmware.write_text("int main() { return 0; }\n")
    assert run(["soc", _DESIGN, "--run", str(firmware)]) == 2
    assert capsys.readouterr() == (
        "",
        f"gatehash: {firmware} is no ELF executable; other firmware is an image of memory, whose "
        "name ends in .bin, or a C source, whose name ends in .c\n",
    )


def test_missing_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GatehashError, match=r"^'riscv64-unknown-elf-gcc' not found: .* apt-get"):
        comparison([1])
    compiler = tmp_path / "riscv64-unknown-elf-gcc"
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(0o755)
    with pytest.raises(GatehashError, match=r"has no picolibc\.specs: .* picolibc-riscv64"):
        comparison([1])
    monkeypatch.setitem(sys.modules, "pythondata_cpu_picorv32", None)
    with pytest.raises(GatehashError, match=r"^pythondata-cpu-picorv32 not found; get it with: "):
        system.plan_system(find(_DESIGN))


@pytest.mark.usefixtures("cross_compiler")
def test_firmware_that_does_not_compile_or_fit() -> None:
    large = b"char a[300000]; int main(void) { return ((volatile char *)a)[7]; }"
    # The stack is part of it, and so are data and code.
    for source in (
        large,
        large.replace(b"300000", b"256000"),
        large.replace(b"]", b"] = {1}", 1),
        b"const " + large.replace(b"]", b"] = {1}", 1),
    ):
        with pytest.raises(GatehashError) as raised:
            compiled({"large.c": source}, [], "large.c")
        assert str(raised.value) == (
            "large.c does not fit: the memory has 256 KiB, 4 KiB of them for the stack"
        )
    with pytest.raises(GatehashError, match=r"^compiling wrong\.c failed: wrong\.c:1:.*error:"):
        compiled({"wrong.c": b"int main(void) { return x; }\n"}, [], "wrong.c")


@pytest.mark.usefixtures("cross_compiler")
def test_runtime_compiles_by_hand(tmp_path: Path) -> None:
    folder = tmp_path / "runtime"
    done = _gatehash("--runtime", str(folder))
    assert (done.returncode, done.stderr) == (0, b"")
    assert sorted(path.name for path in folder.iterdir()) == sorted(runtime_files())
    done = _gatehash("--runtime", str(folder))
    assert done.returncode == 2
    (folder / "main.c").write_text("int main(void) { return 42; }\n")
    page = (soc_root().parent / "docs" / "soc.md").read_text("utf-8")
    (command,) = re.findall(r"^ +(riscv64-unknown-elf-gcc .*)$", page, re.MULTILINE)
    subprocess.run(command.replace("firmware.c", "main.c"), shell=True, check=True, cwd=folder)
    done = _gatehash(_DESIGN, "--run", str(folder / "firmware.elf"))
    assert (done.returncode, done.stdout, done.stderr) == (42, b"", b"")


def test_rtl_is_clean_and_legal(tmp_path: Path) -> None:
    # All streams of the bridge are used.
    design = find("chacha-mc-1")
    device = tmp_path / "gh_soc_device.v"
    device.write_text(bridged_top(device.stem, "wishbone", design, design.hardware))
    # Without a time scale, which the library's modules don't have.
    processor = tmp_path / "picorv32.v"
    text = system.processor()[0].read_text("utf-8")
    processor.write_text(re.sub(r"^`timescale .*$", "", text, flags=re.MULTILINE))
    files = [*system.design_files(design), *system.system_files(), device, processor]
    require_clean("gh_soc", {}, [soc_root() / "rtl" / "picorv32.vlt", *files])
    require_legal("gh_soc", {}, files)


def test_each_module_has_its_file() -> None:
    for path in system.system_files():
        assert re.search(rf"^(module|package) {path.stem}\b", path.read_text(), re.MULTILINE)


_BRIDGED = [
    # With configurations a bus bridge serves 64 bits.
    f"{name}@64" if design.hardware.configured and design.hardware.stream_bits > 64 else name
    for name, design in DESIGNS.items()
    if design.hardware.streams == 1
    and not design.hardware.masking
    and design.hardware.core.parameters.get("Ciphers", 1) == 1
]


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
@pytest.mark.parametrize("name", _BRIDGED)
def test_every_design(name: str) -> None:
    done = _gatehash(name, "--bytes", "0,1,64,200,300", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    rows = json.loads(done.stdout)["compared"]
    design = find(name)
    assert {row["function"] for row in rows} == {*functions_of(design, design.hardware)}
