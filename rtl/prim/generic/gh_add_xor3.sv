// SPDX-License-Identifier: Apache-2.0
//
// Sum or exclusive-or of three words (paper At, section VI.B, with the words of figure 9):
//   xor_i:       a ^ b ^ c
//   Three:       a + b + c + carry
//   b_adds_i:    a + (b | c) + carry, where b or c is zero: one of them is added to a
//   otherwise:   (a ^ b) + c + carry
// The upper half may be cut off, so that it has a carry of its own.

`default_nettype none

module gh_add_xor3 #(
    parameter int unsigned Width = 64,  // a multiple of 8
    parameter bit          Cut   = 1,   // whether the word can be cut in halves
    parameter bit          Three = 0
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic             xor_i,
    input  wire logic             b_adds_i,
    input  wire logic             carry_i,
    input  wire logic             save_i,        // Three: another carry
    input  wire logic             cut_i,         // the upper half takes cut_carry_i
    input  wire logic             cut_carry_i,
    output wire logic [Width-1:0] result_o,
    output wire logic             half_carry_o,  // out of the lower half
    output wire logic             carry_o,
    output wire logic             save_o         // Three: another carry
);

  localparam int unsigned Half = Width / 2;

  // Two summands, and the carries that three are saved in.
  logic [Width-1:0] parity, saved, term, to;
  logic [Half:0] low, high;
  logic cut, carry;

  assign parity = a_i ^ b_i ^ c_i;
  assign saved  = xor_i ? '0 : (a_i & b_i) | (a_i & c_i) | (b_i & c_i);
  assign cut    = Cut && cut_i;

  always_comb begin
    if (Three) begin
      term       = {saved[Width-2:0], save_i};
      term[Half] = saved[Half-1] && !cut;
      to         = parity;
    end else begin
      term = xor_i ? '0 : b_adds_i ? b_i | c_i : c_i;
      to   = parity ^ term;
    end
  end

  assign low          = {1'b0, to[Half-1:0]} + {1'b0, term[Half-1:0]} + (Half + 1)'(carry_i);
  assign carry        = cut ? cut_carry_i : low[Half];
  assign high         = {1'b0, to[Width-1:Half]} + {1'b0, term[Width-1:Half]} + (Half + 1)'(carry);
  assign result_o     = {high[Half-1:0], low[Half-1:0]};
  assign half_carry_o = low[Half];
  assign carry_o      = high[Half];
  assign save_o       = Three && saved[Width-1];

endmodule

`default_nettype wire
