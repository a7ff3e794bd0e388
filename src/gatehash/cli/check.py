# SPDX-License-Identifier: Apache-2.0
"""Files checked against a list of digests, as sha256sum does it."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gatehash.catalog import Job
from gatehash.cli.digests import Digester, pieces, say_failed, shown_bytes
from gatehash.cli.listed import Listed
from gatehash.cli.names import quoted, utf8
from gatehash.cli.streams import say
from gatehash.cli.sums import Entry, Numbered, called, escape
from gatehash.errors import RefusedError

__all__ = ["Checked", "Manner", "check_sums"]

_OK, _DIFFERS, _UNREAD, _MISSING, _MALFORMED = (
    "OK",
    "FAILED",
    "FAILED open or read",
    "",
    "malformed",
)

_WARNINGS = (
    (_MALFORMED, "line is improperly formatted", "lines are improperly formatted"),
    (_UNREAD, "listed file could not be read", "listed files could not be read"),
    (_DIFFERS, "computed checksum did NOT match", "computed checksums did NOT match"),
)


@dataclass(frozen=True)
class Manner:
    """How a list is checked, and what is said about it.

    Parameters
    ----------
    quiet : bool
        Whether files that match get no line.
    silent : bool
        Whether no file gets a line, and nothing is summarised.
    warn : bool
        Whether each improperly formatted line is named.
    strict : bool
        Whether an improperly formatted line is a failure.
    ignores_missing : bool
        Whether files that do not exist are skipped.
    """

    quiet: bool = False
    silent: bool = False
    warn: bool = False
    strict: bool = False
    ignores_missing: bool = False


@dataclass(frozen=True)
class Checked:
    """Results of a line of a list.

    Parameters
    ----------
    sums, file : str
        The list, and the file that the line names.
    algorithm : str
        The hash function.
    digest_bits : int
        Length of the digest in bits.
    result : str
        ``OK``, ``FAILED``, or ``FAILED open or read``.
    """

    sums: str
    file: str
    algorithm: str
    digest_bits: int
    result: str

    def plain(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "list": utf8(self.sums),
            "file": utf8(self.file),
            "algorithm": self.algorithm,
            "digest_bits": self.digest_bits,
            "result": self.result,
        }


def check_sums(
    sums: str,
    lines: Iterable[Numbered],
    listed: Listed,
    of_job: Callable[[Job], Digester],
    manner: Manner,
    show: Callable[[Checked], object] | None = None,
) -> bool:
    """Check the files of a list, with a line for each on standard output; return if all is well.

    Parameters
    ----------
    sums : str
        Name of the list.
    lines : iterable
        Its lines; each is checked before the next is read.
    listed : Listed
        The hash functions that lines may be of.
    of_job : callable
        Returns what computes digests.
    manner : Manner
        How it is checked.
    show : callable, optional
        Takes what comes of each line, in place of standard output.

    Raises
    ------
    ListError
        If the list can't be read.
    """
    count: Counter[str] = Counter()
    for number, entry in lines:
        if entry is None:
            count[_MALFORMED] += 1
            if manner.warn:
                kind = f"{listed.kind} " if listed.kind else ""
                say(f"{called(sums)}: {number}: improperly formatted {kind}checksum line")
            continue
        job = listed.job(entry.tag, entry.digest_bits)
        assert job is not None
        verdict = _verdict(entry, of_job(job), manner)
        count[verdict] += 1
        if manner.silent or verdict == _MISSING or (manner.quiet and verdict == _OK):
            continue
        if show is not None:
            show(Checked(sums, entry.name, job.name, entry.digest_bits, verdict))
        else:
            # GNU's form: a name stands for itself unless it would take several lines.
            name = f"\\{escape(entry.name)}" if "\n" in entry.name else entry.name
            print(f"{name}: {verdict}", flush=True)
    if set(count) <= {_MALFORMED}:
        hint = f"; {listed.hint}" if listed.hint else ""
        say(f"{called(sums)}: no properly formatted checksum lines found{hint}")
        return False
    if not manner.silent:
        for what, one, many in _WARNINGS:
            if number := count[what]:
                say(f"WARNING: {number} {one if number == 1 else many}")
        if manner.ignores_missing and not count[_OK]:
            say(f"{called(sums)}: no file was verified")
    failures = count[_DIFFERS] + count[_UNREAD] + (count[_MALFORMED] if manner.strict else 0)
    return count[_OK] > 0 and not failures


def _verdict(entry: Entry, digest: Digester, manner: Manner) -> str:
    try:
        with shown_bytes([entry.name]) as shown:
            result = digest(entry.name, pieces(entry.name, shown.advance))
    except OSError as error:
        if manner.ignores_missing and error.errno == errno.ENOENT:
            return _MISSING
        say_failed(entry.name, error)
        return _UNREAD
    except RefusedError as error:
        say_failed(entry.name, error)
        return _DIFFERS
    if result.model_agrees is False:
        say(f"{quoted(entry.name)}: the golden model differs")
        return _DIFFERS
    return _OK if result.digest == entry.digest else _DIFFERS
