// SPDX-License-Identifier: Apache-2.0
//
// W, the block cipher of Whirlpool (ISO/IEC 10118-3:2004), for gh_phash_core: gh_whirlpool_ring with its schedule.
//
// A block is 10 times round the ring of six stages, and has the first stage once more, to enter: 11
// x 6 cycles. Six blocks are therefore under way, and a block may enter every 11 cycles. Because 11
// and 6 are coprime, blocks that enter so have different stages in every cycle, and which of them
// has a stage, and in which round, depends on the cycle modulo 11 alone: one counter serves all
// blocks. enter_next_i may be high while no block is inside, and else a multiple of 11 cycles after
// the last entry. The ciphertext comes 64 cycles after enter_next_i.

`include "gh_assert.svh"

`default_nettype none

module gh_phash_ring_cipher
  import gh_phash_pkg::*;
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    // A block enters: key and plaintext in the next cycle.
    input wire logic   enter_next_i,
    input wire state_t key_i,
    input wire state_t plaintext_i,

    output wire state_t ciphertext_o,  // while done_o
    output wire logic [7:0] done_o  // a copy for each row
);

  localparam int unsigned Phases = period(RingStages);
  // From the cycle behind enter_next_i, phase 0, to the one before the ciphertext.
  localparam int unsigned Way = Rounds * RingStages + 2;
  localparam int unsigned LastPlace = Way % RingStages;

  typedef logic [3:0] phase_t;
  localparam phase_t LastPhase = phase_t'(Way % Phases);

  // The key of round r is in stage 4 of the ring r x 6 cycles behind phase 0.
  function automatic phase_t [Phases-1:0] round_table();
    phase_t [Phases-1:0] result;
    for (int unsigned r = 0; r <= Rounds; r++) result[r*RingStages%Phases] = phase_t'(r);
    return result;
  endfunction
  localparam phase_t [Phases-1:0] RoundOf = round_table();

  phase_t phase_q;
  logic [RingStages-1:0] valid_d, valid_q;
  logic leaves_next;
  assign leaves_next = valid_q[LastPlace] && phase_q == LastPhase;
  always_comb begin
    valid_d = {valid_q[RingStages-2:0], enter_next_i || valid_q[RingStages-1]};
    if (leaves_next) valid_d[LastPlace+1] = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    phase_q <= (enter_next_i || phase_q == phase_t'(Phases - 1)) ? '0 : phase_q + 1'b1;
    valid_q <= rst_i ? '0 : valid_d;
  end

  gh_copies #(
      .Copies(8)
  ) u_done (
      .clk_i,
      .data_i(leaves_next && !rst_i),
      .data_o(done_o)
  );

  // The data follow the key a cycle later.
  state_t plaintext_q;
  always_ff @(posedge clk_i) plaintext_q <= plaintext_i;

  gh_whirlpool_ring u_ring (
      .clk_i,
      .enter_next_i,
      .key_i,
      .block_i(plaintext_q),
      .round_i(RoundOf[phase_q]),
      .state_o(ciphertext_o)
  );

  `GH_REQUIRE(enters_in_phase, !enter_next_i || valid_q == '0 || phase_q == phase_t'(Phases - 1),
              clk_i, rst_i)
  `GH_REQUIRE(enters_where_none_is, !enter_next_i || !valid_q[RingStages-1], clk_i, rst_i)
  `GH_ASSERT(done_alike, done_o inside {'0, '1}, clk_i, rst_i)
  `GH_ASSERT(phase_in_range, valid_q == '0 || phase_q < phase_t'(Phases), clk_i, rst_i)

endmodule

`default_nettype wire
