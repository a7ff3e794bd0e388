# SPDX-License-Identifier: Apache-2.0
"""Options for what functions take, made from the schemas of the catalogue."""

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, cast

import typer

from gatehash.catalog import DESIGNS, Field, FlagField
from gatehash.cli.files import reading, reason
from gatehash.cli.names import quoted
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError

__all__ = ["given", "option", "with_fields"]

_LONGEST_KEY_FILE = 1 << 16
# Ends of what names of functions may have in common.
_STEM = re.compile(r"-|[a-z](?=[0-9])")

_Command = TypeVar("_Command", bound=Callable[..., None])


def with_fields(
    *, hashes: bool, short: Mapping[str, tuple[str, ...]] = MappingProxyType({})
) -> Callable[[_Command], _Command]:
    """Give a command an option for each field of the hash functions, or of the ciphers.

    The command takes them as ``**values``, for :func:`given`. The help lists them by topic and
    names the functions that take each of them. A secret has a second option, which names a file.

    Parameters
    ----------
    hashes : bool
        Whether the fields are those of hash functions.
    short : mapping
        Other names of the options for some fields.
    """
    found: dict[str, list[Field]] = {}
    takers: dict[str, set[str]] = {}
    functions = [function for design in DESIGNS.values() for function in design.functions]
    for function in functions:
        for field in function.fields if function.hashes == hashes else ():
            found.setdefault(field.name, []).append(field)
            takers.setdefault(field.name, set()).add(function.name)
    names = {function.name for function in functions}
    options = {}
    for name, fields in found.items():
        takes = _patterns(takers[name], names)
        options[name] = _option(fields, takes, short.get(name, ()))
        if fields[0].secret:
            words = f"File with the {name}, as HEX; - is standard input."
            option = typer.Option(
                f"--{name}-file", metavar="FILE", help=words, rich_help_panel=fields[0].topic
            )
            options[f"{name}_file"] = Annotated[str | None, option]

    def decorate(command: _Command) -> _Command:
        signature = inspect.signature(command, eval_str=True)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        made = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)
            for name, option in options.items()
        ]
        cast(Any, command).__signature__ = signature.replace(parameters=[*own, *made])
        return command

    return decorate


def option(name: str) -> str:
    """Return the command line's name of a field.

    Examples
    --------
    >>> option("digest_bits")
    '--digest-bits'
    """
    return f"--{name.replace('_', '-')}"


def _patterns(takers: Collection[str], names: Collection[str]) -> list[str]:
    """Return the names of some functions; a beginning that no others have stands for many."""
    found: dict[str, list[str]] = {}
    for name in sorted(takers):
        stems = (name[: at.end()] for at in _STEM.finditer(name))
        own = (stem for stem in stems if all(n in takers for n in names if n.startswith(stem)))
        found.setdefault(next(own, name), []).append(name)
    return [f"{stem}*" if len(each) > 1 else each[0] for stem, each in found.items()]


def _option(fields: Sequence[Field], takers: Sequence[str], short: tuple[str, ...]) -> Any:
    """Return the option for fields of one name, which some functions take."""
    flag = option(fields[0].name)
    flags = (flag, *short)
    words = " ".join(dict.fromkeys(field.help for field in fields))
    topic = fields[0].topic
    named = f" ({', '.join(f'`{taker}`' for taker in takers)})"
    if isinstance(fields[0], FlagField):
        return Annotated[bool, typer.Option(*flags, help=words + named, rich_help_panel=topic)]
    most = max(field.most or 0 for field in fields)
    if most:
        whole = Whole(min(field.least or 0 for field in fields), most)
        # Options that other tools have as well stand among the first, and all functions take them.
        panel, text = (None, words) if short else (topic, words + named)
        number = typer.Option(*flags, metavar="N", parser=whole, help=text, rich_help_panel=panel)
        return Annotated[int | None, number]
    if fields[0].secret:
        words += f" Other users of the machine can see it; {flag}-file hides it."
    made = typer.Option(*flags, metavar="HEX", help=words + named, rich_help_panel=topic)
    return Annotated[str | None, made]


def given(
    values: Mapping[str, Any], inputs: Collection[str]
) -> tuple[dict[str, bytes | int], list[str]]:
    """Return the values of the options, and the files that hold some of them.

    No error message shows any part of a secret.

    Parameters
    ----------
    values : mapping
        The options of :func:`with_fields`.
    inputs : collection of str
        Other files that the command reads.

    Raises
    ------
    GatehashError
        If a value is given twice, its file can't be read, or it is not hexadecimal, or if a secret
        is empty.
    """
    found: dict[str, bytes | int] = {}
    files = []
    for name, value in values.items():
        of = name.removesuffix("_file")
        if value is None or value is False:
            continue
        if of == name:
            found[name] = _hexadecimal(name, value) if isinstance(value, str) else value
            # What is secret has a file, too. None is never given by what is empty.
            if f"{name}_file" in values and not found[name]:
                raise _empty(name)
            continue
        if value == "-" and "-" in inputs:
            raise GatehashError(f"standard input can't be both the message and the {of}")
        if values[of] is not None:
            raise GatehashError(f"--{of} and --{of}-file exclude each other; choose one")
        if not (data := _read(of, value)):
            raise _empty(f"{of} in {quoted(value)}")
        found[of] = data
        files.append(value)
    return found, files


def _read(name: str, file: str) -> bytes:
    """Return the bytes that a file holds in hexadecimal."""
    try:
        with reading(file) as stream:
            text = stream.read(_LONGEST_KEY_FILE + 1)
    except OSError as error:
        raise GatehashError(f"{name} file {quoted(file)}: {reason(error)}") from error
    if len(text) > _LONGEST_KEY_FILE:
        raise GatehashError(
            f"{name} file {quoted(file)} is longer than {_LONGEST_KEY_FILE} bytes; "
            f"it must hold the {name} alone, in hexadecimal"
        )
    return _hexadecimal(f"{name} in {quoted(file)}", text.decode("ascii", "replace"))


def _empty(name: str) -> GatehashError:
    return GatehashError(f"{name} is empty; it must be two hexadecimal digits for each byte")


def _hexadecimal(name: str, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise GatehashError(
            f"{name} is not hexadecimal; it must be two digits for each byte"
        ) from None
