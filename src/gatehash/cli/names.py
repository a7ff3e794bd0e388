# SPDX-License-Identifier: Apache-2.0
r"""Names of files in diagnostics, quoted for the shell where necessary, as GNU tools do.

Examples
--------
>>> print(quoted("plain.txt"), quoted("two words"), quoted("it's"))
plain.txt 'two words' "it's"
>>> print(quoted("two\nlines\udcff"))
'two'$'\n''lines'$'\377'
"""

import os
import string

__all__ = ["quoted", "utf8"]

_ALWAYS = frozenset(" !\"$&'()*:;<=>?[\\^`|")
_FIRST = frozenset("#~")
_PLAIN = frozenset(f"{string.ascii_letters}{string.digits}%+,-./:@]_{{}} '")
_ESCAPES = {"\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r"}


def quoted(name: str) -> str:
    """Return a name for a diagnostic: on one line, without control characters."""
    odd = [not character.isprintable() for character in name]
    if name and not any(odd) and name[0] not in _FIRST and not _ALWAYS.intersection(name):
        return name
    # Double quotes suffice where a single quote is the only special character.
    if (
        "'" in name
        and not any(odd)
        and all(character in _PLAIN or ord(character) >= 128 for character in name)
    ):
        return f'"{name}"'
    text, escaping = "'", False
    for character, is_odd in zip(name, odd, strict=True):
        if is_odd != escaping:
            text += "'$'" if is_odd else "''"
            escaping = is_odd
        text += _escape(character) if is_odd else character.replace("'", "'\\''")
    return f"{text}'"


def utf8(name: str) -> str:
    r"""Return a name as text that UTF-8 can encode, with escapes for all other bytes.

    Examples
    --------
    >>> print(utf8("caf\u00e9"), utf8("caf\udce9"))
    café caf\xe9
    """
    return os.fsencode(name).decode(errors="backslashreplace")


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return f"\\{_ESCAPES[character]}"
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
