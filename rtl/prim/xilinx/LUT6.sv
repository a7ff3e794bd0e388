// SPDX-License-Identifier: Apache-2.0
//
// Model of the Virtex-5 and -6 LUT6 (UG623), for simulation of what instantiates it; synthesis has
// its own.

`default_nettype none

module LUT6 #(
    parameter logic [63:0] INIT = '0
) (
    output wire logic O,
    input  wire logic I0,
    input  wire logic I1,
    input  wire logic I2,
    input  wire logic I3,
    input  wire logic I4,
    input  wire logic I5
);

  assign O = INIT[{I5, I4, I3, I2, I1, I0}];

endmodule

`default_nettype wire
