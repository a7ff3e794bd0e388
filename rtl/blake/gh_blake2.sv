// SPDX-License-Identifier: Apache-2.0
//
// BLAKE2s or BLAKE2b (RFC 7693), keyed or not, with digests of any length, salt, personalization and the parameters of
// a tree: message stream in, digest stream out. One packet in is one message, one packet out is its digest. Each
// message brings a packet of 64-bit words at s_axis_cfg, byte 0 of a word first:
//
//   word 0   0, or 1 for the last node of a tree's level; of BLAKE2b 2 or 3
//   then     the parameter block: 4 words, of BLAKE2b 8
//   then     if its key's length is not zero, the key and zeros: 8 words, of BLAKE2b 16
//
// The digest is as long as the parameter block says. A malformed packet is drained, and its message is answered with
// one beat that has m_axis_tuser set: a packet that is too short or too long, or with a length of the digest or the
// key that BLAKE2 does not have. A malformed message has the same answer.
//
// Half a round a cycle: 21 cycles a block of BLAKE2s, 25 of BLAKE2b; a key is a block. Key, message and what is made
// of them are erased after each message, in 16 cycles. The other bytes of the parameter block are not checked.

`default_nettype none

module gh_blake2
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 for BLAKE2s, 64 for BLAKE2b
    parameter int unsigned StreamBits = 64,  // 64, or of BLAKE2s 32
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

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

  if (StreamBits != 64 && StreamBits != WordBits) begin : gen_check_stream
    $fatal(1, "gh_blake2: StreamBits is %0d; it must be %0d or 64", StreamBits, WordBits);
  end

  localparam int unsigned Bytes = WordBits / 8;

  logic rst;
  logic [WordBits-1:0] config_data, message_data, digest_data;
  logic [Bytes-1:0] config_keep, message_keep, digest_keep;
  logic config_last, config_valid, config_ready;
  logic message_open, message_last, message_valid, message_ready;
  logic digest_last, digest_user, digest_valid, digest_ready, digest_waits;
  gh_keyed_pins #(
      .PinBytes  (StreamBits / 8),
      .Bytes     (Bytes),
      .Registered(Registered)
  ) u_pins (
      .*
  );

  logic hold, clear, is_parameter, last_node, waits, closes, core_ready, core_error, core_valid;
  logic [3:0] number, beat;
  logic [WordBits-1:0] data;
  logic [63:0] count;
  beat_flags_t flags;
  logic [7:0][WordBits-1:0] digest;
  gh_blake2_stream #(
      .WordBits(WordBits),
      .PinWords(StreamBits / WordBits)
  ) u_stream (
      .clk_i          (aclk),
      .rst_i          (rst),
      .config_data_i  (config_data),
      .config_last_i  (config_last),
      .config_valid_i (config_valid),
      .config_ready_o (config_ready),
      .message_data_i (message_data),
      .message_keep_i (message_keep),
      .message_last_i (message_last),
      .message_valid_i(message_valid),
      .message_ready_o(message_ready),
      .message_open_o (message_open),
      .answer_data_o  (digest_data),
      .answer_keep_o  (digest_keep),
      .answer_last_o  (digest_last),
      .answer_user_o  (digest_user),
      .answer_valid_o (digest_valid),
      .answer_ready_i (digest_ready),
      .answer_waits_i (digest_waits && Registered),
      .hold_o         (hold),
      .clear_o        (clear),
      .number_o       (number),
      .parameter_o    (is_parameter),
      .last_node_o    (last_node),
      .wait_o         (waits),
      .close_o        (closes),
      .data_o         (data),
      .beat_o         (beat),
      .count_o        (count),
      .flags_o        (flags),
      .ready_i        (core_ready),
      .digest_i       (digest),
      .digest_error_i (core_error),
      .digest_valid_i (core_valid)
  );

  gh_blake2_core #(
      .WordBits(WordBits)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .hold_i        (hold),
      .clear_i       (clear),
      .number_i      (number),
      .parameter_i   (is_parameter),
      .value_i       (config_data),
      .last_node_i   (last_node),
      .wait_i        (waits),
      .close_i       (closes),
      .data_i        (data),
      .beat_i        (beat),
      .count_i       (count),
      .flags_i       (flags),
      .ready_o       (core_ready),
      .digest_o      (digest),
      .digest_error_o(core_error),
      .digest_valid_o(core_valid)
  );

  logic unused;
  assign unused = ^config_keep;

endmodule

`default_nettype wire
