// SPDX-License-Identifier: Apache-2.0
//
// Adder of add-rotate-xor ciphers: sum = (a ^ b) + (c & d) mod 2^Width.
//
// Combinational. The exclusive-or that ends one round feeds an adder of the next, and a gate turns
// an addend off; where a device's carry cell has inputs to spare both are free.

`default_nettype none

module gh_arx_adder #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic             d_i,   // gates c_i
    output wire logic [Width-1:0] sum_o
);

  // The gated addend stands first: synthesis feeds it to the carry multiplexers as it is.
  assign sum_o = (c_i & {Width{d_i}}) + (a_i ^ b_i);

endmodule

`default_nettype wire
