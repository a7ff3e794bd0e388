# SPDX-License-Identifier: Apache-2.0
"""All that is known of the catalogue as a static site: it opens from the file system."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gatehash import __version__
from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError
from gatehash.files import write_files
from gatehash.implement import BOUNDARIES, TARGETS, find_target
from gatehash.implement.figures import unit_words
from gatehash.paths import docs_root
from gatehash.report.columns import Entry, Table, label
from gatehash.report.coverage import coverage_page
from gatehash.report.designs import CATALOGUE, DesignPage, name_of, pages
from gatehash.report.document import Document
from gatehash.report.marks import MARKS, PEER
from gatehash.report.papers import DOCUMENTS
from gatehash.report.peers import figure_words, peer_legend, peer_tables
from gatehash.report.rows import PLACED, catalogue
from gatehash.report.scale import Scale, scale
from gatehash.report.summary import best_of_each

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

__all__ = ["site_files", "write_site"]

_NAME = re.compile(r"(?<![\w-])[\w.]+(?:-[\w.]*\w)+(?![\w-])")
"""A word with hyphens; with a digit or of the catalogue it is a name."""


def write_site(out: Path) -> Path:
    """Write the site and return its first page.

    Parameters
    ----------
    out : Path
        Folder for ``index.html`` and all other pages; made if need be, and left as it was if
        anything fails.

    Raises
    ------
    GatehashError
        If the folder can't be written, a library is missing, or a record is damaged.
    """
    write_files(out, site_files(), "report")
    return out / "index.html"


def site_files() -> dict[str, bytes]:
    """Return the files of the site by their paths in its folder.

    Raises
    ------
    GatehashError
        If markdown-it-py or matplotlib are missing, or a record is damaged.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context

    try:
        from gatehash.report.manual import chapters
    except ImportError as error:
        raise GatehashError(
            f"{error.name} not found; the site needs it, get it with: pip install "
            "'gatehash[report]'"
        ) from error
    environment = Environment(
        loader=PackageLoader("gatehash.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"named": pass_context(_named), "prose": pass_context(_prose)}
    documents = [make() for make in DOCUMENTS.values()]
    manual = chapters(docs_root())
    environment.globals |= {
        "version": __version__,
        "papers": [(each.source.name, each.source.report.title) for each in documents],
    }
    entries = list(catalogue())
    designs = pages(entries, documents)
    algorithms = sorted({name for each in designs for name in each.design.algorithms})
    cores = tuple(peer_tables(algorithms, list(DESIGNS)))
    scales = scale()
    found = list(_found(designs, documents, cores, scales, manual))

    def page(template: str, root: str = "../", **content: Any) -> str:
        return environment.get_template(f"{template}.html").render(root=root, **content)

    legend, figures = peer_legend(algorithms), figure_words(algorithms)
    texts = {
        "index.html": page("index", "", **_overview(entries, algorithms, designs)),
        "cores.html": page("cores", "", tables=cores, legend=legend, figures=figures),
        "scale/index.html": page("scale", scales=scales),
        "coverage.html": page("coverage", "", coverage=coverage_page()),
        **{f"manual/{each.name}.html": page("chapter", chapter=each) for each in manual},
        **{
            f"designs/{each.design.name}.html": page("design", page=each, design=each.design)
            for each in designs
        },
        **{f"papers/{each.source.name}.html": page("paper", document=each) for each in documents},
        "search.js": f"const SEARCH = {json.dumps(found)};\n",
        **{name: _source(environment, name) for name in ("style.css", "site.js", "explorer.js")},
    }
    plots = [each.picture for each in scales if each.is_plotted]
    pictures = {
        **{f"papers/{each.name}.svg": each for document in documents for each in document.pictures},
        **{f"scale/{each.name}.svg": each for each in plots},
    }
    return {
        **{name: text.encode() for name, text in texts.items()},
        **{name: picture.draw()["svg"] for name, picture in pictures.items()},
    }


def _source(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def _prose(context: Context, text: str) -> Any:
    """Return text as HTML: commands between backticks are code."""
    from markupsafe import escape

    return _named(context, re.sub("`(.+?)`", r"<code>\1</code>", str(escape(text))))


def _named(context: Context, html: str) -> Any:
    """Keep the names in the text of HTML together, and link those of designs to their pages."""
    from markupsafe import Markup

    def name(found: re.Match[str]) -> str:
        word = found[0]
        if word in DESIGNS:
            return f'<a class="name" href="{context["root"]}designs/{word}.html">{word}</a>'
        return f'<span class="name">{word}</span>' if re.search(r"\d", word) else word

    return Markup(re.sub("(?:^|(?<=>))[^<]+", lambda text: _NAME.sub(name, text[0]), html))


def _overview(
    entries: Sequence[Entry], algorithms: Sequence[str], designs: Sequence[DesignPage]
) -> dict[str, Any]:
    """Return the content of the overview: the table of all designs, targets, tools and counts."""
    compared = {each.design.name: each.design.compared for each in designs}
    kinds = {
        entry["design"]: entry["frequency_kind"]
        for entry in entries
        if entry["target"] == PLACED and entry["boundary"] == compared.get(entry["design"])
    }
    tools: dict[str, set[str]] = {}
    for each in designs:
        for _, figures in each.measured:
            for name, version in (figures.result.tools if figures.result else {}).items():
                tools.setdefault(name, set()).add(version)
    rows = tuple({"tool": name, "version": sorted(tools[name])} for name in sorted(tools))
    unmarked = tuple({**entry, "notes": ()} for entry in entries)
    families = list(dict.fromkeys(each.design.family for each in designs))
    return {
        "table": Table("designs", "All designs and open cores", CATALOGUE, unmarked),
        "describe": lambda entry: _describe(entry, families),
        "families": families,
        "marks": {
            **{f"f{place}": MARKS[place] for place in range(len(families))},
            "peer": PEER,
        },
        "best": best_of_each(),
        "units": unit_words(find_target(PLACED)),
        "algorithms": algorithms,
        "boundaries": BOUNDARIES,
        "targets": [name for name in TARGETS if any(e["target"] == name for e in entries)],
        "devices": _devices(entries),
        "tools": Table(
            "tools", "Tools", (label("tool", "Package"), label("version", "Version")), rows
        ),
        "counts": {
            "designs": len(designs),
            "algorithms": len(algorithms),
            "routed on ECP5": [*kinds.values()].count("routed"),
            "placed only": [*kinds.values()].count("placed"),
            "without frequency": [*kinds.values()].count(None),
        },
    }


def _describe(entry: Entry, families: Sequence[str]) -> dict[str, Any]:
    """Return what the explorer knows of a row: what it is filtered by, and its point."""
    ours = entry["design"] is not None
    return {
        "name": name_of(entry),
        "family": entry["family"],
        "algorithm": entry["algorithm"].replace(",", ""),
        "boundary": entry["boundary"],
        "target": entry["target"],
        "mark": f"f{families.index(entry['family'])}" if ours else "peer",
        "work": _work(entry),
        "kind": entry["frequency_kind"] or "",
        "units": entry["units"] if entry["throughput_mbps"] else None,
        "lut": entry["luts"] if entry["throughput_mbps"] else None,
        "y": entry["throughput_mbps"],
        "href": f"designs/{entry['design']}.html" if ours else "cores.html",
    }


def _work(entry: Entry) -> str:
    """Return a row's function in the words of a label."""
    return f"{entry['algorithm']} {entry.get('operation') or ''}".strip()


def _devices(entries: Sequence[Entry]) -> Table:
    """Return the targets, with how many designs were measured on each."""
    rows = []
    for target in TARGETS.values():
        known = [e for e in entries if e["target"] == target.name and e["design"]]
        stale = {e["design"] for e in known if str(e["reason"]).startswith("stale")}
        if known:
            rows.append(
                {
                    "name": target.name,
                    "description": target.description,
                    "gives": "area and frequency" if target.place_and_route else "area only",
                    "measured": str(len({e["design"] for e in known if e["luts"] is not None})),
                    "stale": str(len(stale)),
                }
            )
    columns = (
        label("name", "Target"),
        label("description", "Device"),
        label("gives", "Gives"),
        label("measured", "Designs"),
        label("stale", "Stale"),
    )
    return Table("devices", "Devices", columns, tuple(rows))


def _found(
    designs: Sequence[DesignPage],
    documents: Sequence[Document],
    cores: Sequence[Table],
    scales: Sequence[Scale],
    manual: Sequence[Any],
) -> Iterator[tuple[str, str, str, str]]:
    """Return what the search finds: title, kind, address and further words."""
    for each in designs:
        yield each.design.name, "design", f"designs/{each.design.name}.html", each.words
    for document in documents:
        link, source = f"papers/{document.source.name}.html", document.source
        yield source.report.title, "paper", link, f"{source.title} {' '.join(source.authors)}"
        for table in document.tables:
            if table.sheet != "peers":
                yield table.title, f"paper {source.name}", f"{link}#{table.id}", ""
    for table in cores:
        works = " ".join(name_of(row) for row in table.rows if not row["design"])
        yield table.title, "open cores", f"cores.html#{table.id}", works
    for each_scale in scales:
        table = each_scale.table
        yield table.title, "scale", f"scale/index.html#{table.id}", ""
    for chapter in manual:
        for anchor, heading, text in chapter.sections:
            yield heading, "manual", f"manual/{chapter.name}.html#{anchor}", text
