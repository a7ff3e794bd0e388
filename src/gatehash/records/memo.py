# SPDX-License-Identifier: Apache-2.0
"""The memo: from the digest of a text to the digest of what it means, a netlist or an obligation.

Deriving one from the other takes seconds, so what has been derived once is looked up: in the memo
that is committed beside the records, then in the user's cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Protocol, runtime_checkable

from msgspec import Meta

from gatehash.cache import locked, remove
from gatehash.catalog.sources import seen_once
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.paths import cache_root, results_roots
from gatehash.records import Stored, write_record

__all__ = [
    "Compared",
    "Derivation",
    "Memo",
    "Traced",
    "committed",
    "derived",
    "known",
    "learn",
    "meanings_at",
    "memo_path",
    "write_memo",
]

_DIGEST = r"[0-9a-f]{64}"
_Digest = Annotated[str, Meta(pattern=f"^{_DIGEST}$")]
_FOLDER = "meanings"


class Derivation(Protocol):
    """How the digest of a meaning is derived from text, which takes seconds."""

    @property
    def what(self) -> str:
        """Name of the derived value, in words."""

    @property
    def text(self) -> str:
        """SHA-256 of all text that it reads as that is now, in hexadecimal."""

    def derive(self) -> str:
        """Return the SHA-256 of what the text means, in hexadecimal.

        Raises
        ------
        GatehashError
            If a tool is missing or fails.
        """


@runtime_checkable
class Compared(Protocol):
    """A derivation that says where its meaning differs from that in another checkout."""

    def earlier(self, checkout: Path, /) -> Iterator[Any]:
        """Yield what may be the same derivation in another checkout, the likeliest first."""

    def differing(self, before: Any, /) -> tuple[str, ...]:
        """Return in words where the meanings of this and of another derivation differ.

        Raises
        ------
        GatehashError
            If a tool is missing or fails.
        """


@runtime_checkable
class Traced(Protocol):
    """A derivation that says which of its text differs from that in another checkout."""

    def changed(self, checkout: Path, /) -> tuple[str, ...]:
        """Return in words what differs."""


class Memo(Stored, frozen=True, kw_only=True):
    """Meanings of texts.

    Parameters
    ----------
    meanings : mapping
        Digests of meanings by digests of texts.
    """

    meanings: Mapping[_Digest, _Digest]


def memo_path(root: Path) -> Path:
    """Return the path of the memo below a folder of results."""
    return root / "memo.json"


def committed() -> Mapping[str, str]:
    """Return the meanings of all memos beside records, by digests of texts.

    Raises
    ------
    GatehashError
        If a memo is damaged, or two of them disagree.
    """
    return seen_once(_committed, committed)


def _committed() -> Mapping[str, str]:
    stamped = []
    for root in results_roots():
        path = memo_path(root)
        if path.is_file():
            status = path.stat()
            stamped.append((path, status.st_mtime_ns, status.st_size, status.st_ino))
    return _merged(tuple(stamped))


@cache
def _merged(stamped: tuple[tuple[Path, int, int, int], ...]) -> Mapping[str, str]:
    merged: dict[str, str] = {}
    for path, *_ in stamped:
        for text, meaning in _read(path).meanings.items():
            if merged.setdefault(text, meaning) != meaning:
                raise GatehashError(
                    f"memo '{path}' gives another meaning for text {text[:16]} than the memo "
                    "before it; delete it and run: gatehash rekey"
                )
    return merged


def meanings_at(checkout: Path, revision: str) -> Mapping[str, str]:
    """Return the meanings of the memo in a checkout of a revision; none if it has no memo.

    Raises
    ------
    GatehashError
        If the memo is damaged.
    """
    path = memo_path(checkout / "results")
    try:
        return Memo.from_json(path.read_text(encoding="utf-8")).meanings if path.is_file() else {}
    except (OSError, ValueError) as error:
        raise GatehashError(f"the memo of revision {revision} can't be read ({error})") from error


def _read(path: Path) -> Memo:
    try:
        text = path.read_text(encoding="utf-8")
        return Memo.from_json(text)
    except (OSError, ValueError) as error:
        raise GatehashError(
            f"memo '{path}' can't be read ({error}); delete it and run: gatehash rekey"
        ) from error


def write_memo(meanings: Mapping[str, str]) -> Path:
    """Write the memo of the library's first folder of results, completely or not at all."""
    return write_record(Memo(meanings=meanings), memo_path(results_roots()[0]))


def known(text: str) -> str | None:
    """Return the digest of what a text means, or None if it was not derived yet."""
    return committed().get(text) or _cached(text)


def _cached(text: str) -> str | None:
    try:
        found = (cache_root() / _FOLDER / text).read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    return found if re.fullmatch(_DIGEST, found) else None


def derived(of: Derivation) -> str:
    """Return the digest of what a text means; derive it if it is not known.

    Raises
    ------
    GatehashError
        If a tool is missing or fails, the text changes meanwhile, or nothing can be kept.
    """
    text = of.text
    found = known(text)
    if found is None:
        found = of.derive()
        if of.text != text:
            raise GatehashError(f"{of.what}: the RTL changed meanwhile; run again")
        learn(text, found)
    return found


def learn(text: str, meaning: str) -> None:
    """Keep the digest of what a text means in the user's cache."""
    folder = cache_root() / _FOLDER
    with locked(folder, "lock"):
        if (folder / text).is_dir():
            remove(folder / text)
        write_whole(folder / text, meaning)
