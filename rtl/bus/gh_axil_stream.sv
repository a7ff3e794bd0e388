// SPDX-License-Identifier: Apache-2.0
//
// A stream top behind AXI4-Lite (AMBA AXI, ARM IHI 0022): gh_bus_stream, whose contract holds, with 32-bit
// data and the 4 KiB of its registers. core_aclk is aclk where TwoClocks is 0.
//
// An access that the registers refuse is answered with SLVERR. A write is taken when address and data
// are both there; reads and writes that wait together take turns. A write or a read takes three cycles.
// Protection bits do not count.

`default_nettype none

module gh_axil_stream #(
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
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [11:0] s_axil_awaddr,
    input  wire logic [ 2:0] s_axil_awprot,
    input  wire logic        s_axil_awvalid,
    output wire logic        s_axil_awready,
    input  wire logic [31:0] s_axil_wdata,
    input  wire logic [ 3:0] s_axil_wstrb,
    input  wire logic        s_axil_wvalid,
    output wire logic        s_axil_wready,
    output wire logic [ 1:0] s_axil_bresp,
    output wire logic        s_axil_bvalid,
    input  wire logic        s_axil_bready,
    input  wire logic [11:0] s_axil_araddr,
    input  wire logic [ 2:0] s_axil_arprot,
    input  wire logic        s_axil_arvalid,
    output wire logic        s_axil_arready,
    output wire logic [31:0] s_axil_rdata,
    output wire logic [ 1:0] s_axil_rresp,
    output wire logic        s_axil_rvalid,
    input  wire logic        s_axil_rready,
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

  gh_axil_port u_port (
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
      .clk_i    (aclk),
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
