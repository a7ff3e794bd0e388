# SPDX-License-Identifier: Apache-2.0
"""The English of the docs, of docstrings and claims, and of the headers of RTL files.

Covered are the pages of ``docs/``, the README, the changelog and the guide for contributors, all of
``src/gatehash`` and the comment at the top of each file of ``rtl/``. Headings, questions and code
are exempt.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]

REFUSED = {
    "begins without a subject": r"^(?:Of|What|That|As|Nor|So|Which|Whose)\b",
    "says told or tells for reported, given or contains": r"\b(?:told|tell(?:s|ing)?)\b",
    "says is any for may have any value": r"\b(?:is|are) any(?=[.,;:])",
    "has two negations": r"\b(?:not|never) (?:un\w+|without|nothing|none)\b",
}
"""What is wrong with a sentence, and its pattern."""

_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"``[^`]+``|`[^`]+`")
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )| \| ")
_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`*\[(])")
_PLAIN = re.compile(r"^[-*#|>\d. ]+")
_PARAMETER = re.compile(r"^ *[\w*, ]+ : .*$", re.MULTILINE)
# A type of what is returned or raised, above the line that describes it.
_TYPE = re.compile(r"^( *)[\w.]+\n(?=\1    \S)", re.MULTILINE)
_ANY = re.compile("|".join(pattern.replace("^", r"(?<!\w)") for pattern in REFUSED.values()))


def faults(text: str) -> Iterator[str]:
    """Yield the sentences of a text that are refused, each with the reason."""
    for paragraph in _BREAK.split(_CODE.sub("CODE", text)):
        for part in _END.split(" ".join(paragraph.split())):
            sentence = _PLAIN.sub("", part)
            for reason, pattern in REFUSED.items():
                if not sentence.endswith("?") and re.search(pattern, sentence):
                    yield f"{reason}: {sentence}"


def page(text: str) -> str:
    """Return the prose of a page: without its headings and its code."""
    lines = _FENCE.sub("\n\n", text).split("\n")
    return "\n".join("" if line.startswith(("#", "    ")) else line for line in lines)


def prose(source: str) -> Iterator[str]:
    """Yield the docstrings of a module, and its other texts that end as sentences do."""
    if not _ANY.search(source):
        return
    inside: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(each) for each in node.values}
            parts = (each.value if isinstance(each, ast.Constant) else "X" for each in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = "" if id(node) in inside else node.value
        else:
            continue
        if text.rstrip().endswith("."):
            yield _TYPE.sub("\n", _PARAMETER.sub("\n", text))


def head(source: str) -> str:
    """Return the comment at the top of an RTL file; an indented line is a text of its own."""
    lines = []
    for line in source.split("\n"):
        if line and not line.startswith("//"):
            break
        lines.append(re.sub(r"^//[/!]?(?:  +)", "\n", line).removeprefix("//").strip(" /"))
    return "\n".join(lines)


def _found(*folders: str, ends: tuple[str, ...]) -> list[Path]:
    paths = (path for folder in folders for path in (TOP / folder).rglob("*"))
    return sorted(path for path in paths if path.suffix in ends)


def _named(path: Path, texts: Iterator[str]) -> list[str]:
    return [f"{path.relative_to(TOP)}: {fault}" for text in texts for fault in faults(text)]


def test_pages_say_who_does_what() -> None:
    pages = [*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")]
    assert len(pages) > 40
    wrong = [each for path in pages for each in _named(path, iter([page(path.read_text("utf-8"))]))]
    assert not wrong, "\n".join(wrong)


def test_docstrings_and_claims_say_who_does_what() -> None:
    modules = _found("src/gatehash", ends=(".py",))
    wrong = [each for path in modules for each in _named(path, prose(path.read_text("utf-8")))]
    assert not wrong, "\n".join(wrong)


def test_heads_of_rtl_say_who_does_what() -> None:
    files = _found("rtl", ends=(".sv", ".svh"))
    wrong = [each for path in files for each in _named(path, iter([head(path.read_text("utf-8"))]))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "sentence",
    [
        "Of a stream whose buffer is full no beat is taken.",
        "What it asserts holds.",
        "That a message is too long is known.",
        "As the converters inside.",
        "So it is with a block.",
        "Nor are they in modules that no bench has.",
        "Each event is told once.",
        "A bit tells the direction.",
        "When it takes a word is any.",
        "A packet is not unheard of.",
    ],
)
def test_a_planted_sentence_is_refused(sentence: str) -> None:
    other = "A core takes blocks."
    code = "```\nSo it is.\n```\n\n    So it is.\n"
    assert not [*faults(page(f"# What a core is\n\n{other} Is that so? So?\n\n{code}"))]
    wrong = [*faults(sentence)]
    assert len(wrong) == 1
    assert wrong == [*faults(page(f"# A core\n\n{other} {sentence}\n"))]
    assert wrong == [*faults(page(f"- {other}\n- {sentence}\n"))]
    assert wrong == [*faults(page(f"| core | {other} | {sentence} |\n")[:-2])]
    module = f'"""{other}"""\n\n\ndef core():\n    """{other}\n\n    {sentence}\n    """\n'
    assert wrong == [fault for text in prose(module) for fault in faults(text)]
    result = f'"""{other}\n\nReturns\n-------\nbool\n    {sentence}\n"""\n'
    assert wrong == [fault for text in prose(result) for fault in faults(text)]
    claim = f'claim = (\n    "{other} "\n    f"{{core}}. {sentence}"\n)\n'
    assert wrong == [fault for text in prose(claim) for fault in faults(text)]
    assert wrong == [*faults(head(f"// A core.\n//\n// {other}\n// {sentence}\n\nmodule core;\n"))]
    assert not [*faults(head(f"// {other}\n\nmodule core;\n  // {sentence}\n"))]
