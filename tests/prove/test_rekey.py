"""Which edits leave a proof fresh: of the RTL, of the library's code, of words."""

import ast
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import ignore_patterns
from typing import Any

import pytest
from msgspec import structs
from tests.prove.elsewhere import NAMES, copied, elsewhere, obligations

import gatehash
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.models.padding import RULES, PaddingRule
from gatehash.paths import rtl_root
from gatehash.prove import Proof, Property, on_record
from gatehash.prove.claims.streams import stream_properties
from gatehash.prove.record import PROOFS, Proved, load, record_path, text_digest
from gatehash.prove.tools.process import RunError
from gatehash.records import definitions, meaning, write_record
from gatehash.records.memo import Traced
from gatehash.records.rekey import rekey

# One of each way to a decider, and a module that it is of.
PDR = "register-slice.order.mode1-erase0"
ASSERTIONS = "fifo.assertions.width4-depth4"
CONE = "poly1305.timing.logic"
SMT = "serial-counter.model.words8-bytes1"
STEERED = "timing.chacha-mc-1"
ALU = "threefish-mc-alu.model.encryption"
SIMULATED = "threefish-mc-core.programs.threefish-mc-enc"
FILES = {
    PDR: "stream/gh_register_slice.sv",
    ASSERTIONS: "stream/gh_fifo.sv",
    CONE: "compact/gh_poly1305.sv",
    SMT: "stream/gh_serial_counter.sv",
    STEERED: "compact/gh_arx_mc_streams.sv",
    SIMULATED: "compact/gh_threefish_mc_core.sv",
}
LARGE = pytest.mark.large
ALL = (PDR, ASSERTIONS, CONE, SMT, STEERED, SIMULATED)


def text_of(of: Property) -> str:
    """Return the digest of a property's text, with the nets of its proof."""
    return text_digest(of, recorded(of.name).nets)


@cache
def recorded(name: str) -> Proof:
    found = load(NAMES[name])
    assert found is not None
    return found


def edited(name: str, *edits: tuple[str, str]) -> dict[str, bytes]:
    """Return the text of a property's file with some words replaced, all of each."""
    text = (rtl_root() / FILES[name]).read_text(encoding="utf-8")
    for old, new in edits:
        assert re.search(old, text), (name, old)
        text = re.sub(old, new, text)
    return {FILES[name]: text.encode()}


def changed(name: str, texts: dict[str, bytes], folder: Path) -> tuple[bool, tuple[str, ...]]:
    """Return whether a property's text differs with other RTL, and what of its obligations does."""
    there = elsewhere(NAMES[name], copied(texts, folder / "rtl"))
    found = differing(there, folder / "work")
    return text_of(there) != text_of(NAMES[name]), found


def differing(there: Property, folder: Path) -> tuple[str, ...]:
    """Return what is to be decided of a property and differs from what its proof decided."""
    old, new = recorded(there.name).inputs, obligations(there, folder).inputs
    return tuple(name for name in {**new, **old} if new.get(name) != old.get(name))


@pytest.mark.parametrize("name", ALL)
def test_a_comment_changes_not_even_the_text(name: str, tmp_path: Path) -> None:
    texts = edited(name, ("\nendmodule", "  // the end\n\nendmodule"))
    there = elsewhere(NAMES[name], copied(texts, tmp_path / "rtl"))
    assert text_of(there) == text_of(NAMES[name])


@pytest.mark.parametrize(
    ("name", "old"),
    [
        (PDR, r"\bdata_q\b"),
        pytest.param(ASSERTIONS, r"\bwrite_q\b", marks=LARGE),
        pytest.param(CONE, r"\bat_q\b", marks=LARGE),
        (SMT, r"\bcarry_q\b"),
        pytest.param(STEERED, r"\bwithdraws\b", marks=LARGE),
        pytest.param(SIMULATED, r"\bpc_q\b", marks=LARGE),
    ],
)
def test_a_signal_has_another_name(name: str, old: str, tmp_path: Path) -> None:
    assert changed(name, edited(name, (old, "a_signal")), tmp_path) == (True, ())


def test_an_assertion_has_another_name(tmp_path: Path) -> None:
    texts = edited(ASSERTIONS, ("count_in_range", "no_more_than_depth"))
    assert changed(ASSERTIONS, texts, tmp_path) == (True, ())


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (PDR, "Mode > 3", "Mode > 4"),
        pytest.param(ASSERTIONS, "Depth < 2 ", "Depth < 1 ", marks=LARGE),
        pytest.param(SMT, "Words < 2", "Words < 1", marks=LARGE),
    ],
)
def test_a_parameter_may_have_one_more_value(name: str, old: str, new: str, tmp_path: Path) -> None:
    assert changed(name, edited(name, (old, new)), tmp_path) == (True, ())


@pytest.mark.parametrize(
    ("name", "folder"), [(ASSERTIONS, "bus"), pytest.param(SMT, "engine", marks=LARGE)]
)
def test_a_module_moves(name: str, folder: str, tmp_path: Path) -> None:
    root = copied({}, tmp_path / "rtl")
    path = root / FILES[name]
    path.rename(root / folder / path.name)
    there = elsewhere(NAMES[name], root)
    assert path not in there.sources
    assert not differing(there, tmp_path / "work")


@pytest.mark.parametrize(
    ("name", "old", "new", "what"),
    [
        (PDR, "!valid_q \\|\\| ready_i", "valid_q || ready_i", "claims"),
        pytest.param(ASSERTIONS, "valid_o && ready_i", "valid_o || ready_i", "claims", marks=LARGE),
        (ASSERTIONS, r"<= \(AddressBits", "< (AddressBits", "claims"),
        (CONE, "data_i\\[7:4\\] : data_i", "data_i[7:4] : ~data_i", "netlist"),
        (SMT, "first_i \\? carry_i : carry_q", "first_i ? carry_q : carry_i", "netlist"),
        pytest.param(SMT, r"words_q\[0\]", "words_q[1]", "netlist", marks=LARGE),
    ],
)
def test_a_gate_differs(name: str, old: str, new: str, what: str, tmp_path: Path) -> None:
    text, found = changed(name, edited(name, (old, new)), tmp_path)
    assert text
    assert what in found


@pytest.mark.parametrize(("word", "found"), [(-1, ("netlist",)), pytest.param(0, (), marks=LARGE)])
def test_what_a_memory_holds_at_first_counts(
    word: int, found: tuple[str, ...], tmp_path: Path
) -> None:
    """One bit of the microcode; the first word in the text is the last one of decryption."""
    package = next(path for path in NAMES[SIMULATED].sources if path.stem.endswith("microcode_pkg"))
    text = package.read_text(encoding="utf-8")
    place = [*re.finditer(r"36'h[0-9A-F]+", text)][word].end() - 1
    bit = format(int(text[place], 16) ^ 1, "X")
    name = str(package.relative_to(rtl_root()))
    texts = {name: f"{text[:place]}{bit}{text[place + 1 :]}".encode()}
    assert changed(SIMULATED, texts, tmp_path) == (True, found)


def test_nets_that_a_statement_names_may_not_swap_their_names(tmp_path: Path) -> None:
    """The same netlist up to names; but the statement is of another net."""
    name = ALU
    (path,) = (each for each in NAMES[name].sources if each.stem == "gh_threefish_mc_alu")
    assert {"r1_q", "r2_q"} <= {*recorded(name).nets}
    swapped = {"r1_q": "r2_q", "r2_q": "r1_q"}
    text = re.sub(r"\br[12]_q\b", lambda match: swapped[match[0]], path.read_text(encoding="utf-8"))
    root = copied({str(path.relative_to(rtl_root())): text.encode()}, tmp_path / "rtl")
    there = elsewhere(NAMES[name], root)
    assert differing(there, tmp_path / "work") == ("netlist",)


# The library's own code.


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[str, str], str]], None]]:
    """Return a function that changes the text of modules, as far as digests know."""
    read = definitions.module_text

    def forget() -> None:
        for each in (definitions.module_of, meaning._closed, meaning._of_definitions):
            each.cache_clear()

    def change(edit: Callable[[str, str], str]) -> None:
        monkeypatch.setattr(definitions, "module_text", lambda name: edit(name, read(name)))
        forget()

    yield change
    monkeypatch.undo()
    forget()


def private_names(text: str) -> set[str]:
    """Return the private names that a module defines."""
    found = set()
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found.add(statement.name)
        for each in ast.walk(statement) if isinstance(statement, ast.Assign) else ():
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                found.add(each.id)
    return {name for name in found if name.startswith("_") and not name.endswith("__")}


def test_private_names_of_all_prove_files_change_no_text(
    code: Callable[[Callable[[str, str], str]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    # One of each module.
    some = {of.module: of for of in NAMES.values()}.values()
    texts = [text_of(of) for of in some]
    renamed = set()

    def edit(module: str, text: str) -> str:
        for name in private_names(text) if module.startswith("gatehash.prove") else ():
            renamed.add((module, name))
            text = re.sub(rf"(?<![.\"'])\b{name}\b", f"{name}_now", text)
        return text

    code(edit)
    own_key = meaning._own_key

    def there(key: Any) -> Any:
        """What is run has its old name."""
        if isinstance(key, str):
            return key
        module, name = key
        found = private_names(definitions.module_text(module))
        return own_key((module, f"{name}_now" if f"{name}_now" in found else name))

    monkeypatch.setattr(meaning, "_own_key", there)
    assert [text_of(of) for of in some] == texts
    assert len(renamed) > 250
    assert len({module for module, _ in renamed}) > 25


@pytest.mark.parametrize(
    ("module", "old", "new", "stale", "fresh"),
    [
        ("models.threefish", "0x1BD11BDAA9FC1A22", "0x1BD11BDAA9FC1A23", SIMULATED, SMT),
        ("prove.claims.streams", "want >> size", "want >> size - 1", SMT, SIMULATED),
        ("prove.kernel.smt", "return args[1] if", "return args[2] if", SMT, PDR),
        ("prove.kernel.terms", "return xor(", "return xor(term, ", SMT, CONE),
        ("prove.kernel.cone", "inside[: place + 1]", "inside[:place]", CONE, SMT),
        ("prove.kernel.taint", "int(kind)", "1 - int(kind)", STEERED, CONE),
        ("microcode.threefish_image", "OPERATIONS = {", "OPERATIONS = {None: None, ", ALU, SMT),
    ],
)
def test_a_model_and_our_own_deciders_are_in_the_keys_of_what_they_decided(
    code: Callable[[Callable[[str, str], str]], None],
    module: str,
    old: str,
    new: str,
    stale: str,
    fresh: str,
) -> None:
    before = {name: text_of(NAMES[name]) for name in (stale, fresh)}

    def edit(name: str, text: str) -> str:
        if name != f"gatehash.{module}":
            return text
        assert old in text
        return text.replace(old, new)

    code(edit)
    assert text_of(NAMES[stale]) != before[stale]
    assert text_of(NAMES[fresh]) == before[fresh]


def test_words_of_a_claim_and_another_padding_rule_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for of in NAMES.values():
        assert text_of(replace(of, claim="Something else.")) == text_of(of)
    texts = {each.name: text_digest(each, ()) for each in stream_properties()}
    monkeypatch.setitem(RULES, "another", PaddingRule(40, suffix=0x07))
    after = {each.name: text_digest(each, ()) for each in stream_properties()}
    assert after.keys() - texts.keys() == {"message-padder.bytes.another-bytes8"}
    assert {name: after[name] for name in texts} == texts


# Records.


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of records that is the library's for this test, with a cache of its own."""
    for module in ("prove.record", "records.memo", "records.rekey", "records.store"):
        monkeypatch.setattr(f"gatehash.{module}.results_roots", lambda: (tmp_path / "results",))
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "results"


OLDER = "0" * 64
RECORD = structs.replace(recorded(PDR), carried_from="")


def store(results: Path, **change: Any) -> Proof:
    """Write a property's record with some fields replaced."""
    found = structs.replace(RECORD, **change)
    write_record(found, record_path(PDR, results))
    return found


def rekeyed(*, check: bool = False) -> Any:
    (found,) = rekey([PROOFS], check=check, jobs=1, news=lambda _: None)
    return found


def test_an_equal_proof_is_carried_over_once_and_says_from_where(results: Path) -> None:
    proof = store(results, text=OLDER)
    (outcome,) = on_record([NAMES[PDR]])
    assert (outcome.stale, outcome.status) == (True, "unknown")
    found = rekeyed()
    assert (found.state, found.differs) == ("carried", ())
    now = load(NAMES[PDR])
    assert now == structs.replace(proof, text=text_digest(NAMES[PDR], ()), carried_from=OLDER)
    assert rekeyed().state == "fresh"
    assert rekeyed(check=True).state == "fresh"
    (outcome,) = on_record([NAMES[PDR]])
    assert outcome.holds


def test_prove_carries_over_what_is_equal(results: Path) -> None:
    store(results, text=OLDER, seconds=1234.5)
    assert command(["prove", PDR, "--jobs", "1"]) == 0
    now = load(NAMES[PDR])
    assert now is not None
    assert (now.seconds, now.carried_from) == (1234.5, OLDER)
    assert command(["prove", PDR, "--jobs", "1", "--force"]) == 0
    now = load(NAMES[PDR])
    assert now is not None
    assert (now.seconds < 1000, now.carried_from) == (True, "")


@pytest.mark.parametrize(
    "inputs",
    [
        {**RECORD.inputs, "claims": OLDER},
        {name: value for name, value in RECORD.inputs.items() if name != "reached"},
        {**RECORD.inputs, "something": "else"},
    ],
    ids=["other", "fewer", "more"],
)
def test_what_differs_stays_stale_and_is_named(results: Path, inputs: dict[str, str]) -> None:
    before = store(results, inputs=inputs, seconds=40.0)
    found = rekeyed()
    assert (found.state, found.seconds, found.command) == ("stale", 40.0, RECORD.command)
    (words,) = found.differs
    (name,) = (
        each for each in {**inputs, **RECORD.inputs} if PROOFS.inputs.get(each, each) == words
    )
    assert inputs.get(name) != RECORD.inputs.get(name)
    assert load(NAMES[PDR]) == before
    (outcome,) = on_record([NAMES[PDR]])
    assert (outcome.stale, outcome.status) == (True, "unknown")


def test_rtl_that_does_not_elaborate_is_stale(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise RunError("no wire matches")

    store(results)
    monkeypatch.setattr("gatehash.prove.record.obligations_of", refuses)
    found = rekeyed()
    assert found.state == "stale"
    assert "run, which ends with an error" in found.differs


def test_a_record_of_no_property_is_refused(results: Path) -> None:
    write_record(structs.replace(RECORD, name="gone"), record_path("gone", results))
    with pytest.raises(GatehashError, match=r"^the record of a proof names 'gone', which is no"):
        rekeyed()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"text": "', '"text": "0'),
        ('"module"', '"format": 3,\n  "module"'),
        ('"status": "proved"', '"status": "proven"'),
        ('"inputs": {', '"inputs": {},\n  "inputs": {'),
        ("}\n", ""),
        ('  "inputs": {', '  "inputs": {},\n  "ignored": {'),
    ],
    ids=["digest", "future", "status", "twice", "cut off", "empty"],
)
def test_a_damaged_record_is_one_line(results: Path, old: str, new: str) -> None:
    store(results)
    path = record_path(PDR, results)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(new.join(text.rsplit(old, 1)), encoding="utf-8")
    (outcome,) = on_record([NAMES[PDR]])
    assert outcome.status == "unknown"
    assert outcome.error is not None
    assert len(outcome.error.splitlines()) == 1
    assert "can't be read" in outcome.error
    assert f"gatehash prove {PDR}" in outcome.error
    with pytest.raises(GatehashError, match="can't be read"):
        rekeyed()


def test_two_fresh_records_with_other_verdicts_are_refused(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(results)
    rekeyed()
    second = tmp_path / "second"
    store(second, status="failed")
    for module in ("prove.record", "records.store"):
        monkeypatch.setattr(f"gatehash.{module}.results_roots", lambda: (results, second))
    (outcome,) = on_record([NAMES[PDR]])
    assert outcome.status == "unknown"
    assert "have different verdicts on the same obligations" in str(outcome.error)
    store(second)
    (outcome,) = on_record([NAMES[PDR]])
    assert outcome.holds


def test_damaged_obligations_in_the_cache_are_not_read(results: Path, tmp_path: Path) -> None:
    store(results, inputs={**RECORD.inputs, "claims": OLDER})
    assert rekeyed().differs == ("circuit of the claims",)
    (path,) = (tmp_path / "cache" / "obligations").iterdir()
    path.write_text("{")
    assert {"obligations", "circuit of the claims"} <= {*rekeyed().differs}


def test_each_input_of_a_proof_has_words() -> None:
    names = {name for of in NAMES for name in recorded(of).inputs}
    assert names <= PROOFS.inputs.keys()
    assert PROOFS.differing(RECORD, {**RECORD.inputs, "claims": OLDER}) == (
        "circuit of the claims",
    )


def test_files_and_definitions_that_differ_from_another_checkout_are_named(tmp_path: Path) -> None:
    (asked,) = Proved(NAMES[SMT], recorded(SMT)).derivations
    assert isinstance(asked, Traced)
    package = Path(gatehash.__file__).parent
    shutil.copytree(package, tmp_path / "src" / "gatehash", ignore=ignore_patterns("*.pyc", "_*__"))
    shutil.copytree(rtl_root(), tmp_path / "rtl")
    assert asked.changed(tmp_path) == ()
    prove = tmp_path / "src" / "gatehash" / "prove"
    for path, old, new in (
        (tmp_path / "rtl" / FILES[SMT], r"\bcarry_q\b", "kept_q"),
        (tmp_path / "rtl" / FILES[PDR], r"\bdata_q\b", "kept_q"),
        (prove / "claims" / "streams.py", "want >> size", "want << size"),
        (prove / "kernel" / "taint.py", "return", "return  # words"),
    ):
        path.write_text(re.sub(old, new, path.read_text(encoding="utf-8")), encoding="utf-8")
    definitions._elsewhere.cache_clear()
    file, *others = asked.changed(tmp_path)
    assert file == "gh_serial_counter: its text differs"
    (name,) = others
    assert name.startswith("prove.claims.streams.")
    assert name.endswith(": its definition differs")
