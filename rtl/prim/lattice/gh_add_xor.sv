// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and the exclusive-or of two words: sum = a + (b ^ c) mod 2^Width, Width even.
//
// ECP5 form of rtl/prim/generic/gh_add_xor.sv: the exclusive-or sits in the carry cell's own table.

`default_nettype none

module gh_add_xor #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  // Propagate = A ^ B ^ C.
  gh_ccu2c_adder #(
      .Width(Width),
      .Init (16'h96AA)
  ) u_adder (
      .a_i,
      .b_i,
      .c_i,
      .sum_o
  );

endmodule

`default_nettype wire
