// SPDX-License-Identifier: Apache-2.0
//
// One of four words. For devices whose look-up tables have six inputs it is one table a bit; a mapper
// that sees several in a row as one function makes more of them.

`default_nettype none

module gh_mux4 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][Width-1:0] data_i,
    input  wire logic [      1:0]            select_i,
    output wire logic [Width-1:0]            data_o
);

  assign data_o = data_i[select_i];

endmodule

`default_nettype wire
