// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 LUT4 (FPGA-TN-02204), for simulation of what instantiates it; synthesis has its
// own.

`default_nettype none

module LUT4 #(
    parameter logic [15:0] INIT = '0
) (
    output wire logic Z,
    input  wire logic A,
    input  wire logic B,
    input  wire logic C,
    input  wire logic D
);

  assign Z = INIT[{D, C, B, A}];

endmodule

`default_nettype wire
