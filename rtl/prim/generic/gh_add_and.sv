// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and a gated word: sum = a + (b & c) mod 2^Width.
//
// Combinational. A gate in front of one addend turns an adder off without a multiplexer behind it;
// where the carry cell of a device has inputs to spare the gate is free.

`default_nettype none

module gh_add_and #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  assign sum_o = a_i + (b_i & c_i);

endmodule

`default_nettype wire
