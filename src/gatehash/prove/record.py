# SPDX-License-Identifier: Apache-2.0
"""Records of proofs: one file for each property, with the key of what was proved."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

from msgspec import Meta

from gatehash.catalog.checks import MACROS
from gatehash.catalog.sources import assertions_hash, text_hash
from gatehash.extras import requirements
from gatehash.implement.shaping import normalise_python
from gatehash.implement.tools import versions
from gatehash.paths import results_roots, rtl_root
from gatehash.prove.asserted import Asserted
from gatehash.prove.properties import Property, Status, Verdict
from gatehash.records import Stored, write_record
from gatehash.records.damage import read_record

__all__ = ["Proof", "keep", "load", "prove_command", "record_path", "source_key", "tools"]

_PACKAGES = ("gatehash.prove.", "gatehash.models.")


class Proof(Stored, frozen=True, kw_only=True):
    """The record of a property.

    Parameters
    ----------
    property, module, claim, method : str
        As in :class:`gatehash.prove.Property`.
    parameters : mapping
        Parameters of the module, or of its harness.
    source_key : str
        Hash of all inputs except the versions of the tools, see :func:`source_key`.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    status : {"proved", "bounded", "failed", "unknown"}
        The verdict.
    seconds : float
        CPU time of the run.
    depth : int or None
        Cycles that were looked at, where there is a bound.
    detail : str
        A counterexample, if there is one.
    """

    property: str
    module: str
    claim: str
    method: str
    parameters: Mapping[str, int]
    source_key: str
    tools: Mapping[str, str]
    command: str
    status: Status
    seconds: Annotated[float, Meta(ge=0)]
    depth: Annotated[int, Meta(ge=0)] | None = None
    detail: str = ""

    def __post_init__(self) -> None:
        if (self.status == "bounded") and self.depth is None:
            raise ValueError("depth is missing; a bounded result must have one")
        if self.status == "proved" and self.depth is not None:
            raise ValueError(f"depth is {self.depth}; a proof must have none")


def tools() -> dict[str, str]:
    """Return the versions of the tools of proofs; raise GatehashError if one is missing."""
    extra = (name for name, of in requirements().items() if of == "prove")
    return versions(("pyosys", *extra))


def prove_command(name: str) -> str:
    """Command line that proves a property."""
    return f"gatehash prove {name}"


def record_path(name: str, root: Path) -> Path:
    """Return the path of a property's record below a folder of results."""
    return root / "proofs" / f"{name}.json"


def keep(of: Property, verdict: Verdict, seconds: float, folder: Path | None = None) -> Proof:
    """Make the record of a verdict and write it, by default to the first of the library's folders.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    proof = Proof(
        property=of.name,
        module=of.module,
        claim=of.claim,
        method=of.method,
        parameters=dict(of.parameters),
        source_key=source_key(of),
        tools=tools(),
        command=prove_command(of.name),
        status=verdict.status,
        seconds=round(seconds, 1),
        depth=verdict.depth,
        detail=verdict.detail,
    )
    write_record(proof, record_path(of.name, folder or results_roots()[0]))
    return proof


def load(of: Property, folder: Path | None = None) -> Proof | None:
    """Read the record of a property, or None if there is none; a fresh one goes before a stale one.

    Raises
    ------
    DamagedError
        If a record can't be read.
    """
    roots = results_roots() if folder is None else (folder,)
    paths = [path for root in roots if (path := record_path(of.name, root)).is_file()]
    found = [_read(path, of.name) for path in paths]
    key = source_key(of)
    fresh = (proof for proof in found if proof.source_key == key)
    return next(fresh, None) or next(iter(found), None)


def _read(path: Path, name: str) -> Proof:
    again = f"prove again: {prove_command(name)}"
    return read_record(Proof, path, again, of=name, name=lambda proof: proof.property)


def source_key(of: Property) -> str:
    """SHA-256 of all inputs of a proof except the versions of the tools, in hexadecimal.

    The inputs are the property's name, claim, method, parameters and settings; the RTL files
    without comments and layout, and without their assertions where these do not count; and the
    library's own code that states and runs the property, golden models included, without comments.
    """
    inputs: dict[str, object] = {
        "property": (of.name, of.module, of.claim, of.method),
        "parameters": dict(of.parameters),
        "code": {module.__name__: _hash(module) for module in _modules(*_homes(of.run))},
    }
    if settings := _settings(of.run):
        inputs["settings"] = settings
    total = hashlib.sha256(json.dumps(inputs, sort_keys=True).encode())
    asserted = isinstance(of, Asserted)
    for path in of.sources:
        total.update(assertions_hash(path) if asserted else text_hash(path))
    if asserted:
        total.update(assertions_hash(rtl_root() / MACROS))
    return total.hexdigest()


def _settings(run: object) -> dict[str, object]:
    """Return how a run differs from what is usual, such as modules that it leaves out.

    These are the fields of the dataclass whose method it is that have another value than their
    default; what has no default is among the property's parameters.
    """
    owner = getattr(run, "__self__", None)
    return {
        field.name: value
        for field in (fields(owner) if is_dataclass(owner) else ())
        if field.default is not MISSING
        and (value := getattr(owner, field.name)) != field.default
        and not isinstance(value, Path)
    }


@cache
def _hash(module: ModuleType) -> str:
    return hashlib.sha256(normalise_python(inspect.getsource(module)).encode()).hexdigest()


def _homes(run: object) -> Iterator[str]:
    """Yield the names of the modules that define what is called, and what that calls in its turn.

    A method calls what its dataclass has as fields, a partial function what it wraps.
    """
    if isinstance(run, partial):
        yield from _homes(run.func)
        return
    owner = getattr(run, "__self__", None)
    if is_dataclass(owner):
        yield type(owner).__module__
        for field in fields(owner):
            if callable(value := getattr(owner, field.name)):
                yield from _homes(value)
    yield str(getattr(run, "__module__", type(run).__module__))


@cache
def _modules(*names: str) -> tuple[ModuleType, ...]:
    """Return modules and all those of proofs and models that they use."""
    seen: dict[str, ModuleType] = {}
    wanted = [*names]
    while wanted:
        each = wanted.pop()
        if each not in seen:
            seen[each] = import_module(each)
            wanted += _used(seen[each])
    return tuple(seen[each] for each in sorted(seen))


def _used(module: ModuleType) -> Iterator[str]:
    for value in vars(module).values():
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
        if isinstance(home, str) and home.startswith(_PACKAGES):
            yield home
