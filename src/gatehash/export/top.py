# SPDX-License-Identifier: Apache-2.0
"""The exported top of a boundary: the library's module with its parameters set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash import __version__
from gatehash.bus import bridged_top, pins_top
from gatehash.export.elaborate import plain_verilog
from gatehash.export.known import SelfTest
from gatehash.export.project import VENDORS, Project
from gatehash.verilog import Stream, instance, module, wire

__all__ = ["plain_text", "top_text"]


def top_text(project: Project) -> str:
    """Return the exported top as Verilog: behind its bridge, with its self-test, or alone."""
    if project.bridge:
        return bridged_top(
            project.name,
            project.bridge,
            project.design,
            project.hardware,
            beside=[(each.design, each.hardware) for each in project.beside],
            two_clocks=project.two_clocks,
            remarks=(*_windows(project), *_choices(project)),
        )
    if project.pins:
        return pins_top(
            project.name,
            project.pins,
            project.hardware,
            two_clocks=project.two_clocks,
            purpose=_purpose(project),
        )
    return module(project.name, [*_purpose(project)], project.ports, _body(project))


def plain_text(project: Project) -> str:
    """Return the exported top and all that is in it as one file of plain Verilog.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails.
    """
    with TemporaryDirectory(prefix="gatehash-") as folder:
        top = Path(folder) / f"{project.name}.v"
        top.write_text(top_text(project), encoding="utf-8")
        return plain_verilog(
            (*project.sources, top),
            project.name,
            f"plain Verilog of {', '.join(project.designs)}",
            cells=[cell.stem for cell in project.cells],
            part=None if project.beside else project.hardware.part,
            portable=project.vendor == VENDORS[0],
        )


def _purpose(project: Project) -> Iterator[str]:
    yield (
        f"{project.name}: {project.module.top} of gatehash {__version__} "
        f"with the parameters of {project.design.name}."
    )
    if project.pins:
        yield "Its packets may have any tkeep: gh_axis_any packs them for the stream top."
    yield from _choices(project)
    if project.self_test:
        tests = ", and on s1_axis ".join(str(test.known) for test in project.tests)
        yield f"After reset it computes {tests};"
        yield "until that is right it takes no beat."


def _windows(project: Project) -> Iterator[str]:
    for address, core in project.windows if project.beside else ():
        functions = ", ".join(core.functions)
        yield f"  {address:#07x}  {core.design.name}: {functions}"


def _choices(project: Project) -> Iterator[str]:
    if project.choices:
        yield "The answer depends on these parameters:"
    for choice in project.choices:
        yield f"  {choice.parameter} = {choice.value}; {choice.meaning}"


def _body(project: Project) -> Iterator[str]:
    tested = {port.name for stream in project.streams for port in stream.ports}
    if project.self_test:
        yield from _self_tests(project)
    else:
        tested.clear()
    top = project.module
    nets = {
        port.name: f"{'top_' if port.name in tested else ''}{port.name}"
        for port in project.top_ports
    }
    yield from instance(top.top, f"u_{top.top}", top.parameters, nets)


def _self_tests(project: Project) -> Iterator[str]:
    yield ""
    for stream in project.streams:
        yield from (wire(port, f"top_{port.name}") for port in stream.ports)
    yield f"  wire [{len(project.tests) - 1}:0] passed, failed;"
    yield "  assign self_test_passed = &passed;"
    yield "  assign self_test_failed = |failed;"
    for number, test in enumerate(project.tests):
        state = {"passed_o": f"passed[{number}]", "failed_o": f"failed[{number}]"}
        nets = {"clk_i": "aclk", "rst_i": "!aresetn", **state, **_nets(test)}
        yield from instance("gh_self_test", f"u_self_test_{number}", dict(_parameters(test)), nets)
    for stream in project.streams:
        # The test is a message of stream 0.
        if stream.id_bits and stream.slave:
            own = f"self_test_passed ? {stream.name}_tid : {stream.id_bits}'d0"
            yield f"  assign top_{stream.name}_tid = {own};"
        elif stream.id_bits:
            yield f"  assign {stream.name}_tid = top_{stream.name}_tid;"


def _parameters(test: SelfTest) -> Iterator[tuple[str, str]]:
    bits = test.message.stream.bits
    yield "StreamBits", str(bits)
    yield "MessageBeats", str(test.message.beats)
    yield "Message", f"{test.message.bits}'h{test.message.hex}"
    yield "MessageKeep", f"{bits // 8}'h{test.message.keep:x}"
    if test.configuration:
        yield "ConfigBits", str(test.configuration.stream.bits)
        yield "ConfigBeats", str(test.configuration.beats)
        yield "Configuration", f"{test.configuration.bits}'h{test.configuration.hex}"
    yield "AnswerBeats", str(test.answer.beats)
    yield "Answer", f"{test.answer.bits}'h{test.answer.hex}"
    yield "AnswerKeep", f"{bits // 8}'h{test.answer.keep:x}"
    yield "Limit", str(test.known.limit)


def _nets(test: SelfTest) -> dict[str, str]:
    """Return the nets at the self-test's ports: each stream's outside, and the top's side."""
    nets = {}
    none = Stream("", "configuration", test.message.stream.bits)
    configuration = test.configuration.stream if test.configuration else none
    for stream in (configuration, test.message.stream, test.answer.stream):
        mark = "config_" if stream is configuration else ""
        for port in stream.ports:
            if port.name.endswith("_tid"):
                continue
            signal = f"{mark}{port.name.rpartition('_t')[2]}"
            zero = f"{port.width}'d0"
            outside = f"{signal}_{'i' if port.input else 'o'}"
            inside = f"top_{signal}_{'o' if port.input else 'i'}"
            nets[outside] = port.name
            nets[inside] = f"top_{port.name}"
            if stream is none:
                nets[outside], nets[inside] = (zero, "") if port.input else ("", zero)
    return nets
