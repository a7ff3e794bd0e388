"""Digests of code: equal for other names and places, different for anything that it does."""

import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gatehash.records import definitions
from gatehash.records.meaning import meaning, used_by

MAIN = '''
"""A module."""

from {package}.other import SCALE, double


def total(values: list[int], *, start: int = 0) -> int:
    """Sum up."""
    result = start
    for each in values:
        result += _weighed(each)  # as it is
    return result


def _weighed(value: int) -> int:
    if value < 0:
        raise ValueError(f"{{value}} is negative")
    return double(value) * SCALE


class Counter:
    """Counts."""

    def __init__(self) -> None:
        self._count = 0
        self.most = 5

    def add(self, more: int) -> int:
        self._count = self._bounded(self._count + more)
        return self._count

    def _bounded(self, value: int) -> int:
        return min(value, self.most)
'''
OTHER = """
SCALE = 3
TABLE = [1, 2]
TABLE.append(3)
TABLE[0] = 7


def double(value: int) -> int:
    return value + value + TABLE[0]


def unused() -> None:
    return None
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that imports a package with the two modules."""
    numbers = count()
    monkeypatch.syspath_prepend(tmp_path)
    names = []

    def made(main: str = MAIN, other: str = OTHER) -> Any:
        name = f"made_{tmp_path.name.replace('-', '_')}_{next(numbers)}"
        monkeypatch.setattr(definitions, "_FOLLOWED", name)
        names.append(name)
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / "main.py").write_text(
            main.replace("{package}", name).replace("{{", "{").replace("}}", "}")
        )
        (folder / "other.py").write_text(other)
        invalidate_caches()
        return import_module(f"{name}.main")

    yield made
    for name in [each for each in sys.modules if each.startswith(tuple(names) or ("?",))]:
        del sys.modules[name]


def digests(module: Any) -> tuple[str, str]:
    return meaning([module.total]), meaning([module.Counter])


def edited(text: str, *edits: tuple[str, str]) -> str:
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    "edits",
    [
        [("_weighed", "_scaled")],
        [("result", "amount"), ("each in", "one in"), ("(each)", "(one)")],
        [("_count", "_seen"), ("_bounded", "_cut")],
        [('"""Sum up."""', '"""Add."""'), ("  # as it is", "")],
        [("list[int]", "tuple[int, ...]"), ("-> int", "-> bool")],
        [("is negative", "is below zero")],
        [("return double(value) * SCALE", "return (\n        double(value)\n        * SCALE)")],
    ],
    ids=["global", "local", "private", "words", "annotations", "error", "layout"],
)
def test_what_does_not_count(packages: Any, edits: list[tuple[str, str]]) -> None:
    before = digests(packages())
    assert digests(packages(edited(MAIN, *edits))) == before


def test_a_definition_may_move(packages: Any) -> None:
    before = digests(packages())
    start, end = OTHER.index("def double"), OTHER.index("def unused")
    moved = OTHER[start:end].replace("double", "twice")
    main = edited(MAIN, ("SCALE, double", "SCALE, TABLE"), ("double(", "twice("))
    assert digests(packages(main + moved, OTHER[:start] + OTHER[end:])) == before


@pytest.mark.parametrize(
    "edit",
    [
        ("start: int = 0", "start: int = 1"),
        ("result += ", "result -= "),
        ("value < 0", "value <= 0"),
        ("* SCALE", "* 2"),
        ("return result", "return start"),
        ("raise ValueError", "raise KeyError"),
    ],
)
def test_what_counts(packages: Any, edit: tuple[str, str]) -> None:
    total, counter = digests(packages())
    other, same = digests(packages(edited(MAIN, edit)))
    assert other != total
    assert same == counter


@pytest.mark.parametrize(
    "edit",
    [
        ("SCALE = 3", "SCALE = 4"),
        ("[1, 2]", "[1, 5]"),
        ("append(3)", "append(4)"),
        ("TABLE[0] = 7", "TABLE[0] = 8"),
        ("value + value", "value - value"),
    ],
)
def test_what_is_used_of_another_module_counts(packages: Any, edit: tuple[str, str]) -> None:
    total, counter = digests(packages())
    other, same = digests(packages(MAIN, edited(OTHER, edit)))
    assert (other != total, same) == (True, counter)
    unused = edited(OTHER, ("return None", "return 1"))
    assert digests(packages(MAIN, unused)) == (total, counter)


@pytest.mark.parametrize(
    "edit",
    [
        ("self.most = 5", "self.most = 6"),
        ("min(value, self.most)", "max(value, self.most)"),
        ("self._bounded(self._count + more)", "self._count + more"),
        ("return self._count", "return self.most"),
        ("self._count = 0", "self.count = 0"),
    ],
)
def test_what_a_class_does_counts(packages: Any, edit: tuple[str, str]) -> None:
    total, counter = digests(packages())
    same, other = digests(packages(edited(MAIN, edit)))
    assert (same, other != counter) == (total, True)


def test_a_local_name_that_hides_another_stays(packages: Any) -> None:
    """With the name of what is built in, or global, a variable may stand for that elsewhere."""
    text = "def f(x):\n    y = [%s for %s in x]\n    return y, %s(x)\n"
    found = []
    for inner, outer in (("v", "len"), ("len", "len"), ("v", "sum")):
        found.append(meaning([packages(MAIN + text % (inner, inner, outer)).f]))
    assert len({*found}) == 3


def test_values_of_roots_count(packages: Any) -> None:
    total = packages().total
    assert meaning([partial(total, start=1)]) != meaning([partial(total, start=2)])
    assert meaning([partial(total, start=1)]) == meaning([partial(total, start=1)])
    with pytest.raises(TypeError, match="has no digest"):
        meaning([object()])
    with pytest.raises(TypeError, match="is not defined in a module of the library"):
        meaning([pytest.fixture])


def test_what_is_used_is_told_apart_from_what_is_not(packages: Any) -> None:
    module = packages()
    assert {name for _, name in used_by([module.total])} == {
        *("total", "_weighed", "double", "SCALE", "TABLE")
    }
    stops = frozenset(used_by([module.total])) - {(module.__name__, "total")}
    alone = meaning([module.total], stops)
    other = packages(edited(MAIN, ("value < 0", "value < 1")))
    stops = frozenset(used_by([other.total])) - {(other.__name__, "total")}
    assert meaning([other.total], stops) == alone
