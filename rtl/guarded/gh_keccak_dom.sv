// SPDX-License-Identifier: Apache-2.0
//
// Masked permutation KECCAK-f[1600] (FIPS 202) of a state in two shares (domain-oriented masking): a
// block in two shares is added and permuted, state out in two shares.
//
// 24 cycles a permutation, each with 1,600 random bits, which must be uniform and fresh; without them
// it waits. The registers of gh_dom_chi are the state, so that a round takes one cycle.
//
//   block --(first round)--+
//                          v
//   [state] --- iota ----- ^ --- theta, rho, pi --- chi --+
//      ^                                                  |
//      +--------------------------------------------------+
//
// clear_i erases the state, and goes before all else. Then a round without a block and without a
// constant makes a fresh sharing of zero of it, which is random bits in both shares alike, before the
// first block is taken. The round constant is added to share 0. Cycles depend on handshakes only.

`include "gh_assert.svh"

`default_nettype none

module gh_keccak_dom
  import gh_keccak_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic clear_i,

    input  wire lanes_t block0_i,
    input  wire lanes_t block1_i,
    input  wire logic   absorbs_i,  // the block joins; else the state is permuted as it is
    input  wire logic   valid_i,
    output wire logic   ready_o,

    input  wire lanes_t rnd_i,
    input  wire logic   rnd_valid_i,
    output wire logic   rnd_ready_o,

    // While idle_o is high, behind the permutation.
    output wire lanes_t state0_o,
    output wire lanes_t state1_o,
    output wire logic   idle_o
);

  localparam int unsigned StepBits = $clog2(Rounds);

  logic erase, seeded_q, busy_q, first, advance, last_step, joins;
  logic [StepBits-1:0] step_q;
  assign erase       = rst_i || clear_i;
  assign first       = seeded_q && !busy_q && valid_i;
  assign joins       = seeded_q && !busy_q && absorbs_i;
  assign last_step   = (step_q == StepBits'(Rounds - 1));
  assign rnd_ready_o = !rst_i && (first || busy_q || !seeded_q);
  assign advance     = rnd_ready_o && rnd_valid_i;
  assign ready_o     = !rst_i && first && rnd_valid_i;
  assign idle_o      = !busy_q;

  always_ff @(posedge clk_i) begin
    if (erase) begin
      seeded_q <= 1'b0;
      busy_q   <= 1'b0;
      step_q   <= '0;
    end else if (advance) begin
      seeded_q <= 1'b1;
      busy_q   <= seeded_q && !last_step;
      if (seeded_q) step_q <= last_step ? '0 : step_q + 1'b1;
    end
  end

  // Constant of the round before, which is added behind the registers.
  lane_t constant, constant_q;
  always_comb begin
    constant = '0;
    for (int unsigned s = 0; s < Rounds; s++) begin
      if (seeded_q && step_q == StepBits'(s)) constant |= RoundConstants[s];
    end
  end
  always_ff @(posedge clk_i) begin
    if (erase) constant_q <= '0;
    else if (advance) constant_q <= constant;
  end

  lanes_t chi0, chi1, state0, state1, into0, into1, moved0, moved1;
  assign state0 = {chi0[24:1], chi0[0] ^ constant_q};
  assign state1 = chi1;
  for (genvar i = 0; i < 25; i++) begin : gen_block
    assign into0[i] = state0[i] ^ (block0_i[i] & {64{joins}});
    assign into1[i] = state1[i] ^ (block1_i[i] & {64{joins}});
  end

  gh_keccak_linear u_linear0 (
      .state_i(into0),
      .state_o(moved0)
  );
  gh_keccak_linear u_linear1 (
      .state_i(into1),
      .state_o(moved1)
  );

  for (genvar y = 0; y < 5; y++) begin : gen_plane
    gh_dom_chi #(
        .Width(64)
    ) u_chi (
        .clk_i   (clk_i),
        .clear_i (erase),
        .enable_i(advance),
        .d0_i    (moved0[5*y+:5]),
        .d1_i    (moved1[5*y+:5]),
        .rnd_i   (rnd_i[5*y+:5]),
        .q0_o    (chi0[5*y+:5]),
        .q1_o    (chi1[5*y+:5])
    );
  end

  assign state0_o = state0;
  assign state1_o = state1;

  `GH_ASSERT(step_in_range, 32'(step_q) < Rounds, clk_i, rst_i)
  `GH_ASSERT(idle_at_first_step, busy_q || step_q == '0, clk_i, rst_i)
  `GH_ASSERT(seeds_an_erased_state, seeded_q || !busy_q && {state1, state0} == '0, clk_i, rst_i)

endmodule

`default_nettype wire
