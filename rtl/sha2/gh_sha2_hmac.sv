// SPDX-License-Identifier: Apache-2.0
//
// HMAC (FIPS 198-1, RFC 2104) with SHA-2 (FIPS 180-4): a message and its key in, its digest out. Each
// message brings a packet at s_axis_cfg, see gh_hmac, with a key or with the order to use the last one
// again. The key, and what depends on it, is erased when the digest has left, unless it is to be held
// for the next message.
//
// A message alone takes the cycles of gh_sha2, those of a block and of loading for each chaining value
// that is loaded, and for a new key those of two blocks. Messages of 2^61 - 64 bytes and more on words
// of 32 bits, of 2^64 - 128 bytes and more on words of 64, are not for this design: their length wraps.

`default_nettype none

module gh_sha2_hmac
  import gh_stream_pkg::*;
  import gh_sha2_padding_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
    parameter bit BlockMemory = 1'b0,  // round constants in block memory, not in logic
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64
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

  localparam pad_rule_t Rule = sha2_padding((WordBits == 32) ? PadSha256 : PadSha512);
  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned WordBytes = WordBits / 8;
  localparam int unsigned BlockBytes = 32'(Rule.block_bytes);

  logic [StreamBits-1:0] config_data, message_data, digest_data, answer_data, beat_data;
  logic [StreamBytes-1:0] config_keep, message_keep, digest_keep, answer_keep;
  logic config_last, message_last, digest_last, answer_last;
  logic config_valid, message_valid, digest_valid, answer_valid, load_valid;
  logic config_ready, message_ready, digest_ready, answer_ready, beat_ready;
  logic digest_user, answer_user, digest_waits;
  logic [2:0] load_place;
  logic [WordBits-1:0] load_word;
  logic [$clog2(BlockBytes/StreamBytes)-1:0] beat;
  beat_flags_t beat_flags;

  logic rst;
  logic unused;
  assign unused = ^{config_keep, answer_keep};

  gh_keyed_pins #(
      .PinBytes  (StreamBytes),
      .Bytes     (StreamBytes),
      .Registered(Registered)
  ) u_pins (
      .message_open(message_ready && !rst),
      .*
  );

  gh_hmac #(
      .Rule       (Rule),
      .StreamBytes(StreamBytes),
      .WordBytes  (WordBytes),
      .DigestBytes(DigestBits / 8)
  ) u_hmac (
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
      .load_valid_o   (load_valid),
      .load_place_o   (load_place),
      .load_word_o    (load_word),
      .data_o         (beat_data),
      .beat_o         (beat),
      .flags_o        (beat_flags),
      .ready_i        (beat_ready),
      .answer_data_i  (answer_data),
      .answer_last_i  (answer_last),
      .answer_user_i  (answer_user),
      .answer_valid_i (answer_valid),
      .answer_ready_o (answer_ready),
      .digest_data_o  (digest_data),
      .digest_keep_o  (digest_keep),
      .digest_last_o  (digest_last),
      .digest_user_o  (digest_user),
      .digest_valid_o (digest_valid),
      .digest_ready_i (digest_ready),
      .digest_waits_i (Registered && digest_waits)
  );

  gh_sha2_blocks #(
      .WordBits   (WordBits),
      .DigestBits (DigestBits),
      .BlockMemory(BlockMemory),
      .StreamBytes(StreamBytes)
  ) u_blocks (
      .clk_i       (aclk),
      .rst_i       (rst),
      .load_valid_i(load_valid),
      .load_place_i(load_place),
      .load_word_i (load_word),
      .data_i      (beat_data),
      .beat_i      (beat),
      .flags_i     (beat_flags),
      .ready_o     (beat_ready),
      .data_o      (answer_data),
      .keep_o      (answer_keep),
      .last_o      (answer_last),
      .user_o      (answer_user),
      .valid_o     (answer_valid),
      .ready_i     (answer_ready)
  );


endmodule

`default_nettype wire
