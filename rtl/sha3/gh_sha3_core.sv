// SPDX-License-Identifier: Apache-2.0
//
// SHA3-224, -256, -384, -512, SHAKE128 and SHAKE256 (FIPS 202): padded blocks in, digest out in
// pieces of a block.
//
// A message of N blocks with P pieces of digest takes N + P - 1 permutations of 24 / RoundsPerCycle
// cycles; the next message's first block follows without a gap. SHA-3 has one piece, SHAKE as many
// as the consumer wants.
//
//   block_i --(gate)--+
//                     v
//   state_q --------- ^ ------- Rnd ... Rnd ---+---> piece_o, in the last cycle of a permutation
//      ^                                       |
//      +---------------------------------------+
//
// A block joins in the first cycle of its permutation. A piece leaves as the state's next value in
// the last cycle, which waits for it; a message's last piece leaves a state of zeros behind. The
// state therefore needs no multiplexer and no copy. Byte 0 of a block or piece is bits 7:0. Bits of
// block_i beyond the function's rate are ignored, and those of piece_o have no meaning.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_core
  import gh_keccak_pkg::*;
#(
    parameter int unsigned RoundsPerCycle = 1,
    parameter int unsigned RateBytes = 0,  // the only rate; 0 for that of function_i
    parameter bit Checked = 1'b0,  // whether faults in registers are detected, see gh_sha3_checks
    localparam int unsigned BlockLanes = (RateBytes == 0) ? MaxRateLanes : RateBytes / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [$bits(function_e)-1:0] function_i,  // a function_e
    input wire lane_t [BlockLanes-1:0] block_i,
    input wire logic final_i,
    input wire logic error_i,  // abandon the message, answer with an error
    input wire logic valid_i,
    output wire logic ready_o,

    output wire lane_t [BlockLanes-1:0] piece_o,
    // Bit 0: the piece is an error. Bit 1, where Checked: a fault was found, now or since reset.
    output wire logic  [32'(Checked):0] piece_error_o,
    output wire logic                   piece_valid_o,
    input  wire logic                   piece_ready_i,
    input  wire logic                   piece_last_i    // no piece is wanted after this one
);

  if (RoundsPerCycle == 0 || RoundsPerCycle > Rounds / 2
      || Rounds % RoundsPerCycle != 0) begin : gen_check_rounds
    $fatal(
        1, "gh_sha3_core: RoundsPerCycle is %0d; it must be 1, 2, 3, 4, 6, 8 or 12", RoundsPerCycle
    );
  end
  if (RateBytes != 0 && RateBytes != 72 && RateBytes != 104 && RateBytes != 136 && RateBytes != 144
      && RateBytes != 168) begin : gen_check_rate
    $fatal(1, "gh_sha3_core: RateBytes is %0d; it must be 0, 72, 104, 136, 144 or 168", RateBytes);
  end

  localparam int unsigned Steps = Rounds / RoundsPerCycle;
  localparam int unsigned StepBits = $clog2(Steps);

  // Absorb: the next cycle of rounds is the first of a block, when there is one.
  typedef enum logic {
    Absorb,
    Permute
  } sponge_e;
  sponge_e sponge_d, sponge_q;
  logic [StepBits-1:0] step_q, step_next;
  logic final_q;  // the message's blocks are all in
  logic last_step, take, refuse, offers, ends_message, advance, clear;

  assign last_step    = (step_q == StepBits'(Steps - 1));
  assign step_next    = last_step ? '0 : step_q + 1'b1;
  assign take         = (sponge_q == Absorb) && valid_i && !error_i;
  assign refuse       = (sponge_q == Absorb) && valid_i && error_i;
  assign offers       = last_step && final_q;
  assign ends_message = offers && piece_ready_i && piece_last_i;
  assign advance      = take || ((sponge_q == Permute) && (!offers || piece_ready_i));
  assign clear        = rst_i || ends_message || (refuse && piece_ready_i);
  assign ready_o      = take || (refuse && piece_ready_i);

  always_comb begin
    sponge_d = sponge_q;
    if (take) sponge_d = Permute;
    else if (last_step && !final_q || ends_message) sponge_d = Absorb;
  end

  always_ff @(posedge clk_i) begin
    sponge_q <= rst_i ? Absorb : sponge_d;
    if (rst_i) step_q <= '0;
    else if (advance) step_q <= step_next;
    if (take) final_q <= final_i;
  end

  // Constants of the rounds of this cycle.
  lane_t [RoundsPerCycle-1:0] constant_q, constant_first, constant_next;
  always_comb begin
    for (int unsigned r = 0; r < RoundsPerCycle; r++) begin
      constant_first[r] = RoundConstants[r];
      constant_next[r]  = '0;
      for (int unsigned s = 0; s < Steps; s++) begin
        if (step_next == StepBits'(s)) constant_next[r] |= RoundConstants[s*RoundsPerCycle+r];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) constant_q <= constant_first;
    else if (advance) constant_q <= constant_next;
  end

  lanes_t state_q, next_state;
  logic [24:0] lanes;
  function_e asked;
  assign asked = function_e'(function_i);
  assign lanes = (RateBytes == 0) ? block_lanes(asked) : 25'((1 << BlockLanes) - 1);

  for (genvar r = 0; r < RoundsPerCycle; r++) begin : gen_round
    lanes_t state;
    gh_keccak_round u_round (
        .state_i   ((r == 0) ? state_q : gen_round[(r == 0)?0 : r-1].state),
        .block_i   (lanes_t'(block_i)),
        .lanes_i   (lanes),
        .absorb_i  ((r == 0) && (sponge_q == Absorb)),
        .constant_i(constant_q[r]),
        .state_o   (state)
    );
  end
  assign next_state = gen_round[RoundsPerCycle-1].state;

  always_ff @(posedge clk_i) begin
    if (clear) state_q <= '0;
    else if (advance) state_q <= next_state;
  end

  assign piece_o       = next_state[BlockLanes-1:0];
  assign piece_valid_o = offers || refuse;

  if (Checked) begin : gen_checked
    logic alarm;
    gh_sha3_checks #(
        .RoundsPerCycle(RoundsPerCycle)
    ) u_checks (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .state_i      (state_q),
        .next_state_i (next_state),
        .clear_i      (clear),
        .permutes_i   (sponge_q == Permute),
        .step_i       (step_q),
        .final_i      (final_q),
        .constants_i  (constant_q),
        .valid_i      (valid_i),
        .error_i      (error_i),
        .ends_i       (final_i),
        .piece_ready_i(piece_ready_i),
        .piece_last_i (piece_last_i),
        .alarm_o      (alarm)
    );
    assign piece_error_o = {alarm, refuse || alarm};
  end else begin : gen_unchecked
    assign piece_error_o = refuse;
  end

  `GH_ASSERT(step_in_range, 32'(step_q) < Steps, clk_i, rst_i)
  `GH_ASSERT(absorbs_at_first_step, sponge_q != Absorb || step_q == '0, clk_i, rst_i)
  `GH_STABLE(held, offers, piece_ready_i, piece_o, clk_i, rst_i)

endmodule

`default_nettype wire
