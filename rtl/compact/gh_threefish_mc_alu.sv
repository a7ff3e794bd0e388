// SPDX-License-Identifier: Apache-2.0
//
// Operator, rotation and operand registers of the Threefish encryption coprocessor (paper At,
// section VI.A, figure 5): one addition or exclusive-or of 64-bit words a cycle.
//
//     a ----+-> X --+-> R1 ----------------+
//           |   |   +-> R4 -> R5 -> R6 --+ |
//           +-> R2 --------------------+ | |
//     b ------> R2                     | | |
//     load ---> R2                 R3 <- R1 + R2 or R3 ^ R6
//     R3 -----> X, R2
//
// The rotation to the left takes a step in each of three registers: 16, 4 and 1 times the distance
// that the control word tells in the cycle of each.

`default_nettype none

module gh_threefish_mc_alu (
    input wire logic clk_i,

    input wire logic       x_result_i,   // X is R3, not a
    input wire logic       r1_load_i,
    input wire logic [1:0] r2_source_i,  // a, b, R3, load
    input wire logic       alu_xor_i,
    input wire logic [1:0] rot1_i,
    input wire logic [1:0] rot2_i,
    input wire logic [1:0] rot3_i,

    input  wire logic [63:0] a_i,
    input  wire logic [63:0] b_i,
    input  wire logic [63:0] load_i,
    output wire logic [63:0] result_o  // R3
);

  typedef logic [63:0] word_t;

  word_t r1_q, r2_q, r3_q, r4_q, r5_q, r6_q;
  word_t x, sum;

  assign x = x_result_i ? r3_q : a_i;

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
    if (r1_load_i) r1_q <= x;

    unique case (r2_source_i)
      2'd0: r2_q <= a_i;
      2'd1: r2_q <= b_i;
      2'd2: r2_q <= r3_q;
      default: r2_q <= load_i;
    endcase

    unique case (rot1_i)
      2'd0: r4_q <= x;
      2'd1: r4_q <= {x[47:0], x[63:48]};
      2'd2: r4_q <= {x[31:0], x[63:32]};
      default: r4_q <= {x[15:0], x[63:16]};
    endcase
    unique case (rot2_i)
      2'd0: r5_q <= r4_q;
      2'd1: r5_q <= {r4_q[59:0], r4_q[63:60]};
      2'd2: r5_q <= {r4_q[55:0], r4_q[63:56]};
      default: r5_q <= {r4_q[51:0], r4_q[63:52]};
    endcase
    unique case (rot3_i)
      2'd0: r6_q <= r5_q;
      2'd1: r6_q <= {r5_q[62:0], r5_q[63]};
      2'd2: r6_q <= {r5_q[61:0], r5_q[63:62]};
      default: r6_q <= {r5_q[60:0], r5_q[63:61]};
    endcase

    r3_q <= sum;
  end

  assign result_o = r3_q;

endmodule

`default_nettype wire
