// SPDX-License-Identifier: Apache-2.0
//
// HMAC (FIPS 198-1, RFC 2104) with SHA-2 in little area: with SHA-224 and -256 on words of 32 bits, with
// SHA-384, -512, -512/224 and -512/256 on words of 64 bits, as gh_sha2_mc has them.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, with its key or without one, as gh_byte_hmac says. One packet at s_axis is one message of
// any length, one packet at m_axis its code. Byte 0 of a message is s_axis_tdata[7:0] of its first beat;
// every beat but the last is full.
//
// A malformed packet on either side is answered with one beat with m_axis_tuser. Keys and messages are
// erased when the answer has left, if the key is not held; s_axis_cfg_tready is low until then.
//
// A long message takes 887 cycles a block on words of 32 bits, 1111 on words of 64.

`default_nettype none

module gh_sha2_mc_hmac #(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
    parameter int unsigned StreamBits = 8  // 8, 16, 32 or 64
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

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  // Bytes inside, what the parameter says outside. The next packet waits for what stands at the pins.
  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open, hmac_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_last, out_error, out_valid, out_ready;
  assign config_open = hmac_open && !m_axis_tvalid;
  gh_byte_pins #(
      .StreamBits(StreamBits)
  ) u_pins (
      .out_keep(1'b1),
      .*
  );

  logic [7:0] hash_byte, answer_byte;
  logic hash_keep, hash_last, hash_valid, hash_ready;
  logic answer_last, answer_error, answer_valid, answer_ready;
  gh_byte_hmac #(
      .BlockBytes (2 * WordBits),
      .DigestBytes(DigestBits / 8)
  ) u_hmac (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .config_data_i (config_byte),
      .config_last_i (config_last),
      .config_valid_i(config_valid),
      .config_ready_o(config_ready),
      .config_open_o (hmac_open),
      .data_i        (byte_in),
      .keep_i        (in_keep),
      .last_i        (in_last),
      .valid_i       (in_valid),
      .ready_o       (in_ready),
      .hash_data_o   (hash_byte),
      .hash_keep_o   (hash_keep),
      .hash_last_o   (hash_last),
      .hash_valid_o  (hash_valid),
      .hash_ready_i  (hash_ready),
      .answer_data_i (answer_byte),
      .answer_last_i (answer_last),
      .answer_error_i(answer_error),
      .answer_valid_i(answer_valid),
      .answer_ready_o(answer_ready),
      .data_o        (byte_out),
      .last_o        (out_last),
      .error_o       (out_error),
      .valid_o       (out_valid),
      .ready_i       (out_ready)
  );

  gh_sha2_mc_stream #(
      .WordBits  (WordBits),
      .DigestBits(DigestBits)
  ) u_stream (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .data_i (hash_byte),
      .keep_i (hash_keep),
      .last_i (hash_last),
      .valid_i(hash_valid),
      .ready_o(hash_ready),
      .data_o (answer_byte),
      .last_o (answer_last),
      .error_o(answer_error),
      .valid_o(answer_valid),
      .ready_i(answer_ready)
  );

endmodule

`default_nettype wire
