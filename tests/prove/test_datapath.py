"""Each family's datapath equals its model; a fault on either side is refuted."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError
from gatehash.models import threefish
from gatehash.models.phash import plaintexts
from gatehash.prove import Property, Verdict, all_properties
from gatehash.prove.claims.phash import plaintext
from gatehash.prove.kernel.term import const, value_of
from gatehash.prove.tools.equivalence import Equivalence
from gatehash.prove.tools.simulation import Simulation

PROPERTIES = {
    each.name: each
    for each in all_properties()
    if isinstance(getattr(each.run, "__self__", None), Equivalence)
}

# The smallest of each kind.
QUICK = (
    "threefish-rounds.model.256-x1",
    "threefish-keys.model.256-s2",
    "threefish.model.256-x8",
    "skein-core.model.256-x8",
    "sha2-ring.model.64",
    "keccak-round.model",
    "dom-chi.model",
    "whirlpool-mix-row.model.table",
    "phash-reducer.model.slots1-levels1",
    "threefish-mc-alu.model.encryption",
    "arx-mc-alu.model.chacha-mc-1",
    "poly1305-product.model",
)


def equivalence(name: str) -> Equivalence:
    """Return what a property proves."""
    proof = getattr(PROPERTIES[name].run, "__self__", None)
    assert isinstance(proof, Equivalence)
    return proof


def with_fault(name: str, old: str, new: str, folder: Path) -> Verdict:
    """Prove a property with a change in one of the RTL files."""
    proof = equivalence(name)
    files = []
    for path in proof.sources:
        (folder / path.name).write_text(path.read_text(encoding="utf-8").replace(old, new))
        files.append(folder / path.name)
    assert any(old in path.read_text(encoding="utf-8") for path in proof.sources)
    return replace(proof, sources=tuple(files)).prove(folder, 60)


def test_properties_are_named_and_of_designs() -> None:
    for each in PROPERTIES.values():
        assert re.fullmatch(r"[a-z0-9-]+\.model(\.[a-z0-9-]+)?", each.name)
        assert each.sources
        assert all(path.is_file() for path in each.sources)
        assert set(each.designs) <= DESIGNS.keys()


def test_every_design_has_a_datapath_property() -> None:
    """By equations of a cycle, or of a run of the core; a counter's are of no datapath."""
    found = {
        name
        for each in all_properties()
        if isinstance(getattr(each.run, "__self__", None), Equivalence | Simulation)
        and each.module != "gh_serial_counter"
        for name in each.designs
    }
    assert found == DESIGNS.keys()


@pytest.mark.parametrize(
    "name",
    [*QUICK, pytest.param("whirlpool-sub-bytes.model.logic", marks=pytest.mark.large)],
)
def test_datapath_equals_model(name: str, tmp_path: Path) -> None:
    proof: Property = PROPERTIES[name]
    verdict = proof.run(tmp_path, 60)
    assert verdict.status == "proved", verdict.detail


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("threefish-rounds.model.256-x1", "14, 16, 52, 57", "14, 16, 53, 57"),
        ("threefish-keys.model.256-s2", "64'(s_q | 5'd1)", "64'(s_q)"),
        ("skein-core.model.256-x8", "TypeMsg = 6'd48", "TypeMsg = 6'd49"),
        ("sha2-ring.model.64", "Majority = 8'he8", "Majority = 8'hec"),
        ("poly1305-product.model", "5: weight = 81;", "5: weight = 82;"),
        ("poly1305-product.model", "if (k == 0) begin : gen_five", "if (k == 1) begin : gen_five"),
        ("poly1305-x4-core.model", "? 3'd5 : 3'd0", "? 3'd4 : 3'd0"),
        ("keccak-round.model", "(~moved[Row+(i+1)%5] &", "(moved[Row+(i+1)%5] &"),
        (
            "dom-chi.model",
            "cross1_q[i] <= (d1_i[B] & d0_i[C])",
            "cross1_q[i] <= (d1_i[B] & d1_i[C])",
        ),
        ("dom-chi.model", "(d1_i[B] & d0_i[C]) ^ rnd_i[i]", "(d1_i[B] & d0_i[C])"),
        pytest.param(
            *("sha3-dom-core.model.rate-136", "^ constant_q}", "^ constant}"),
            marks=pytest.mark.large,
        ),
        ("sha3-core.model.rate-136", "64'h800000000000808a", "64'h800000000000808b"),
        pytest.param(
            *("sha3-core.model.checked", "i < 25; i++) parities", "i < 24; i++) parities"),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("sha3-core.model.checked", "|| step != step_i", ""), marks=pytest.mark.large
        ),
        pytest.param(
            *("sha3-core.model.checked", "else if (advance) parity_q", "else parity_q"),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-core.model.bram-table", "key = final_q ?", "key = !final_q ?"),
            marks=pytest.mark.large,
        ),
        ("whirlpool-mix-row.model.table", "s[(j-m+8)%8]", "s[(j-m+7)%8]"),
        pytest.param(
            *("whirlpool-sub-bytes.model.logic", "(~u[2] & u[1] & u[0])"),
            "(~u[2] & u[1] & ~u[0])",
            marks=pytest.mark.large,
        ),
        ("whirlpool-form-table.model", "EInverse[y^r]", "EInverse[x^r]"),
        ("whirlpool-form-row.model", "(j+8-Byte)%8", "(j+7-Byte)%8"),
        pytest.param(
            *("whirlpool-ring.model", "state[(i-j+8)%8][j]", "state[(i+j)%8][j]"),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-ring.model", "round_i == 4'(r)", "round_i == 4'(r - 1)"),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-ring.model", "if (data_idles[i])", "if (key_idles[i])"),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-shared-core.model", "[(i+j)%8][j] <=", "[(i+j+1)%8][j] <="),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-shared-core.model", "steer_d.keyed  = step_q[0]"),
            "steer_d.keyed  = !step_q[0]",
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-shared-core.model", "step_t'(2 * r)", "step_t'(2 * r - 2)"),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("whirlpool-shared-core.model", "if (clears) {round_q[i], chain_q[i]}"),
            "if (clears) round_q[i]",
            marks=pytest.mark.large,
        ),
        ("whirlpool-mix-row.model.parity", "parity[(j+1)%2]", "parity[j%2]"),
        ("blake-ring.model.32-whole", "over(state_q[k-1].d, 3)", "over(state_q[k-1].d, 1)"),
        ("blake-half.model.32", "(even_i),", "(odd_i),"),
        (
            "blake-ring.model.64-half",
            "? from.a : from.c, d: from.d, c: sum",
            "? from.c : from.c, d: from.d, c: sum",
        ),
        ("phash-reducer.model.slots1-levels1", "b_next = c.any_a ?", "b_next = c.first ?"),
        pytest.param(
            *(
                "whirlpool-core.model.lut-logic",
                "if (rst_i || refuse) chained_q",
                "if (rst_i) chained_q",
            ),
            marks=pytest.mark.large,
        ),
        pytest.param(
            *("phash-core.model.ciphers1", "wide[8*(15-i)+:8]", "wide[8*i+:8]"),
            marks=pytest.mark.large,
        ),
        ("threefish-mc-alu.model.encryption", "rotl(by_4, 3)", "rotl(by_4, 2)"),
        ("arx-mc-alu.model.chacha-mc-1", "!count_q[First]", "count_q[First]"),
    ],
)
def test_a_fault_in_the_rtl_is_refuted(name: str, old: str, new: str, tmp_path: Path) -> None:
    verdict = with_fault(name, old, new, tmp_path)
    assert verdict.status == "failed"
    assert re.search(r"in the RTL and 0x[0-9a-f]+ in the model where ", verdict.detail)


def test_a_fault_in_the_model_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = threefish.ROTATIONS[4]
    faulty = {**threefish.ROTATIONS, 4: ((14, 17), *table[1:])}
    monkeypatch.setattr(threefish, "ROTATIONS", faulty)
    verdict = PROPERTIES["threefish-rounds.model.256-x1"].run(tmp_path, 60)
    assert verdict.status == "failed"
    assert verdict.detail.startswith("rounds from 0 on: bits from 64 on are ")


def test_a_block_of_phash_is_numbered_as_in_the_model() -> None:
    block, number = bytes(range(112)), 0x0123_4567_89AB_CDEF_0011
    terms = (const(int.from_bytes(block, "little"), 896), const(number, 96))
    found = value_of(plaintext(*terms))
    array = np.frombuffer(block, np.uint8).reshape(1, -1)
    assert found == int.from_bytes(plaintexts(array, number).tobytes(), "little")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    proof = replace(equivalence("keccak-round.model"), sources=(tmp_path / "absent.sv",))
    with pytest.raises(GatehashError, match=r"absent\.sv"):
        proof.prove(tmp_path, 60)
