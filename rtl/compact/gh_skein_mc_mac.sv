// SPDX-License-Identifier: Apache-2.0
//
// Skein-256, Skein-512 and Skein-1024 (version 1.3) with the arguments before a message, on the
// microcoded coprocessor for Threefish (paper At): Skein-MAC's key, configuration, personalisation,
// public key, key identifier and nonce (section 3.5.1).
//
// Each message brings a packet at s_axis_cfg, a whole number of 64-bit words, byte 0 of each first, with
// tlast in the last beat of the last word. It is that of gh_skein_mac:
//
//   word 0     bit 0: blocks follow; without it the packet ends here, and the message has the arguments
//              that the message before held
//              bit 1: hold the arguments for the next message
//              bits 23:16: the number of blocks, 1 to 255, or 0 without bit 0; all others zero
//   then       the blocks, StateBits / 64 words each, and in front of each the word of its tweak:
//              63 the argument's last block, 62 its first, 61:56 its type, 55:0 its bytes up to and with
//              this block
//
// The hardware chains the blocks as they come, and stores none: what it holds is the chaining value
// behind them. Whoever makes the packet puts into it a configuration for DigestBits.
//
// One packet at s_axis is one message, of any length, one packet at m_axis its digest. Byte 0 of a
// message is s_axis_tdata[7:0] of its first beat; every beat but the last is full. A malformed packet on
// either side is answered with m_axis_tuser in the answer's only beat; one at s_axis_cfg ends what is
// held. Arguments, message and state are overwritten with zeros after every message, but for the held
// chaining value, and on aresetn.
//
// Inside all streams are 16 bits wide, see gh_skein_mc_mac_serial; at another width a converter stands
// at each of them, and with Registered a register slice. Then no path leads from a pin to anything but
// a register, and a message takes three cycles more. No tree mode.

`default_nettype none

module gh_skein_mc_mac
  import gh_threefish_mc_pkg::*;
#(
    parameter int unsigned StateBits = 512,
    parameter int unsigned DigestBits = StateBits,
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
    $fatal(1, "gh_skein_mc_mac: StateBits is %0d; it must be 256, 512 or 1024", StateBits);
  end
  if (DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(
        1, "gh_skein_mc_mac: DigestBits is %0d; it must be a positive multiple of 8", DigestBits
    );
  end
  if (!(StreamBits inside {8, 16, 32, 64})) begin : gen_check_stream
    $fatal(1, "gh_skein_mc_mac: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  // The streams, 16 bits wide.
  beat_t config_data, message_data, digest_data;
  logic [1:0] config_keep, message_keep, digest_keep;
  logic config_last, message_last, digest_last, digest_user;
  logic config_valid, message_valid, digest_valid;
  logic config_ready, message_ready, digest_ready, digest_waits;
  logic rst;

  gh_keyed_pins #(
      .PinBytes  (StreamBytes),
      .Bytes     (Bytes),
      .Registered(Registered)
  ) u_pins (
      .aclk,
      .aresetn,
      .rst,
      .s_axis_cfg_tdata,
      .s_axis_cfg_tlast,
      .s_axis_cfg_tvalid,
      .s_axis_cfg_tready,
      .s_axis_tdata,
      .s_axis_tkeep,
      .s_axis_tlast,
      .s_axis_tvalid,
      .s_axis_tready,
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready,
      .config_data,
      .config_keep,
      .config_last,
      .config_valid,
      .config_ready,
      .message_open(1'b1),
      .message_data,
      .message_keep,
      .message_last,
      .message_valid,
      .message_ready,
      .digest_data,
      .digest_keep,
      .digest_last,
      .digest_user,
      .digest_valid,
      .digest_ready,
      .digest_waits
  );

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

endmodule

`default_nettype wire
