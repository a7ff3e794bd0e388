// SPDX-License-Identifier: Apache-2.0
//
// Model of the Virtex-5 and -6 MUXF7 (UG623), for simulation of what instantiates it; synthesis has
// its own.

`default_nettype none

module MUXF7 (
    output wire logic O,
    input  wire logic I0,
    input  wire logic I1,
    input  wire logic S
);

  assign O = S ? I1 : I0;

endmodule

`default_nettype wire
