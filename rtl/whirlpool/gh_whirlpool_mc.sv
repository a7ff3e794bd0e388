// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version) in little area: a byte of the state or of the key a
// cycle, both in distributed memory.
//
// Both streams are StreamBits wide; the default is the width inside. One packet at s_axis is one message
// of any length, one packet at m_axis its digest. Byte 0 of a message is s_axis_tdata[7:0] of its first
// beat; every beat but the last is full.
//
// A malformed packet is answered with one beat with m_axis_tuser; messages are not erased.
//
// A long message takes 1432 cycles a block. Messages of 2^69 bytes and more are not for this design: their
// length wraps.

`default_nettype none

module gh_whirlpool_mc #(
    parameter int unsigned StreamBits = 8  // 8, 16, 32 or 64
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  // Bytes inside, what the parameter says outside. There is no configuration.
  logic [StreamBits-1:0] s_axis_cfg_tdata;
  logic s_axis_cfg_tlast, s_axis_cfg_tvalid, s_axis_cfg_tready;
  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_last, out_error, out_valid, out_ready;
  assign s_axis_cfg_tdata  = '0;
  assign s_axis_cfg_tlast  = 1'b0;
  assign s_axis_cfg_tvalid = 1'b0;
  assign config_ready      = 1'b0;
  assign config_open       = 1'b0;
  gh_byte_pins #(
      .StreamBits(StreamBits),
      .Erase     (1'b0)
  ) u_pins (
      .out_keep(1'b1),
      .*
  );
  logic unused;
  assign unused = ^{s_axis_cfg_tready, config_byte, config_last, config_valid};

  gh_whirlpool_mc_stream u_stream (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .data_i (byte_in),
      .keep_i (in_keep),
      .last_i (in_last),
      .valid_i(in_valid),
      .ready_o(in_ready),
      .data_o (byte_out),
      .last_o (out_last),
      .error_o(out_error),
      .valid_o(out_valid),
      .ready_i(out_ready)
  );

endmodule

`default_nettype wire
