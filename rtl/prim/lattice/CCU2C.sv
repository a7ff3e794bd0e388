// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 CCU2C (FPGA-TN-02204), for simulation of what instantiates it; synthesis has its
// own. Two bits of a carry chain: where a table of four inputs is 1 the carry goes on, elsewhere it
// is the output of that table for A and B with C and D low.

`default_nettype none

module CCU2C #(
    parameter logic [15:0] INIT0 = '0,
    parameter logic [15:0] INIT1 = '0,
    parameter string INJECT1_0 = "NO",
    parameter string INJECT1_1 = "NO"
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

  if (INJECT1_0 != "NO" || INJECT1_1 != "NO") begin : gen_check_inject
    $fatal(1, "CCU2C: INJECT1_0 and INJECT1_1 must be NO: carry that is cut off is not modelled");
  end

  // An unknown input on which the output does not depend leaves it known, as `?:` does.
  logic [7:0] by_d0, by_d1;
  logic [3:0] by_c0, by_c1;
  logic [1:0] by_b0, by_b1, low0, low1;
  logic on0, on1, carry;

  assign by_d0 = D0 ? INIT0[15:8] : INIT0[7:0];
  assign by_c0 = C0 ? by_d0[7:4] : by_d0[3:0];
  assign by_b0 = B0 ? by_c0[3:2] : by_c0[1:0];
  assign low0  = B0 ? INIT0[3:2] : INIT0[1:0];
  assign by_d1 = D1 ? INIT1[15:8] : INIT1[7:0];
  assign by_c1 = C1 ? by_d1[7:4] : by_d1[3:0];
  assign by_b1 = B1 ? by_c1[3:2] : by_c1[1:0];
  assign low1  = B1 ? INIT1[3:2] : INIT1[1:0];

  assign on0   = A0 ? by_b0[1] : by_b0[0];
  assign on1   = A1 ? by_b1[1] : by_b1[0];
  assign carry = on0 ? CIN : A0 ? low0[1] : low0[0];
  assign COUT  = on1 ? carry : A1 ? low1[1] : low1[0];
  assign S0    = on0 ^ CIN;
  assign S1    = on1 ^ carry;

endmodule

`default_nettype wire
