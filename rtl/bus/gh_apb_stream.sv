// SPDX-License-Identifier: Apache-2.0
//
// A stream top behind APB3 (AMBA 3 APB, ARM IHI 0024B): gh_bus_stream, whose contract holds, with 32-bit
// data and the 4 KiB of its registers. core_aclk is pclk where TwoClocks is 0.
//
// There are no wait states but one just after a reset. An access that the registers refuse has pslverr. APB3 writes whole words:
// the address of a message's last word says how many of its bytes count.

`default_nettype none

module gh_apb_stream #(
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
    input wire logic pclk,
    input wire logic presetn,

    input  wire logic        psel,
    input  wire logic        penable,
    input  wire logic        pwrite,
    input  wire logic [11:0] paddr,
    input  wire logic [31:0] pwdata,
    output wire logic [31:0] prdata,
    output wire logic        pready,
    output wire logic        pslverr,
    output wire logic        irq,

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

  gh_apb_port u_port (
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
      .clk_i    (pclk),
      .rst_i    (rst),
      .req_i    (request),
      .write_i  (write),
      .address_i(address),
      .wdata_i  (wdata),
      .strobe_i (strobe),
      .rdata_o  (rdata),
      .error_o  (error),
      .irq_o    (irq),
      .*
  );

endmodule

`default_nettype wire
