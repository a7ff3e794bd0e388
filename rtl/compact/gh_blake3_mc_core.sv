// SPDX-License-Identifier: Apache-2.0
//
// Microcoded coprocessor for BLAKE3's compression function (BLAKE3.pdf of 2021-11-05, section 2.2), on
// the operator of the BLAKE and ChaCha coprocessors (paper At, section VI.B): one word operation a cycle,
// two words read and one written. A run takes 588 cycles from start_i to done_o, both counted.
//
//   +--> register file ---- a, b ---> ALU ---+--> register file, at the place of a
//   |      ^ addresses          load --^     |
//   +-- instruction memory, sequencer        +--> ALU, four cycles later
//
// The register file has 64 entries of 8 words, and ports select those of a run: chaining_i is h,
// low_i and high_i are the halves of the block, and the next chaining value is left in result_i. A
// stack of chaining values grows from entry 0, where a parent's block is two of them that follow
// one another, and where its own chaining value takes their place. Nothing is copied. Entries:
//
//    0 to 54  chaining values; a message of 2**64 bytes has 54 and the one that is made
//   55        initialization vector (there from the start)
//   56, 57    state; the output of 16 words is left here, its first half if result_i is 56
//   58 to 61  blocks, two banks
//   62        key
//   63        what v8 to v15 begin as: four words of the vector (there from the start), t0, t1, length, flags
//
// A load is taken in a cycle of load_valid_i, which has a bit for each byte, and load_ready_o; its
// load_data_i follows in the next cycle, and is zero in others of a run. The loader chooses the byte
// order. start_i may come in the cycle after the last load was taken. Unless read_busy_o, read_data_o is
// in the next cycle the word of the state at read_address_i.
//   Overlap = 0  Words are loaded while nothing runs, whole: load_valid_i[0] is for all bytes.
//   Overlap = 1  Words are loaded during runs too, in cycles in which the program leaves the memory's
//         port. A run's own words stay as they are, but for t, length and flags from its cycle 28 on.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_mc_core
  import gh_blake_chacha_microcode_pkg::*, gh_blake3_microcode_pkg::*;
#(
    parameter int unsigned Pipeline = 1,  // 1, 2 or 3: where a register is placed, see the ALU
    parameter bit Overlap = 0  // words are loaded during runs too, by a multiplexer of their own
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,     // while nothing runs
    input  wire logic       leave_i,     // ends a run
    input  wire logic [5:0] chaining_i,  // these four stay from the cycle after start_i to the end
    input  wire logic [5:0] low_i,
    input  wire logic [5:0] high_i,
    input  wire logic [5:0] result_i,
    output wire logic       busy_o,
    output wire logic       done_o,      // the last cycle of a run

    input  wire logic [ 3:0] load_valid_i,
    input  wire logic [ 8:0] load_address_i,
    input  wire logic [31:0] load_data_i,
    output wire logic        load_ready_o,

    input  wire logic [ 3:0] read_address_i,
    output wire logic        read_busy_o,
    output wire logic [31:0] read_data_o
);

  if (Pipeline < 1 || Pipeline > 3) begin : gen_check_pipeline
    $fatal(1, "gh_blake3_mc_core: Pipeline is %0d; it must be 1, 2 or 3", Pipeline);
  end

  // The program, and where it is.
  logic [WordBits-1:0] fetched;
  word_t word_q, control_q;
  logic busy, idle, done_q;
  assign word_q = word_t'(fetched);
  assign done_o = done_q;
  assign busy_o = busy;
  gh_blake3_mc_sequencer u_sequencer (
      .clk_i,
      .rst_i,
      .start_i,
      .leave_i,
      .done_i(done_q),
      .busy_o(busy),
      .idle_o(idle),
      .word_o(fetched)
  );

  // A result is written to the place of its first operand: of the state, or of the chaining value.
  localparam int unsigned WriteDelay = 5;
  logic [WriteDelay-1:1] writes_q, chains_q;
  logic [WriteDelay-1:1][3:0] place_q;
  always_ff @(posedge clk_i) begin
    control_q <= word_q;
    // A word that reads nothing at B tells something here instead.
    done_q    <= !idle && !word_q.b_use && word_q.b[DoneBit];
    writes_q  <= {writes_q[WriteDelay-2:1], control_q.write};
    chains_q  <= {chains_q[WriteDelay-2:1], control_q.to_input};
    place_q   <= {place_q[WriteDelay-2:1], control_q.a[3:0]};
    if (idle) begin
      control_q.write <= 1'b0;
      control_q.b_use <= 1'b0;
      writes_q        <= '0;
    end
  end
  assign read_busy_o = control_q.b_use;

  // The register file: two copies, a read port each. No program needs a word that is read while it is
  // written.
  localparam int unsigned Words = 512;
  logic [5:0] a_entry;
  logic [8:0] a_at, b_at;
  always_comb begin
    a_entry = {StateEntry[5:1], control_q.a[3]};
    unique case (control_q.a[5:3])
      3'b010:  a_entry = chaining_i;
      3'b011:  a_entry = InputEntry;
      3'b100:  a_entry = low_i;
      3'b101:  a_entry = high_i;
      default: ;
    endcase
  end
  assign a_at = {a_entry, control_q.a[2:0]};
  assign b_at = control_q.b_use ? {chaining_i, control_q.b[2:0]}
                                : {StateEntry[5:1], read_address_i};

  // The program's words and what is loaded take turns: who writes is known a cycle before.
  logic writes_own_q, program_next, program_writes_q;
  logic [3:0] strobe, strobe_q;
  logic [8:0] load_at, write_at_q;
  logic [31:0] written, result, load, a_q, b_q;
  assign program_next = Overlap ? writes_own_q : writes_q[WriteDelay-1];
  assign load_ready_o = Overlap ? !writes_own_q : !busy;
  if (Overlap) begin : gen_now
    assign strobe  = load_ready_o ? load_valid_i : '0;
    assign load_at = load_address_i;
  end else begin : gen_later
    logic [3:0] later_q;
    logic [8:0] at_q;
    always_ff @(posedge clk_i) begin
      later_q <= {4{load_valid_i[0] && !rst_i && !busy}};
      at_q    <= load_address_i;
    end
    assign strobe  = later_q;
    assign load_at = at_q;
  end
  initial strobe_q = '0;
  always @(posedge clk_i) begin
    writes_own_q     <= !idle && writes_q[WriteDelay-2];
    program_writes_q <= program_next;
    write_at_q       <= load_at;
    if (program_next) begin
      write_at_q[2:0] <= place_q[WriteDelay-1][2:0];
      write_at_q[8:3] <= chains_q[WriteDelay-1] ? result_i
                                                : {StateEntry[5:1], place_q[WriteDelay-1][3]};
    end
    // Some words are constants, so nothing is written before the first reset is over.
    strobe_q <= rst_i ? '0 : {4{program_next}} | strobe;
  end
  // Without Overlap the load passes through the ALU, whose result is zero by then.
  assign load    = Overlap ? '0 : load_data_i;
  assign written = (!Overlap || program_writes_q) ? result : load_data_i;

  function automatic logic [31:0] constant(int unsigned address);
    if (address / 8 == 32'(VectorEntry)) return Vector[address%8];
    if (address / 8 == 32'(InputEntry) && address % 8 < 4) return Vector[address%8];
    return '0;
  endfunction

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [31:0] file_a[Words];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [31:0] file_b[Words];
  initial begin
    for (int unsigned i = 0; i < Words; i++) begin
      file_a[i] = constant(i);
      file_b[i] = constant(i);
    end
  end
  always @(posedge clk_i) begin
    a_q <= file_a[a_at];
    b_q <= file_b[b_at];
    for (int unsigned i = 0; i < 4; i++) begin
      if (strobe_q[i]) file_a[write_at_q][8*i+:8] <= written[8*i+:8];
      if (strobe_q[i]) file_b[write_at_q][8*i+:8] <= written[8*i+:8];
    end
  end
  assign read_data_o = b_q;

  logic [1:0] unused_wrapped;
  gh_arx_mc_alu #(
      .Blake32 (1'b1),
      .Blake64 (1'b0),
      .ChaCha  (1'b0),
      .Blake2  (1'b1),
      .Pipeline(Pipeline),
      .Three   (1'b0),
      .Loads   (!Overlap)
  ) u_alu (
      .clk_i,
      .idle_i     (!busy),
      .algorithm_i(RunBlake32),
      .run_i      (gh_arx_microcode_pkg::RunBlake32),
      .b_use_i    (control_q.b_use),
      .feedback_i (control_q.feedback),
      .operation_i(control_q.operation),
      .short_i    (1'b0),
      .a_i        (a_q),
      .b_i        (b_q),
      .m_i        ('0),
      .load_i     (load),
      .result_o   (result),
      .wrapped_o  (unused_wrapped)
  );
  logic unused;
  assign unused = ^{control_q.b, load_valid_i};

`ifndef SYNTHESIS
  // synthesis translate_off
  // In the cycles up to this one a run reads t, length and flags.
  localparam logic [4:0] Read = 5'd27;
  logic [4:0] cycle_q;
  logic [5:0] loaded;
  logic used, taken_q;
  assign loaded = load_address_i[8:3];
  assign used = loaded == StateEntry || loaded == StateEntry + 1'b1 || loaded == chaining_i
             || loaded == low_i || loaded == high_i || loaded == result_i
             || loaded == InputEntry && cycle_q <= Read;
  always_ff @(posedge clk_i) begin
    if (!busy) cycle_q <= 5'd2;
    else if (cycle_q <= Read) cycle_q <= cycle_q + 1'b1;
    taken_q <= load_valid_i != '0 && load_ready_o;
  end
  `GH_REQUIRE(no_word_of_the_run_is_loaded,
              load_valid_i == '0 || !load_ready_o || !busy || leave_i || !used, clk_i, rst_i)
  `GH_REQUIRE(no_data_without_a_load, Overlap || !busy || taken_q || load_data_i == '0, clk_i,
              rst_i)
  // synthesis translate_on
`endif
  `GH_REQUIRE(starts_at_rest, !(start_i && busy), clk_i, rst_i)
  // The vector is never loaded.
  `GH_REQUIRE(no_vector_is_loaded,
              load_valid_i == '0 || !load_ready_o || load_address_i[8:3] != VectorEntry, clk_i,
              rst_i)
  `GH_REQUIRE(no_constant_is_loaded,
              load_valid_i == '0 || !load_ready_o || load_address_i[8:2] != {InputEntry, 1'b0},
              clk_i, rst_i)

endmodule

`default_nettype wire
