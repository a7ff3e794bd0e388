// SPDX-License-Identifier: Apache-2.0
//
// Threefish and Skein (version 1.3) of 256, 512 and 1024 bits on a microcoded coprocessor (paper At):
// message stream in, digest or ciphertext stream out.
//
// Each message has a packet of its own at s_axis_cfg, a whole number of 64-bit words, byte 0 of each
// first, with tlast in the last beat of the last word. It says what becomes of the message:
//
//   word 0     bits 1:0 the block, 0, 1, 2 for Nw = 4, 8, 16 words; bits 5:4 what to do, 0 to hash
//              (where Chains), 1 to encrypt, 2 to decrypt (where Decrypts); the others zero
//   to hash    word 1 is the length of the digest in bits, a multiple of 8 from 8 on
//   otherwise  words 1 to Nw are the key, Nw + 1 and Nw + 2 the tweak
//
// One packet at s_axis is one message, one packet at m_axis its answer. A message to be hashed has any
// length. One to be encrypted or decrypted is a positive number of whole blocks; block i has the tweak
// with i added to its low 64 bits. Padding, tweaks, chaining and output transform are done here. Byte 0
// of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat, which is
// its only one but where blocks before the fault have been encrypted. Key, tweak, message and state are
// overwritten with zeros after every message, and on aresetn.
//
// Inside all streams are 16 bits wide, see gh_threefish_mc_serial; at another width a converter stands
// at each of them, and with Registered a register slice. Then no path leads from a pin to anything but
// a register, and a message takes three cycles more: its configuration, its answer, and the next one's
// turn come one later. Between the runs for two blocks of a long message are 4 Nw + 7 cycles.

`default_nettype none

module gh_threefish_mc
  import gh_threefish_mc_pkg::*;
#(
    parameter bit Decrypts = 1'b1,
    parameter bit Chains = 1'b1,
    parameter int unsigned StreamBits = 16,  // 8, 16, 32 or 64, of all three streams
    parameter bit Registered = 1'b0,
    localparam int unsigned StreamBytes = StreamBits / 8
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [ StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBytes-1:0] s_axis_tkeep,
    input  wire logic                   s_axis_tlast,
    input  wire logic                   s_axis_tvalid,
    output wire logic                   s_axis_tready,

    output wire logic [ StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBytes-1:0] m_axis_tkeep,
    output wire logic                   m_axis_tlast,
    output wire logic                   m_axis_tuser,
    output wire logic                   m_axis_tvalid,
    input  wire logic                   m_axis_tready
);

  if (!(StreamBits inside {8, 16, 32, 64})) begin : gen_check
    $fatal(1, "gh_threefish_mc: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q, rst_pins;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  // What drives the pins is silent as soon as rst_q is set.
  assign rst_pins = rst_q || !aresetn;

  // The streams, 16 bits wide.
  beat_t config_data, message_data, part;
  logic [1:0] config_keep, message_keep, part_keep;
  logic config_last, config_valid, config_ready;
  logic message_last, message_valid, message_ready;
  logic part_last, part_error, answer_valid, answer_ready, answer_waits;
  logic [3:0] unused_pins;

  gh_stream_pins #(
      .InBytes   (StreamBytes),
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
      .InBytes   (StreamBytes),
      .OutBytes  (Bytes),
      .Registered(Registered),
      .Erase     (1'b1)
  ) u_message (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .open_i (1'b1),
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
      .OutBytes  (StreamBytes),
      .Leaving   (1'b1),
      .Registered(Registered),
      .Erase     (1'b1)
  ) u_answer (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .open_i (1'b1),
      .data_i (part),
      .keep_i (part_keep),
      .last_i (part_last),
      .user_i (part_error),
      .valid_i(answer_valid),
      .ready_o(answer_ready),
      .data_o (m_axis_tdata),
      .keep_o (m_axis_tkeep),
      .last_o (m_axis_tlast),
      .user_o (m_axis_tuser),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready),
      .waits_o(answer_waits)
  );
  gh_threefish_mc_serial #(
      .Decrypts  (Decrypts),
      .Chains    (Chains),
      .ErrorBytes(StreamBytes)
  ) u_serial (
      .clk_i          (aclk),
      .rst_i          (rst_q),
      .config_data_i  (config_data),
      .config_keep_i  (config_keep),
      .config_last_i  (config_last),
      .config_valid_i (config_valid),
      .config_ready_o (config_ready),
      .message_data_i (message_data),
      .message_keep_i (message_keep),
      .message_last_i (message_last),
      .message_valid_i(message_valid),
      .message_ready_o(message_ready),
      .answer_data_o  (part),
      .answer_keep_o  (part_keep),
      .answer_last_o  (part_last),
      .answer_error_o (part_error),
      .answer_valid_o (answer_valid),
      .answer_ready_i (answer_ready),
      .answer_waits_i (answer_waits)
  );
  logic unused;
  assign unused = ^unused_pins;

endmodule

`default_nettype wire
