// SPDX-License-Identifier: Apache-2.0
//
// Sum of two words or exclusive-or of two others, chosen by one bit (paper At, equations 1 and 2):
//   a + b             = (a | b) + (a & b)
//   a ^ b = (a | b) - (a & b) = (a | b) + ~(a & b) + 1
// so that one adder does both, and the choice of operands goes before its carry chain.

`default_nettype none

module gh_add_xor #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] add_a_i,
    input  wire logic [Width-1:0] add_b_i,
    input  wire logic [Width-1:0] xor_a_i,
    input  wire logic [Width-1:0] xor_b_i,
    input  wire logic             xor_i,
    output wire logic [Width-1:0] result_o  // xor_i ? xor_a_i ^ xor_b_i : add_a_i + add_b_i
);

  assign result_o = xor_i ? xor_a_i ^ xor_b_i : add_a_i + add_b_i;

endmodule

`default_nettype wire
