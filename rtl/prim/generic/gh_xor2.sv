// SPDX-License-Identifier: Apache-2.0
//
// Exclusive-or of two words.

`default_nettype none

module gh_xor2 #(
    parameter int unsigned Width = 64  // an even number
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    output wire logic [Width-1:0] result_o
);

  assign result_o = a_i ^ b_i;

endmodule

`default_nettype wire
