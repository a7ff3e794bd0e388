// SPDX-License-Identifier: Apache-2.0
//
// The shell around a hash core in a stream top: padding, a buffer of blocks, the digest stream.
//
//   s_axis --> gh_message_padder --> buffer --> core --> gh_digest_stream --> m_axis
//
// One packet in is one message, one packet out is its digest. Byte 0 of a message is
// s_axis_tdata[7:0] of its first beat; every beat but the last is full. A malformed packet is
// answered with one beat that has m_axis_tuser set. The next block is gathered while the core works
// on the one before, and the next message may follow at once.
//
// With Registered no path leads from a pin to anything but a register, and a message takes a cycle
// more on its way in and one more on its way leaving. Without, padding stands between s_axis and the
// first register, and a multiplexer of beats before m_axis_tdata.
//
// The buffer is one of three: gh_block_buffer holds one block; gh_word_buffer, where WordBits is
// set, gives a block word by word once it is taken; gh_block_queue, where Slots is 2 or more, takes
// beats of Slots blocks and gives up to Slots of them a cycle. AtOnce is that of gh_block_buffer.
//
// The core's side has the names of a top's own signals, so that .* connects it.

`include "gh_assert.svh"

`default_nettype none

module gh_hash_shell
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter int unsigned StreamBits = 64,
    parameter int unsigned CountBits = 64,  // of the count of a message's bytes; a longer one wraps
    parameter int unsigned PositionBits = 0,  // of those that the core is told
    parameter int unsigned Slots = 1,
    parameter int unsigned WordBits = 0,
    parameter int unsigned PieceBits = 512,  // of a piece of the digest, as the core gives it
    parameter int unsigned DigestBits = PieceBits,
    parameter bit Registered = 1'b0,  // verilator lint_off UNUSEDPARAM
    parameter bit AtOnce = 1'b1,  // verilator lint_on UNUSEDPARAM
    localparam int unsigned BlockBytes = 32'(Rule.block_bytes),
    localparam int unsigned DataBits = (WordBits > 0) ? WordBits : 8 * Slots * BlockBytes,
    localparam int unsigned SlotBits = $clog2(Slots + 1)
) (
    input  wire logic aclk,
    input  wire logic aresetn,
    output wire logic rst,      // aresetn, registered and inverted: the core's reset

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    // The next blocks, the oldest first, of which the core takes so many; with WordBits the words of
    // the block that was taken, one in each of the following cycles. On top of a block stands its
    // position: the message's bytes up to and with it.
    output wire logic [PositionBits+DataBits-1:0] block_data,
    output wire logic [                Slots-1:0] block_valid,
    output wire logic [                Slots-1:0] block_ends,   // the message ends in this block
    output wire logic [                Slots-1:0] block_error,  // the message is abandoned
    input  wire logic [             SlotBits-1:0] take,

    input  wire logic [PieceBits-1:0] piece_data,
    input  wire logic                 piece_valid,
    input  wire logic                 piece_last,   // of its digest
    input  wire logic                 piece_error,  // there is no digest: the message was malformed
    output wire logic                 piece_ready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned Beats = (StreamBytes < BlockBytes) ? BlockBytes / StreamBytes : 1;
  localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats);
  localparam int unsigned SliceMode = Registered ? 3 : 0;

  if (StreamBits % 8 != 0 || Beats * StreamBits != 8 * Slots * BlockBytes) begin : gen_check_stream
    $fatal(
        1,
        "gh_hash_shell: StreamBits is %0d; it must be whole bytes and divide %0d, or be %0d",
        StreamBits,
        8 * BlockBytes,
        8 * Slots * BlockBytes
    );
  end

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q, rst_slices;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  assign rst = rst_q;
  // They drive the pins, which are silent as soon as rst_q is set.
  assign rst_slices = rst_q || !aresetn;

  typedef struct packed {
    logic                   user;
    logic                   last;
    logic [StreamBytes-1:0] keep;
    logic [StreamBits-1:0]  data;
  } stream_t;
  stream_t entering, leaving;
  logic entering_valid, entering_ready, leaving_valid, leaving_ready;

  gh_register_slice #(
      .Width($bits(stream_t)),
      .Mode (SliceMode)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (rst_slices),
      .data_i ({1'b0, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (entering),
      .valid_o(entering_valid),
      .ready_i(entering_ready)
  );

  logic [StreamBits-1:0] beat_data;
  logic [BeatBits-1:0] beat;
  logic [SlotBits-1:0] beat_blocks;
  logic [CountBits-1:0] beat_count;
  beat_flags_t beat_flags;
  logic beat_ready;

  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(BlockBytes),
      .CountBits    (CountBits)
  ) u_padder (
      .clk_i   (aclk),
      .rst_i   (rst_q),
      .rule_i  (Rule),
      .data_i  (entering.data),
      .keep_i  (entering.keep),
      .last_i  (entering.last),
      .valid_i (entering_valid),
      .ready_o (entering_ready),
      .data_o  (beat_data),
      .beat_o  (beat),
      .blocks_o(beat_blocks),
      .count_o (beat_count),
      .flags_o (beat_flags),
      .ready_i (beat_ready)
  );

  logic unused;
  assign unused = ^{entering.user, beat, beat_blocks, beat_count};

  if (WordBits > 0) begin : gen_words
    gh_word_buffer #(
        .StreamBytes(StreamBytes),
        .WordBytes  (WordBits / 8),
        .BlockBytes (BlockBytes)
    ) u_buffer (
        .clk_i  (aclk),
        .rst_i  (rst_q),
        .data_i (beat_data),
        .beat_i (beat),
        .flags_i(beat_flags),
        .ready_o(beat_ready),
        .valid_o(block_valid),
        .ends_o (block_ends),
        .error_o(block_error),
        .ready_i(take),
        .word_o (block_data)
    );
  end else if (Slots > 1) begin : gen_queue
    gh_block_queue #(
        .BlockBytes(BlockBytes),
        .Slots     (Slots)
    ) u_buffer (
        .clk_i   (aclk),
        .rst_i   (rst_q),
        .data_i  (beat_data),
        .blocks_i(beat_blocks),
        .flags_i (beat_flags),
        .ready_o (beat_ready),
        .block_o (block_data),
        .valid_o (block_valid),
        .ends_o  (block_ends),
        .error_o (block_error),
        .take_i  (take)
    );
  end else begin : gen_block
    gh_block_buffer #(
        .StreamBytes(StreamBytes),
        .BlockBytes (BlockBytes),
        .CountBits  (PositionBits),
        .AtOnce     (AtOnce)
    ) u_buffer (
        .clk_i  (aclk),
        .rst_i  (rst_q),
        .data_i (beat_data),
        .count_i(128'(beat_count)),
        .flags_i(beat_flags),
        .ready_o(beat_ready),
        .block_o(block_data),
        .valid_o(block_valid),
        .ends_o (block_ends),
        .error_o(block_error),
        .ready_i(take)
    );
  end

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (PieceBits / 8),
      .DigestBytes(DigestBits / 8)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .piece_i(piece_data),
      .valid_i(piece_valid),
      .last_i (piece_last),
      .error_i(piece_error),
      .ready_o(piece_ready),
      .data_o (leaving.data),
      .keep_o (leaving.keep),
      .last_o (leaving.last),
      .user_o (leaving.user),
      .valid_o(leaving_valid),
      .ready_i(leaving_ready)
  );

  gh_register_slice #(
      .Width($bits(stream_t)),
      .Mode (SliceMode)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (rst_slices),
      .data_i (leaving),
      .valid_i(leaving_valid),
      .ready_o(leaving_ready),
      .data_o ({m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

  `GH_REQUIRE(takes_what_is_there, take <= SlotBits'($countones(block_valid)), aclk, rst_q)

endmodule

`default_nettype wire
