// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 CCU2C (FPGA-TN-02204), for simulation of what instantiates it; synthesis has its
// own. Two bits of a carry chain: where a table of four inputs is 1 the carry goes on, elsewhere it is
// what that table tells of A and B with C and D low.

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

  logic on0, on1, carry;

  assign on0   = INIT0[{D0, C0, B0, A0}];
  assign on1   = INIT1[{D1, C1, B1, A1}];
  assign carry = on0 ? CIN : INIT0[{2'b00, B0, A0}];
  assign COUT  = on1 ? carry : INIT1[{2'b00, B1, A1}];
  assign S0    = on0 ^ CIN;
  assign S1    = on1 ^ carry;

endmodule

`default_nettype wire
