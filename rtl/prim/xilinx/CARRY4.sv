// SPDX-License-Identifier: Apache-2.0
//
// Model of the Virtex-5 and -6 CARRY4 (UG623), for simulation of what instantiates it; synthesis has
// its own.

`default_nettype none

module CARRY4 (
    output wire logic [3:0] CO,
    output wire logic [3:0] O,
    input  wire logic       CI,
    input  wire logic       CYINIT,
    input  wire logic [3:0] DI,
    input  wire logic [3:0] S
);

  assign CO[0] = S[0] ? CI | CYINIT : DI[0];
  assign CO[1] = S[1] ? CO[0] : DI[1];
  assign CO[2] = S[2] ? CO[1] : DI[2];
  assign CO[3] = S[3] ? CO[2] : DI[3];
  assign O     = S ^ {CO[2:0], CI | CYINIT};

endmodule

`default_nettype wire
