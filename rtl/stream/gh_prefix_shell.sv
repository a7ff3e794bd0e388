// SPDX-License-Identifier: Apache-2.0
//
// The shell around a hash core in a stream top whose messages have blocks of a configuration packet
// before them, as gh_prefix has it:
//
//   s_axis_cfg --> +-----------+
//   s_axis     --> | gh_prefix | --> gh_block_buffer --> core --> gh_digest_stream --+
//   m_axis     <-- +-----------+ <----------------------------------------------------+
//
// With Registered no path leads from a pin to anything but a register. The core's side has the names of
// a top's own signals, as that of gh_hash_shell.

`default_nettype none

module gh_prefix_shell
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64; 32 or 64 with a tail
    parameter int unsigned Blocks = 1,
    parameter bit Tagged = 1'b0,
    parameter bit Nested = 1'b0,
    parameter int unsigned TailBytes = 0,
    parameter logic [31:0] Tail = '0,
    parameter logic [7:0] BareSuffix = '0,
    parameter int unsigned PieceBits = 512,  // of a piece of the digest, as the core gives it
    parameter int unsigned DigestBits = PieceBits,
    parameter bit Registered = 1'b0,
    localparam int unsigned BlockBits = 8 * 32'(Rule.block_bytes),
    localparam int unsigned PositionBits = Tagged ? 105 : 0
) (
    input  wire logic aclk,
    input  wire logic aresetn,
    output wire logic rst,      // aresetn, registered and inverted: the core's reset

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    // The next block. Where Tagged, on top of it: whether it is the packet's, the upper byte of its tag,
    // and its position of 96 bits, which is what else the tag has, or the message's bytes up to and
    // with it.
    output wire logic [PositionBits+BlockBits-1:0] block_data,
    output wire logic                              block_valid,
    output wire logic                              block_ends,
    output wire logic                              block_error,
    input  wire logic                              take,

    input  wire logic [PieceBits-1:0] piece_data,
    input  wire logic                 piece_valid,
    input  wire logic                 piece_last,
    input  wire logic                 piece_error,
    output wire logic                 piece_ready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned CountBits = Tagged ? 96 : 64;

  logic [StreamBits-1:0] config_data, message_data, answer_data, beat_data;
  logic [StreamBytes-1:0] config_keep, message_keep, answer_keep;
  logic config_last, message_last, answer_last, answer_user;
  logic config_valid, message_valid, answer_valid, digest_valid;
  logic message_open, config_ready, message_ready, answer_ready, digest_ready, beat_ready;
  logic digest_waits, beat_prefix;
  logic [63:0] beat_tag;
  logic [CountBits-1:0] beat_count;
  beat_flags_t beat_flags;

  logic unused;
  assign unused = ^config_keep;

  gh_keyed_pins #(
      .PinBytes  (StreamBytes),
      .Bytes     (StreamBytes),
      .Registered(Registered)
  ) u_pins (
      .message_open(message_open && !rst),
      .digest_data (answer_data),
      .digest_keep (answer_keep),
      .digest_last (answer_last),
      .digest_user (answer_user),
      .*
  );

  gh_prefix #(
      .Rule       (Rule),
      .StreamBytes(StreamBytes),
      .Blocks     (Blocks),
      .Tagged     (Tagged),
      .Nested     (Nested),
      .TailBytes  (TailBytes),
      .Tail       (Tail),
      .BareSuffix (BareSuffix),
      .CountBits  (CountBits)
  ) u_prefix (
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
      .data_o         (beat_data),
      .flags_o        (beat_flags),
      .prefix_o       (beat_prefix),
      .tag_o          (beat_tag),
      .count_o        (beat_count),
      .ready_i        (beat_ready),
      .answer_data_i  (answer_data),
      .answer_keep_i  (answer_keep),
      .answer_last_i  (answer_last),
      .answer_user_i  (answer_user),
      .answer_valid_i (answer_valid),
      .answer_ready_o (answer_ready),
      .digest_valid_o (digest_valid),
      .digest_ready_i (digest_ready),
      .digest_waits_i (Registered && digest_waits)
  );

  logic [95:0] position;
  assign position = beat_prefix ? 96'(beat_tag[55:0]) : 96'(beat_count);
  gh_block_buffer #(
      .StreamBytes(StreamBytes),
      .BlockBytes (BlockBits / 8),
      .CountBits  (PositionBits)
  ) u_buffer (
      .clk_i  (aclk),
      .rst_i  (rst),
      .data_i (beat_data),
      .count_i(128'({beat_prefix, beat_tag[63:56], position})),
      .flags_i(beat_flags),
      .ready_o(beat_ready),
      .block_o(block_data),
      .valid_o(block_valid),
      .ends_o (block_ends),
      .error_o(block_error),
      .ready_i(take)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (PieceBits / 8),
      .DigestBytes(DigestBits / 8)
  ) u_answer (
      .clk_i  (aclk),
      .rst_i  (rst),
      .piece_i(piece_data),
      .valid_i(piece_valid),
      .last_i (piece_last),
      .error_i(piece_error),
      .ready_o(piece_ready),
      .data_o (answer_data),
      .keep_o (answer_keep),
      .last_o (answer_last),
      .user_o (answer_user),
      .valid_o(answer_valid),
      .ready_i(answer_ready)
  );


endmodule

`default_nettype wire
