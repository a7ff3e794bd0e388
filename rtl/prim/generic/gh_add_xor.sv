// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and the exclusive-or of two words: sum = a + (b ^ c) mod 2^Width.
//
// Combinational. In ARX ciphers the exclusive-or that ends one round feeds an adder of the next;
// where the carry cell of a device has inputs to spare the two take one cell and no extra delay.

`default_nettype none

module gh_add_xor #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  assign sum_o = a_i + (b_i ^ c_i);

endmodule

`default_nettype wire
