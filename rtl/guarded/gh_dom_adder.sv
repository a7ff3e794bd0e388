// SPDX-License-Identifier: Apache-2.0
//
// Masked serial adder of two shares: one bit of both numbers a cycle, the lowest first.
//
// The sum's bit comes in the cycle of its summands. Two random bits a cycle, which must be uniform and
// fresh in each cycle. Both numbers must be shared independently of each other.
//
//   carry = a b ^ (a ^ b) carry'
//
// The usual form of one AND, a ^ (a ^ b)(a ^ carry'), adds shares of a behind its register, and both
// shares of a meet in the next bit's logic.

`default_nettype none

module gh_dom_adder (
    input wire logic       clk_i,
    input wire logic       clear_i,  // erase the carry
    input wire logic       first_i,  // the lowest bits: there is no carry
    input wire logic       a0_i,
    input wire logic       a1_i,
    input wire logic       b0_i,
    input wire logic       b1_i,
    input wire logic [1:0] rnd_i,

    output wire logic sum0_o,
    output wire logic sum1_o
);

  logic both0, both1, passed0, passed1, carry0, carry1;
  assign carry0 = (both0 ^ passed0) & ~first_i;
  assign carry1 = (both1 ^ passed1) & ~first_i;

  gh_dom_and u_both (
      .clk_i   (clk_i),
      .clear_i (clear_i),
      .enable_i(1'b1),
      .a0_i    (a0_i),
      .a1_i    (a1_i),
      .b0_i    (b0_i),
      .b1_i    (b1_i),
      .rnd_i   (rnd_i[0]),
      .q0_o    (both0),
      .q1_o    (both1)
  );
  gh_dom_and u_passed (
      .clk_i   (clk_i),
      .clear_i (clear_i),
      .enable_i(1'b1),
      .a0_i    (a0_i ^ b0_i),
      .a1_i    (a1_i ^ b1_i),
      .b0_i    (carry0),
      .b1_i    (carry1),
      .rnd_i   (rnd_i[1]),
      .q0_o    (passed0),
      .q1_o    (passed1)
  );

  assign sum0_o = a0_i ^ b0_i ^ carry0;
  assign sum1_o = a1_i ^ b1_i ^ carry1;

endmodule

`default_nettype wire
