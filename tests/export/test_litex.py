# SPDX-License-Identifier: Apache-2.0
"""Exports for LiteX: modules and SoCs with a core inside become Verilog, which is simulated."""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

import pytest
from tests.export.folders import run_in, write

from gatehash.bus import BRIDGES
from gatehash.catalog import find
from gatehash.export import Project
from gatehash.verilog import stream_ports, streams

_STREAM = """\
import sys

sys.path.insert(0, "{folder}")
from {name} import {kind}
from litex.build.generic_platform import Pins
from litex.build.sim.platform import SimPlatform
from litex.gen import LiteXModule
from litex.soc.interconnect import stream
from migen import ClockDomain

names = ("sys_clk", "sys_rst", "valid")
platform = SimPlatform("SIM", [(name, 0, Pins(1)) for name in names])


class Top(LiteXModule):
    def __init__(self):
        self.cd_sys = ClockDomain()
        self.hash = {kind}(platform)
        ends = self.hash.s_axis, self.hash.m_axis
        source, sink = (stream.Endpoint(end.description) for end in ends)
        {connect}
        self.comb += sink.ready.eq(1)
        self.comb += platform.request("valid").eq(self.hash.m_axis.valid)


print(platform.get_verilog(Top()))
print(*(source for source, *_ in platform.sources), sep="\\n")
"""


@pytest.mark.parametrize(
    ("design", "options"), [("chacha-mc-1", ()), ("sha256-x1-piped", ("--self-test",))]
)
def test_stream(design: str, options: tuple[str, ...], tmp_path: Path) -> None:
    """A module of LiteX that has the core inside becomes Verilog with all of its ports."""
    folder = write(design, "litex", tmp_path / "x", *options)
    project = Project(find(design), self_test=bool(options))
    name, kind = project.name, project.class_name
    told = (folder / "README.md").read_text()
    (connect,) = re.findall(r"^ {4}(self\.comb \+= .*)$", told, re.MULTILINE)
    script = _STREAM.format(folder=folder, name=name, kind=kind, connect=connect)
    if options:
        # A design around the module sees how the self-test ended.
        script = script.replace("self.hash.m_axis.valid", "self.hash.self_test_passed", 1)
    said = run_in([sys.executable, "-c", script], tmp_path)
    for port in stream_ports(find(design).hardware):
        assert re.search(rf"\.{port.name} +\(", said), port.name
    for stream in streams(find(design).hardware):
        assert f"\n| `{stream.name}` | `Endpoint` that " in told
    for status in ("self_test_passed", "self_test_failed"):
        assert bool(re.search(rf"\.{status} +\(", said)) == bool(options), status
    listed = [line for line in said.splitlines() if line.startswith(str(folder))]
    assert listed[-1] == str(folder / f"{name}.v")
    assert all(Path(line).is_file() for line in listed)


# A SoC without a processor, whose bus has a master at its pins.
_SOC = """\
import sys

sys.path.insert(0, "{folder}")
from {name} import {kind}
from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim.platform import SimPlatform
from litex.soc.integration.export import get_csr_header, get_mem_header
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from migen import ClockDomain

wires = {{"adr": 30, "dat_w": 32, "dat_r": 32, "sel": 4, "cyc": 1, "stb": 1, "ack": 1, "we": 1,
          "cti": 3, "bte": 2, "err": 1}}
platform = SimPlatform("SIM", [
    ("sys_clk", 0, Pins(1)),
    ("sys_rst", 0, Pins(1)),
    ("wb", 0, *(Subsignal(name, Pins(width)) for name, width in wires.items())),
])


class Top(SoCCore):
    def __init__(self):
        super().__init__(
            platform, 1e6, cpu_type={cpu!r}, with_uart=False, with_timer=False,
            integrated_rom_size=4096, integrated_sram_size=4096, bus_standard="{standard}",
        )
        self.cd_sys = ClockDomain()
        self.comb += [
            self.cd_sys.clk.eq(platform.request("sys_clk")),
            self.cd_sys.rst.eq(platform.request("sys_rst")),
        ]
        master = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.comb += master.connect_to_pads(platform.request("wb"), mode="slave")
        self.bus.add_master("pins", master)
        {kind}(platform).add_to(self, "hash", origin={origin})


soc = Top()
platform.get_verilog(soc, name="top").write("top.v")
assert soc.bus.regions["hash"].size == 4096, soc.bus.regions
print(*(source for source, *_ in platform.sources if source.startswith("{folder}")), sep="\\n")
print(get_mem_header(soc.mem_regions))
print(get_csr_header(soc.csr_regions, soc.constants))
print("interrupts:", *soc.irq.locs)
"""

# Reads the registers through the SoC's bus, and hashes a message of one byte.
_BENCH = """\
module bench;
  reg clk = 0, rst = 1;
  always #5 clk = !clk;
  reg [29:0] adr;
  reg [31:0] data, got;
  reg cyc = 0, we = 0;
  wire [31:0] read;
  wire ack, err;
  integer left;
  top dut (
      .sys_clk(clk), .sys_rst(rst), .wb_adr(adr), .wb_dat_w(data), .wb_dat_r(read),
      .wb_sel(4'b1111), .wb_cyc(cyc), .wb_stb(cyc), .wb_ack(ack), .wb_we(we), .wb_cti(3'd0),
      .wb_bte(2'd0), .wb_err(err)
  );
  task access(input [11:0] offset, input writes, input [31:0] value);
    begin
      adr = {base}; adr = adr + offset[11:2];
      data = value;
      we = writes;
      cyc = 1;
      left = 1000;
      #1;
      while (!ack && !err && left > 0) begin @(negedge clk); #1; left = left - 1; end
      if (left == 0) begin $display("FAIL: no answer at %h", offset); $finish; end
      got = read;
      @(negedge clk);
      cyc = 0;
      @(negedge clk);
    end
  endtask
  integer word;
  reg [255:0] digest;
  initial begin
    repeat (4) @(negedge clk);
    rst = 0;
    repeat (4) @(negedge clk);
    access('h000, 0, 0);
    if (got != 'h47485348) $display("FAIL: id %h", got);
    access('h024, 0, 0);
    while (got[0]) access('h024, 0, 0);
    access('h054, 1, 'h61);
    for (word = 0; word < 8; word = word + 1) begin
      access('h034, 0, 0);
      while (got[9:0] == 0) access('h034, 0, 0);
      access('h078, 0, 0);
      digest[32*word+:32] = got;
    end
    for (word = 0; word < 32; word = word + 1) $write("%02x", digest[8*word+:8]);
    $write("\\n");
    $finish;
  end
endmodule
"""


def _soc(boundary: str, folder: Path, work: Path, **options: object) -> str:
    """Make the Verilog of a SoC with an exported core, and return what is said of it."""
    project = Project(find("sha256-lut"), bridge=boundary)
    names = {"name": project.name, "kind": project.class_name}
    values = {"cpu": None, "standard": "wishbone", "origin": None, **options}
    text = _SOC.format(folder=folder, **names, **values)
    return run_in([sys.executable, "-c", text], work)


@pytest.mark.parametrize(
    ("boundary", "standard"),
    [
        ("wishbone", "wishbone"),
        pytest.param("axil", "wishbone", marks=pytest.mark.large),
        pytest.param("axil", "axi-lite", marks=pytest.mark.large),
    ],
)
def test_hash_through_the_bus_of_a_soc(
    boundary: str, standard: str, tmp_path: Path, simulators: dict[str, str]
) -> None:
    """A message written through the SoC's bus has its digest, that of SHA-256 in Python."""
    folder = write("sha256-lut", "litex", tmp_path / "x", "--boundary", boundary)
    work = tmp_path / "work"
    work.mkdir()
    said = _soc(boundary, folder, work, standard=standard, origin="0x82000000")
    files = [line for line in said.splitlines() if line.startswith(str(folder))]
    assert files[-1] == str(folder / f"gatehash_sha256_lut_{boundary}.v")
    (work / "bench.v").write_text(_BENCH.replace("{base}", "30'h20800000"))
    build = ["verilator", "-F", f"{folder}/sim/verilator.f", f"-I{folder}/rtl"]
    run_in([*build, *files, "top.v", "bench.v", "--top-module", "bench"], work, **simulators)
    told = run_in(["obj_dir/Vbench"], work).splitlines()
    assert told[0] == hashlib.sha256(b"a").hexdigest()


@pytest.mark.parametrize("boundary", ["wishbone", "axil"])
def test_soc_with_a_processor(boundary: str, tmp_path: Path) -> None:
    """In a SoC with a processor the core has an interrupt, and all ports of its bus."""
    pytest.importorskip("pythondata_cpu_picorv32")
    folder = write("sha256-lut", "litex", tmp_path / "x", "--boundary", boundary)
    said = _soc(boundary, folder, tmp_path, cpu="picorv32")
    assert "hash" in said.rpartition("interrupts:")[2].split()
    # What docs/export.md names, for software.
    assert "#define HASH_BASE " in said
    assert "hash_ev_enable_write" in said
    top = (tmp_path / "top.v").read_text()
    bridge = BRIDGES[boundary]
    for port in (bridge.clock, bridge.reset, *(port.name for port in bridge.ports)):
        assert re.search(rf"\.{port} +\(", top), port
    # The interrupt reaches the processor through LiteX's enable.
    (line,) = re.findall(r"picorv32_interrupt\[\d+\] <= (\w*gatehash\w*);", top)
    assert re.search(rf"assign {line} = \(\w*pending_status & \w*enable_storage\)", top)
    (trigger,) = re.findall(rf"\.{bridge.interrupt.name} +\((\w*trigger)\)", top)
    assert re.search(rf"assign \w*pending = {trigger};", top)


def test_two_clocks(tmp_path: Path) -> None:
    """The core's own clock is that of a domain that the user names."""
    options = ("--boundary", "wishbone", "--two-clocks")
    folder = write("sha256-lut", "litex", tmp_path / "x", *options)
    (module,) = folder.glob("*.py")
    text = module.read_text()
    assert "i_core_aclk=ClockSignal(core_domain)" in text
    compile(text, module.name, "exec")
