# SPDX-License-Identifier: Apache-2.0
"""``gatehash derive``: keys derived from keys and passwords on simulated hardware or on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gatehash.cli.engines import AnyEngineOption, Engine, Uart, check_simulated
from gatehash.cli.fields import given
from gatehash.cli.hash import NetlistOption
from gatehash.cli.progress import bar
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError

if TYPE_CHECKING:
    from gatehash.catalog import Job
    from gatehash.derivation import Derivation

__all__ = ["derive"]

derive = typer.Typer(
    help="Derive keys from keys and passwords, each step on simulated hardware or on a board.",
    no_args_is_help=True,
)

_MOST_BYTES = (1 << 32) - 1

DesignOption = Annotated[
    str | None, typer.Option("--design", metavar="NAME", help="Design with HMAC or KMAC.")
]
AlgorithmOption = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        "-a",
        metavar="NAME",
        help="Keyed hash, such as hmac-sha-256; by default the design's usual one.",
    ),
]
KeyOption = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="HEX",
        help="Key. Other users of the machine can see it; --key-file hides it.",
    ),
]
KeyFileOption = Annotated[
    str | None,
    typer.Option(
        "--key-file", metavar="FILE", help="File with the key, as HEX; - is standard input."
    ),
]
LengthOption = Annotated[
    int,
    typer.Option(
        "--length",
        "-l",
        metavar="BYTES",
        parser=Whole(1, _MOST_BYTES),
        help="Bytes of the derived key.",
    ),
]
SaltOption = Annotated[str | None, typer.Option("--salt", metavar="HEX", help="Salt.")]
InfoOption = Annotated[str | None, typer.Option("--info", metavar="HEX", help="Context, info.")]
LabelOption = Annotated[
    str | None, typer.Option("--label", metavar="HEX", help="Purpose of the derived key.")
]
ContextOption = Annotated[
    str | None, typer.Option("--context", metavar="HEX", help="Parties and circumstances.")
]


@contextmanager
def _derivation(
    design: str | None,
    algorithm: str | None,
    engine: Engine | Uart,
    netlist: str | None,
    messages: Callable[[Derivation], int] = lambda _: 0,
) -> Iterator[Derivation]:
    """Yield what derives keys on an engine; a bar shows the progress of many messages."""
    check_simulated(engine, netlist=netlist)
    if design is None and algorithm is None and not isinstance(engine, Uart):
        raise GatehashError(
            "name what derives the key: --design NAME, such as sha256-lut-hmac, or --algorithm "
            "NAME, such as hmac-sha-256"
        )
    from gatehash.derivation import Derivation, on_board, on_model, on_rtl

    with ExitStack() as stack:
        compute: Callable[[Job], Any]
        if isinstance(engine, Uart):
            from gatehash.board import BoardLink  # with all that builds for boards

            link = stack.enter_context(BoardLink(engine.device))
            make = partial(link.job, design, algorithm)
            compute = partial(on_board, link=link)
        else:
            make = partial(_made, design, algorithm)
            compute = on_model
            if engine is Engine.RTL:
                if netlist is not None:
                    from gatehash.simulate.netlist import check_netlist_target

                    check_netlist_target(netlist)
                compute = partial(on_rtl, netlist=netlist)
        # The first one says what is wrong with the names before anything is shown.
        found = Derivation(make, compute)
        shown = stack.enter_context(bar(lambda: messages(found), least=1000, of_bytes=False))
        yield Derivation(make, compute, shown.advance)


def _made(design: str | None, algorithm: str | None, values: dict[str, Any]) -> Job:
    from gatehash.catalog import find, named

    if design is not None:
        return find(design).job(algorithm, values)
    assert algorithm is not None
    found, function = named(algorithm, [*values])
    return found.job(function, values)


def _values(**options: str | None) -> dict[str, Any]:
    """Return the options' bytes; none for what is not given."""
    values, _ = given(options, [])
    return values


def _secret(values: dict[str, Any], name: str) -> Any:
    if name not in values:
        raise GatehashError(f"no {name}; give --{name}-file FILE or --{name} HEX")
    return values.pop(name)


def _print(key: bytes) -> None:
    print(key.hex())


@derive.command()
def hkdf(
    length: LengthOption,
    design: DesignOption = None,
    algorithm: AlgorithmOption = None,
    key: KeyOption = None,
    key_file: KeyFileOption = None,
    salt: SaltOption = None,
    info: InfoOption = None,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Derive a key with HKDF (RFC 5869): extract, then expand."""
    values = _values(key=key, key_file=key_file, salt=salt, info=info)
    own = _secret(values, "key")
    with _derivation(design, algorithm, engine, netlist) as found:
        _print(found.hkdf(own, length=length, **values))


@derive.command()
def hkdf_extract(
    design: DesignOption = None,
    algorithm: AlgorithmOption = None,
    key: KeyOption = None,
    key_file: KeyFileOption = None,
    salt: SaltOption = None,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Print the pseudorandom key of HKDF-Extract (RFC 5869)."""
    values = _values(key=key, key_file=key_file, salt=salt)
    own = _secret(values, "key")
    with _derivation(design, algorithm, engine, netlist) as found:
        _print(found.hkdf_extract(own, **values))


@derive.command()
def hkdf_expand(
    length: LengthOption,
    design: DesignOption = None,
    algorithm: AlgorithmOption = None,
    key: KeyOption = None,
    key_file: KeyFileOption = None,
    info: InfoOption = None,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Derive a key with HKDF-Expand (RFC 5869) from a pseudorandom key."""
    values = _values(key=key, key_file=key_file, info=info)
    own = _secret(values, "key")
    with _derivation(design, algorithm, engine, netlist) as found:
        _print(found.hkdf_expand(own, length=length, **values))


@derive.command()
def pbkdf2(
    length: LengthOption,
    iterations: Annotated[
        int,
        typer.Option(
            "--iterations", metavar="N", parser=Whole(1, _MOST_BYTES), help="Iteration count."
        ),
    ],
    design: DesignOption = None,
    algorithm: AlgorithmOption = None,
    password: Annotated[
        str | None,
        typer.Option(
            "--password",
            metavar="HEX",
            help="Password. Other users of the machine can see it; --password-file hides it.",
        ),
    ] = None,
    password_file: Annotated[
        str | None,
        typer.Option(
            "--password-file",
            metavar="FILE",
            help="File with the password, as HEX; - is standard input.",
        ),
    ] = None,
    salt: SaltOption = None,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Derive a key from a password with PBKDF2 (RFC 8018)."""
    values = _values(password=password, password_file=password_file, salt=salt)
    own = _secret(values, "password")
    if "salt" not in values:
        raise GatehashError("no salt; give --salt HEX")

    def messages(found: Derivation) -> int:
        return found.blocks(length) * iterations

    with _derivation(design, algorithm, engine, netlist, messages) as found:
        _print(found.pbkdf2(own, iterations=iterations, length=length, **values))


@derive.command()
def kdf_counter(
    length: LengthOption,
    design: DesignOption = None,
    algorithm: AlgorithmOption = None,
    key: KeyOption = None,
    key_file: KeyFileOption = None,
    label: LabelOption = None,
    context: ContextOption = None,
    fixed: Annotated[
        str | None,
        typer.Option(
            "--fixed",
            metavar="HEX",
            help="All behind the counter, in place of label, zero byte, context and length.",
        ),
    ] = None,
    before: Annotated[
        str | None, typer.Option("--before", metavar="HEX", help="All in front of the counter.")
    ] = None,
    counter_bits: Annotated[
        int,
        typer.Option(
            "--counter-bits",
            metavar="8|16|24|32",
            parser=Whole(8, 32),
            help="Bits of the counter.",
        ),
    ] = 32,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Derive a key with the KDF in counter mode on HMAC (NIST SP 800-108r1, section 4.1)."""
    values = _values(
        key=key, key_file=key_file, label=label, context=context, fixed=fixed, before=before
    )
    own = _secret(values, "key")
    with _derivation(design, algorithm, engine, netlist) as found:
        _print(found.kdf_counter(own, length=length, counter_bits=counter_bits, **values))


@derive.command()
def kdf_kmac(
    length: LengthOption,
    design: DesignOption = None,
    algorithm: AlgorithmOption = None,
    key: KeyOption = None,
    key_file: KeyFileOption = None,
    label: LabelOption = None,
    context: ContextOption = None,
    engine: AnyEngineOption = Engine.RTL,
    netlist: NetlistOption = None,
) -> None:
    """Derive a key with the KDF on KMAC (NIST SP 800-108r1, section 4.4)."""
    values = _values(key=key, key_file=key_file, label=label, context=context)
    own = _secret(values, "key")
    with _derivation(design, algorithm, engine, netlist) as found:
        _print(found.kdf_kmac(own, length=length, **values))
