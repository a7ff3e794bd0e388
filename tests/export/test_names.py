# SPDX-License-Identifier: Apache-2.0
"""The name of an export says what is in it: equal names are of equal contents, and no others."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest
from tests.export.folders import CHOICES

from gatehash.bus import BRIDGES, Pins
from gatehash.catalog import DESIGNS, BoundaryName, Design, find
from gatehash.cli.export import export
from gatehash.errors import GatehashError
from gatehash.export import VENDORS, Project
from gatehash.export.library import Library
from gatehash.export.top import top_text

# What each option of the command line may be; None of those that are no choice of contents.
_NO_CHOICE = {"designs", "form", "folder", "separate"}


def _values(design: Design) -> dict[str, tuple[object, ...]]:
    """Return the values that are tried of each option, all of those that there are."""
    return {
        "algorithm": (None, *(job.name for job in design.jobs.values())),
        "boundary": (*get_args(BoundaryName), *BRIDGES),
        "two_clocks": (False, True),
        "vendor": VENDORS,
        "self_test": (False, True),
        "packets": ("packed", "any"),
        "input_bits": (None, 32),
        "carry": ({}, {"tid": 1, "tuser": 2}),
        "revision": (None, 2),
    }


def test_every_option_is_tried() -> None:
    """An option that the command line gains is one of these, or this test is told why not."""
    options = {*inspect.signature(export).parameters} - _NO_CHOICE
    assert options == {*_values(find("sha256-lut"))}


def _projects(design: Design) -> Iterator[Project]:
    for values in itertools.product(*_values(design).values()):
        chosen = dict(zip(_values(design), values, strict=True))
        boundary = chosen.pop("boundary")
        place = {"bridge": boundary} if boundary in BRIDGES else {"boundary": boundary}
        packed, bits, sides = (chosen.pop(name) for name in ("packets", "input_bits", "carry"))
        pins = None if packed == "packed" else Pins(bits, **sides)  # type: ignore[arg-type]
        legal = boundary == "stream" or not chosen["self_test"]
        legal &= boundary in BRIDGES or not chosen["two_clocks"] or pins is not None
        if pins is None:
            legal &= bits is None and not sides
        else:
            legal &= boundary == "stream" and not chosen["self_test"]
        if legal:
            yield Project(design, **place, **chosen, pins=pins)  # type: ignore[arg-type]


def _content(project: Project) -> object:
    """Return what a folder is made of: its top, its RTL, and the answers that it knows."""
    known = tuple((each.job.label, each.job.config, each.size) for each in project.known)
    return _top(project), _sources(project), known, project.options


_files: dict[tuple[object, ...], object] = {}


def _sources(project: Project) -> object:
    """Return the RTL files, which are looked for once for each hardware but for its parameters."""
    hardware, packed = project.hardware, project.pins is None
    place = (project.boundary, project.bridge, project.self_test, packed)
    key = (hardware.sources, hardware.prims, hardware.stream.top, *place, project.vendor)
    if key not in _files:
        _files[key] = project.sources
    return _files[key]


_tops: dict[tuple[object, ...], str] = {}


def _top(project: Project) -> str:
    """Return the text of the top, or what decides on it."""
    place = project.boundary, project.bridge, project.two_clocks, project.self_test, project.pins
    key = (project.design.name, project.job.label, *place)
    if key not in _tops:
        # The ports of a core are read by Yosys.
        core = project.boundary == "core"
        _tops[key] = str(project.module) if core else top_text(replace(project, revision=None))
    return _tops[key]


def _several(name: str) -> bool:
    """Whether a design has functions on different hardware, or a configuration chooses one."""
    return len({job.label for job in find(name).jobs.values()}) > 1


@pytest.mark.parametrize(
    "design",
    [pytest.param(name, marks=() if _several(name) else pytest.mark.large) for name in DESIGNS],
)
def test_names_and_contents(design: str) -> None:
    by_name: dict[str, object] = {}
    by_content: dict[object, str] = {}
    classes: dict[str, str] = {}
    for project in _projects(find(design)):
        try:
            project.check()
        except GatehashError:
            continue
        content = _content(project)
        assert by_name.setdefault(project.name, content) == content, project.name
        assert by_content.setdefault(content, project.name) == project.name
        assert classes.setdefault(project.class_name, project.name) == project.name
        assert project.name.isidentifier()
        assert project.name == project.name.lower()


def test_designs_have_names_of_their_own() -> None:
    """No choice for one design has the name of a choice for another one, at any width."""
    names: dict[str, str] = {}
    for name, design in DESIGNS.items():
        widths = [f"{name}@{bits}" for bits in design.hardware.widths]
        for each in {name, *widths}:
            found = find(each)
            own = {Project(found, algorithm=job.name).name for job in design.jobs.values()}
            own |= {Project(found, bridge=bridge).name for bridge in BRIDGES}
            own |= {Project(found, "core").name}
            for one in own:
                assert names.setdefault(one, found.name) == found.name, one


@pytest.mark.parametrize("name", ["sha3-512", "SHA3-512", "Sha3-512"])
def test_however_a_function_is_called(name: str) -> None:
    project = Project(find("sha3-x1"), algorithm=name)
    assert project.name == "gatehash_sha3_x1_sha3_512"
    assert project.job is find("sha3-x1").jobs["sha3-512"]


def test_principal_function_needs_no_name() -> None:
    for each in ("sha-256", "sha256", None):
        assert Project(find("sha256-lut"), algorithm=each).name == "gatehash_sha256_lut"


def test_names_of_a_library() -> None:
    """They depend on all that is in the library, and on nothing else."""
    designs = ("sha256-lut", "sha3-x1")
    one, other, both = (
        Library([Project(find(name)) for name in names])
        for names in (designs[:1], designs[1:], designs)
    )
    again = Library([Project(find("sha256-lut"))])
    assert one.mark == again.mark
    assert len({one.mark, other.mark, both.mark}) == 3
    # The same RTL with other parameters.
    short = Library([Project(find("sha3-x1"), algorithm="sha3-512")])
    assert short.files() != other.files()
    assert [each.replace(short.mark, other.mark) for each in short.files()] == other.files()


@pytest.mark.parametrize("options", CHOICES)
def test_a_library_defines_only_its_own_names(options: dict[str, object]) -> None:
    """Modules, packages and macros all have the mark, but for the cells of a vendor."""
    library = Library([Project(find("whirlpool-x1-piped"), **options)])  # type: ignore[arg-type]
    for path, text in library.contents.items():
        if path in library.cells:
            continue
        assert library.mark in path
        words = [line.split() for line in text.splitlines()]
        defined = [line[1] for line in words if line[:1] in (["module"], ["package"], ["`define"])]
        assert defined
        assert all(library.mark in name.lower() for name in defined), defined
