// SPDX-License-Identifier: Apache-2.0
//
// Wishbone B4, pipelined and classic, to requests of registers: gh_bus_stream, or gh_bus_select in front of
// several. rst_o is their reset.
//
// Contract: a request is high for a cycle; its data and error are there in the next one, in which the
// access is answered with wb_ack_o, or wb_err_o for an error. wb_stall_o is high in that cycle, so an
// access takes two cycles; a classic master leaves it open. wb_adr_i is an address in bytes. An access
// whose cycle ends before its answer is executed.

`include "gh_assert.svh"

`default_nettype none

module gh_wishbone_port #(
    parameter int unsigned AddressBits = 12
) (
    input wire logic wb_clk_i,
    input wire logic wb_rst_i,

    input  wire logic                   wb_cyc_i,
    input  wire logic                   wb_stb_i,
    input  wire logic                   wb_we_i,
    input  wire logic [AddressBits-1:0] wb_adr_i,
    input  wire logic [           31:0] wb_dat_i,
    input  wire logic [            3:0] wb_sel_i,
    output wire logic [           31:0] wb_dat_o,
    output wire logic                   wb_ack_o,
    output wire logic                   wb_err_o,
    output wire logic                   wb_stall_o,

    output wire logic                   rst_o,
    output wire logic                   req_o,
    output wire logic                   write_o,
    output wire logic [AddressBits-1:0] address_o,
    output wire logic [           31:0] wdata_o,
    output wire logic [            3:0] strobe_o,
    input  wire logic [           31:0] rdata_i,
    input  wire logic                   error_i
);

  logic rst, request;
  logic answer_q;  // the access of the cycle before is answered
  assign request = wb_cyc_i && wb_stb_i && !wb_stall_o;
  always_ff @(posedge wb_clk_i) begin
    rst      <= wb_rst_i;
    answer_q <= request && !wb_rst_i;
  end

  assign rst_o      = rst;
  assign req_o      = request;
  assign write_o    = wb_we_i;
  assign address_o  = wb_adr_i;
  assign wdata_o    = wb_dat_i;
  assign strobe_o   = wb_sel_i;

  assign wb_dat_o   = rdata_i;
  assign wb_stall_o = answer_q || rst;
  assign wb_ack_o   = answer_q && !error_i;
  assign wb_err_o   = answer_q && error_i;

  `GH_FLAG(known, rst, 1'b0, wb_clk_i, 1'b0)
  `GH_ASSERT(one_answer, !(wb_ack_o && wb_err_o), wb_clk_i, !known)

endmodule

`default_nettype wire
