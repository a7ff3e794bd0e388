// SPDX-License-Identifier: Apache-2.0
//
// One look-up table of four inputs: the bit of Init that data_i numbers.
//
// For functions that a mapper is to leave as they are.

`default_nettype none

module gh_lut4 #(
    parameter logic [15:0] Init = '0
) (
    input  wire logic [3:0] data_i,
    output wire logic       data_o
);

  assign data_o = Init[data_i];

endmodule

`default_nettype wire
