// SPDX-License-Identifier: Apache-2.0
//
// Threefish and Skein (version 1.3) of 256, 512 and 1024 bits on a microcoded coprocessor (paper At):
// message stream in, digest or ciphertext stream out. With Keyed, Skein alone, with the arguments before
// a message: Skein-MAC's key, configuration, personalisation, public key, key identifier and nonce
// (section 3.5.1).
//
// Each message has a packet of its own at s_axis_cfg, a whole number of 64-bit words, byte 0 of each
// first, with tlast in the last beat of the last word. It says what becomes of the message:
//
//   word 0     bits 1:0 the block, 0, 1, 2 for Nw = 4, 8, 16 words; bits 5:4 what to do, 0 to hash
//              (where Chains), 1 to encrypt, 2 to decrypt (where Decrypts); the others zero
//   to hash    word 1 is the length of the digest in bits, a multiple of 8 from 8 on
//   otherwise  words 1 to Nw are the key, Nw + 1 and Nw + 2 the tweak
//
// With Keyed it is that of gh_skein_mac:
//
//   word 0     bit 0: blocks follow; without it the packet ends here, and the message has the arguments
//              that the message before held
//              bit 1: hold the arguments for the next message
//              bits 23:16: the number of blocks, 1 to 255, or 0 without bit 0; all others zero
//   then       the blocks, StateBits / 64 words each, and in front of each the word of its tweak:
//              63 the argument's last block, 62 its first, 61:56 its type, 55:0 its bytes up to and with
//              this block
//
// The blocks are chained as they come, and none is stored: what is held is the chaining value behind them.
// Whoever makes the packet puts into it a configuration for DigestBits.
//
// One packet at s_axis is one message, one packet at m_axis its answer. A message to be hashed has any
// length. One to be encrypted or decrypted is a positive number of whole blocks; block i has the tweak
// with i added to its low 64 bits. Padding, tweaks, chaining and output transform are done here. Byte 0
// of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full. No tree mode.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat, which is
// its only one but where blocks before the fault have been encrypted; one at s_axis_cfg ends what is held.
// Key, arguments, tweak, message and state are overwritten with zeros after every message, but for the held
// chaining value, and on aresetn.
//
// Inside all streams are 16 bits wide, see gh_threefish_mc_serial and gh_skein_mc_mac_serial; at another
// width a converter stands at each of them, and with Registered a register slice. Then no path leads from
// a pin to anything but a register, and a message takes three cycles more: its configuration, its answer,
// and the next one's turn come one later. Between the runs for two blocks of a long message are 4 Nw + 7
// cycles.

`default_nettype none

module gh_threefish_mc
  import gh_threefish_mc_pkg::*;
#(
    parameter bit Decrypts = 1'b1,
    parameter bit Chains = 1'b1,
    parameter bit Keyed = 1'b0,  // Skein with arguments; then the two above do not count
    parameter int unsigned StateBits = 512,  // where Keyed: 256, 512 or 1024
    parameter int unsigned DigestBits = StateBits,  // where Keyed
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

  if (StateBits != 256 && StateBits != 512 && StateBits != 1024) begin : gen_check_state
    $fatal(1, "gh_threefish_mc: StateBits is %0d; it must be 256, 512 or 1024", StateBits);
  end
  if (DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(
        1, "gh_threefish_mc: DigestBits is %0d; it must be a positive multiple of 8", DigestBits
    );
  end
  if (!(StreamBits inside {8, 16, 32, 64})) begin : gen_check
    $fatal(1, "gh_threefish_mc: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  // The streams, 16 bits wide.
  beat_t config_data, message_data, digest_data;
  logic [1:0] config_keep, message_keep, digest_keep;
  logic config_last, message_last, digest_last, digest_user;
  logic config_valid, message_valid, digest_valid;
  logic config_ready, message_ready, digest_ready, digest_waits;
  logic rst, message_open;
  assign message_open = 1'b1;  // at any time

  gh_keyed_pins #(
      .PinBytes  (StreamBytes),
      .Bytes     (Bytes),
      .Registered(Registered)
  ) u_pins (
      .message_open(message_open && !rst),
      .*
  );

  if (Keyed) begin : gen_keyed
    gh_skein_mc_mac_serial #(
        .StateBits (StateBits),
        .DigestBits(DigestBits),
        .ErrorBytes(StreamBytes)
    ) u_serial (
        .clk_i          (aclk),
        .rst_i          (rst),
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
        .answer_data_o  (digest_data),
        .answer_keep_o  (digest_keep),
        .answer_last_o  (digest_last),
        .answer_error_o (digest_user),
        .answer_valid_o (digest_valid),
        .answer_ready_i (digest_ready),
        .answer_waits_i (digest_waits)
    );
  end else begin : gen_plain
    gh_threefish_mc_serial #(
        .Decrypts  (Decrypts),
        .Chains    (Chains),
        .ErrorBytes(StreamBytes)
    ) u_serial (
        .clk_i          (aclk),
        .rst_i          (rst),
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
        .answer_data_o  (digest_data),
        .answer_keep_o  (digest_keep),
        .answer_last_o  (digest_last),
        .answer_error_o (digest_user),
        .answer_valid_o (digest_valid),
        .answer_ready_i (digest_ready),
        .answer_waits_i (digest_waits)
    );
  end

endmodule

`default_nettype wire
