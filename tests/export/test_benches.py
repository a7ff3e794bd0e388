# SPDX-License-Identifier: Apache-2.0
"""Exported test benches are as hostile as the world: what is not valid is random."""

import re
from pathlib import Path

import pytest
from tests.export.folders import write

from gatehash.export.bench import benches, run_bench


@pytest.mark.parametrize(
    ("design", "options", "clock", "ports"),
    [
        (
            "sha256-lut-hmac",
            (),
            "aclk",
            {
                "s_axis_tvalid": "{s_axis_tkeep, s_axis_tlast, s_axis_tdata}",
                "s_axis_cfg_tvalid": "{s_axis_cfg_tlast, s_axis_cfg_tdata}",
            },
        ),
        pytest.param(
            "sha256-lut",
            ("--boundary", "axil"),
            "aclk",
            {
                "s_axil_awvalid": "{s_axil_awaddr, s_axil_wdata, s_axil_wstrb}",
                "s_axil_arvalid": "s_axil_araddr",
            },
            marks=pytest.mark.large,
        ),
        pytest.param(
            "sha256-lut",
            ("--boundary", "wishbone"),
            "wb_clk_i",
            {"wb_stb_i": "{wb_adr_i, wb_dat_i, wb_sel_i, wb_we_i}"},
            marks=pytest.mark.large,
        ),
        pytest.param(
            "sha256-lut",
            ("--boundary", "apb"),
            "pclk",
            {"psel": "{paddr, pwdata, pwrite, penable}"},
            marks=pytest.mark.large,
        ),
    ],
)
def test_payload_that_is_not_valid_is_random(
    design: str, options: tuple[str, ...], clock: str, ports: dict[str, str], tmp_path: Path
) -> None:
    folder = write(design, "f", tmp_path / "x", *options)
    (name,) = benches(folder)
    bench = folder / f"sim/{name}_tb.v"
    watches = "".join(
        f'  always @(posedge {clock}) if (!{valid}) $display("{valid} %b", {payload});\n'
        for valid, payload in ports.items()
    )
    text = bench.read_text()
    assert text.count("`ifdef DUMP") == 1
    bench.write_text(text.replace("`ifdef DUMP", f"{watches}`ifdef DUMP"))
    passed, said = run_bench(folder, name)
    assert passed, said
    assert "Veril" not in said
    for valid in ports:
        seen = re.findall(rf"^{valid} ([01]+)$", said, re.MULTILINE)
        assert len({*seen}) > 20, f"{valid}: {len(seen)} cycles"
        # Each bit has both values.
        assert all({*column} == {"0", "1"} for column in zip(*seen, strict=True)), valid
