// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool's chaining (ISO/IEC 10118-3:2004; Miyaguchi-Preneel) over W: padded blocks in, digest
// out. H' = W_H(m) ^ H ^ m; the first H of a message is zero.
//
// 10 cycles a block, and the next block or the next message's first follows without a gap: H and m
// are kept as their sum, which joins the ciphertext to give the next key. Byte 0 is bits 7:0.

`include "gh_assert.svh"

`default_nettype none

module gh_whirlpool_core
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter int unsigned MixRows = MixLogic
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

  // Work: a block is in the cipher. Hold: a digest waits, kept where the sum of H and m was.
  typedef enum logic [1:0] {
    Idle,
    Work,
    Hold
  } core_e;
  core_e core_d, core_q;

  row_flags_t rows_done;
  logic done, start, refuse, ends, chained_q, final_q;
  state_t ciphertext, sum_q, hash, key;

  assign ends = (core_q == Work) && done && final_q;
  assign start  = valid_i && !error_i
                && (core_q == Idle || core_q == Work && done && (!final_q || digest_ready_i));
  // An error is answered when the digest before it has left.
  assign refuse = valid_i && error_i && digest_ready_i
                && (core_q == Idle || core_q == Work && done && !final_q);
  assign ready_o = start || refuse;

  always_comb begin
    core_d = core_q;
    unique case (core_q)
      Work: if (done) core_d = (final_q && !digest_ready_i) ? Hold : Idle;
      Hold: if (digest_ready_i) core_d = Idle;
      default: ;
    endcase
    if (start) core_d = Work;
  end

  assign done = rows_done[8];
  logic unused;
  assign unused = ^rows_done;
  assign hash   = ciphertext ^ sum_q;
  // A message's first block finds a chaining value of zero; a block that waited finds it in the sum.
  always_comb begin
    key = '0;
    if (core_q == Work) key = final_q ? '0 : hash;
    else if (chained_q) key = sum_q;
  end

  always_ff @(posedge clk_i) begin
    core_q <= rst_i ? Idle : core_d;

    if (rst_i || refuse) chained_q <= 1'b0;
    else if (core_q == Work && done) chained_q <= !final_q;

    if (start) final_q <= final_i;

    if (start) sum_q <= key ^ block_i;
    else if (core_q == Work && done) sum_q <= hash;
  end

  gh_w_cipher #(
      .SBox   (SBox),
      .MixRows(MixRows)
  ) u_cipher (
      .clk_i,
      .rst_i,
      .start_i     ({9{start}}),
      .key_i       (key),
      .whitened_i  (key ^ block_i),
      .ciphertext_o(ciphertext),
      .done_o      (rows_done)
  );

  assign digest_o       = (core_q == Hold) ? sum_q : hash;
  assign digest_error_o = refuse;
  assign digest_valid_o = ends || (core_q == Hold) || refuse;

  `GH_ASSERT(done_at_work, !done || core_q == Work, clk_i, rst_i)
  `GH_STABLE(held, core_q == Hold, digest_ready_i, digest_o, clk_i, rst_i)

endmodule

`default_nettype wire
