// SPDX-License-Identifier: Apache-2.0
//
// Reset and the three streams of a top with a configuration packet for each message, between the pins
// and what is inside: a gh_stream_pins for each. Both sides have the names of a top's own signals. Inside,
// a beat of the message may be as wide as several words.

`default_nettype none

module gh_keyed_pins #(
    parameter int unsigned PinBytes = 8,  // width of the streams at the pins
    parameter int unsigned ConfigBytes = PinBytes,  // of the configuration there
    parameter int unsigned Bytes = 8,  // of the streams inside
    parameter int unsigned MessageBytes = Bytes,  // of the message there
    parameter bit Registered = 1'b0
) (
    input  wire logic aclk,
    input  wire logic aresetn,
    output wire logic rst,      // aresetn, registered and inverted: the reset of what is inside

    input  wire logic [8*ConfigBytes-1:0] s_axis_cfg_tdata,
    input  wire logic                     s_axis_cfg_tlast,
    input  wire logic                     s_axis_cfg_tvalid,
    output wire logic                     s_axis_cfg_tready,

    input  wire logic [8*PinBytes-1:0] s_axis_tdata,
    input  wire logic [  PinBytes-1:0] s_axis_tkeep,
    input  wire logic                  s_axis_tlast,
    input  wire logic                  s_axis_tvalid,
    output wire logic                  s_axis_tready,

    output wire logic [8*PinBytes-1:0] m_axis_tdata,
    output wire logic [  PinBytes-1:0] m_axis_tkeep,
    output wire logic                  m_axis_tlast,
    output wire logic                  m_axis_tuser,
    output wire logic                  m_axis_tvalid,
    input  wire logic                  m_axis_tready,

    output wire logic [8*Bytes-1:0] config_data,
    output wire logic [  Bytes-1:0] config_keep,
    output wire logic               config_last,
    output wire logic               config_valid,
    input  wire logic               config_ready,

    input wire logic message_open,  // the owner takes beats of a message, and is out of reset
    output wire logic [8*MessageBytes-1:0] message_data,
    output wire logic [MessageBytes-1:0] message_keep,
    output wire logic message_last,
    output wire logic message_valid,
    input wire logic message_ready,

    input  wire logic [8*Bytes-1:0] digest_data,
    input  wire logic [  Bytes-1:0] digest_keep,
    input  wire logic               digest_last,
    input  wire logic               digest_user,
    input  wire logic               digest_valid,
    output wire logic               digest_ready,
    output wire logic               digest_waits   // a beat is here, or at the pins
);

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q, rst_pins;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  assign rst = rst_q;
  // What drives the pins is silent as soon as rst_q is set.
  assign rst_pins = rst_q || !aresetn;

  logic leaves;
  logic [3:0] unused_pins;
  logic unused;
  assign unused = ^unused_pins;

  gh_stream_pins #(
      .InBytes   (ConfigBytes),
      .OutBytes  (Bytes),
      .Registered(Registered),
      .Erase     (1'b1)
  ) u_config (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .open_i (config_ready),
      .data_i (s_axis_cfg_tdata),
      .keep_i ('1),
      .last_i (s_axis_cfg_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_cfg_tvalid),
      .ready_o(s_axis_cfg_tready),
      .data_o (config_data),
      .keep_o (config_keep),
      .last_o (config_last),
      .user_o (unused_pins[0]),
      .valid_o(config_valid),
      .ready_i(config_ready),
      .waits_o(unused_pins[1])
  );
  gh_stream_pins #(
      .InBytes   (PinBytes),
      .OutBytes  (MessageBytes),
      .Registered(Registered),
      .Erase     (1'b1)
  ) u_message (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .open_i (message_open),
      .data_i (s_axis_tdata),
      .keep_i (s_axis_tkeep),
      .last_i (s_axis_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (message_data),
      .keep_o (message_keep),
      .last_o (message_last),
      .user_o (unused_pins[2]),
      .valid_o(message_valid),
      .ready_i(message_ready),
      .waits_o(unused_pins[3])
  );
  gh_stream_pins #(
      .InBytes   (Bytes),
      .OutBytes  (PinBytes),
      .Leaving   (1'b1),
      .Registered(Registered),
      .Erase     (1'b1)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .open_i (1'b1),
      .data_i (digest_data),
      .keep_i (digest_keep),
      .last_i (digest_last),
      .user_i (digest_user),
      .valid_i(digest_valid),
      .ready_o(digest_ready),
      .data_o (m_axis_tdata),
      .keep_o (m_axis_tkeep),
      .last_o (m_axis_tlast),
      .user_o (m_axis_tuser),
      .valid_o(leaves),
      .ready_i(m_axis_tready),
      .waits_o(digest_waits)
  );
  // At power-up a width converter may have anything.
  assign m_axis_tvalid = leaves && !rst_q;

endmodule

`default_nettype wire
