# SPDX-License-Identifier: Apache-2.0
"""The store of evidence: reads and keeps records of every kind, and judges whether they hold.

A record holds as long as the inputs of its result are equal. An input is a digest of what the
result depends on. Those that cost seconds, such as a netlist, are derived from text and looked up
in the memo; what was never derived counts as changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from gatehash.paths import results_roots
from gatehash.records import Writable, check_folder, memo, write_record
from gatehash.records.damage import DamagedError, read_record

__all__ = ["Evidence", "Kind", "Subject", "inputs_of", "known_inputs", "text_of"]


class Evidence(Writable, Protocol):
    """The common part of records of all kinds, beside their result."""

    @property
    def inputs(self) -> Mapping[str, str]:
        """Digests or versions of what the result depends on, except the tools, by name."""

    @property
    def text(self) -> str:
        """Digest of the text that the inputs were last derived from, see :func:`text_of`."""

    @property
    def carried_from(self) -> str:
        """Digest of the text that the result was made from, where that is another."""

    @property
    def tools(self) -> Mapping[str, str]:
        """Versions of the tools."""

    @property
    def command(self) -> str:
        """Command line that makes the record again."""

    @property
    def subject(self) -> str:
        """Name of what it is the record of."""

    @property
    def path(self) -> Path:
        """Its path below a folder of results, as its subject has it."""

    @property
    def cpu_seconds(self) -> float:
        """CPU time that the result took."""

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read the text of a record, or raise ValueError."""


class Subject(Protocol):
    """The subject of a record, as it is now."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""

    @property
    def again(self) -> str:
        """How its record is made again: ``measure again: gatehash ...``."""

    @property
    def derivations(self) -> Sequence[memo.Derivation]:
        """Values to be derived from text; once these are known, more may follow."""

    def inputs(self, derived: Sequence[str], /) -> Mapping[str, str]:
        """Return all inputs, given what its derivations make."""


def text_of(subject: Subject) -> str:
    """Return the digest of all text that a subject's inputs are derived from."""
    texts = [each.text for each in subject.derivations]
    return texts[0] if len(texts) == 1 else hashlib.sha256(" ".join(texts).encode()).hexdigest()


def inputs_of(subject: Subject) -> Mapping[str, str]:
    """Return the inputs of a subject's result; derive those that no memo has.

    Raises
    ------
    GatehashError
        If something has to be derived and a tool is missing or fails, or a memo is damaged.
    """
    derived: list[str] = []
    while len(wanted := subject.derivations) > len(derived):
        derived += [memo.derived(each) for each in wanted[len(derived) :]]
    return subject.inputs(derived)


def known_inputs(subject: Subject) -> Mapping[str, str] | None:
    """Return the same without deriving anything; None if something has to be."""
    found = [memo.known(each.text) for each in subject.derivations]
    known = [each for each in found if each is not None]
    return subject.inputs(known) if len(known) == len(found) else None


_Record = TypeVar("_Record", bound=Evidence)


@dataclass(frozen=True)
class Kind(Generic[_Record]):
    """A kind of records.

    Parameters
    ----------
    name : str
        Its name in words, in the singular.
    type : type
        The type of its records.
    places : tuple of str
        Patterns of the records' paths below a folder of results.
    subject : callable
        Returns what a record is of; raises GatehashError where that is not known any more.
    inputs : mapping
        Meaning of each input, in words.
    subjects : callable
        Returns what may have records now; nothing where records do not survive another name.
    renamed : callable
        Returns the record of one thing as that of another with the same inputs, None where that
        can't have them.
    """

    name: str
    type: type[_Record]
    places: tuple[str, ...]
    subject: Callable[[_Record], Subject]
    inputs: Mapping[str, str]
    subjects: Callable[[], Iterable[Any]] = tuple
    renamed: Callable[[_Record, Any], _Record | None] = lambda *_: None

    def load(
        self,
        subject: Subject,
        folder: Path | None = None,
        damaged: Callable[[DamagedError], None] | None = None,
    ) -> _Record | None:
        """Read the record of a subject, None if there is none; a fresh one goes before a stale one.

        Parameters
        ----------
        subject : Subject
            The subject.
        folder : Path, optional
            Folder of results in place of the library's own.
        damaged : callable, optional
            Called with the error of a damaged record, which then counts for none.

        Raises
        ------
        DamagedError
            If a record can't be read, or is the record of something else.
        """
        roots = results_roots() if folder is None else (folder,)
        paths = [path for root in roots if (path := root / subject.path).is_file()]
        found = []
        for path in paths:
            try:
                found.append(self.read(path, subject))
            except DamagedError as error:
                if damaged is None:
                    raise
                damaged(error)
        if len(found) > 1:
            found.sort(key=lambda record: self.is_stale(record, subject))
        return next(iter(found), None)

    def read(self, path: Path, subject: Subject) -> _Record:
        """Read a file that is the record of a subject, or raise DamagedError."""
        return read_record(
            self.type, path, subject.again, of=subject.name, name=lambda record: record.subject
        )

    def keep(self, record: _Record, folder: Path | None = None) -> Path:
        """Write a record completely or not at all; return its path.

        Raises
        ------
        GatehashError
            If it can't be written.
        """
        root = folder or results_roots()[0]
        return write_record(record, root / record.path)

    def prepare(self, subjects: Iterable[Subject], folder: Path | None = None) -> None:
        """Look at the folder, and at records that are there, before work whose record goes there.

        Raises
        ------
        GatehashError
            If nothing can be written there, or a record that is there can't be read.
        """
        check_folder(folder)
        for subject in subjects:
            self.load(subject, folder)

    def keep_best(
        self,
        record: _Record,
        subject: Subject,
        worth: Callable[[_Record], Any],
        folder: Path | None = None,
    ) -> bool:
        """Write a record, unless a fresh one of more worth is there; return whether it is written.

        Raises
        ------
        GatehashError
            If it can't be written, or the one that is there can't be read.
        """
        before = self.load(subject, folder)
        if before and worth(before) > worth(record) and not self.is_stale(before, subject):
            return False
        self.keep(record, folder)
        return True

    def of_each(
        self,
        subjects: Iterable[Subject],
        folder: Path | None = None,
        damaged: Callable[[DamagedError], None] | None = None,
    ) -> Iterator[tuple[_Record, bool]]:
        """Yield each subject's record, as :meth:`load` finds it, and whether it is fresh."""
        for subject in subjects:
            if (found := self.load(subject, folder, damaged)) is not None:
                yield found, not self.is_stale(found, subject)

    def files(self, root: Path) -> Iterator[Path]:
        """Yield the files of all records below a folder of results."""
        for place in self.places:
            yield from sorted(root.glob(place))

    def on_record(self, root: Path) -> Iterator[tuple[_Record, Subject]]:
        """Yield all records below a folder of results, each with its subject.

        Raises
        ------
        DamagedError
            If a record can't be read, or is not where the record of its subject belongs.
        """
        for path in self.files(root):
            again = f"make the {self.name} again"
            record = read_record(self.type, path, again)
            subject = self.subject(record)
            place = root / subject.path
            if path != place:
                raise DamagedError(
                    f"record '{path}' is that of {subject.name}, which belongs in '{place}'; "
                    "delete one of them"
                )
            yield record, subject

    def is_stale(self, record: _Record, subject: Subject) -> bool:
        """Whether an input has changed since, or was not compared."""
        return record.inputs != known_inputs(subject)

    def differing(self, record: _Record, inputs: Mapping[str, str]) -> tuple[str, ...]:
        """Return in words which inputs of a record differ from others."""
        names = dict.fromkeys((*inputs, *record.inputs))
        return tuple(
            self.inputs.get(name, name)
            for name in names
            if inputs.get(name) != record.inputs.get(name)
        )
