# SPDX-License-Identifier: Apache-2.0
"""The page on FIPS 140-3 names ports, registers and fields that are there."""

from __future__ import annotations

import re

import pytest

from gatehash.catalog import find
from gatehash.export.project import Project
from gatehash.paths import docs_root, rtl_root, sw_root

PAGE = (docs_root() / "fips-140-3.md").read_text("utf-8")


def _section(name: str) -> str:
    return PAGE.partition(f"## {name}\n")[2].partition("\n## ")[0]


def _names(text: str) -> set[str]:
    return set(re.findall(r"`([a-z][a-z0-9_]*)`", text))


def test_every_port_is_one_of_an_export() -> None:
    ports = {port.name for port in Project(find("sha256-lut-hmac"), self_test=True).ports}
    named = {name for name in _names(PAGE) if re.match("[ms]_axis|aresetn|self_test", name)}
    streams = {name.rpartition("_")[0] for name in ports}
    assert named <= ports | streams
    assert {"s_axis_cfg_tready", "self_test_failed", "m_axis_tuser", "aresetn"} <= named


def test_every_register_is_one_of_the_bridges() -> None:
    text = (rtl_root() / "bus" / "gatehash.rdl").read_text("utf-8")
    registers = set(re.findall(r"^  \} (\w+)(?:\[\d\])? @", text, re.MULTILINE))
    assert len(registers) > 15
    fields = set(re.findall(r"\}\s+(\w+)\[\d+:\d+\]", text))
    third = {
        row.split("|")[3] for row in _section("Interfaces").splitlines() if row.count("|") == 4
    }
    named = set().union(*map(_names, third))
    assert named == registers - {"capability", "depth"}
    phrases = re.findall(r"`(\w+)`\s+of\s+`(\w+)`(?:\s+and\s+of\s+`(\w+)`)?", PAGE)
    assert len(phrases) > 2
    for field, *of in phrases:
        assert field in fields
        assert registers.issuperset(name for name in of if name)


@pytest.mark.parametrize("register", ["configuration", "configuration_last"])
def test_keys_can_not_be_read(register: str) -> None:
    text = (rtl_root() / "bus" / "gatehash.rdl").read_text("utf-8")
    body, _, _ = text.partition(f"}} {register} @")
    body = body[body.rindex("external reg {") :]
    assert "sw = w;" in body


def test_cycles_of_erasure_are_those_of_the_family() -> None:
    row = re.search(r"key is erased \| (\d+) \| (\d+) \|", (docs_root() / "sha2.md").read_text())
    assert row is not None
    first, second = row.groups()
    assert f"{first} of [`sha256-lut-hmac`]" in PAGE
    assert f"{second} of `sha512-bram-hmac`" in PAGE
    for design, cycles in (("sha256-lut-hmac", first), ("sha512-bram-hmac", second)):
        # One cycle passes in any case.
        job = find(design).job(None, {"key": b"key"})
        assert job.timing.rest == int(cycles) - 1  # type: ignore[attr-defined]


def test_what_the_page_says_of_the_driver_is_there() -> None:
    text = (sw_root() / "gatehash.h").read_text("utf-8")
    for name in re.findall(r"`(gatehash_\w+|GATEHASH_\w+)`", PAGE):
        assert name in text


def test_the_error_state_is_that_of_the_self_test() -> None:
    """The lines that the page describes: silence before, zeros and user after a failure."""
    text = (rtl_root() / "stream" / "gh_self_test.sv").read_text("utf-8")
    for line in (
        "assign data_o         = failed_o ? '0 : top_data_i;",
        "assign user_o         = failed_o || top_user_i;",
        "assign top_valid_o        = open ? valid_i : message_left;",
        "`GH_ASSERT(silent, passed_o || failed_o || !valid_o && !ready_o && !config_ready_o,",
    ):
        assert line in text
