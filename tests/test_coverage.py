# SPDX-License-Identifier: Apache-2.0
"""Coverage: what is read of Verilator's counts, how holes are named, and the committed record."""

import json
import re
from pathlib import Path

import pytest

from gatehash.catalog import DESIGNS as CATALOGUE
from gatehash.catalog import find
from gatehash.cli.commands import run as command
from gatehash.coverage import DESIGNS, ELSEWHERE, Hole, cover, explanation, is_fresh, on_record
from gatehash.coverage.points import Point, hole_names, read_points
from gatehash.coverage.record import COMMAND, explained
from gatehash.errors import GatehashError
from gatehash.paths import checkout_root, rtl_root


def line(what: str, count: int, where: int = 1, of: str = "toggle", file: str = "rtl/a.sv") -> str:
    fields = {"f": file, "l": where, "n": 2, "t": of, "page": f"v_{of}/a", "o": what, "h": "TOP.a"}
    return "C '" + "".join(f"\x01{key}\x02{value}" for key, value in fields.items()) + f"' {count}"


RTL = sorted({path for design in DESIGNS for path in design.hardware.files()})


def test_points_of_instances_count_together() -> None:
    text = "\n".join(["# SystemC::Coverage-3", line("q[0]:0->1", 0), line("q[0]:0->1", 3)])
    assert read_points(text) == {Point("a.sv", 1, 2, True, "q[0]:0->1"): True}
    with pytest.raises(ValueError, match="'nonsense' is no point of coverage"):
        read_points("nonsense")


def test_holes_have_names_that_outlive_comments() -> None:
    edges = [f"count_q[{bit}]:{edge}" for bit in (5, 4, 2) for edge in ("0->1", "1->0")]
    lines = [line(what, 0) for what in (*edges, "flag:0->1")]
    lines.append(line("else", 0, where=2, of="branch"))
    points = read_points("\n".join(lines))
    source = {"a.sv": ["module a;", "    if (x)   begin"]}
    assert list(hole_names(points, source)) == [
        ("count_q[5:4,2]", 6),
        ("flag", 1),
        ("if (x) begin (else)", 1),
    ]


@pytest.mark.large
def test_a_design_is_covered() -> None:
    found = cover([find("skein256-x1")], packets=64)
    modules = {module.name: module for module in found.modules}
    assert {"gh_skein", "gh_skein_core", "gh_threefish_rounds"} <= modules.keys()
    rounds = modules["gh_threefish_rounds"]
    assert rounds.toggles.points > 3000
    assert rounds.toggles.reached > 0.9 * rounds.toggles.points
    assert not any("checker" in name for name in modules)


def test_the_record_is_of_the_rtl_as_it_is_now() -> None:
    root = checkout_root()
    assert root is not None
    found = on_record()
    assert (root / "results" / "coverage" / "random.json").read_text() == found.to_json()
    assert is_fresh(found), f"stale; run: gatehash rekey, or {COMMAND}"


def test_every_hole_on_record_names_what_its_module_has() -> None:
    """A record that is carried over keeps the names of the text that was simulated."""
    words = {path.stem: set(re.findall(r"\w+", path.read_text())) for path in RTL}
    fields = {word for name, each in words.items() if name.endswith("_pkg") for word in each}
    # What a hole says of a branch.
    branches = {"if", "else", "elsif", "cond_then", "cond_else"}
    for module in on_record().modules:
        known = words[module.name] | fields | branches
        for hole in module.holes:
            assert set(re.findall(r"[A-Za-z_]\w*", hole.what)) <= known, (
                f"{module.name}: {hole.what}; run: {COMMAND}"
            )


def test_every_hole_has_a_reason_and_every_reason_a_hole() -> None:
    found = on_record()
    assert [(each.name, hole.what) for each in found.modules for hole in each.open_holes()] == []
    holes = [(each.name, hole) for each in found.modules for hole in each.holes]
    used = {explanation(module, hole) for module, hole in holes}
    assert {each.why for each in explained()} <= used


def test_every_module_is_simulated_or_said_to_be_tested_otherwise() -> None:
    root = rtl_root()
    named = {path.stem for design in DESIGNS for path in design.hardware.files()}
    simulated = {each.name for each in on_record().modules}
    modules = {
        path.stem
        for path in root.rglob("*.sv")
        if path.relative_to(root).parts[0] not in ("check", "formal")
        and not {"gowin", "lattice", "xilinx"} & {*path.parts}
        and not path.stem.endswith("_pkg")
    }
    assert modules - named <= ELSEWHERE.keys() <= modules
    assert not ELSEWHERE.keys() & simulated
    families = {
        design.family
        for design in CATALOGUE.values()
        if design.hardware.stream.top not in ELSEWHERE
    }
    assert {design.family for design in DESIGNS} == families


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["coverage", "--list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["module"] for row in rows] == [each.name for each in on_record().modules]
    assert command(["coverage", "--list", "--results", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"gatehash: no coverage on record; run: {COMMAND}\n"
    assert command(["coverage", "--list", "sha256-lut"]) == 2
    assert "--list shows the record" in capsys.readouterr().err


def test_an_unknown_hole_has_no_reason() -> None:
    assert explanation("gh_sha2", Hole("nothing_q[3]", 2)) is None
    with pytest.raises(GatehashError, match="no coverage on record"):
        on_record(Path("/nonexistent"))
