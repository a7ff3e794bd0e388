// SPDX-License-Identifier: Apache-2.0
//
// Model of the Gowin rPLL (UG286), for simulation of what instantiates it; synthesis has its own. The
// output is the reference clock: frequencies are not modelled, the lock is.

// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL

`default_nettype none

module rPLL #(
    parameter string FCLKIN = "27",
    parameter string DEVICE = "GW2A-18C",
    parameter int IDIV_SEL = 0,
    parameter int FBDIV_SEL = 0,
    parameter int ODIV_SEL = 8
) (
    input  wire logic       CLKIN,
    input  wire logic       CLKFB,
    input  wire logic       RESET,
    input  wire logic       RESET_P,
    input  wire logic [5:0] FBDSEL,
    input  wire logic [5:0] IDSEL,
    input  wire logic [5:0] ODSEL,
    input  wire logic [3:0] PSDA,
    input  wire logic [3:0] DUTYDA,
    input  wire logic [3:0] FDLY,
    output wire logic       CLKOUT,
    output wire logic       LOCK
);

  logic [63:0] edges_q;
  initial edges_q = '0;
  always @(posedge CLKIN) edges_q <= {edges_q[62:0], 1'b1};

  assign CLKOUT = CLKIN;
  assign LOCK   = edges_q[63];

endmodule

`default_nettype wire
