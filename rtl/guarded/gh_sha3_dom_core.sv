// SPDX-License-Identifier: Apache-2.0
//
// Masked sponge of SHA-3, SHAKE, KMAC and cSHAKE (FIPS 202, section 4) in two shares (domain-oriented
// masking): padded blocks in shares in, digest out in pieces of a block in shares. A value is the sum of
// its shares.
//
// A message of N blocks with P pieces of digest takes N + P - 1 permutations of 24 cycles, a cycle for
// each piece, and one for a fresh sharing of zero. Each of these cycles but those of pieces takes 1,600
// random bits, which must be uniform and fresh; without them the core waits. Cycles depend on handshakes
// only.
//
// A piece leaves from the registers behind its permutation; a message's last piece leaves a state of
// zeros behind. No wire depends on both shares of a block. Byte 0 of a block or piece is bits 7:0.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_dom_core
  import gh_keccak_pkg::*;
#(
    parameter  int unsigned RateBytes  = 136,
    localparam int unsigned BlockLanes = RateBytes / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire lane_t [BlockLanes-1:0] block0_i,
    input  wire lane_t [BlockLanes-1:0] block1_i,
    input  wire logic                   final_i,
    input  wire logic                   error_i,   // abandon the message, answer with an error
    input  wire logic                   valid_i,
    output wire logic                   ready_o,

    input  wire lanes_t rnd_i,
    input  wire logic   rnd_valid_i,
    output wire logic   rnd_ready_o,

    output wire lane_t [BlockLanes-1:0] piece0_o,
    output wire lane_t [BlockLanes-1:0] piece1_o,
    output wire logic                   piece_error_o,
    output wire logic                   piece_valid_o,
    input  wire logic                   piece_ready_i,
    input  wire logic                   piece_last_i    // no piece is wanted after this one
);

  if (RateBytes == 0 || RateBytes % 8 != 0 || BlockLanes > MaxRateLanes) begin : gen_check_rate
    $fatal(
        1,
        "gh_sha3_dom_core: RateBytes is %0d; it must be a positive multiple of 8, at most %0d",
        RateBytes,
        8 * MaxRateLanes
    );
  end

  logic final_q;  // the message's blocks are all in
  logic more_q;  // another piece is wanted
  logic idle, begins, begun, take, refuse, offers, ends_message, clear;

  assign begins       = final_q ? more_q : valid_i && !error_i;
  assign take         = !final_q && begun;
  assign refuse       = !rst_i && !final_q && idle && valid_i && error_i;
  assign offers       = !rst_i && final_q && idle && !more_q;
  assign ends_message = offers && piece_ready_i && piece_last_i;
  assign clear        = rst_i || ends_message || (refuse && piece_ready_i);
  assign ready_o      = take || (refuse && piece_ready_i);

  always_ff @(posedge clk_i) begin
    if (clear) begin
      final_q <= 1'b0;
      more_q  <= 1'b0;
    end else begin
      if (take) final_q <= final_i;
      if (begun) more_q <= 1'b0;
      else if (offers && piece_ready_i) more_q <= 1'b1;
    end
  end

  lanes_t state0, state1;
  gh_keccak_dom u_keccak (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .clear_i    (clear),
      .block0_i   (lanes_t'(block0_i)),
      .block1_i   (lanes_t'(block1_i)),
      .absorbs_i  (!final_q),
      .valid_i    (begins),
      .ready_o    (begun),
      .rnd_i      (rnd_i),
      .rnd_valid_i(rnd_valid_i),
      .rnd_ready_o(rnd_ready_o),
      .state0_o   (state0),
      .state1_o   (state1),
      .idle_o     (idle)
  );

  assign piece0_o      = state0[BlockLanes-1:0];
  assign piece1_o      = state1[BlockLanes-1:0];
  assign piece_error_o = refuse;
  assign piece_valid_o = offers || refuse;

  logic unused;
  assign unused = ^{state0[24:BlockLanes], state1[24:BlockLanes]};

  `GH_ASSERT(asked_when_it_squeezes, !more_q || final_q, clk_i, rst_i)
  `GH_STABLE(held, offers, piece_ready_i, {piece1_o, piece0_o}, clk_i, rst_i)

endmodule

`default_nettype wire
