// SPDX-License-Identifier: Apache-2.0
//
// A stream top behind Wishbone B4, pipelined and classic: gh_bus_stream, whose contract holds, with 32-bit
// data and the 4 KiB of its registers. core_aclk is wb_clk_i where TwoClocks is 0.
//
// Each access is answered in the cycle after it is taken, with wb_ack_o, or wb_err_o where the registers
// refuse it. wb_stall_o is high in that cycle, so an access takes two cycles; a classic master leaves it
// open. wb_adr_i is an address in bytes. An access whose cycle ends before its answer is executed.

`default_nettype none

module gh_wishbone_stream #(
    parameter int unsigned StreamBits = 64,
    parameter bit Configured = 1'b0,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned ConfigWords = 0,
    parameter logic [31:0] DesignCrc = '0,
    parameter logic [63:0] Functions = '0,
    parameter int unsigned MessageDepth = 16,
    parameter int unsigned ConfigDepth = 16,
    parameter int unsigned DigestDepth = 16
) (
    input wire logic wb_clk_i,
    input wire logic wb_rst_i,

    input  wire logic        wb_cyc_i,
    input  wire logic        wb_stb_i,
    input  wire logic        wb_we_i,
    input  wire logic [11:0] wb_adr_i,
    input  wire logic [31:0] wb_dat_i,
    input  wire logic [ 3:0] wb_sel_i,
    output wire logic [31:0] wb_dat_o,
    output wire logic        wb_ack_o,
    output wire logic        wb_err_o,
    output wire logic        wb_stall_o,
    output wire logic        irq_o,

    input  wire logic core_aclk,
    output wire logic core_aresetn,

    output wire logic [StreamBits-1:0] m_axis_cfg_tdata,
    output wire logic                  m_axis_cfg_tlast,
    output wire logic                  m_axis_cfg_tvalid,
    input  wire logic                  m_axis_cfg_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tuser,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready
);

  logic rst, request, write, error;
  logic [11:0] address;
  logic [31:0] wdata, rdata;
  logic [3:0] strobe;

  gh_wishbone_port u_port (
      .rst_o    (rst),
      .req_o    (request),
      .write_o  (write),
      .address_o(address),
      .wdata_o  (wdata),
      .strobe_o (strobe),
      .rdata_i  (rdata),
      .error_i  (error),
      .*
  );

  gh_bus_stream #(
      .StreamBits  (StreamBits),
      .Configured  (Configured),
      .TwoClocks   (TwoClocks),
      .ConfigWords (ConfigWords),
      .DesignCrc   (DesignCrc),
      .Functions   (Functions),
      .MessageDepth(MessageDepth),
      .ConfigDepth (ConfigDepth),
      .DigestDepth (DigestDepth)
  ) u_stream (
      .clk_i    (wb_clk_i),
      .rst_i    (rst),
      .req_i    (request),
      .write_i  (write),
      .address_i(address),
      .wdata_i  (wdata),
      .strobe_i (strobe),
      .rdata_o  (rdata),
      .error_o  (error),
      .*
  );

endmodule

`default_nettype wire
