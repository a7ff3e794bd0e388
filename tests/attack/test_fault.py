# SPDX-License-Identifier: Apache-2.0
"""Single faults: what comes of them in a small circuit by hand, and in designs."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from gatehash.attack import OUTCOMES, Where, fault, inject, job_of
from gatehash.attack.circuit import Circuit, read_circuit
from gatehash.attack.slices import built
from gatehash.attack.stimulus import MESSAGES, message, work_text
from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.processes import run

PROGRAM = Path(fault.__file__).with_name("fault.cpp")

# It counts a beat up four times, and answers.
COUNTER = """
module top (
    input wire logic aclk, aresetn,
    input wire logic [7:0] s_axis_tdata,
    input wire logic s_axis_tkeep, s_axis_tlast, s_axis_tvalid,
    output wire logic s_axis_tready,
    output wire logic [7:0] m_axis_tdata,
    output wire logic m_axis_tkeep, m_axis_tlast, m_axis_tuser, m_axis_tvalid,
    input wire logic m_axis_tready
);
  (* keep *) logic [7:0] data_q;
  (* keep *) logic [1:0] step_q;
  (* keep *) logic busy_q, done_q, error_q, spare_q;
  assign s_axis_tready = !busy_q && !done_q;
  assign m_axis_tdata = error_q ? '0 : data_q;
  assign m_axis_tkeep = 1'b1;
  assign m_axis_tlast = 1'b1;
  assign m_axis_tuser = error_q;
  assign m_axis_tvalid = done_q;
  always_ff @(posedge aclk) begin
    if (busy_q) begin
      data_q <= data_q + 1'b1;
      step_q <= step_q + 1'b1;
      if (step_q == '1) begin
        busy_q <= 1'b0;
        done_q <= 1'b1;
      end
    end
    if (s_axis_tvalid && s_axis_tready) begin
      data_q <= s_axis_tdata;
      busy_q <= 1'b1;
      error_q <= !s_axis_tkeep;
      spare_q <= s_axis_tdata[0];
    end
    if (m_axis_tvalid && m_axis_tready) begin
      done_q <= 1'b0;
      error_q <= 1'b0;
    end
    if (!aresetn) begin
      step_q <= '0;
      busy_q <= 1'b0;
      done_q <= 1'b0;
      error_q <= 1'b0;
      spare_q <= 1'b0;
    end
  end
endmodule
"""
REGISTERS = ("data_q", "step_q", "busy_q", "done_q", "error_q", "spare_q")
BEATS = """high m_axis_tready
source s_axis_tdata,s_axis_tkeep,s_axis_tlast s_axis_tvalid s_axis_tready 2
0000000011
0000000011
answers m_axis_tdata m_axis_tkeep m_axis_tlast m_axis_tuser m_axis_tvalid 2
00100000 1 1
00100000 1 1
"""
# Cycle 0 takes the beat, 1 to 4 count, 5 answers.
WINDOW = 6

OF_CHACHA = {
    "registers": (16, 619, 11, 4, 272),
    "memories": (382, 4460, 116, 2, 105632),
    "luts": (22, 431, 26, 8, 231),
    "stuck": (27, 774, 31, 24, 66),
}
"""Outcomes of faults in two cycles of chacha-mc-1, as campaign 1 has counted them."""


@dataclass(frozen=True)
class Counter:
    """The mapped circuit, and the register of each flip-flop in the order of the circuit's."""

    circuit: Circuit
    registers: tuple[str, ...]


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Counter:
    folder = tmp_path_factory.mktemp("counter")
    (folder / "top.sv").write_text(COUNTER)
    kept = "setattr -set keep 1 w:* a:keep %i %ci1 c:* %i"
    script = f"read_slang --top top top.sv\n{kept}\nsynth_ecp5 -top top\nwrite_json top.json\n"
    run_yosys(script, folder, what="mapping of the counter")
    netlist = json.loads((folder / "top.json").read_bytes())
    circuit = read_circuit(netlist, "top")
    top = netlist["modules"]["top"]
    names = {bit: name for name in REGISTERS for bit in top["netnames"][name]["bits"]}
    driven = [top["cells"][each.cell]["connections"]["Q"][0] for each in circuit.registers]
    return Counter(circuit, tuple(names[bit] for bit in driven))


def _outcomes(
    counter: Counter, folder: Path, where: Where, cycles: str, work: str = BEATS
) -> list[dict[str, int]]:
    (folder / "work").write_text(work)
    (folder / "cycles").write_text(cycles)
    program = built(counter.circuit, PROGRAM)
    done = run([str(program), str(folder / "work"), where, str(folder / "cycles")])
    assert done.status == 0, done.said
    window, *rows = done.said.splitlines()
    assert window == f"window {WINDOW} total {2 * WINDOW}"
    return [dict(zip(OUTCOMES, map(int, row.split()[1:]), strict=True)) for row in rows]


@pytest.mark.parametrize(
    ("register", "cycle", "outcome"),
    [
        ("data_q", 0, "harmless"),  # it is loaded
        ("data_q", 3, "silent"),
        ("data_q", 5, "silent"),
        ("step_q", 2, "early"),  # from 1 to 3 or to 0
        ("busy_q", 2, "silent"),  # the second beat is counted in place of the first
        ("done_q", 1, "early"),
        ("done_q", 5, "hang"),
        ("error_q", 3, "detected"),
        ("spare_q", 3, "harmless"),
    ],
)
def test_each_outcome_has_its_faults(
    counter: Counter, tmp_path: Path, register: str, cycle: int, outcome: str
) -> None:
    rows = _outcomes(counter, tmp_path, "registers", str(cycle))
    hit = [row for each, row in zip(counter.registers, rows, strict=True) if each == register]
    assert hit
    assert any(row[outcome] for row in hit), hit
    if register != "step_q":
        assert all(row[outcome] == 1 for row in hit), hit


def test_a_stuck_register_stays_so(counter: Counter, tmp_path: Path) -> None:
    """The spare register is harmless; one that ends an answer at once is not."""
    rows = _outcomes(counter, tmp_path, "stuck", "0")
    found = dict(zip(counter.registers, rows, strict=True))
    assert found["spare_q"]["harmless"] == 1
    assert found["error_q"]["detected"] == 1
    # Each answer is taken again and again.
    assert found["done_q"]["early"] == 1


def test_a_gate_is_inverted_for_one_cycle(counter: Counter, tmp_path: Path) -> None:
    each = [_outcomes(counter, tmp_path, "luts", str(cycle)) for cycle in range(WINDOW)]
    assert {len(rows) for rows in each} == {len(counter.circuit.gates)}
    total = {name: sum(row[name] for rows in each for row in rows) for name in OUTCOMES}
    assert sum(total.values()) == WINDOW * len(counter.circuit.gates)
    assert total["silent"] > 0
    assert total["harmless"] > 0


def test_a_wrong_answer_without_a_fault_is_refused(counter: Counter, tmp_path: Path) -> None:
    """What the faults' answers are compared with is the model's answer, and the circuit has it."""
    with pytest.raises(AssertionError, match="answer is wrong without a fault"):
        _outcomes(counter, tmp_path, "registers", "0", BEATS.replace("00100000", "10100000"))


def test_an_answer_that_never_comes_is_refused(counter: Counter, tmp_path: Path) -> None:
    silent = BEATS.replace("s_axis_tready 2", "s_axis_tready 1").replace("0000000011\n", "", 1)
    with pytest.raises(AssertionError, match="does not answer without a fault"):
        _outcomes(counter, tmp_path, "registers", "0", silent)


def test_the_work_is_the_jobs_beats() -> None:
    job = find("chacha-mc-1").principal_job
    data = message(job)
    text = work_text(job, data).splitlines()
    assert len(data) == job.padding.block_bytes + 8
    assert (
        f"source s_axis_tdata,s_axis_tkeep,s_axis_tlast s_axis_tvalid s_axis_tready {2 * 72}"
        in text
    )
    assert sum(line.startswith("high") for line in text) == 1
    configuration = next(line for line in text if line.startswith("source s_axis_cfg"))
    assert configuration.endswith(str(MESSAGES * len(job.config_bytes)))


@pytest.mark.parametrize("where", OF_CHACHA)
def test_outcomes_are_those_of_the_campaigns_number(where: Where) -> None:
    """Where these change, CAMPAIGN rises."""
    found = inject(job_of("chacha-mc-1"), where, cycles=2)
    assert tuple(getattr(found.outcomes, name) for name in OUTCOMES) == OF_CHACHA[where]
    assert (found.window, found.cycles, found.message_bytes) == (1464, 2, 72)
    total = dict.fromkeys(OUTCOMES, 0)
    for place in found.places:
        for name in OUTCOMES:
            total[name] += getattr(place.outcomes, name)
    assert total == {name: getattr(found.outcomes, name) for name in OUTCOMES}
    assert found.outcomes.injections == 2 * sum(place.targets for place in found.places)


@pytest.mark.parametrize("where", ["registers", "memories", "stuck"])
def test_two_copies_let_nothing_wrong_out(where: Where) -> None:
    """Faults in a register or a memory, for a cycle or for ever, are detected or harmless."""
    found = inject(job_of("chacha-mc-1-twice"), where, cycles=2).outcomes
    assert found.injections == found.detected + found.harmless
    assert found.detected > 0


def test_a_cell_without_a_model_is_an_error() -> None:
    with pytest.raises(GatehashError, match="MULT18X18D, which has no model"):
        inject(job_of("chacha20-poly1305-mc-1-dsp"), cycles=1)
