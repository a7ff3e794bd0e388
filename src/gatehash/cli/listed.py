# SPDX-License-Identifier: Apache-2.0
"""Hash functions as lists of digests have them, and the designs that compute them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from gatehash.catalog import DEFAULT, Design, Function, Job, find, hash_function
from gatehash.errors import GatehashError

if TYPE_CHECKING:
    from gatehash.board import BoardLink

__all__ = ["Listed", "NamedByTags", "One", "Place"]

Bind = Callable[[str | None, Mapping[str, Any]], Job]

_LENGTH = "digest_bits"
# Tags and lengths that are remembered, of a list that may have any number.
_REMEMBERED = 256


class Listed(ABC):
    """The hash functions that the lines of a list may be of."""

    kind: str
    """Name of the function in diagnostics, empty where there may be several."""
    hint: str = ""
    """Advice on a list without a well-formed line."""

    @abstractmethod
    def job(self, tag: str | None, digest_bits: int) -> Job | None:
        """Return the job for a line; None if the line is improperly formatted.

        Parameters
        ----------
        tag : str or None
            Name of the function in the line, None for a line without a tag.
        digest_bits : int
            Length of the line's digest in bits.
        """


class One(Listed):
    """One hash function, with digests of one length or of several.

    Parameters
    ----------
    algorithm : str or None
        The function as the user wrote it. A name that ends with a digest length stands for digests
        of that length alone.
    function : Function
        The function.
    bind : callable
        Returns the job for a name of the function and values.
    values : mapping
        Values of the user.
    """

    def __init__(
        self, algorithm: str | None, function: Function, bind: Bind, values: Mapping[str, Any]
    ) -> None:
        self._function, self._bind, self._values = function, bind, values
        # What lists call it tells no length.
        tells = algorithm is not None and function.called(algorithm) is not None
        self._name = algorithm if tells else None
        self.kind = function.tag or function.name.upper()
        self._of_length = lru_cache(_REMEMBERED)(self._find)

    def usual(self) -> Job:
        """Return the job for digests of the length that the user gives."""
        return self._job(self._values.get(_LENGTH))

    def job(self, tag: str | None, digest_bits: int) -> Job | None:
        """Return the job for a line."""
        job = self._of_length(digest_bits)
        if job is None or tag is None:
            return job
        own = self._function.tag
        return job if tag == job.tag or (own and tag == f"{own}-{digest_bits}") else None

    def _job(self, digest_bits: int | None) -> Job:
        if digest_bits is None:
            return self._bind(self._name or self._function.name, self._values)
        name = self._name or self._function.sized(digest_bits)
        return self._bind(name, {**self._values, _LENGTH: digest_bits})

    def _find(self, digest_bits: int) -> Job | None:
        """Return the job for digests of so many bits; None if the function has not that length."""
        usual = self.usual()
        if usual.digest_bits == digest_bits:
            return usual
        with suppress(GatehashError):
            job = self._job(digest_bits)
            # With another length it may be another function, such as SHA-224.
            others = {each.name for each in job.design.functions} - {self._function.name}
            return None if job.name in others else job
        return None


class NamedByTags(Listed):
    """The functions that the tags of lines name, as ``cksum --check`` takes them.

    Parameters
    ----------
    place : Place
        The engine that computes.
    values : mapping
        Values of the user, for each of the functions.
    has_usual : bool
        Whether lines without a tag are of the function that is computed where none is named, with
        digests of the usual length; they are improperly formatted otherwise.
    """

    kind = ""
    hint = "name the function of lines without a tag with --algorithm"

    def __init__(self, place: Place, values: Mapping[str, Any], *, has_usual: bool) -> None:
        self._place, self._values, self._has_usual = place, values, has_usual
        self._usual = cache(lambda: place.function(None, values).usual())
        self._named = cache(lambda name: place.function(name, values, any_length=True))
        self._meant = lru_cache(_REMEMBERED)(self._find)

    def job(self, tag: str | None, digest_bits: int) -> Job | None:
        """Return the job for a line."""
        if tag is None:
            fits = self._has_usual and self._usual().digest_bits == digest_bits
            return self._usual() if fits else None
        name = self._meant(tag, digest_bits)
        return None if name is None else self._named(name).job(tag, digest_bits)

    def _find(self, tag: str, digest_bits: int) -> str | None:
        """Return the name of the function that a tag is of; None if it can't be computed."""
        own = self._place.design
        for name in (tag, tag.removesuffix(f"-{digest_bits}")):
            with suppress(GatehashError):
                function, first = hash_function(name)
                if any(each.name == function.name for each in (own or first).functions):
                    return function.name
        return None


class Place:
    """The place that computes: a design, a board with one, or the function's first design.

    Parameters
    ----------
    design_name : str or None
        The design that the user names.
    link : BoardLink or None
        The board, if it computes.
    """

    def __init__(self, design_name: str | None, link: BoardLink | None) -> None:
        self._name, self._link = design_name, link
        self.design = None if design_name is None else find(design_name)
        """The only design, if there is only one."""
        if link is not None and design_name is None:
            self.design = link.design()

    def function(
        self, name: str | None, values: Mapping[str, Any], *, any_length: bool = False
    ) -> One:
        """Return the hash function of a name, or without a name the usual one.

        Parameters
        ----------
        name : str or None
            The name.
        values : mapping
            Values of the user.
        any_length : bool
            Whether a digest length in the name is that of the function, not that of all digests.

        Raises
        ------
        GatehashError
            If there is no such function, or a value does not fit.
        """
        if name is not None:
            given = [field for field, value in values.items() if value is not None]
            function, first = hash_function(name, given)
            bind = self._bind(self.design or first)
            return One(None if any_length else name, function, bind, values)
        bind = self._bind(self.design or find(DEFAULT))
        job = bind(None, values)
        own = sorted(job.design.functions, key=lambda each: each.name != job.name)
        function = next(each for each in own if each.hashes and each.called(job.name) is not None)
        return One(None, function, bind, values)

    def _bind(self, design: Design) -> Bind:
        return design.job if self._link is None else partial(self._link.job, self._name)
