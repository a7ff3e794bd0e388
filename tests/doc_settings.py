# SPDX-License-Identifier: Apache-2.0
"""The table of docs/nextpnr.md: what is on record of each setting of nextpnr.

``python -m tests.doc_settings`` writes it.
"""

from collections.abc import Iterator
from statistics import median

from tests.doc_figures import DOCS
from tests.settings import SETTINGS, Setting

from gatehash.catalog import BoundaryName, find
from gatehash.implement import load
from gatehash.implement.trials import Trial, Trials, known_trials
from gatehash.paths import results_roots

__all__ = ["PAGE", "on_record", "updated"]

PAGE = DOCS / "nextpnr.md"
_HEADINGS = f"| design | boundary | {' | '.join(f'`{each.name}`' for each in SETTINGS)} |"


def on_record() -> Iterator[Trials]:
    """Yield the records, by target, design and boundary."""
    root = results_roots()[0] / "settings"
    for path in sorted(root.rglob("*.json")):
        design, side, _ = path.name.split(".")
        boundary: BoundaryName = "core" if side == "core" else "stream"
        found = known_trials(find(design), path.parent.name, boundary)
        assert found is not None
        yield found


def _trials(record: Trials, setting: Setting) -> list[Trial]:
    """Return the trials of a setting, with the runs of the design's record that it made."""
    found = {each.seed: each for each in record.trials if each.setting == setting.name}
    result = load(find(record.design), record.target, record.boundary)
    assert result is not None
    for run in result.runs:
        options = ("--placer", run.placer or "static", "--router", run.router)
        if (setting.options, setting.spread) == (options, run.spread):
            found[run.seed] = Trial(
                setting=setting.name,
                options=setting.options,
                seed=run.seed,
                limit=run.seconds,
                run=run,
                said="" if run.kind == "routed" else "the end of the time",
            )
    return [*found.values()]


def _cell(trials: list[Trial]) -> str:
    """Return the median frequency of routed runs, how many were, and their CPU time."""
    routed = [each.run for each in trials if each.run and each.run.kind == "routed"]
    count = f"{len(routed)} of {len(trials)}"
    if not routed:
        limit = max((each.limit for each in trials), default=0)
        return f"{count} in {limit:.0f} s" if trials else "-"
    fmax = median(run.fmax_mhz for run in routed)
    seconds = median(run.seconds for run in routed)
    return f"{fmax:.1f} MHz, {count}, {seconds:.0f} s"


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    before, found, rest = text.partition(_HEADINGS)
    assert found, _HEADINGS
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    rows = []
    for each in on_record():
        cells = [_cell(_trials(each, setting)) for setting in SETTINGS]
        rows.append(f"| `{each.design}` | {each.boundary} | {' | '.join(cells)} |")
    table = "\n".join([_HEADINGS, "|" + " --- |" * (2 + len(SETTINGS)), *rows])
    return before + "\n".join([table, *lines[end:]])


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
