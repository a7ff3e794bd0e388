# SPDX-License-Identifier: Apache-2.0
"""Which modules a command loads: its own, and none of the libraries that it does not use."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages

import pytest
import typer
from typer.testing import CliRunner

import gatehash
from gatehash.catalog import find
from gatehash.cli.commands import application, outline
from gatehash.simulate import simulator

_NO_COMMAND = {"gatehash", "gatehash.cli", "gatehash.errors", "gatehash.waits"}
_VERSION = {"gatehash.commit"}
# Libraries and parts of Python's that take long to load.
_HEAVY = {
    *("asyncio", "distributed", "importlib.metadata", "jinja2", "msgspec", "numpy", "pydantic"),
    *("psutil", "pyosys", "pyslang", "rich"),
}


def _loaded(code: str) -> set[str]:
    """Return the modules that Python has loaded after it has run some code in a new process."""
    code = f"import sys; {code}; print('loaded', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return set(done.stdout.splitlines()[-1].split())


def _after(*arguments: str) -> set[str]:
    return _loaded(f"from gatehash.cli.commands import run; assert run({[*arguments]}) == 0")


def _own(modules: set[str]) -> set[str]:
    """Return the library's modules, without those of the command line."""
    return {name for name in modules if name.split(".")[0] == "gatehash"} - {
        name for name in modules if name.startswith("gatehash.cli.")
    }


def test_the_library_loads_nothing_before_its_use() -> None:
    modules = _loaded("import gatehash")
    assert _own(modules) == {"gatehash"}
    assert not modules & {*_HEAVY, "re", "typing"}


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ()])
def test_without_a_command_none_is_loaded(arguments: tuple[str, ...]) -> None:
    code = f"from gatehash.cli.commands import run; run({[*arguments]})"
    modules = _loaded(code)
    assert _own(modules) <= _NO_COMMAND | (_VERSION if arguments else set())
    assert "gatehash.cli.hash" not in modules
    assert not modules & (_HEAVY - {"importlib.metadata", "rich"})


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_hash_loads_what_it_uses(engine: str, tmp_path: Path) -> None:
    simulator(find("skein512-x8").job())
    (tmp_path / "message").write_bytes(bytes(1000))
    modules = _after("hash", "--engine", engine, str(tmp_path / "message"))
    on_model = {"numpy"} if engine == "model" else set()
    assert not modules & (_HEAVY - on_model)
    others = {"board", "implement.record", "kat", "microcode", "mutate", "prove", "report", "soc"}
    assert not modules & {f"gatehash.{name}" for name in others}
    assert ("gatehash.simulate.session" in modules) == (engine == "rtl")


def test_list_reads_records_without_their_tools() -> None:
    modules = _after("list")
    assert not modules & (_HEAVY - {"msgspec"})
    others = {"board", "compiled", "kat", "microcode", "mutate", "prove", "report", "soc"}
    assert not modules & {f"gatehash.{name}" for name in others}
    assert "gatehash.simulate" not in modules


def test_help_names_the_commands_as_each_names_itself() -> None:
    runner, wide = CliRunner(), {"COLUMNS": "250"}
    outlined, whole = (
        runner.invoke(made, ["--help"], env=wide).output for made in (outline(), application())
    )
    assert "sha256sum, b2sum and cksum" in whole
    assert outlined == whole


def test_a_value_needs_a_parser_or_is_text() -> None:
    """What Pydantic would read otherwise is noticed here, for all parameters of all commands."""

    def walk(command: object, context: typer.Context) -> int:
        found = 0
        for each in command.get_params(context):  # type: ignore[attr-defined]
            each.get_runtime_param()
            found += 1
        for name, each in getattr(command, "commands", {}).items():
            found += walk(each, typer.Context(each, info_name=name, parent=context))
        return found

    command = typer.main.get_command(application())
    assert walk(command, typer.Context(command, info_name="gatehash")) > 200


_PACKAGES = [
    package.name
    for package in walk_packages(gatehash.__path__, "gatehash.")
    if package.ispkg
    and "on_use(" in Path(*import_module(package.name).__path__, "__init__.py").read_text()
]


@pytest.mark.parametrize("package", _PACKAGES)
def test_a_package_offers_what_it_lists(package: str) -> None:
    module = import_module(package)
    modules = {each.name for each in iter_modules(module.__path__)}
    for name in module.__all__:
        value = getattr(module, name)
        # Python sets the attribute of a module that it loads.
        assert name not in modules or value is import_module(f"{package}.{name}")
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        _ = module.nothing
