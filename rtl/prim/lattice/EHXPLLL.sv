// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 EHXPLLL (FPGA-TN-02200), for simulation of what instantiates it; synthesis has its
// own. Both outputs are the reference clock: frequencies are not modelled, the lock is.

// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL

`default_nettype none

module EHXPLLL #(
    parameter int CLKI_DIV = 1,
    parameter int CLKFB_DIV = 1,
    parameter int CLKOP_DIV = 8,
    parameter int CLKOP_CPHASE = 0,
    parameter int CLKOP_FPHASE = 0,
    parameter int CLKOS_DIV = 8,
    parameter int CLKOS_CPHASE = 0,
    parameter int CLKOS_FPHASE = 0,
    parameter string CLKOP_ENABLE = "ENABLED",
    parameter string CLKOS_ENABLE = "DISABLED",
    parameter string FEEDBK_PATH = "CLKOP",
    parameter string OUTDIVIDER_MUXA = "DIVA",
    parameter string OUTDIVIDER_MUXB = "DIVB",
    parameter string OUTDIVIDER_MUXC = "DIVC",
    parameter string OUTDIVIDER_MUXD = "DIVD",
    parameter string PLLRST_ENA = "DISABLED",
    parameter string INTFB_WAKE = "DISABLED",
    parameter string STDBY_ENABLE = "DISABLED",
    parameter string DPHASE_SOURCE = "DISABLED"
) (
    input  wire logic CLKI,
    input  wire logic CLKFB,
    input  wire logic RST,
    input  wire logic STDBY,
    input  wire logic PLLWAKESYNC,
    input  wire logic PHASESEL1,
    input  wire logic PHASESEL0,
    input  wire logic PHASEDIR,
    input  wire logic PHASESTEP,
    input  wire logic PHASELOADREG,
    input  wire logic ENCLKOP,
    input  wire logic ENCLKOS,
    output wire logic CLKOP,
    output wire logic CLKOS,
    output wire logic LOCK
);

  logic [63:0] edges_q;
  initial edges_q = '0;
  always @(posedge CLKI) edges_q <= {edges_q[62:0], 1'b1};

  assign CLKOP = CLKI;
  assign CLKOS = CLKI;
  assign LOCK  = edges_q[63];

endmodule

`default_nettype wire
