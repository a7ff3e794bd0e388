// SPDX-License-Identifier: Apache-2.0
//
// Memory to digest: the message at source_i goes through an exported stream top, here that of
//
//     gatehash export sha256-lut --as f -o sha256
//
// and its digest is written to target_i. Both channels are started together by start_i; done_o is 1
// once the digest is in memory. The memory has 64 bits, as the stream has. Addresses are multiples of 8.

`default_nettype none

module dma_hash (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic        start_i,
    input  wire logic [31:0] source_i,
    input  wire logic [25:0] length_i,
    input  wire logic [31:0] target_i,
    input  wire logic [25:0] room_i,    // bytes of the buffer at target_i: 32 for this digest
    output wire logic        done_o,
    output wire logic        failed_o,
    output wire logic [25:0] bytes_o,

    output wire logic [ 0:0] m_axi_arid,
    output wire logic [31:0] m_axi_araddr,
    output wire logic [ 7:0] m_axi_arlen,
    output wire logic [ 2:0] m_axi_arsize,
    output wire logic [ 1:0] m_axi_arburst,
    output wire logic        m_axi_arvalid,
    input  wire logic        m_axi_arready,
    input  wire logic [ 0:0] m_axi_rid,
    input  wire logic [63:0] m_axi_rdata,
    input  wire logic [ 1:0] m_axi_rresp,
    input  wire logic        m_axi_rlast,
    input  wire logic        m_axi_rvalid,
    output wire logic        m_axi_rready,

    output wire logic [ 0:0] m_axi_awid,
    output wire logic [31:0] m_axi_awaddr,
    output wire logic [ 7:0] m_axi_awlen,
    output wire logic [ 2:0] m_axi_awsize,
    output wire logic [ 1:0] m_axi_awburst,
    output wire logic        m_axi_awvalid,
    input  wire logic        m_axi_awready,
    output wire logic [63:0] m_axi_wdata,
    output wire logic [ 7:0] m_axi_wstrb,
    output wire logic        m_axi_wlast,
    output wire logic        m_axi_wvalid,
    input  wire logic        m_axi_wready,
    input  wire logic [ 0:0] m_axi_bid,
    input  wire logic [ 1:0] m_axi_bresp,
    input  wire logic        m_axi_bvalid,
    output wire logic        m_axi_bready
);

  logic [63:0] message_tdata, digest_tdata;
  logic [7:0] message_tkeep, digest_tkeep;
  logic message_tlast, message_tvalid, message_tready;
  logic digest_tlast, digest_tuser, digest_tvalid, digest_tready;
  logic reads, writes, read_failed, write_failed;

  dma_mm2s u_mm2s (
      .aclk,
      .aresetn,
      .start_i      (start_i && !writes),
      .address_i    (source_i),
      .length_i,
      .busy_o       (reads),
      .failed_o     (read_failed),
      .m_axi_araddr,
      .m_axi_arlen,
      .m_axi_arvalid,
      .m_axi_arready,
      .m_axi_rdata,
      .m_axi_rresp,
      .m_axi_rlast,
      .m_axi_rvalid,
      .m_axi_rready,
      .m_axis_tdata (message_tdata),
      .m_axis_tkeep (message_tkeep),
      .m_axis_tlast (message_tlast),
      .m_axis_tvalid(message_tvalid),
      .m_axis_tready(message_tready)
  );

  gatehash_sha256_lut u_hash (
      .aclk,
      .aresetn,
      .s_axis_tdata (message_tdata),
      .s_axis_tkeep (message_tkeep),
      .s_axis_tlast (message_tlast),
      .s_axis_tvalid(message_tvalid),
      .s_axis_tready(message_tready),
      .m_axis_tdata (digest_tdata),
      .m_axis_tkeep (digest_tkeep),
      .m_axis_tlast (digest_tlast),
      .m_axis_tuser (digest_tuser),
      .m_axis_tvalid(digest_tvalid),
      .m_axis_tready(digest_tready)
  );

  // Without a message there is no digest.
  dma_s2mm u_s2mm (
      .aclk,
      .aresetn,
      .start_i      (start_i && !reads && length_i != '0),
      .address_i    (target_i),
      .length_i     (room_i),
      .busy_o       (writes),
      .bytes_o,
      .failed_o     (write_failed),
      .s_axis_tdata (digest_tdata),
      .s_axis_tkeep (digest_tkeep),
      .s_axis_tlast (digest_tlast),
      .s_axis_tuser (digest_tuser),
      .s_axis_tvalid(digest_tvalid),
      .s_axis_tready(digest_tready),
      .m_axi_awaddr,
      .m_axi_awlen,
      .m_axi_awvalid,
      .m_axi_awready,
      .m_axi_wdata,
      .m_axi_wstrb,
      .m_axi_wlast,
      .m_axi_wvalid,
      .m_axi_wready,
      .m_axi_bresp,
      .m_axi_bvalid,
      .m_axi_bready
  );

  assign done_o        = !writes && !reads;
  assign failed_o      = read_failed || write_failed;
  assign m_axi_arid    = '0;
  assign m_axi_arsize  = 3'd3;
  assign m_axi_arburst = 2'b01;
  assign m_axi_awid    = '0;
  assign m_axi_awsize  = 3'd3;
  assign m_axi_awburst = 2'b01;

  logic unused;
  assign unused = &{1'b0, m_axi_rid, m_axi_bid};

endmodule

`default_nettype wire
