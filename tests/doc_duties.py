# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/requirements.md: what modules require and assert, and what proves it.

``python -m tests.doc_duties`` writes them, and the sentence of docs/proofs.md that counts them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.doc_figures import DOCS
from tests.doc_table import with_part
from tests.duties import REQUIRED, Duty, duties, reasons

__all__ = ["COUNTED", "PAGE", "sentence", "updated", "with_sentence"]

PAGE = DOCS / "requirements.md"
COUNTED = DOCS / "proofs.md"
_REQUIREMENTS = "| module | requirements | in | designs | proved by |"
_ASSERTIONS = "| module | assertions | designs | proved by |"
_MOST_NAMES = 3


def updated(text: str) -> str:
    """Return the page with the tables of the RTL and the properties as they are now."""
    required = [each for each in duties() if each.label.startswith(REQUIRED)]
    asserted = [each for each in duties() if not each.label.startswith(REQUIRED)]
    text = _with_table(text, _REQUIREMENTS, _rows(required))
    return with_sentence(_with_table(text, _ASSERTIONS, _rows(asserted)))


def with_sentence(text: str) -> str:
    """Return a page with the sentence that counts requirements and assertions."""
    return with_part(text, "duties", sentence() + "\n")


def sentence() -> str:
    """Return how many requirements and assertions are proved, of how many."""
    required, asserted = (
        [
            each
            for each in duties()
            if each.label.startswith(REQUIRED) is wanted and not _users(each)
        ]
        for wanted in (True, False)
    )
    lines = (
        _count(required, "requirements, each counted once for each module around its own,"),
        _count(asserted, "assertions"),
    )
    users = {(each.module, each.label) for each in duties() if _users(each)}
    return "\n".join((*lines, f"{len(users)} more requirements are those of a bus on its master."))


def _count(found: list[Duty], what: str) -> str:
    """Return how many of some fields are proved in every place, and in how many places."""
    fields: defaultdict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for duty in found:
        parent = duty.parent if duty.label.startswith(REQUIRED) else ""
        fields[duty.module, duty.label, parent].append(bool(duty.property))
    proved = sum(bool(duty.property) for duty in found)
    return (
        f"{sum(map(all, fields.values()))} of {len(fields)} {what} are proved wherever they stand: "
        f"{proved} of {len(found)} places in designs and wrappers."
    )


def _users(duty: Duty) -> bool:
    return not duty.property and any(each.user and each.covers(duty) for each in reasons())


def _with_table(text: str, headings: str, rows: Iterable[str]) -> str:
    before, _, rest = text.partition(headings)
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    line = "|".join(" --- " for _ in range(headings.count("|") - 1))
    return before + "\n".join([headings, f"|{line}|", *rows, *lines[end:]])


def _rows(found: list[Duty]) -> Iterator[str]:
    """Yield a row for all labels of a module, in a parent, that the same properties have."""
    required = found[0].label.startswith(REQUIRED)
    places: defaultdict[tuple[str, str], defaultdict[str, set[Duty]]]
    places = defaultdict(lambda: defaultdict(set))
    for duty in found:
        where = (duty.module, duty.parent if required else "")
        places[where][duty.label].add(duty)
    for (module, parent), labels in sorted(places.items()):
        alike: defaultdict[frozenset[tuple[str, str, bool, str]], list[str]] = defaultdict(list)
        for label, each in sorted(labels.items()):
            key = frozenset((duty.top, duty.property, duty.alike, _why(duty)) for duty in each)
            alike[key].append(label.removeprefix(REQUIRED))
        for key, names in alike.items():
            said = ", ".join(f"`{name}`" for name in names)
            for tops, proof in _split(key):
                around = f" `{parent}` |" if required else ""
                yield f"| `{module}` | {said} |{around} {tops} | {proof} |"


def _split(key: Iterable[tuple[str, str, bool, str]]) -> Iterator[tuple[str, str]]:
    """Yield which designs have a field that is proved, and by what, then those without a proof."""
    proofs: defaultdict[str, set[str]] = defaultdict(set)
    opened: defaultdict[str, set[str]] = defaultdict(set)
    for top, name, alike, why in key:
        if name:
            stem, kind, *shape = name.split(".")
            form = f" of the same form, `{'.'.join(shape)}`" if alike else ""
            proofs[f"`{stem}.{kind}`{form}"].add(top)
        else:
            opened[why].add(top)
    if proofs:
        yield _designs(set().union(*proofs.values())), ", ".join(sorted(proofs))
    for why, tops in sorted(opened.items()):
        yield _designs(tops), why


def _designs(tops: set[str]) -> str:
    names = sorted(tops)
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_NAMES])
    more = len(names) - _MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown


def _why(duty: Duty) -> str:
    if duty.property:
        return ""
    found = [each for each in reasons() if each.covers(duty)]
    if not found:
        return "**open**: no reason is given"
    return found[0].reason if found[0].user else f"**open**: {found[0].reason}"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    COUNTED.write_text(with_sentence(COUNTED.read_text(encoding="utf-8")), encoding="utf-8")
