# SPDX-License-Identifier: Apache-2.0
"""The assertions under test: each planted fault must end a simulation by the named one."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.rtl.test_toolbox import build_box, run_box

import gatehash.paths
from gatehash.catalog import find
from gatehash.catalog.checks import (
    checker_files,
    stream_checker_defines,
    stream_checker_files,
)
from gatehash.errors import GatehashError
from gatehash.implement.elaborated import text_digest
from gatehash.implement.families import find_target
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation


@dataclass(frozen=True)
class Fault:
    """A fault: what to change in which file, and the assertion that must see it."""

    seen_by: str
    file: str
    right: str
    wrong: str

    def plant(self, root: Path) -> None:
        """Change the file; what is changed must be there once."""
        path = root / self.file
        text = path.read_text()
        assert text.count(self.right) == 1, f"{self.file}: '{self.right}' is not there once"
        path.write_text(text.replace(self.right, self.wrong))


# Of modules by themselves: parameters, fault, test of their bench that meets it.
OF_MODULES: list[tuple[dict[str, int], str, Fault]] = [
    (
        {"Mode": 1, "Erase": 1},
        "reset_anywhere",
        Fault(
            "gh_register_slice.silent_after_reset",
            "stream/gh_register_slice.sv",
            "if (rst_i) valid_q <= 1'b0;\n      else if",
            "if",
        ),
    ),
    (
        {"StreamBytes": 2, "Depth": 2},
        "every_packet",
        Fault(
            "gh_message_fifo.never_read_while_written",
            "stream/gh_message_fifo.sv",
            "assign ready_o = up_q && !full;",
            "assign ready_o = up_q;",
        ),
    ),
    (
        {"WordBytes": 4, "Bytes": 2},
        "erased",
        Fault(
            "gh_word_unload.erased",
            "stream/gh_word_unload.sv",
            "if (clears) word_q <= '0;",
            "if (rst_i) word_q <= '0;",
        ),
    ),
]

# Of designs: the design, the fault, bytes of the messages.
OF_DESIGNS: list[tuple[str, Fault, int]] = [
    (
        "skein256-x8",
        Fault(
            "gh_skein.u_m_axis_checker.gen_leaves.no_hole",
            "stream/gh_digest_stream.sv",
            "(end_beat && !error_q) ? EndKeep : '1;",
            "StreamBytes'(5);",
        ),
        1,
    ),
    (
        "skein256-x8",
        Fault(
            "gh_skein.u_core.u_threefish.require_starts_when_ready",
            "skein/gh_skein_core.sv",
            "cipher_ready && !start_output && valid_i",
            "!start_output && valid_i",
        ),
        100,
    ),
    (
        "sha256-lut",
        Fault(
            "gh_sha2.u_shell.gen_words.u_buffer.written_when_all_is_read",
            "stream/gh_word_buffer.sv",
            "assign ready_o = (EntryWords == 1) ? !full_q || ready_i :",
            "assign ready_o = (EntryWords <= 2) ? !full_q || ready_i :",
        ),
        400,
    ),
    (
        "threefish-mc",
        Fault(
            "gh_threefish_mc.gen_plain.u_serial.u_checker.file_is_erased",
            "compact/gh_threefish_mc_serial.sv",
            "TweakBase + 7'd2;",
            "TweakBase + 7'd1;",
        ),
        64,
    ),
]


def _names(faults: list[Fault]) -> list[str]:
    return [fault.seen_by for fault in faults]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the RTL."""
    return shutil.copytree(rtl_root(), tmp_path / "rtl")


@pytest.mark.parametrize(
    ("parameters", "test", "fault"), OF_MODULES, ids=_names([fault for *_, fault in OF_MODULES])
)
def test_module_says_what_is_wrong(
    parameters: dict[str, int], test: str, fault: Fault, root: Path, tmp_path: Path
) -> None:
    fault.plant(root)
    model = build_box(Path(fault.file).stem, parameters, root)
    outcome = run_box(model, parameters, tmp_path, [test])
    assert outcome.failed == (test,)
    assert f"Assertion failed in {fault.seen_by}: " in outcome.log


@pytest.mark.parametrize(
    ("name", "fault", "length"), OF_DESIGNS, ids=_names([fault for _, fault, _ in OF_DESIGNS])
)
def test_simulator_says_what_is_wrong(
    name: str, fault: Fault, length: int, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line; the exit status is not zero."""
    fault.plant(root)
    monkeypatch.setattr(gatehash.paths, "checkout_root", lambda: root.parent)
    job = next(iter(find(name).jobs.values()))
    said = re.escape(f"Assertion failed in TOP.{fault.seen_by}: ")
    with (
        pytest.raises(GatehashError, match=rf"^the simulator of {name} failed: .*{said}[^\n]*$"),
        Simulation(job) as simulation,
    ):
        simulation.ask_all([[bytes(length)], [bytes(length)]])


def test_every_checker_is_of_a_module() -> None:
    """Each file of the folder is compiled with some module, or with every top."""
    found = {*checker_files(rtl_root().rglob("*.sv")), *stream_checker_files()}
    assert found == {*(rtl_root() / "check").iterdir()}


@pytest.mark.parametrize("name", ["skein256-x8", "sha3-x1", "threefish-mc-enc", "blake-mc-1"])
def test_proofs_find_the_assertions(name: str, tmp_path: Path) -> None:
    """Yosys takes them with FORMAL, by their names, those of the checker of every stream too."""
    hardware = find(name).hardware
    (own,) = (path for path in hardware.files() if path.stem == hardware.stream.top)
    ports = re.findall(r"(input|output)\s.*\b(\w+)_tvalid\b", own.read_text(encoding="utf-8"))
    assert len(ports) == (2 + hardware.configured) * hardware.streams
    files = hardware.files()
    words = [
        *("read_slang", "--no-synthesis-define", "-D FORMAL", f"-I {rtl_root()}"),
        *(f"-D {define}" for define in stream_checker_defines(hardware)),
        *("--top", hardware.stream.top),
        *(f"-G {key}={value}" for key, value in hardware.stream.parameters.items()),
        *map(str, (*files, *checker_files(files), *stream_checker_files())),
    ]
    labels = {"output": "gen_leaves.held", "input": "gen_enters.require_held"}
    found = [f"u_{axis}_checker.{labels[direction]}" for direction, axis in ports]
    script = [" ".join(words), *(f"select -assert-count 1 t:$check c:{n} %i" for n in found)]
    run_yosys("\n".join(script), tmp_path, what="assertions")


def test_synthesis_finds_no_assertion(tmp_path: Path) -> None:
    hardware = find("skein256-x8").hardware
    script = f"read_slang -I {rtl_root()} --top gh_skein {' '.join(map(str, hardware.files()))}\n"
    run_yosys(f"{script}select -assert-none t:$check", tmp_path, what="assertions")


def test_keys_of_records_leave_them_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gatehash.paths, "checkout_root", lambda: root.parent)
    hardware, target = find("skein256-x8").hardware, find_target("ecp5")
    path = root / "skein" / "gh_threefish.sv"
    text = path.read_text()
    assert text.count("\n  `GH_FLAG(") == 1
    key = text_digest(hardware, target, "core")
    for more in (
        "  `GH_ASSERT(one, start |-> f(1, (2)), clk_i,\n             rst_i)\n",
        '  `GH_REQUIRE (two, ")" == "((" /* ) */, clk_i, rst_i); // (\n',
    ):
        path.write_text(text.replace("\nendmodule", f"\n{more}\nendmodule"))
        assert text_digest(hardware, target, "core") == key, more
    path.write_text(text.replace("\nendmodule", "\n  `GENERATE(one)\n\nendmodule"))
    assert text_digest(hardware, target, "core") != key
