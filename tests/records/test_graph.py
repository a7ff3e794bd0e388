# SPDX-License-Identifier: Apache-2.0
"""Digests of netlists: equal for other names and another order, different for any other gate."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gatehash.catalog import find
from gatehash.implement import TARGETS
from gatehash.implement.elaborated import NETLIST_DIGEST, of_boundary, text_digest
from gatehash.implement.scripts import ELABORATED
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.records.graph import netlist_digest

PLAIN = """
module top (input clk, input en, input [3:0] a, b, input [2:0] place, output reg [3:0] q, r,
            output [3:0] read, other);
  reg [3:0] store [0:7];
  (* keep *) reg [3:0] kept = 4'd5;
  reg [3:0] first = 4'd3, second = 4'd9;
  initial store[2] = 4'd7;
  assign read = store[place];
  assign other = store[place ^ 3'd1];
  always @(posedge clk) begin
    if (en) store[place] <= a;
    if (b[0]) store[b[3:1]] <= b;
    kept <= a;
    first <= a + b;
    second <= a - b;
    q <= first ^ kept;
    r <= en ? second & b : second;
  end
endmodule
"""


def digest_of(text: str, folder: Path) -> str:
    (folder / "top.v").write_text(text)
    commands = ("read_verilog top.v", "hierarchy -check -top top", "proc", "flatten", "opt_clean")
    run_yosys("\n".join((*commands, "write_json top.json")) + "\n", folder, what="netlist")
    return netlist_digest((folder / "top.json").read_bytes())


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    return digest_of(PLAIN, tmp_path_factory.mktemp("plain"))


def test_the_digest_is_of_this_version(plain: str) -> None:
    """Another digest of the same netlist makes every record stale: `NETLIST_DIGEST` says so."""
    known = {1: "83dac0dafae02ca4d216ff3ee4131872c0113e87df8cac2e9b1785beafed9fe7"}
    assert plain == known[NETLIST_DIGEST]


def moved(text: str) -> str:
    """The same with the sum in a module of its own, and another name for everything."""
    inner = "module sum (input [3:0] x, y, output [3:0] z); assign z = x + y; endmodule\n"
    text = text.replace("first <= a + b", "first <= total")
    text = text.replace("initial store", "wire [3:0] total; sum s (a, b, total);\n initial store")
    for old, new in (("store", "memory_of_four"), ("kept", "zulu"), ("second", "alpha")):
        text = text.replace(old, new)
    return inner + text


SWAPPED = (
    "    first <= a + b;\n    second <= a - b;\n",
    "    second <= a - b;\n    first <= a + b;\n",
)


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("kept", "other_name").replace("first", "zz"),
        lambda text: text.replace(
            "    first <= a + b;\n    second <= a - b;\n",
            "    second <= a - b;\n    first <= a + b;\n",
        ),
        lambda text: "// words\n" + text.replace(";\n", ";\n\n"),
        lambda text: text.replace("module top", "`define LIMIT 9\nmodule top"),
        moved,
    ],
    ids=["names", "order", "layout", "define", "moved"],
)
def test_same_netlist(edit: Callable[[str], str], plain: str, tmp_path: Path) -> None:
    text = edit(PLAIN)
    assert text != PLAIN
    assert digest_of(text, tmp_path) == plain


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a + b", "a - b"),
        ("if (en)", "if (!en)"),
        ("en ? second & b : second", "en ? second : second & b"),
        ("first ^ kept", "second ^ kept"),
        ("3'd1", "3'd3"),
        ("(* keep *)", ""),
        ("(* keep *)", '(* keep, ram_style = "block" *)'),
        ("reg [3:0] store [0:7]", '(* ram_style = "distributed" *) reg [3:0] store [0:7]'),
        ("kept = 4'd5", "kept = 4'd4"),
        ("kept = 4'd5", "kept"),
        ("first = 4'd3, second = 4'd9", "first = 4'd9, second = 4'd3"),
        ("store[2] = 4'd7", "store[2] = 4'd6"),
        ("store[2] = 4'd7", "store[3] = 4'd7"),
        # Ports of one memory that change places: those that read, and those that write.
        (
            "assign read = store[place];\n  assign other = store[place ^ 3'd1];",
            "assign other = store[place];\n  assign read = store[place ^ 3'd1];",
        ),
        (
            "if (en) store[place] <= a;\n    if (b[0]) store[b[3:1]] <= b;",
            "if (b[0]) store[b[3:1]] <= b;\n    if (en) store[place] <= a;",
        ),
        ("[0:7]", "[0:8]"),
        ("posedge", "negedge"),
        ("output [3:0] read, other", "output [3:0] other, read"),
        ("input en", "input signed en"),
        ("r <= en ?", "r <= a[3] ?"),
    ],
)
def test_another_netlist(old: str, new: str, plain: str, tmp_path: Path) -> None:
    assert PLAIN.count(old) >= 1
    found = digest_of(PLAIN.replace(old, new, 1), tmp_path)
    same_ports = new in ("output [3:0] other, read", "input signed en")
    assert (found == plain) == same_ports


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The netlist of a core with memories."""
    folder = tmp_path_factory.mktemp("real")
    (folder / "rtl").symlink_to(rtl_root())
    (script,) = of_boundary(find("sha256-bram").hardware, TARGETS["ecp5"], "core").scripts
    run_yosys(script, folder, what="netlist")
    return (folder / ELABORATED).read_bytes()


def whole(netlist: Any) -> Any:
    (found,) = (
        each for each in netlist["modules"].values() if "blackbox" not in each["attributes"]
    )
    return found


def test_names_and_order_of_a_core_do_not_count(real: bytes) -> None:
    rng = random.Random(1)
    netlist = json.loads(real)
    module = whole(netlist)
    groups = [cell["connections"] for cell in module["cells"].values()]
    places = [port["bits"] for port in (*module["ports"].values(), *module["netnames"].values())]
    lists = [*places, *(bits for group in groups for bits in group.values())]
    numbers = sorted({bit for bits in lists for bit in bits if isinstance(bit, int)})
    others = dict(zip(numbers, rng.sample(numbers, len(numbers)), strict=True))
    for bits in lists:
        bits[:] = [others.get(bit, bit) for bit in bits]
    for kind in ("cells", "netnames"):
        shuffled = rng.sample(list(module[kind].values()), len(module[kind]))
        module[kind] = {f"{kind}{number}": each for number, each in enumerate(shuffled)}
    assert netlist_digest(json.dumps(netlist).encode()) == netlist_digest(real)


@pytest.mark.parametrize("seed", range(20))
def test_any_change_of_one_cell_of_a_core_counts(real: bytes, seed: int) -> None:
    rng = random.Random(seed)
    netlist = json.loads(real)
    cells = list(whole(netlist)["cells"].values())
    while True:
        cell = rng.choice(cells)
        ports = [bits for bits in cell["connections"].values() if len(set(bits)) > 1]
        kind = rng.choice(("bits", "type", "parameter"))
        if kind == "bits" and ports:
            bits = rng.choice(ports)
            one, other = rng.sample(range(len(bits)), 2)
            if bits[one] == bits[other]:
                continue
            bits[one], bits[other] = bits[other], bits[one]
        elif kind == "type":
            cell["type"] += "_other"
        elif kind == "parameter" and cell["parameters"]:
            name = rng.choice(list(cell["parameters"]))
            cell["parameters"][name] = f"{cell['parameters'][name]}1"
        else:
            continue
        break
    assert netlist_digest(json.dumps(netlist).encode()) != netlist_digest(real)


def test_more_than_one_module_is_refused() -> None:
    module: dict[str, dict[str, str]] = {"attributes": {}, "ports": {}, "cells": {}, "netnames": {}}
    netlist = json.dumps({"modules": {"one": module, "two": module}}).encode()
    with pytest.raises(ValueError, match="2 modules are no black boxes"):
        netlist_digest(netlist)


def test_partition_is_part_of_the_text() -> None:
    """A design with a part that is mapped by itself is elaborated in two netlists."""
    hardware, target = find("phash-2").hardware, TARGETS["ecp5"]
    assert len(of_boundary(hardware, target, "core").scripts) == 2
    assert text_digest(hardware, target, "core") != text_digest(hardware, target, "stream")
