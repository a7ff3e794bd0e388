# SPDX-License-Identifier: Apache-2.0
"""Traces of circuits, the t-test against another library's, and the attack on Keccak's state."""

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scalib.metrics import Ttest

from gatehash.attack import job_of, keccak, leak, look
from gatehash.attack.circuit import ONE, Circuit, Gate, Register
from gatehash.attack.mapped import Mapped, mapped
from gatehash.attack.slices import built
from gatehash.attack.stimulus import keyed, secret_text
from gatehash.attack.traces import LANES, Model, Traced, Traces
from gatehash.attack.ttest import Moments, threshold
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.models import sha3
from gatehash.processes import Finished, run

PROGRAM = Path(leak.__file__).with_name("leak.cpp")

# Nets of the small circuit.
RESET, SECRET, MESSAGE, LAST, VALID, READY = 2, 3, 4, 5, 6, 7
FIRST, SECOND, DONE, SUM, OUT, NOTHING = 8, 9, 10, 11, 12, 13
XOR, BUFFER, NONE = 0b0110, 0b10, 0b0
GATES = [
    Gate("sum", SUM, (FIRST, SECOND), XOR),
    # It settles at the second register's value, by way of another.
    Gate("out", OUT, (SUM, FIRST), XOR),
    Gate("nothing", NOTHING, (DONE,), NONE),
]
REGISTERS = [
    Register("first", FIRST, SECRET),
    Register("second", SECOND, MESSAGE),
    Register("done", DONE, LAST),
]
BEATS = ["h?0", "l?0", "??1"]
TEXT = """source secret,message,last valid ready 3
h?0
l?0
??1
answer out done nothing done
"""


def _circuit(ready: int = ONE) -> Circuit:
    ports: dict[str, tuple[int, ...]] = {
        "aresetn": (RESET,),
        "secret": (SECRET,),
        "message": (MESSAGE,),
        "last": (LAST,),
        "valid": (VALID,),
        "ready": (ready,),
        "done": (DONE,),
        "nothing": (NOTHING,),
        "out": (OUT,),
    }
    return Circuit(ports, GATES, REGISTERS, [], NOTHING + 1)


@dataclass(frozen=True)
class Small:
    """The output of a run of the small circuit."""

    counts: NDArray[np.int32]
    secret: NDArray[np.uint8]
    message: NDArray[np.uint8]


def _run(folder: Path, model: str, population: str, first: int = 0, ready: int = ONE) -> Finished:
    (folder / "work").write_text(TEXT)
    program = built(_circuit(ready), PROGRAM)
    numbers = ["7", str(first), "1", "0", "0"]
    return run(
        [str(program), str(folder / "work"), model, population, *numbers, str(folder / "out")]
    )


def _small(folder: Path, model: str, population: str, first: int = 0) -> Small:
    done = _run(folder, model, population, first)
    assert done.said == "4 2 4 1\n"
    raw = np.fromfile(folder / "out", np.uint8)
    counts, vectors = raw[: 4 * 4 * LANES], raw[4 * 4 * LANES :]
    bits = np.unpackbits(vectors.reshape(-1, LANES // 8), axis=1, bitorder="little")
    return Small(counts.view(np.int32).reshape(4, LANES), bits[:2], bits[2:6])


def _changes(model: str, secret: list[int], message: list[int]) -> list[int]:
    """Count by hand what changes in each cycle."""
    steps = [(secret[0], message[0], 0), (secret[1], message[1], 0), (message[2], message[3], 1)]
    states = [(0, 0, 0), *steps, (0, 0, 0)]
    counts = []
    for cycle, (before, after) in enumerate(pairwise(states)):
        changed = sum(a != b for a, b in zip(before, after, strict=True))
        # Gates see in this cycle what changed at the end of the one before.
        (a, b), (x, y) = states[max(cycle - 1, 0)][:2], before[:2]
        if model == "transition":
            changed += (a ^ b != x ^ y) + (b != y)
        elif model == "unit":
            waves = [(a ^ b, b), (x ^ y, (a ^ b) ^ x), (x ^ y, y)]
            changed += sum(
                p != q for one, other in pairwise(waves) for p, q in zip(one, other, strict=True)
            )
        counts.append(changed)
    return counts


def _masked(folder: Path, open_beats: int, answer: str) -> NDArray[np.uint8]:
    """Run a circuit that has a byte in two shares and a random bit in registers, for one beat.

    Returns
    -------
    array of uint8, shape (8 + 17, 512)
        The byte, and the registers; those of the shares are joined where the answer is.
    """
    byte = range(2, 18)
    random, reset, last, valid, done, nothing = range(18, 24)
    held = range(24, 41)
    ports: dict[str, tuple[int, ...]] = {
        "data": tuple(byte),
        "random": (random,),
        "shares": tuple(held[:16]),
        "all": tuple(held),
        "aresetn": (reset,),
        "last": (last,),
        "valid": (valid,),
        "ready": (ONE,),
        "done": (done,),
        "nothing": (nothing,),
    }
    registers = [Register(str(q), q, d) for q, d in zip(held, (*byte, random), strict=True)]
    registers.append(Register("done", done, last))
    of = Circuit(ports, [Gate("nothing", nothing, (done,), NONE)], registers, [], held[-1] + 1)
    lines = (
        f"shared 2 8 {open_beats} data,last valid ready 1",
        "????????1",
        "random random valid ready",
        f"{answer} done nothing done",
    )
    (folder / "work").write_text("\n".join(lines) + "\n")
    numbers = ["7", "0", "1", "0", "0"]
    ran = run(
        [
            str(built(of, PROGRAM)),
            str(folder / "work"),
            "registers",
            "fixed",
            *numbers,
            str(folder / "out"),
        ]
    )
    cycles, *_ = map(int, ran.said.split())
    raw = np.fromfile(folder / "out", np.uint8)[4 * cycles * LANES :]
    return np.unpackbits(raw.reshape(-1, LANES // 8), axis=1, bitorder="little")


def test_a_beat_in_shares(tmp_path: Path) -> None:
    """Its shares are random, its sum is the beat; a public beat stands in share 0 alone."""
    found = _masked(tmp_path, 0, "answer all")
    byte, shares, random = found[:8], found[8:24].reshape(2, 8, LANES), found[24]
    assert (shares[0] ^ shares[1] == byte).all()
    for each in (*shares[0], *shares[1], random):
        assert 150 < each.sum() < 362
    assert (_masked(tmp_path, 0, "joined 2 shares")[8:] == byte).all()
    found = _masked(tmp_path, 1, "answer all")
    assert (found[8:16] == found[:8]).all()
    assert not found[16:24].any()


@pytest.mark.parametrize("model", ["registers", "transition", "unit"])
def test_counts_are_those_by_hand(tmp_path: Path, model: str) -> None:
    found = _small(tmp_path, model, "mixed")
    for lane in range(0, LANES, 7):
        secret, message = (
            [int(bit) for bit in bits[:, lane]] for bits in (found.secret, found.message)
        )
        assert [*found.counts[:, lane]] == _changes(model, secret, message)


def test_every_other_secret_is_random(tmp_path: Path) -> None:
    mixed, fixed = (_small(tmp_path, "registers", name).secret for name in ("mixed", "fixed"))
    assert (fixed == [[1], [0]]).all()
    assert (mixed[:, 1::2] == [[1], [0]]).all()
    assert 0.3 < mixed[:, ::2].mean() < 0.7


def test_a_batch_has_its_own_messages(tmp_path: Path) -> None:
    one, again, other = (
        _small(tmp_path, "registers", "mixed", first).message for first in (3, 3, 4)
    )
    assert (one == again).all()
    assert 0.3 < (one != other).mean() < 0.7


def test_a_time_that_depends_on_data_is_refused(tmp_path: Path) -> None:
    done = _run(tmp_path, "registers", "mixed", ready=FIRST)
    assert done.status == 1
    assert done.said == "the time of a beat depends on data\n"


def test_t_is_that_of_scalib_however_the_traces_are_divided() -> None:
    random = np.random.default_rng(1)
    fixed = np.arange(3000) % 3 == 0
    counts = random.normal(800, 20, (3000, 5)).astype(np.int32)
    counts[fixed, 1] += 2
    counts[fixed, 2] = 800 + 2 * (counts[fixed, 2] - 800)
    counts[:, 4] = 7
    near = np.array([790, 800, 805, 810, 7])
    pieces = [Moments.of(counts[s], fixed[s], near) for s in (slice(0, 700), slice(700, 3000))]
    found = pieces[0] + pieces[1]
    other = Ttest(d=2)
    other.fit_u(counts.astype(np.int16), fixed.astype(np.uint16))
    expected = other.get_ttest()
    for order in (1, 2):
        # The other library's difference has the other sign.
        assert np.allclose(np.abs(found.t(order)[:4]), np.abs(expected[order - 1, :4]), rtol=1e-6)
        assert found.t(order)[4] == 0
    result = leak.test_of(found)
    assert result.orders[0].largest == pytest.approx(abs(expected[0, 1]), abs=0.01)
    assert (result.orders[0].cycle, result.orders[1].cycle) == (1, 2)
    assert result.leaks


def test_a_difference_without_noise_is_the_largest() -> None:
    counts = np.array([[1], [2]] * 4, np.int32)
    moments = Moments.of(counts, np.arange(8) % 2 == 1, np.array([1]))
    assert np.isposinf(moments.t(1)[0])
    assert leak.test_of(moments).orders[0].largest == 1e6


def test_random_traces_stay_below_the_threshold() -> None:
    counts = np.random.default_rng(2).integers(0, 100, (4000, 400), np.int32)
    moments = Moments.of(counts, np.arange(4000) % 2 == 1, np.full(400, 50))
    assert not leak.test_of(moments).leaks


def test_the_threshold_rises_with_the_number_of_tests() -> None:
    """The quantiles are those of tables of the normal distribution."""
    assert threshold(1) == pytest.approx(4.4172, abs=1e-4)
    assert threshold(100) == pytest.approx(5.3267, abs=1e-4)


def test_a_state_of_keccak_is_found_in_changes_of_its_register() -> None:
    random = np.random.default_rng(3)
    state = keccak.state_bits([b"key".ljust(136, b"\0")])
    message = random.integers(0, 2, (1088, 8192), np.uint8)
    lanes = np.packbits(state, bitorder="little").view("<u8")
    blocks = np.packbits(message, axis=0, bitorder="little").T.copy().view("<u8")
    counts = np.zeros((len(blocks), 3), np.int32)
    counts[:, 0] = random.integers(700, 900, len(blocks))
    for run_, block in enumerate(blocks):
        before = [int(lane) for lane in lanes]
        block_lanes = [int(lane) for lane in block] + [0] * 8
        into = [a ^ b for a, b in zip(before, block_lanes, strict=True)]
        after = sha3.round_(into, sha3.ROUND_CONSTANTS[0])
        counts[run_, 1] = sum((a ^ b).bit_count() for a, b in zip(before, after, strict=True))
    assert keccak.cycle_of_the_block(counts[:4096], message[:, :4096]) == 1
    rows = keccak.Rows.of(counts[:, 1], message)
    found, _ = keccak.guessed(rows)
    wrong = np.count_nonzero(found != state)
    assert wrong < 480
    few, _ = keccak.guessed(keccak.Rows.of(counts[:2048, 1], message[:, :2048]))
    assert np.count_nonzero(few != state) > wrong


def test_the_work_has_a_letter_for_each_bit_of_the_secret() -> None:
    of = keyed(job_of("chacha-mc-1"))
    text = secret_text(of, bytes([0xFF] * 16 + [0] * 16), 72)
    rows = text.splitlines()
    assert sum(row.count("h") for row in rows if set(row) <= set("01lh?")) == 128
    assert sum(row.count("l") for row in rows if set(row) <= set("01lh?")) == 128
    assert sum(row.count("?") for row in rows) == 8 * 72


@pytest.mark.parametrize(
    ("model", "largest"), [("registers", (71.2, 18.67)), ("unit", (87.03, 19.12))]
)
def test_results_are_those_of_the_measurements_number(
    model: Model, largest: tuple[float, float]
) -> None:
    """Where these change, the number of the measurement rises."""
    found = look(job_of("chacha-mc-1"), "ttest", model, traces=1024)
    assert found.ttest is not None
    assert (found.cycles, found.traces, found.secret_bits) == (1464, 1024, 256)
    assert tuple(each.largest for each in found.ttest.orders) == largest
    assert found.ttest.leaks


@pytest.mark.large
def test_a_masked_design_leaks_without_its_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    """In means, where all but one of its shares are zero, and not otherwise.

    Zeros in place of random bits show in a check of probes alone.
    """
    job = job_of("sha3-x1-mac-dom", None)

    def largest() -> float:
        traced = Traced(mapped(job), keyed(job), "registers", 1)
        traces = traced.take(0, 4, mixed=True)
        traced.check(traces)
        near = np.rint(traces.counts[:64].mean(axis=0)).astype(np.int64)
        return leak.test_of(Moments.of(traces.counts, traces.fixed, near)).orders[0].largest

    right = secret_text
    assert largest() < threshold(420)

    def without_masks(*values: Any) -> str:
        return re.sub(r"^shared 2 64 \d+", "shared 2 64 999", right(*values), flags=re.MULTILINE)

    monkeypatch.setattr("gatehash.attack.traces.secret_text", without_masks)
    assert largest() > 3 * threshold(420)


def test_another_answer_than_the_models_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Traced, "message_bytes", 16)
    job = job_of("chacha-mc-1")
    of = keyed(job)
    traced = Traced(Mapped(job, Path()), of, "registers", 1)
    bits = np.zeros((8 * 16, 2), np.uint8)
    traces = Traces(np.zeros((1, 0), np.int32), np.zeros((256, 2), np.uint8), bits, bits, 0.0)
    with pytest.raises(GatehashError, match="another answer than the model"):
        traced.check(traces)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sha256-lut"], "sha-256 on sha256-lut takes no secret"),
        (["sha3-x1-mac", "--algorithm", "cshake128"], "takes no secret; these take one: hmac-sha3"),
        (["chacha-mc-1", "--check", "cpa"], "there is no attack on chacha-mc-1; there is one on s"),
        (
            ["sha3-x1-mac", "--check", "probe"],
            "'probe'; it must be one of: ttest, cpa, probes, gtest",
        ),
        (["sha3-x1-mac", "--model", "noise"], "it must be one of: registers, transition, unit"),
        (["sha3-x1-mac", "--traces", "1000"], "it must be a whole number from 1024 to 16777216"),
        (["sha3-x1-mac", "--list"], "--list shows all that is on record, and takes no DESIGN"),
        ([], "no DESIGN is given"),
    ],
)
def test_what_has_no_traces_is_named(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["leak", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_records_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["leak", "--list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["check"] for each in found} == {"ttest", "cpa", "probes", "gtest"}
    assert all(each["fresh"] for each in found)
