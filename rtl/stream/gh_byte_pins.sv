// SPDX-License-Identifier: Apache-2.0
//
// Streams of a message at the pins of a coprocessor that takes a byte a cycle: as wide as the parameter
// says outside, bytes inside.
//
// Both sides have the names of a top's own signals.
//
// Contract: those of gh_width; config_open says that a configuration's bytes may come. An error's beat is
// full, and zero.

`default_nettype none

module gh_byte_pins #(
    parameter int unsigned StreamBits = 8,  // 8, 16, 32 or 64
    parameter bit Erase = 1'b1,  // what a converter held is overwritten
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,
    input  wire logic [StreamBits-1:0] s_axis_tdata,
    input  wire logic [     Bytes-1:0] s_axis_tkeep,
    input  wire logic                  s_axis_tlast,
    input  wire logic                  s_axis_tvalid,
    output wire logic                  s_axis_tready,
    output wire logic [StreamBits-1:0] m_axis_tdata,
    output wire logic [     Bytes-1:0] m_axis_tkeep,
    output wire logic                  m_axis_tlast,
    output wire logic                  m_axis_tuser,
    output wire logic                  m_axis_tvalid,
    input  wire logic                  m_axis_tready,

    // The same as bytes.
    input  wire logic       config_open,
    output wire logic [7:0] config_byte,
    output wire logic       config_last,
    output wire logic       config_valid,
    input  wire logic       config_ready,
    output wire logic [7:0] byte_in,
    output wire logic       in_keep,
    output wire logic       in_last,
    output wire logic       in_valid,
    input  wire logic       in_ready,
    input  wire logic [7:0] byte_out,
    input  wire logic       out_keep,
    input  wire logic       out_last,
    input  wire logic       out_error,
    input  wire logic       out_valid,
    output wire logic       out_ready
);

  if (StreamBits != 8 && StreamBits != 16 && StreamBits != 32 && StreamBits != 64) begin : gen_check
    $fatal(1, "gh_byte_pins: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  logic [2:0] unused_width;
  logic unused;
  assign unused = ^unused_width;
  logic [StreamBits-1:0] wide_data;
  logic [Bytes-1:0] wide_keep;
  assign m_axis_tdata = (Bytes > 1 && m_axis_tuser) ? '0 : wide_data;
  assign m_axis_tkeep = (Bytes > 1 && m_axis_tuser) ? '1 : wide_keep;
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(1),
      .Erase   (Erase)
  ) u_config (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      // Whether a byte is taken may depend on there being one.
      .open_i (Bytes == 1 || config_open),
      .data_i (s_axis_cfg_tdata),
      .keep_i ('1),
      .last_i (s_axis_cfg_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_cfg_tvalid),
      .ready_o(s_axis_cfg_tready),
      .data_o (config_byte),
      .keep_o (unused_width[0]),
      .last_o (config_last),
      .user_o (unused_width[1]),
      .valid_o(config_valid),
      .ready_i(config_ready)
  );
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(1),
      .Erase   (Erase)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (1'b1),
      .data_i (s_axis_tdata),
      .keep_i (s_axis_tkeep),
      .last_i (s_axis_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (byte_in),
      .keep_o (in_keep),
      .last_o (in_last),
      .user_o (unused_width[2]),
      .valid_o(in_valid),
      .ready_i(in_ready)
  );
  gh_width #(
      .InBytes (1),
      .OutBytes(Bytes),
      .Erase   (Erase)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (1'b1),
      .data_i (byte_out),
      .keep_i (out_keep),
      .last_i (out_last),
      .user_i (out_error),
      .valid_i(out_valid),
      .ready_o(out_ready),
      .data_o (wide_data),
      .keep_o (wide_keep),
      .last_o (m_axis_tlast),
      .user_o (m_axis_tuser),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

endmodule

`default_nettype wire
