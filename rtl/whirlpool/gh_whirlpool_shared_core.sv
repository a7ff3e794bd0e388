// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004; Miyaguchi-Preneel) with one round for both the key and the data: padded
// blocks in, digest out. H' = W_H(m) ^ H ^ m; the first H of a message is zero. Byte 0 is bits 7:0.
//
// The round has two stages, and key and data follow each other through them:
//
//   round_q --> SubBytes --> ShiftColumns --> shifted_q --> MixRows --> + round constant, or round_q --> round_q
//
// Where the data leaves MixRows, its round key has just come into round_q. chain_q has H and, while a block is
// in the round, H ^ m, which is also what the data begins with.
//
//   cycle of a block     round_q      shifted_q
//     0  it is taken     H            -
//     1                  H ^ m        of H
//     2                  K_1          of H ^ m
//     3                  data 1       of K_1
//    20                  K_10         of data 9
//
// A block takes 21 cycles: in the last one the ciphertext joins chain_q, which is the next block's H. A digest
// is in chain_q a cycle later. Where the receiver takes it at once, two cycles follow the 21 of a message's last
// block before the next block can be taken. While no block is there, round_q and chain_q both have H.

`include "gh_assert.svh"

`default_nettype none

module gh_whirlpool_shared_core
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,  // SBoxLut or SBoxLogic
    parameter int unsigned MixRows = MixParity
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire state_t block_i,
    input  wire logic   final_i,
    input  wire logic   error_i,  // abandon the message, answer with an error
    input  wire logic   valid_i,
    output wire logic   ready_o,

    output wire state_t digest_o,
    output wire logic   digest_error_o,
    output wire logic   digest_valid_o,
    input  wire logic   digest_ready_i
);

  // Idle: a block may be taken. Work: it is in the round. Hold: a digest waits, or an error. Clear: H becomes zero.
  typedef enum logic [1:0] {
    Idle,
    Work,
    Hold,
    Clear
  } core_e;
  core_e core_d, core_q;

  typedef logic [4:0] step_t;
  localparam step_t LastStep = step_t'(2 * Rounds);
  step_t step_q;  // cycle of the block that is in the round, or 0

  logic offered, take, final_q, error_q, ends;
  assign offered = valid_i && !error_i;
  assign take = (core_q == Idle) && offered;
  assign ready_o = (core_q == Idle) && valid_i;
  assign ends = (step_q == LastStep);
  always_comb begin
    core_d = core_q;
    unique case (core_q)
      Idle: if (valid_i) core_d = error_i ? Hold : Work;
      Work: if (ends) core_d = final_q ? Hold : Idle;
      Hold: if (digest_ready_i) core_d = Clear;
      default: core_d = Idle;
    endcase
  end
  always_ff @(posedge clk_i) begin
    core_q <= rst_i ? Clear : core_d;
    if (core_q == Idle) {final_q, error_q} <= {final_i, error_i};
    if (take) step_q <= step_t'(1);
    else if (step_q != '0) step_q <= ends ? '0 : step_q + 1'b1;
    if (rst_i) step_q <= '0;
  end

  // These bits steer the rows; they are decided a cycle before, and each row has its copy.
  typedef struct packed {
    logic idles;   // a block may be taken
    logic chains;  // chain_q joins what comes into round_q, and takes it
    logic keyed;   // the data leaves MixRows, and its round key joins it
  } steer_t;
  steer_t steer_d;
  steer_t [7:0] steer_q;
  always_comb begin
    steer_d.idles  = (core_d == Idle);
    steer_d.chains = (core_q == Work) ? ends || step_q == LastStep - 1'b1 : !take;
    steer_d.keyed  = step_q[0];
    if (rst_i) steer_d = '{chains: 1'b1, default: 1'b0};
  end
  gh_copies #(
      .Width ($bits(steer_t)),
      .Copies(8)
  ) u_steer (
      .clk_i,
      .data_i(steer_d),
      .data_o(steer_q)
  );

  // The key of round r leaves MixRows in cycle 2 r + 1.
  row_t constant_q;
  always_ff @(posedge clk_i) begin
    constant_q <= '0;
    if (take) constant_q <= round_constant(0);
    for (int unsigned r = 1; r < Rounds; r++) begin
      if (step_q == step_t'(2 * r)) constant_q <= round_constant(r);
    end
  end

  state_t round_q, chain_q, next, substituted, shifted_q;
  logic clears;
  assign clears = (core_q == Clear);
  for (genvar i = 0; i < 8; i++) begin : gen_row
    logic taken, rests;
    assign taken = steer_q[i].idles && offered;
    assign rests = steer_q[i].chains && !taken;
    for (genvar j = 0; j < 8; j++) begin : gen_byte
      gh_whirlpool_sbox #(
          .SBox(SBox)
      ) u_sbox (
          .clk_i,
          .data_i(round_q[i][j]),
          .data_o(substituted[i][j])
      );
      always_ff @(posedge clk_i) shifted_q[(i+j)%8][j] <= rests ? '0 : substituted[i][j];
    end

    row_t mixed_row;
    gh_whirlpool_mix_row #(
        .MixRows(MixRows)
    ) u_mix (
        .clk_i,
        .row_i(shifted_q[i]),
        .row_o(mixed_row)
    );
    // Where no block is, shifted_q is zero, and chain_q stays as it is.
    assign next[i] = mixed_row
        ^ ((i == 0) ? constant_q : '0)
        ^ (round_q[i] & {64{steer_q[i].keyed}})
        ^ (chain_q[i] & {64{steer_q[i].chains}})
        ^ (block_i[i] & {64{taken}});
    always_ff @(posedge clk_i) begin
      round_q[i] <= next[i];
      if (steer_q[i].chains) chain_q[i] <= next[i];
      if (clears) {round_q[i], chain_q[i]} <= '0;
    end
  end

  assign digest_o = chain_q;
  assign digest_error_o = error_q;
  assign digest_valid_o = (core_q == Hold);

  `GH_ASSERT(nothing_rests, core_q != Idle || round_q == chain_q && shifted_q == '0, clk_i, rst_i)
  `GH_ASSERT(steps_at_work, (core_q == Work) == (step_q != '0), clk_i, rst_i)
  `GH_STABLE(held, core_q == Hold, digest_ready_i, digest_o, clk_i, rst_i)

endmodule

`default_nettype wire
