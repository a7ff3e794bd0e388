// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 PFUMX (FPGA-TN-02204), the multiplexer behind two LUT4 of a slice, for simulation of
// what instantiates it; synthesis has its own.

`default_nettype none

module PFUMX (
    output wire logic Z,
    input  wire logic ALUT,
    input  wire logic BLUT,
    input  wire logic C0
);

  assign Z = C0 ? ALUT : BLUT;

endmodule

`default_nettype wire
