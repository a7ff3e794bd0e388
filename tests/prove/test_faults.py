"""No fault of ``gatehash mutate`` leaves the key of a proof that has it."""

import random
import re
from pathlib import Path

import pytest
from tests.prove.elsewhere import NAMES, copied, elsewhere, obligations

from gatehash.mutate.bench import Bench, bench_named, faults_of
from gatehash.mutate.equal import equality_script, is_equal
from gatehash.mutate.fault import Fault, Other
from gatehash.mutate.plant import with_one
from gatehash.mutate.record import Mutants
from gatehash.paths import checkout_root, rtl_root
from gatehash.prove import Property
from gatehash.prove.record import PROOFS, load
from gatehash.prove.tools import equivalence, simulation
from gatehash.prove.tools.equivalence import Equivalence
from gatehash.prove.tools.independence import Independence, Steered
from gatehash.prove.tools.simulation import Simulation

CHECKOUT = checkout_root()
assert CHECKOUT is not None
RECORDS = sorted((CHECKOUT / "results" / "mutants").glob("*.json"))
CAUGHT = [
    pytest.param(found.module, each, id=f"{found.module}-{each.line}")
    for path in RECORDS
    for found in (Mutants.from_json(path.read_text(encoding="utf-8")),)
    for each in found.others
    if each.verdict == "proof"
]
BENCHES = ("sha256-lut", "chacha-mc-1", "threefish-mc", "sha256-lut-hmac")
FAULTS = 52
NETLISTS = ("netlist.json", equivalence.NETLIST, simulation.NETLIST)


def differing(fault: Fault, bench: Bench, of: Property, folder: Path) -> tuple[str, ...]:
    """Return what differs of a property's obligations with a fault."""
    path = bench.modules[fault.module]
    text = {str(path.relative_to(rtl_root())): with_one(path.read_bytes(), fault)}
    there = elsewhere(of, copied(text, folder / "rtl"))
    proof = load(of)
    assert proof is not None
    return PROOFS.differing(proof, obligations(there, folder / of.name).inputs)


@pytest.mark.large
@pytest.mark.parametrize(("module", "caught"), CAUGHT)
def test_a_fault_that_a_proof_has_caught_is_in_its_key(
    module: str, caught: Other, tmp_path: Path
) -> None:
    # Comments may have moved its line; another bit of the signal will do.
    fault, bench = min(
        (
            (fault, benches[0])
            for fault, benches in faults_of(module).items()
            if " ".join(fault.was.split()) == caught.was
        ),
        key=lambda each: (each[0].told != caught.becomes, abs(each[0].line - caught.line)),
    )
    assert differing(fault, bench, NAMES[caught.by], tmp_path)


@pytest.mark.large
@pytest.mark.parametrize("number", range(FAULTS))
def test_a_fault_changes_the_key_of_every_proof_that_has_it(number: int, tmp_path: Path) -> None:
    bench = bench_named(BENCHES[number % len(BENCHES)])
    fault = random.Random(f"keys {number}").choice(sorted(bench.faults))
    having = [of for of in NAMES.values() if any(path.stem == fault.module for path in of.sources)]
    having.sort(key=lambda of: (of.module != fault.module, of.name))
    # One of each way to a decider.
    for of in {of.method: of for of in reversed(having)}.values():
        proof = load(of)
        assert proof is not None
        found = differing(fault, bench, of, tmp_path)
        # A circuit has what a claim depends on; a netlist has the whole module.
        if "netlist" in proof.inputs and "netlist" not in found:
            assert same(of, fault, tmp_path), (fault.label, of.name)


def same(of: Property, fault: Fault, folder: Path) -> bool:
    """Whether the module whose netlist a property is of is the same with a fault."""
    match getattr(of.run, "__self__", None):
        case Steered(core=top, core_parameters=given) as steered:
            files, parameters = steered.core_files, dict(given)
        case Independence(top=top, parameters=parameters, files=files):
            pass
        case Equivalence(module=top, parameters=parameters, sources=files):
            pass
        case Simulation(module=top, parameters=parameters, sources=files):
            pass
        case _:
            raise TypeError(of.name)
    if all(path.stem != fault.module for path in files):
        return True
    places = (rtl_root(), folder / "rtl")
    right, wrong = (netlist(of, root, folder / f"{of.name}-{at}") for at, root in enumerate(places))
    if right == wrong:
        # It is in a branch that these parameters don't have.
        return True
    faulty = [folder / "rtl" / path.relative_to(rtl_root()) for path in files]
    values = {name: str(value) for name, value in parameters.items()}
    script = equality_script(top, values, files, faulty, rtl_root())
    return bool(is_equal(script, folder, 60, fault.label))


def netlist(of: Property, root: Path, folder: Path) -> str:
    """Return the text of a property's netlist, without the places that it comes from."""
    obligations(elsewhere(of, root), folder)
    (path,) = (folder / name for name in NETLISTS if (folder / name).is_file())
    text = re.sub(r'"src": "[^"]*"', "", path.read_text(encoding="utf-8"))
    return text.replace(str(root), "")
