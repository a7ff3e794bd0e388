# SPDX-License-Identifier: Apache-2.0
"""Carries records over to changed text of the same meaning, and names those that it can't carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from gatehash.errors import GatehashError
from gatehash.paths import results_roots
from gatehash.pool import Tell, Work, pool
from gatehash.records import memo, write_record
from gatehash.records.memo import Compared, Derivation, Traced
from gatehash.records.revision import History, history
from gatehash.records.store import Kind, Subject, text_of

__all__ = ["Rekeyed", "carried", "rekey"]

_HEAD = "HEAD"
_SHORT = 10


@dataclass(frozen=True)
class Rekeyed:
    """The outcome for a record.

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
    where : tuple of str
        Where the inputs that differ do so, in words, as far as the history has what they were.
    revision : str
        The revision that it was taken from; empty if it was among the results.
    """

    record: str
    state: Literal["fresh", "carried", "stale"]
    differs: tuple[str, ...]
    seconds: float
    command: str
    where: tuple[str, ...] = ()
    revision: str = ""


@dataclass(frozen=True)
class _Found:
    """A record with its subject; of a revision, or among the results."""

    kind: Kind[Any]
    record: Any
    subject: Subject
    revision: str = ""


@dataclass(frozen=True)
class _Judged:
    """The same with the digests that its derivations make now, and its inputs."""

    found: _Found
    meanings: Sequence[str]
    inputs: Mapping[str, str]

    @property
    def is_equal(self) -> bool:
        return dict(self.found.record.inputs) == dict(self.inputs)

    @property
    def differs(self) -> tuple[str, ...]:
        return self.found.kind.differing(self.found.record, self.inputs)


def rekey(
    kinds: Iterable[Kind[Any]],
    *,
    since: str | None = None,
    check: bool = False,
    jobs: int | None = None,
    news: Callable[[str], None] = print,
) -> list[Rekeyed]:
    """Compare all records with their subjects as they are now.

    Each text that no memo has is derived. A record whose inputs are equal is carried over to the
    present text; a record with another input stays as it is, and is compared with the revision in
    which its inputs were right, if git has the history. The memo beside the records then has the
    texts of all records and no others.

    Parameters
    ----------
    kinds : iterable of Kind
        The kinds of records; those of others keep their texts in the memo.
    since : str, optional
        A revision whose records and memo count, too: its record is taken where the results have
        none, or one with another input, and so is that of a subject that has another name now.
        Stale records are compared with it; by default with the last commit, and then with that
        which changed the record last.
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
        If a record or a memo is damaged, a tool is missing or fails, nothing can be written, the
        memo has another meaning for a text than is derived from it, or `since` is no revision.
    """
    root = results_roots()[0]
    kinds = tuple(kinds)
    with ExitStack() as stack:
        past: History | None = None
        commit = ""
        taken: list[_Found] = []
        base: Mapping[str, str] = {}
        if since is not None:
            past = stack.enter_context(history())
            commit = past.commit(since)
        found = [
            _Found(kind, record, subject)
            for kind in kinds
            for record, subject in kind.on_record(root)
        ]
        if past is not None:
            base = memo.meanings_at(past.at(commit), commit[:_SHORT])
            taken = [*_taken(kinds, found, past.at(commit) / "results", commit[:_SHORT])]
        meanings: dict[str, str] = {}
        while wanted := _wanted((*found, *taken), meanings):
            meanings |= _derived(wanted, base, jobs, news, check=check)
        chosen = _chosen([_judged(each, meanings) for each in (*found, *taken)])
        texts = [each.text for one in chosen for each in one.found.subject.derivations]
        memo.write_memo({text: meanings[text] for text in texts})
        stale = [each for each in chosen if not each.is_equal]
        if stale and past is None:
            with suppress(GatehashError):
                past = stack.enter_context(history())
        where = _compared(stale, past, commit, root, jobs, news) if past else {}
        return [_rekeyed(each, root, where.get(_case(each), ())) for each in chosen]


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


# Records of a revision.


def _taken(
    kinds: Sequence[Kind[Any]], found: Sequence[_Found], results: Path, revision: str
) -> Iterator[_Found]:
    """Yield records of a revision that may take the places of records, or of none."""
    here = {each.subject.path: each for each in found}
    for kind in kinds:
        paths, nameless = set(), []
        for path in kind.files(results):
            try:
                record = kind.type.from_json(path.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                name = path.relative_to(results).as_posix()
                raise GatehashError(
                    f"record '{name}' of revision {revision} can't be read ({error})"
                ) from error
            try:
                subject = kind.subject(record)
            except GatehashError:
                nameless.append(record)
                continue
            paths.add(subject.path)
            own = here.get(subject.path)
            if own is None or own.record.inputs != record.inputs:
                yield _Found(kind, record, subject, revision)
        for subject in kind.subjects() if nameless else ():
            if subject.path not in paths and subject.path not in here:
                for each in nameless:
                    if (record := kind.renamed(each, subject)) is not None:
                        yield _Found(kind, record, kind.subject(record), revision)


def _chosen(judged: Iterable[_Judged]) -> list[_Judged]:
    """Return one record for each path: a stale one only if it is among the results."""
    best: dict[Path, _Judged] = {}
    for each in judged:
        path = each.found.subject.path
        before = best.get(path)
        if not each.found.revision or (each.is_equal and (before is None or not before.is_equal)):
            best[path] = each
    return [*best.values()]


# Meanings.


def _derived(
    wanted: Mapping[str, Derivation],
    base: Mapping[str, str],
    jobs: int | None,
    news: Callable[[str], None],
    *,
    check: bool,
) -> Mapping[str, str]:
    """Return the meaning of each text, from a memo or derived."""
    own = memo.committed()
    for text, each in wanted.items():
        if len({own.get(text), base.get(text)} - {None}) > 1:
            raise GatehashError(
                f"the memo of the revision has another meaning for the {each.what} than the memo "
                f"'{memo.memo_path(results_roots()[0])}'; delete the latter and run again"
            )
    found = {} if check else {text: known for text in wanted if (known := memo.known(text))}
    if not check:
        for text in wanted.keys() & base.keys() - found.keys():
            # More may stand behind it once it is known.
            memo.learn(text, base[text])
            found[text] = base[text]
    lacking = [each for text, each in wanted.items() if text not in found]

    def work(each: Derivation, _: Tell) -> tuple[Derivation, str, str]:
        text = each.text
        return each, text, each.derive() if check else memo.derived(each)

    with pool(jobs, None) as there:
        there.add(*(Work(each.what, partial(work, each), lambda: None) for each in lacking))
        for _, result in there.ended():
            each, text, meaning = result()
            if {memo.known(text), base.get(text)} - {None, meaning}:
                raise _another(each)
            found[text] = meaning
            news(each.what)
    return found


def _another(each: Derivation) -> GatehashError:
    return GatehashError(
        f"the memo has another meaning for the {each.what} than is derived from its "
        f"text; delete '{memo.memo_path(results_roots()[0])}' and run: gatehash rekey"
    )


def _judged(each: _Found, meanings: Mapping[str, str]) -> _Judged:
    texts = [one.text for one in each.subject.derivations]
    if not meanings.keys() >= set(texts):
        raise GatehashError(f"{each.subject.path}: the RTL changed meanwhile; run again")
    found = [meanings[text] for text in texts]
    return _Judged(each, found, each.subject.inputs(found))


# Where inputs differ.


def _case(each: _Judged) -> tuple[object, ...]:
    """Return what the records have in common that differ at the same places."""
    record = each.found.record
    return (
        text_of(each.found.subject),
        *sorted(record.inputs.items() - each.inputs.items()),
    )


def _compared(
    stale: Iterable[_Judged],
    past: History,
    commit: str,
    root: Path,
    jobs: int | None,
    news: Callable[[str], None],
) -> Mapping[tuple[object, ...], tuple[str, ...]]:
    """Return where stale records differ from what the history has of their subjects."""
    cases = {_case(each): each for each in stale}

    def commits(each: _Judged) -> Iterator[str]:
        if commit:
            yield commit
            return
        yield past.commit(_HEAD)
        if last := past.last(root / each.found.subject.path):
            yield last

    def work(case: tuple[object, ...], _: Tell) -> tuple[tuple[object, ...], tuple[str, ...]]:
        # What was cannot be compared where the history is cut off, or its RTL does not elaborate.
        with suppress(GatehashError):
            for each in commits(cases[case]):
                if found := _where(cases[case], past.at(each)):
                    return case, found
        return case, ()

    where = {}
    with pool(jobs, None) as there:
        for case, each in cases.items():
            what = f"{each.found.subject.name}: compared with what it was"
            there.add(Work(what, partial(work, case), lambda: None))
        for done, result in there.ended():
            case, found = result()
            where[case] = found
            news(done.name)
    return where


def _where(each: _Judged, checkout: Path) -> tuple[str, ...]:
    """Return where inputs differ from a checkout, in which they have to be the record's."""
    record, subject = each.found.record, each.found.subject
    now = subject.derivations
    found = dict.fromkeys(
        line for one in now if isinstance(one, Traced) for line in one.changed(checkout)
    )
    earlier = [[*one.earlier(checkout)] if isinstance(one, Compared) else [] for one in now]
    for place in range(max(map(len, earlier), default=0)):
        before = [ones[min(place, len(ones) - 1)] if ones else None for ones in earlier]
        with suppress(GatehashError):
            meanings = [
                same if one is None else memo.derived(one)
                for one, same in zip(before, each.meanings, strict=True)
            ]
            were = subject.inputs(meanings)
            if any(were[name] == record.inputs.get(name) != each.inputs[name] for name in were):
                for one, old, was, is_ in zip(now, before, meanings, each.meanings, strict=True):
                    if isinstance(one, Compared) and was != is_:
                        found.update(dict.fromkeys(one.differing(old)))
                break
    return tuple(found)


def _rekeyed(each: _Judged, root: Path, where: tuple[str, ...]) -> Rekeyed:
    record, subject, revision = each.found.record, each.found.subject, each.found.revision
    differs = each.differs
    state: Literal["fresh", "carried", "stale"] = "stale" if differs else "fresh"
    if not differs and (revision or record.text != text_of(subject)):
        state = "carried"
        write_record(carried(record, subject), root / subject.path)
    return Rekeyed(
        subject.path.as_posix(),
        state,
        differs,
        round(record.cpu_seconds, 1),
        record.command,
        where,
        revision,
    )
