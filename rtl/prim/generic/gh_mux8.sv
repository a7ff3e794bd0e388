// SPDX-License-Identifier: Apache-2.0
//
// One of eight words.

`default_nettype none

module gh_mux8 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      7:0][Width-1:0] data_i,
    input  wire logic [      2:0]            select_i,
    output wire logic [Width-1:0]            data_o
);

  assign data_o = data_i[select_i];

endmodule

`default_nettype wire
