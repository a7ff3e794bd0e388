"""Properties of another folder of RTL, and what is to be decided of them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from gatehash.mutate.plant import copy_with
from gatehash.paths import rtl_root
from gatehash.prove import Property, all_properties
from gatehash.prove.kernel.obligations import Obligations, noted
from gatehash.prove.record import load
from gatehash.prove.tools.equivalence import Equivalence
from gatehash.prove.tools.harness import Harness
from gatehash.prove.tools.independence import Independence, Steered
from gatehash.prove.tools.simulation import Simulation

NAMES = {each.name: each for each in all_properties()}


def copied(texts: dict[str, bytes], folder: Path) -> Path:
    """Return a folder of the RTL in which some files have another text."""
    copy_with(rtl_root(), texts, folder)
    return folder


def elsewhere(of: Property, root: Path) -> Property:
    """Return a property of the modules in another folder, wherever their files are there."""

    def there(paths: tuple[Path, ...]) -> tuple[Path, ...]:
        found = []
        for path in paths:
            same = root / path.relative_to(rtl_root())
            found.append(same if same.exists() else next(root.rglob(path.name)))
        return tuple(found)

    owner: Any = getattr(of.run, "__self__", None)
    match owner:
        case Steered() as steered:
            other = replace(steered, root=root)
            own = tuple(dict.fromkeys((*other.files, *other.core_files)))
            return replace(of, sources=own, run=other.run)
        case Harness() as harness:
            moved = replace(harness, root=root)
            return replace(of, sources=moved.files, run=moved.run)
        case Independence() as independence:
            run = replace(independence, files=there(independence.files)).run
        case Equivalence() | Simulation() as stated:
            run = replace(stated, sources=there(stated.sources)).prove
        case _:
            raise TypeError(of.name)
    return replace(of, sources=there(of.sources), run=run)


def obligations(of: Property, folder: Path) -> Obligations:
    """Return what is to be decided of a property, worked out in a folder."""
    proof = load(NAMES[of.name])
    assert proof is not None
    folder.mkdir(parents=True, exist_ok=True)
    found = Obligations(only_asks=True, nets=proof.nets)
    with noted(found):
        of.run(folder, 300)
    return found
