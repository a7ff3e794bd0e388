// SPDX-License-Identifier: Apache-2.0
//
// Exclusive-or of four words: one look-up table a bit. A mapper that sees it inside a larger sum takes
// more tables for fewer levels.

`default_nettype none

module gh_xor4 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][Width-1:0] data_i,
    output wire logic [Width-1:0]            data_o
);

  assign data_o = data_i[0] ^ data_i[1] ^ data_i[2] ^ data_i[3];

endmodule

`default_nettype wire
