# SPDX-License-Identifier: Apache-2.0
"""Carries records over to changed text of the same meaning, and names those that it can't carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from gatehash.errors import GatehashError
from gatehash.paths import results_roots
from gatehash.pool import Tell, Work, pool
from gatehash.records import memo, write_record
from gatehash.records.memo import Derivation
from gatehash.records.store import Kind, Subject, text_of

__all__ = ["Rekeyed", "carried", "rekey"]


@dataclass(frozen=True)
class Rekeyed:
    """What became of a record.

    Parameters
    ----------
    record : str
        Its path below the folder of results.
    state : {"fresh", "carried", "stale"}
        Whether its text was compared before, or was compared now and means the same, or one of its
        inputs differs.
    differs : tuple of str
        The inputs that differ, in words.
    seconds : float
        CPU time that it took last.
    command : str
        Command line that makes it again.
    """

    record: str
    state: Literal["fresh", "carried", "stale"]
    differs: tuple[str, ...]
    seconds: float
    command: str


@dataclass(frozen=True)
class _Found:
    kind: Kind[Any]
    record: Any
    subject: Subject


def rekey(
    kinds: Iterable[Kind[Any]],
    *,
    check: bool = False,
    jobs: int | None = None,
    news: Callable[[str], None] = print,
) -> list[Rekeyed]:
    """Compare what all records are of with what their subjects are now.

    Each text that no memo has is derived. A record whose inputs are equal is carried over to the
    present text; a record with another input stays as it is. The memo beside the records then has
    the texts of all records and no others.

    Parameters
    ----------
    kinds : iterable of Kind
        The kinds of records; those of others keep their texts in the memo.
    check : bool
        Whether texts that the memo has are derived too, and compared with it.
    jobs : int, optional
        Derivations side by side; by default one for each processor.
    news : callable
        Called with a line of text for each derivation.

    Returns
    -------
    list of Rekeyed
        One entry for each record.

    Raises
    ------
    GatehashError
        If a record or a memo is damaged, a tool is missing or fails, nothing can be written, or
        the memo has another meaning for a text than is derived from it.
    """
    root = results_roots()[0]
    found = [
        _Found(kind, record, subject) for kind in kinds for record, subject in kind.on_record(root)
    ]
    meanings: dict[str, str] = {}
    while wanted := _wanted(found, meanings):
        meanings |= _derived(wanted, jobs, news, check=check)
    memo.write_memo(meanings)
    return [_rekeyed(each, root) for each in found]


def _wanted(found: Sequence[_Found], meanings: Mapping[str, str]) -> Mapping[str, Derivation]:
    """Return what has to be derived and has no meaning yet, by its text."""
    wanted = {each.text: each for one in found for each in one.subject.derivations}
    return {text: each for text, each in wanted.items() if text not in meanings}


_Record = TypeVar("_Record", bound=Any)


def carried(record: _Record, subject: Subject) -> _Record:
    """Return a record of equal inputs as one of the present text of its subject."""
    text = text_of(subject)
    origin = record.carried_from or record.text
    moved: _Record = replace(record, text=text, carried_from="" if origin == text else origin)
    return moved


def _derived(
    wanted: Mapping[str, Derivation], jobs: int | None, news: Callable[[str], None], *, check: bool
) -> Mapping[str, str]:
    """Return the meaning of each text, from the memo or derived."""
    found = {} if check else {text: known for text in wanted if (known := memo.known(text))}
    lacking = [each for text, each in wanted.items() if text not in found]

    def work(each: Derivation, _: Tell) -> tuple[Derivation, str, str]:
        text = each.text
        return each, text, each.derive() if check else memo.derived(each)

    with pool(jobs, None) as there:
        there.add(*(Work(each.what, partial(work, each), lambda: None) for each in lacking))
        for _, result in there.ended():
            each, text, meaning = result()
            if memo.known(text) not in (None, meaning):
                raise GatehashError(
                    f"the memo has another meaning for the {each.what} than is derived from its "
                    f"text; delete '{memo.memo_path(results_roots()[0])}' and run: gatehash rekey"
                )
            found[text] = meaning
            news(each.what)
    return found


def _rekeyed(each: _Found, root: Path) -> Rekeyed:
    record, subject = each.record, each.subject
    meanings: Sequence[str] = [memo.derived(one) for one in subject.derivations]
    differs = each.kind.differing(record, subject.inputs(meanings))
    state: Literal["fresh", "carried", "stale"] = "stale" if differs else "fresh"
    text = text_of(subject)
    if not differs and record.text != text:
        state = "carried"
        write_record(carried(record, subject), root / subject.path)
    return Rekeyed(
        subject.path.as_posix(), state, differs, round(record.cpu_seconds, 1), record.command
    )
