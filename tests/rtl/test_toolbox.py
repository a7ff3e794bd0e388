# SPDX-License-Identifier: Apache-2.0
"""The stream toolbox: each module under its randomised bench, its lint, its limits."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import Model, Outcome, build_for_cocotb, run
from tests.rtl.lint import require_clean

from gatehash.paths import rtl_root

# Every mode, ratios that are powers of 2 and that are not, the smallest sizes.
SHAPES: list[tuple[str, dict[str, int]]] = [
    ("gh_register_slice", {"Mode": 1, "Erase": 1}),
    ("gh_register_slice", {"Mode": 2, "Erase": 1}),
    ("gh_register_slice", {"Mode": 3}),
    ("gh_width_up", {"InBytes": 2, "OutBytes": 6}),
    ("gh_width_up", {"InBytes": 1, "OutBytes": 4, "Erase": 1}),
    ("gh_width_down", {"InBytes": 6, "OutBytes": 2}),
    ("gh_width_down", {"InBytes": 4, "OutBytes": 1, "Erase": 1}),
    ("gh_message_fifo", {"StreamBytes": 8, "Depth": 16}),
    ("gh_message_fifo", {"StreamBytes": 2, "Depth": 2}),
    ("gh_axis_normalise", {"StreamBytes": 2, "Erase": 1}),
    ("gh_axis_normalise", {"StreamBytes": 8}),
]
# In the second tier, as the smaller one of their module meets each of its edges.
LARGE: list[tuple[str, dict[str, int]]] = [("gh_axis_normalise", {"StreamBytes": 8})]

# A message of four bytes and its answer.
KNOWN = {"StreamBits": 8, "MessageBeats": 4, "Message": 0x64636261, "Limit": 80} | {
    "AnswerBeats": 4,
    "Answer": 0x1A2B3C4D,
}
# Modules that have a bench of their own: a number of one to eight words, all ways to choose a part.
SMALL: list[tuple[str, dict[str, int]]] = [
    ("gh_serial_counter", {"Bytes": 1, "Words": 8}),
    ("gh_serial_counter", {"Bytes": 2, "Words": 3}),
    ("gh_serial_counter", {"Bytes": 1, "Words": 2}),
    ("gh_word_unload", {"WordBytes": 8, "Bytes": 2}),
    ("gh_word_unload", {"WordBytes": 8, "Bytes": 1}),
    ("gh_word_unload", {"WordBytes": 4, "Bytes": 2}),
    ("gh_self_test", {**KNOWN, "ConfigBeats": 4, "Configuration": 0x5A6B7C1D}),
    ("gh_self_test", {**KNOWN, "ConfigBits": 16, "ConfigBeats": 2, "Configuration": 0x5A6B7C1D}),
    ("gh_self_test", KNOWN),
]

# The synchroniser of the tests delays each bit by chance, as metastability does; the last row has
# the library's own.
JITTER = Path(__file__).parent / "jitter" / "gh_synchroniser.sv"
ASYNC_SHAPES: list[tuple[dict[str, int], bool]] = [
    ({"Width": 40, "Depth": 4, "SyncStages": 2}, True),
    ({"Width": 40, "Depth": 16, "SyncStages": 3}, True),
    ({"Width": 40, "Depth": 8, "SyncStages": 2}, False),
]

# What a module refuses, and how it names what is allowed.
REFUSED: list[tuple[str, dict[str, int], str]] = [
    ("gh_register_slice", {"Mode": 4}, "Mode is 4; it must be 0 (wires), 1 (forward), 2 (reverse)"),
    ("gh_width_up", {"InBytes": 4, "OutBytes": 6}, "OutBytes is 6; it must be InBytes, 4, times"),
    ("gh_width_up", {"InBytes": 4, "OutBytes": 4}, "OutBytes is 4; it must be InBytes, 4, times"),
    ("gh_width_down", {"InBytes": 6, "OutBytes": 4}, "InBytes is 6; it must be OutBytes, 4, times"),
    ("gh_serial_counter", {"Words": 1}, "Words is 1; it must be at least 2"),
    ("gh_word_unload", {"WordBytes": 6}, "WordBytes is 6; it must be Bytes, 2, times a power of 2"),
    ("gh_message_fifo", {"Depth": 12}, "Depth is 12; it must be a power of 2 from 2 on"),
    ("gh_message_fifo", {"StreamBytes": 1}, "StreamBytes is 1; it must be at least 2"),
    ("gh_axis_normalise", {"StreamBytes": 6}, "StreamBytes is 6; it must be a power of 2"),
    ("gh_axis_sideband", {"Width": 2, "SameBits": 3}, "SameBits is 3; it must be at most Width, 2"),
    ("gh_async_fifo", {"Depth": 12}, "Depth is 12; it must be a power of 2 from 4 on"),
    ("gh_async_fifo", {"Depth": 2}, "Depth is 2; it must be a power of 2 from 4 on"),
    ("gh_async_fifo", {"SyncStages": 1}, "SyncStages is 1; it must be at least 2"),
]


def sources(module: str, root: Path | None = None) -> list[Path]:
    """Files of a module, in another RTL folder than its own if one is given."""
    needed = {
        "gh_async_fifo": ["stream/gh_synchroniser.sv"],
        "gh_word_unload": ["prim/generic/gh_mux4.sv"],
        "gh_axis_sideband": ["stream/gh_fifo.sv"],
    }
    return [
        (root or rtl_root()) / name for name in (*needed.get(module, ()), f"stream/{module}.sv")
    ]


def build_box(module: str, parameters: Mapping[str, int], root: Path | None = None) -> Model:
    """Build a module of the toolbox, from another RTL folder than its own if one is given."""
    return build_for_cocotb(module, sources(module, root), parameters, ("*",))


def run_box(
    model: Model,
    parameters: Mapping[str, int],
    folder: Path,
    tests: Sequence[str] | None = None,
) -> Outcome:
    """Run the bench of a module, or some tests of it."""
    environment = {"GATEHASH_BOX": model.top, "GATEHASH_PARAMETERS": json.dumps(parameters)}
    small = {module for module, _ in SMALL}
    bench = f"{model.top.removeprefix('gh_')}_bench" if model.top in small else "toolbox_bench"
    return run(model, bench, folder, environment, tests)


@pytest.mark.parametrize(
    ("module", "parameters"),
    [
        pytest.param(*each, marks=pytest.mark.large if each in LARGE else ())
        for each in (*SHAPES, *SMALL)
    ],
)
def test_module(module: str, parameters: dict[str, int], tmp_path: Path) -> None:
    run_box(build_box(module, parameters), parameters, tmp_path).require_success()


def build_async_fifo(
    parameters: Mapping[str, int], jitter: bool, root: Path | None = None
) -> Model:
    """Build the asynchronous FIFO, with the synchroniser of the tests or with its own."""
    folder = (root or rtl_root()) / "stream"
    synchroniser = JITTER if jitter else folder / "gh_synchroniser.sv"
    return build_for_cocotb(
        "gh_async_fifo", [synchroniser, folder / "gh_async_fifo.sv"], parameters, ("*",)
    )


def run_async_fifo(
    model: Model,
    parameters: Mapping[str, int],
    folder: Path,
    tests: Sequence[str] | None = None,
) -> Outcome:
    """Run the bench of the asynchronous FIFO, or some tests of it."""
    environment = {"GATEHASH_PARAMETERS": json.dumps(parameters)}
    return run(model, "async_fifo_bench", folder, environment, tests)


@pytest.mark.parametrize(("parameters", "jitter"), ASYNC_SHAPES)
def test_async_fifo(parameters: dict[str, int], jitter: bool, tmp_path: Path) -> None:
    run_async_fifo(build_async_fifo(parameters, jitter), parameters, tmp_path).require_success()


@pytest.mark.parametrize(
    ("module", "parameters"),
    [
        *SHAPES,
        *SMALL,
        ("gh_async_fifo", {"Depth": 4, "SyncStages": 3}),
        ("gh_async_fifo", {"Depth": 512}),
        ("gh_axis_normalise", {"StreamBytes": 1}),
        ("gh_axis_sideband", {"Width": 7, "SameBits": 0}),
        ("gh_axis_sideband", {"Width": 7, "SameBits": 5, "Depth": 4}),
    ],
)
def test_lint(module: str, parameters: dict[str, int]) -> None:
    require_clean(module, parameters, sources(module))


@pytest.mark.parametrize(("module", "parameters", "words"), REFUSED)
def test_parameters_are_checked(module: str, parameters: dict[str, int], words: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(f"{module}: {words}")):
        require_clean(module, parameters, sources(module))
