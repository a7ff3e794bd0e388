// SPDX-License-Identifier: Apache-2.0
//
// Model of Xilinx' LUT4 (UG615), for simulation of what instantiates it; synthesis has its own.

`default_nettype none

module LUT4 #(
    parameter logic [15:0] INIT = '0
) (
    output wire logic O,
    input  wire logic I0,
    input  wire logic I1,
    input  wire logic I2,
    input  wire logic I3
);

  assign O = INIT[{I3, I2, I1, I0}];

endmodule

`default_nettype wire
