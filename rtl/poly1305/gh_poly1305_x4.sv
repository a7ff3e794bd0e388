// SPDX-License-Identifier: Apache-2.0
//
// Poly1305 (RFC 8439, section 2.5), four blocks at a time: a message and its key in, its tag out. Each
// message brings a packet of 64-bit words at s_axis_cfg:
//
//   word 0        1: a key follows
//   words 1 to 4  the key, r and s, byte 0 first
//
// A key is for one message: from two tags with one key a third can be forged. No key can be held.
//
//   s_axis_cfg --> gh_keyed_pins --------------------------+
//   s_axis ------> gh_keyed_pins --> gh_message_padder --> gh_poly1305_x4_core --> gh_keyed_pins --> m_axis
//
// One packet at s_axis is one message of any length, one packet at m_axis is its tag, 16 bytes in the order
// of the RFC. Byte 0 is tdata[7:0] of the first beat; every beat but the last is full. A malformed packet on
// either side is answered with one beat that has m_axis_tuser set. Key and message are overwritten
// when the tag has left, and on aresetn.
//
// Cycles: eight for each 64 bytes, and 84 beside for a message, 24 of them to erase it.

`default_nettype none

module gh_poly1305_x4
  import gh_stream_pkg::*;
#(
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

  localparam int unsigned Bytes = 8;
  // Whole chunks of four blocks.
  localparam pad_rule_t Rule = '{
      block_bytes: 9'd64,
      suffix: 8'h00,
      closing: 8'h00,
      length_bytes: 6'd0,
      whole: 1'b0
  };
  localparam int unsigned CountBits = 10;

  logic [8*Bytes-1:0] config_data, message_data, digest_data, padded;
  logic [Bytes-1:0] config_keep, message_keep, digest_keep;
  logic config_last, message_last, digest_last;
  logic config_valid, message_valid, digest_valid;
  logic config_ready, message_ready, digest_ready, key_ready, beat_ready;
  logic digest_user, digest_waits, unused_blocks;
  logic core_open, core_valid, core_ready, slice_ready;
  logic rst;

  gh_keyed_pins #(
      .PinBytes  (StreamBits / 8),
      .Bytes     (Bytes),
      .Registered(Registered)
  ) u_pins (
      .message_open(message_ready && !rst),
      .*
  );

  logic [2:0] beat;
  logic [CountBits-1:0] count;
  beat_flags_t flags;
  gh_message_padder #(
      .StreamBytes  (Bytes),
      .MaxBlockBytes(64),
      .CountBits    (CountBits)
  ) u_padder (
      .clk_i   (aclk),
      .rst_i   (rst),
      .rule_i  (Rule),
      .data_i  (message_data),
      .keep_i  (message_keep),
      .last_i  (message_last),
      .valid_i (message_valid),
      .ready_o (message_ready),
      .data_o  (padded),
      .beat_o  (beat),
      .blocks_o(unused_blocks),
      .count_o (count),
      .flags_o (flags),
      .ready_i (beat_ready)
  );

  // No message enters before its own key.
  logic open, ended_q;
  assign open = core_open && !ended_q;
  assign beat_ready = slice_ready && open;
  always_ff @(posedge aclk) begin
    if (!core_open || rst) ended_q <= 1'b0;
    else if (flags.valid && beat_ready && flags.block_last && flags.ends) ended_q <= 1'b1;
  end

  // Padding and the bit behind the message each have their cycle.
  typedef struct packed {
    beat_flags_t           flags;
    logic [2:0]            beat;
    logic [6:0]            count;
    logic [Bytes-1:0][7:0] data;
  } beat_t;
  beat_t taken;
  gh_register_slice #(
      .Width($bits(beat_t)),
      .Mode (1),
      .Erase(1'b1)
  ) u_slice (
      .clk_i  (aclk),
      .rst_i  (rst),
      .data_i ({flags, beat, count[6:0], padded}),
      .valid_i(flags.valid && open),
      .ready_o(slice_ready),
      .data_o (taken),
      .valid_o(core_valid),
      .ready_i(core_ready)
  );

  // An empty message has no whole block. Other messages have a count of 0 in later chunks alone.
  logic later_q, empty;
  assign empty = !later_q && (taken.count == '0);
  always_ff @(posedge aclk) begin
    if (rst) later_q <= 1'b0;
    else if (core_valid && core_ready && taken.flags.block_last) later_q <= !taken.flags.ends;
  end

  // Behind the message's last byte its block gets a byte 1, unless it is whole. The message ends in this
  // beat, or at its beginning, where it has so many bytes before this beat's end.
  logic [Bytes-1:0][7:0] data;
  logic whole;
  always_comb begin
    data = taken.data;
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (taken.count[5:3] == taken.beat && taken.count[2:0] == 3'(i) && (i > 0 || taken.beat[0]))
        data[i] = 8'h01;
    end
  end
  assign whole = taken.beat[0] && (taken.count[5:0] == {taken.beat + 1'b1, 3'b000}) && !empty;

  assign config_ready = key_ready && !(Registered && digest_waits);
  assign digest_keep = '1;
  gh_poly1305_x4_core u_core (
      .clk_i       (aclk),
      .rst_i       (rst),
      .key_i       (config_data),
      .key_last_i  (config_last),
      .key_valid_i (config_valid && config_ready),
      .key_ready_o (key_ready),
      .open_o      (core_open),
      .data_i      (data),
      .whole_i     (whole),
      .blocks_i    (taken.count[5:4] + 2'(|taken.count[3:0])),
      .chunk_last_i(taken.flags.block_last),
      .ends_i      (taken.flags.ends),
      .refuse_i    (taken.flags.error),
      .valid_i     (core_valid),
      .ready_o     (core_ready),
      .tag_o       (digest_data),
      .tag_last_o  (digest_last),
      .tag_error_o (digest_user),
      .tag_valid_o (digest_valid),
      .tag_ready_i (digest_ready)
  );

  logic unused;
  assign unused = ^{config_keep, unused_blocks, count[CountBits-1:7], taken.flags.valid};

endmodule

`default_nettype wire
