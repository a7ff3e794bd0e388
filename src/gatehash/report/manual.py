# SPDX-License-Identifier: Apache-2.0
"""The pages of ``docs/`` as HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

__all__ = ["Chapter", "chapters"]


@dataclass(frozen=True)
class Chapter:
    """A page of the manual.

    Parameters
    ----------
    name, title : str
        Name of its file in the site without the ending, and its first heading.
    html : str
        Its content.
    sections : tuple of tuple
        Anchor, heading and text of each section.
    """

    name: str
    title: str
    html: str
    sections: tuple[tuple[str, str, str], ...]


def chapters(folder: Path) -> list[Chapter]:
    """Return the pages of a folder: ``README.md`` as ``index``, then all in its order."""
    index = folder / "README.md"
    listed = re.findall(r"\]\(([\w-]+)\.md\)", index.read_text(encoding="utf-8"))
    others = (_chapter(folder / f"{name}.md", name) for name in dict.fromkeys(listed))
    return [_chapter(index, "index"), *others]


def _chapter(path: Path, name: str) -> Chapter:
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(path.read_text(encoding="utf-8"))
    sections: list[tuple[str, str, list[str]]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = re.sub("[`*]", "", tokens[place + 1].content)
            anchor = re.sub(r"[^\w-]+", "-", heading.lower()).strip("-")
            token.attrSet("id", anchor)
            sections.append((anchor, heading, []))
        elif token.type == "inline":
            sections[-1][2].append(token.content)
            for child in token.children or ():
                # Pages link to one another as files of a repository do.
                if child.type == "link_open" and "://" not in str(child.attrs["href"]):
                    child.attrs["href"] = str(child.attrs["href"]).replace(".md", ".html")
        elif token.type == "table_open":
            token.attrSet("class", "prose")
    html = parser.renderer.render(tokens, parser.options, {})
    wide = '<div class="wide" role="region" aria-label="Table" tabindex="0">'
    html = html.replace("<table", f"{wide}<table").replace("</table>", "</table></div>")
    found = tuple((anchor, heading, " ".join(texts)) for anchor, heading, texts in sections)
    return Chapter(name, found[0][1], html, found)
