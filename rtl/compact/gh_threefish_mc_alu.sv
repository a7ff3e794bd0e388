// SPDX-License-Identifier: Apache-2.0
//
// Operator, rotation and operand registers of the Threefish encryption coprocessor (after paper At,
// section VI.A, figure 5): one addition or exclusive-or of 64-bit words a cycle.
//
//     a, b, R3 ---------> R1 --+--> <<< --> R6 --+
//                              |                 |
//     a, b, R3, load ---> R2 --+-----------------+--> R3 <- R1 + R2 or R3 ^ R6
//
// MIX takes two operations: in one cycle R1 + R2 and the rotation of R1, in the next R3 ^ R6.

`default_nettype none

module gh_threefish_mc_alu (
    input wire logic clk_i,

    input wire logic       r1_keep_i,
    input wire logic [1:0] r1_source_i,  // a, b, R3
    input wire logic       r2_keep_i,
    input wire logic [1:0] r2_source_i,  // a, b, R3, load
    input wire logic       r6_keep_i,
    input wire logic [5:0] rotation_i,
    input wire logic       alu_xor_i,

    input  wire logic [63:0] a_i,
    input  wire logic [63:0] b_i,
    input  wire logic [63:0] load_i,
    output wire logic [63:0] result_o  // R3
);

  typedef logic [63:0] word_t;

  word_t r1_q, r2_q, r3_q, r6_q;
  word_t r1_next, r2_next, by_16, by_4, rotated, sum;

  gh_mux4 u_r1 (
      .data_i  ({r3_q, r3_q, b_i, a_i}),
      .select_i(r1_source_i),
      .data_o  (r1_next)
  );
  gh_mux4 u_r2 (
      .data_i  ({load_i, r3_q, b_i, a_i}),
      .select_i(r2_source_i),
      .data_o  (r2_next)
  );

  // To the left, 16, 4 and 1 at a time.
  function automatic word_t rotl(word_t x, int unsigned distance);
    return (x << distance) | (x >> (64 - distance));
  endfunction

  gh_mux4 u_by_16 (
      .data_i  ({rotl(r1_q, 48), rotl(r1_q, 32), rotl(r1_q, 16), r1_q}),
      .select_i(rotation_i[5:4]),
      .data_o  (by_16)
  );
  gh_mux4 u_by_4 (
      .data_i  ({rotl(by_16, 12), rotl(by_16, 8), rotl(by_16, 4), by_16}),
      .select_i(rotation_i[3:2]),
      .data_o  (by_4)
  );
  gh_mux4 u_by_1 (
      .data_i  ({rotl(by_4, 3), rotl(by_4, 2), rotl(by_4, 1), by_4}),
      .select_i(rotation_i[1:0]),
      .data_o  (rotated)
  );

  gh_add_xor #(
      .Width(64)
  ) u_add_xor (
      .add_a_i (r1_q),
      .add_b_i (r2_q),
      .xor_a_i (r3_q),
      .xor_b_i (r6_q),
      .xor_i   (alu_xor_i),
      .result_o(sum)
  );

  always_ff @(posedge clk_i) begin
    if (!r1_keep_i) r1_q <= r1_next;
    if (!r2_keep_i) r2_q <= r2_next;
    if (!r6_keep_i) r6_q <= rotated;
    r3_q <= sum;
  end

  assign result_o = r3_q;

endmodule

`default_nettype wire
