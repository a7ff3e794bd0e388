// SPDX-License-Identifier: Apache-2.0
//
// Behaviour of the ECP5 carry cell in its documented form:
// two four-input tables, each in front of one bit of the carry chain.
//
// For simulation and proofs; synthesis keeps the cell as a black box.

`default_nettype none

module CCU2C #(
    parameter logic [15:0] INIT0 = 16'h0000,
    parameter logic [15:0] INIT1 = 16'h0000,
    parameter string INJECT1_0 = "YES",
    parameter string INJECT1_1 = "YES"
) (
    input  wire logic CIN,
    input  wire logic A0,
    input  wire logic B0,
    input  wire logic C0,
    input  wire logic D0,
    input  wire logic A1,
    input  wire logic B1,
    input  wire logic C1,
    input  wire logic D1,
    output wire logic S0,
    output wire logic S1,
    output wire logic COUT
);

  logic propagate0, propagate1, generate0, generate1, carry;

  assign propagate0 = INIT0[{D0, C0, B0, A0}];
  assign propagate1 = INIT1[{D1, C1, B1, A1}];
  assign generate0  = (INJECT1_0 != "YES") && INIT0[{2'b00, B0, A0}];
  assign generate1  = (INJECT1_1 != "YES") && INIT1[{2'b00, B1, A1}];
  assign S0         = propagate0 ^ ((INJECT1_0 != "YES") && CIN);
  assign carry      = propagate0 ? CIN : generate0;
  assign S1         = propagate1 ^ ((INJECT1_1 != "YES") && carry);
  assign COUT       = propagate1 ? carry : generate1;

endmodule

`default_nettype wire
