// SPDX-License-Identifier: Apache-2.0
//
// One of any number of words. The output for a select_i of Words or more has no meaning.

`default_nettype none

module gh_mux #(
    parameter int unsigned Words = 8,
    parameter int unsigned Width = 64,
    localparam int unsigned SelectBits = (Words == 1) ? 1 : $clog2(Words)
) (
    input  wire logic [     Words-1:0][Width-1:0] data_i,
    input  wire logic [SelectBits-1:0]            select_i,
    output wire logic [     Width-1:0]            data_o
);

  assign data_o = data_i[select_i];

endmodule

`default_nettype wire
