// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 L6MUX21 (FPGA-TN-02204), the multiplexer behind two PFUMX, for simulation of what
// instantiates it; synthesis has its own.

`default_nettype none

module L6MUX21 (
    output wire logic Z,
    input  wire logic D0,
    input  wire logic D1,
    input  wire logic SD
);

  assign Z = SD ? D1 : D0;

endmodule

`default_nettype wire
