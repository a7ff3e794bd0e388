// SPDX-License-Identifier: Apache-2.0
//
// Operator, rotation and operand registers of the Threefish coprocessor (after paper At, section
// VI.A, figures 5 and 8): one addition, subtraction or exclusive-or of 64-bit words a cycle. For
// encryption:
//
//     a, b, R3 ---------> R1 --+--> <<< --> R6 --+
//                              |                 |
//     a, b, R3, load ---> R2 --+-----------------+--> R3 <- R1 + R2 or R3 ^ R6
//
// MIX takes two operations: in one cycle R1 + R2 and the rotation of R1, in the next R3 ^ R6. Its
// inverse takes R1 ^ R2, the rotation of R3 in the cycle after, and R1 - R6. For that the operator
// also has R1 - R2, R1 - R6 and R1 ^ R2, R3 can be rotated, and R6 be a result or go back to R1.

`default_nettype none

module gh_threefish_mc_alu #(
    parameter bit Decrypts = 1'b0
) (
    input wire logic clk_i,

    input wire logic       r1_keep_i,
    input wire logic [1:0] r1_source_i,        // a, b, R3, R6
    input wire logic       r2_keep_i,
    input wire logic [1:0] r2_source_i,        // a, b, R3, load
    input wire logic       r6_keep_i,
    input wire logic       rotation_source_i,  // R1, R3
    input wire logic [5:0] rotation_i,
    input wire logic [1:0] alu_operands_i,     // of gh_add_sub_xor, R1, R2, R3 and R6
    input wire logic       alu_xor_i,
    input wire logic       result_source_i,    // R3, R6

    input  wire logic [63:0] a_i,
    input  wire logic [63:0] b_i,
    input  wire logic [63:0] load_i,
    output wire logic [63:0] result_o
);

  typedef logic [63:0] word_t;

  word_t r1_q, r2_q, r3_q, r6_q;
  word_t r1_next, r2_next, to_rotate, by_16, by_4, rotated, sum;

  gh_mux4 u_r1 (
      .data_i  ({Decrypts ? r6_q : r3_q, r3_q, b_i, a_i}),
      .select_i(r1_source_i),
      .data_o  (r1_next)
  );
  gh_mux4 u_r2 (
      .data_i  ({load_i, r3_q, b_i, a_i}),
      .select_i(r2_source_i),
      .data_o  (r2_next)
  );

  // To the left, 16, 4 and 1 at a time.
  assign to_rotate = (Decrypts && rotation_source_i) ? r3_q : r1_q;
  function automatic word_t rotl(word_t x, int unsigned distance);
    return (x << distance) | (x >> (64 - distance));
  endfunction

  gh_mux4 u_by_16 (
      .data_i  ({rotl(to_rotate, 48), rotl(to_rotate, 32), rotl(to_rotate, 16), to_rotate}),
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

  if (Decrypts) begin : gen_decrypts
    gh_add_sub_xor #(
        .Width(64)
    ) u_operator (
        .a_i       (r1_q),
        .b_i       (r2_q),
        .c_i       (r3_q),
        .d_i       (r6_q),
        .operands_i(alu_operands_i),
        .xor_i     (alu_xor_i),
        .result_o  (sum)
    );
  end else begin : gen_encrypts
    gh_add_xor #(
        .Width(64)
    ) u_operator (
        .add_a_i (r1_q),
        .add_b_i (r2_q),
        .xor_a_i (r3_q),
        .xor_b_i (r6_q),
        .xor_i   (alu_xor_i),
        .result_o(sum)
    );
    logic unused;
    assign unused = ^alu_operands_i;
  end

  always_ff @(posedge clk_i) begin
    if (!r1_keep_i) r1_q <= r1_next;
    if (!r2_keep_i) r2_q <= r2_next;
    if (!r6_keep_i) r6_q <= rotated;
    r3_q <= sum;
  end

  assign result_o = (Decrypts && result_source_i) ? r6_q : r3_q;

endmodule

`default_nettype wire
