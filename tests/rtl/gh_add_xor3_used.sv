// SPDX-License-Identifier: Apache-2.0
//
// gh_add_xor3 as it may be used: with b_adds_i one of b and c is zero, and the lower half's carry is
// there where the word can be cut.

`default_nettype none

module gh_add_xor3_used #(
    parameter int unsigned Width = 64,
    parameter bit          Cut   = 1,
    parameter bit          Three = 0
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic             xor_i,
    input  wire logic             b_adds_i,
    input  wire logic             carry_i,
    input  wire logic             save_i,
    input  wire logic             cut_i,
    input  wire logic             cut_carry_i,
    output wire logic [Width-1:0] result_o,
    output wire logic             half_carry_o,
    output wire logic             carry_o,
    output wire logic             save_o
);

  logic half_carry;

  gh_add_xor3 #(
      .Width(Width),
      .Cut  (Cut),
      .Three(Three)
  ) u_add_xor3 (
      .a_i,
      .b_i,
      .c_i         (b_adds_i ? c_i & ~b_i : c_i),
      .xor_i,
      .b_adds_i,
      .carry_i,
      .save_i,
      .cut_i,
      .cut_carry_i,
      .result_o,
      .half_carry_o(half_carry),
      .carry_o,
      .save_o
  );

  assign half_carry_o = Cut && half_carry;

endmodule

`default_nettype wire
