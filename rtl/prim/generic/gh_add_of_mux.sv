// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and one of two others.

`default_nettype none

module gh_add_of_mux #(
    parameter int unsigned Width = 32  // a multiple of 4
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic             select_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o      // a_i + (select_i ? b_i : c_i)
);

  assign sum_o = a_i + (select_i ? b_i : c_i);

endmodule

`default_nettype wire
