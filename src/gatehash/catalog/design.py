# SPDX-License-Identifier: Apache-2.0
"""A design: hardware of a family and a microarchitecture, and the functions that it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gatehash.catalog.function import Function
from gatehash.catalog.hardware import BoundaryName, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.errors import FieldError, GatehashError, shown

__all__ = ["Design"]


@dataclass(frozen=True)
class Design:
    """One entry of the catalogue.

    Parameters
    ----------
    name, family : str
        Name as users write it, such as ``skein512-x8``, and its family, such as ``skein``.
    microarchitecture : str
        The datapath in a few words.
    hardware : Hardware
        The hardware.
    functions : tuple of Function
        The functions.
    compared : {"core", "stream"}
        The boundary at which the paper measured.
    paper_rows : tuple of str
        Rows of the papers that the design answers to, as identifiers of
        :mod:`gatehash.published`.
    principal : str, optional
        Name of the function that the figures of a list are of; by default the first.
    usual : str, optional
        Name of the hash function that is meant where none is named, though a message's
        configuration chooses one of several.
    copies : str
        Name of the design of whose stream top this one has copies; empty where there is none.
    """

    name: str
    family: str
    microarchitecture: str
    hardware: Hardware
    functions: tuple[Function, ...]
    compared: BoundaryName
    paper_rows: tuple[str, ...] = ()
    principal: str | None = None
    usual: str | None = None
    copies: str = ""

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names of the functions."""
        return tuple(function.name for function in self.functions)

    @cached_property
    def jobs(self) -> Mapping[str, Job]:
        """A job of each function and operation by its label, with examples of keys."""
        jobs = [
            function.bind(self, operation, function.examples[0])
            for function in self.functions
            for operation in function.tried
        ]
        return {job.label: job for job in jobs}

    @cached_property
    def principal_job(self) -> Job:
        """The job that the figures of a list are of."""
        function = self.function(self.principal or self.functions[0].name)
        return function.bind(self, function.operations[0], function.examples[0])

    def function(self, name: str) -> Function:
        """Return the function of that name."""
        return next(function for function in self.functions if function.name == name)

    def jobs_called(self, name: str) -> list[Job]:
        """Return the jobs for a name: of a cipher each operation's, and none if it is not run."""
        with suppress(GatehashError):
            return [job for job in self.jobs.values() if job.name == name] or [self.job(name)]
        return []

    def example(self, name: str, digest_bits: int | None = None) -> Job:
        """Return a function's job with the values of its example.

        Parameters
        ----------
        name : str
            Name of the function, as for :meth:`job`.
        digest_bits : int, optional
            Length of its answer in bits; by default the function's usual one.

        Raises
        ------
        GatehashError
            If the design does not run the function, or not with this length.
        """
        jobs = self.jobs_called(name)
        if not jobs:
            raise self.lacks("algorithm", name, self.algorithms)
        # However a user calls it, a function has one example.
        job = self.jobs_called(jobs[0].name)[0]
        if digest_bits is None:
            return job
        own = next(each for each in self.functions if each.called(job.name) is not None)
        values = {**own.examples[0], "digest_bits": digest_bits}
        return self.job(job.name, values, job.operation)

    def job(
        self,
        name: str | None = None,
        values: Mapping[str, Any] | None = None,
        operation: Operation = "hash",
    ) -> Job:
        """Return the job for a function and what a user gives.

        Parameters
        ----------
        name : str, optional
            Name of the function, or what lists of digests call it, each in upper or lower case. The
            digest may have another length than the one that the design lists, where it offers
            others: ``skein-512-224``. Without a name it is the design's hash function; where a
            message's configuration chooses one of several it is the usual one, if there is one.
        values : mapping, optional
            Values of the user, such as ``key``: bytes, a counter also as a number.
        operation : {"hash", "encrypt", "decrypt"}
            Operation on messages.

        Raises
        ------
        GatehashError
            If the design does not run the function or operation, or a value is missing, has a
            wrong length, is none of the function's or contradicts its name.
        TypeError
            If a value is of another type.
        """
        kind = "hash function" if operation == "hash" else "cipher"
        offered = {each.name: each for each in self.functions if each.hashes == (kind != "cipher")}
        # Of functions on one hardware a message's configuration chooses.
        alike = {job.name for job in self.jobs.values() if job.hardware == self.hardware}
        usual = self.usual in offered
        chosen = self.hardware.configured and len(alike & offered.keys()) > 1
        if name is None and chosen and not usual:
            raise GatehashError(
                f"{self.name} has several {kind}s; choose one as algorithm: {', '.join(offered)}"
            )
        principal = self.usual if usual else self.principal
        default = principal if principal in offered else next(iter(offered), "")
        listed = None
        if name is not None and name.lower() not in offered:
            listed = next((each for each in offered.values() if each.listed_as(name)), None)
        wanted = default if name is None else name.lower() if listed is None else listed.name
        # What lists of digests call a function tells no length.
        tells = name is not None and (listed is None or listed.spelled_as(name))
        # A function's own name goes before one that only differs in the digest's length.
        for function in sorted(offered.values(), key=lambda each: each.name != wanted):
            stands_for = function.called(wanted or "")
            if stands_for is None:
                continue
            given = function.given(values or {})
            for key, value in stands_for.items() if tells else ():
                asked = function.read({key: given.get(key, value)})[key]
                if asked != value:
                    why = f"{{}} {asked} contradicts {name}, where it is {value}"
                    other = f"{wanted.removesuffix(str(value))}{asked}"
                    known = any(each.called(other) is not None for each in offered.values())
                    raise FieldError(f"{why}; write {other}" if known else why, key)
            return function.bind(self, operation, stands_for | given)
        raise self.lacks(kind, name if offered else None, tuple(offered or self.algorithms))

    def check_unmasked(self, server: str) -> None:
        """Raise a GatehashError for a masked design, which a server of other streams can't serve.

        Parameters
        ----------
        server : str
            The server, as the error names it.
        """
        if self.hardware.masking is not None:
            raise GatehashError(
                f"{self.name} is masked: it takes shares and random bits, which {server} does not "
                "serve"
            )

    def lacks(self, kind: str, name: str | None, runs: Sequence[str]) -> GatehashError:
        """Return the error that the design has no function of a kind, or none of that name."""
        what = kind if name is None else f"{kind} '{shown(name)}'"
        return GatehashError(f"{self.name} has no {what}; it runs: {', '.join(runs)}")
