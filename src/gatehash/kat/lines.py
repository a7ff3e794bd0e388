# SPDX-License-Identifier: Apache-2.0
"""Files of lines ``NAME = VALUE``: the names, their values, and the sections that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gatehash.errors import GatehashError, shown

__all__ = ["ANSWERS", "Record", "begins", "records"]

_BYTES = {
    "msg": ("msg", "in", "plaintext", "pt"),
    "text": ("text",),
    "seed": ("seed",),
    "key": ("key",),
    "nonce": ("nonce", "iv"),
    "ad": ("ad", "aad"),
    "custom": ("s",),
    "function_name": ("n",),
    "md": ("md", "output", "out", "hash"),
    "mac": ("mac",),
    "ct": ("ct", "ciphertext"),
    "tag": ("tag",),
}
_NUMBERS = {
    "len": ("len", "inputlength"),
    "l": ("l",),
    "repeat": ("repeat",),
    "count": ("count",),
    "outputlen": ("outputlen",),
    "counter": ("initialblockcounter",),
    "least": ("minimumoutputlength",),
    "most": ("maximumoutputlength",),
    "klen": ("klen",),
    "tlen": ("tlen",),
    "nlen": ("nlen",),
    "slen": ("slen",),
}
_WORDS = {"result": ("result",), "fails": ("fails",), "noseal": ("noseal",)}
_KINDS = {
    spelled: (name, kind)
    for kind, names in (("bytes", _BYTES), ("number", _NUMBERS), ("words", _WORDS))
    for name, spellings in names.items()
    for spelled in spellings
}
_KNOWN = (
    "Len, Msg, In, Plaintext, Text, Repeat, Seed, Count, Key, Klen, Nonce, IV, "
    "Initial_Block_Counter, AD, AAD, N, S, MD, Output, Out, Hash, Outputlen, Mac, L, Tlen, CT, "
    "Ciphertext, Tag, Result"
)

ANSWERS = ("md", "mac", "ct", "tag")
"""Names of answers; another name behind one of them begins the next vector."""

_LINE = re.compile(r"([^=:\[\]]{1,60}?)\s*[=:]\s*(.*)")
_SECTION = re.compile(r"\[\s*([^=\[\]]*?)\s*(?:=\s*([^\]]*?)\s*)?\]")
# The comment that names the function: in NIST's files "SHA-256 ShortMsg" information for ..., in
# RFC 2202, in RFC 4231, and in the files of the Keccak team.
_HEADER = re.compile(
    r'#\s*(?:"(\S+) (?:ShortMsg|LongMsg|Monte|VariableOut)" information.*'
    r"|(?:\d+\. )?Test Cases for (HMAC-\S+)|Keccak\(.*, or (\S+) as in FIPS 202.*)"
)


class _Line(NamedTuple):
    number: int
    name: str
    written: str
    value: Any


@dataclass
class Record:
    """The lines of a vector.

    Parameters
    ----------
    function : str
        The function that the file or the section names; empty if none is named.
    sections : mapping
        Values of the sections that hold for the vector.
    seed : mapping
        Values of an earlier vector that hold for all vectors of a Monte Carlo test.
    lines : dict
        The vector's own lines, by name.
    """

    function: str
    sections: Mapping[str, Any]
    seed: Mapping[str, Any]
    lines: dict[str, _Line] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, Any]:
        """Values by name; the vector's own go before the section's."""
        own = {name: line.value for name, line in self.lines.items()}
        return {**self.sections, **self.seed, **own}

    @property
    def place(self) -> str:
        """The line of the answer, and the first line, which distinguishes the vector."""
        last = next((name for name in ANSWERS if name in self.lines), None)
        first = next(iter(self.lines.values()))
        line = self.lines[last] if last else first
        return f"line {line.number}, {shown(first.written)}"

    @property
    def answered(self) -> bool:
        """Whether there is an answer."""
        return any(name in self.lines for name in ANSWERS)


def begins(text: str) -> bool:
    """Whether a text begins as such files do, behind comments and empty lines."""
    for line in text.splitlines():
        content = line.strip()
        if content and not content.startswith("#"):
            section = _SECTION.fullmatch(content)
            return section is not None or _LINE.fullmatch(content) is not None
    return True


def records(text: str) -> Iterator[Record]:
    """Yield the lines of each vector.

    A vector ends at an empty line, a section, the end of the file, or a name that it has already,
    once it has an answer. A seed holds for all vectors up to the next seed or section.

    Raises
    ------
    GatehashError
        If a line has none of the forms, a name is not known, stands twice in a vector, or has a
        value of another kind, or a vector has no answer.
    """
    # The program that printed BLAKE2's files said "ok" behind the last answer.
    text = re.sub(r"(?<=[0-9a-f])ok\s*\Z", "", text)
    state = Record("", {}, {})
    header = ""
    for number, content in enumerate(map(str.strip, text.splitlines()), start=1):
        if content.startswith("#"):
            if (named := _HEADER.fullmatch(content)) is not None:
                header = named[named.lastindex or 0]
                state.function = state.function or header
            continue
        section = _SECTION.fullmatch(content)
        line = None if section or not content else _read(number, content)
        if state.answered and (line is None or line.name in state.lines):
            yield state
            state = Record(state.function, state.sections, _seed(state))
        if section is not None:
            _complete(state)
            name, value = section.groups()
            if value is not None:
                told = _line(number, name, value)
                sections = {**state.sections, told.name: told.value}
                state = Record(state.function, sections, {})
            elif " " not in name and name not in ("ENCRYPT", "DECRYPT"):
                state = Record(name or header, {}, {})
        elif line is not None:
            if line.name in state.lines:
                first = state.lines[line.name]
                raise GatehashError(
                    f"line {number}: a second {shown(line.written.split()[0])} in one vector; "
                    f"the first is in line {first.number}, and no answer stands between them"
                )
            state.lines[line.name] = line
    if state.answered:
        yield state
    else:
        _complete(state)


def _seed(before: Record) -> dict[str, Any]:
    """Return what holds for the next vector too if the one before belongs to a Monte Carlo test."""
    names = [name for name in ("seed", "msg") if name in before.lines]
    own: dict[str, Any] = {name: before.lines[name].value for name in names}
    if "seed" in own or (
        "msg" in own and "least" in before.sections and "len" not in before.values
    ):
        return own
    return dict(before.seed)


def _complete(record: Record) -> None:
    """Raise an error for a vector that is cut off."""
    if record.lines:
        first = next(iter(record.lines.values()))
        raise GatehashError(
            f"line {first.number}: the vector that begins with '{shown(first.written)}' has no "
            "answer (MD, Output, Hash, Mac, CT or Tag); the file may be cut off"
        )


def _read(number: int, content: str) -> _Line:
    match = _LINE.fullmatch(content)
    if match is None:
        raise GatehashError(f"line {number}: '{shown(content)}' is not NAME = VALUE")
    return _line(number, *match.groups())


def _line(number: int, written: str, text: str) -> _Line:
    letters = re.sub(r"\(.*?\)|[\W_]", "", written).lower()
    if letters not in _KINDS:
        raise GatehashError(
            f"line {number}: '{shown(written)}' is no name that vectors of hash functions, MACs "
            f"and ciphers have; known are: {_KNOWN}"
        )
    name, kind = _KINDS[letters]
    try:
        value = _value(name, kind, text)
    except ValueError:
        needed = "a whole number, 0 or more" if kind == "number" else "hexadecimal"
        raise GatehashError(
            f"line {number}: {written} is '{shown(text)}'; it must be {needed}"
        ) from None
    return _Line(number, name, f"{written} = {text}", value)


def _value(name: str, kind: str, text: str) -> Any:
    if kind == "words":
        return text
    if kind == "number":
        if not re.fullmatch("[0-9]{1,18}", text):
            raise ValueError(text)
        return int(text)
    if name == "text" or re.fullmatch('".*"', text):
        return text.removeprefix('"').removesuffix('"').encode()
    if re.search(r"\s", text):
        raise ValueError(text)
    return bytes.fromhex(text)
