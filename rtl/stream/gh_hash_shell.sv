// SPDX-License-Identifier: Apache-2.0
//
// What stands around a hash core in a stream top: padding, a buffer of blocks, the digest stream.
//
//   s_axis --> gh_message_padder --> buffer --> core --> gh_digest_stream --> m_axis
//
// One packet in is one message, one packet out is its digest. Byte 0 of a message is
// s_axis_tdata[7:0] of its first beat; every beat but the last is full. A malformed packet is
// answered with one beat that has m_axis_tuser set. The next block is gathered while the core works
// on the one before, and the next message may follow at once.
//
// The buffer is one of three: gh_block_buffer holds one block; gh_word_buffer, where Words is set,
// gives a block beat by beat once it is taken; gh_block_queue, where Slots is 2 or more, takes
// beats of Slots blocks and gives up to Slots of them a cycle.

`default_nettype none

module gh_hash_shell
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBits = 64,
    parameter int unsigned BlockBytes = 64,
    parameter int unsigned CountBits = 64,  // of the count of a message's bytes; a longer one wraps
    parameter int unsigned PositionBits = 1,  // of those that the core is told; 1 for none
    parameter int unsigned Slots = 1,
    parameter bit Words = 1'b0,
    parameter int unsigned PieceBytes = 64,  // bytes of a piece of the digest
    parameter int unsigned LastBytes = PieceBytes,  // and of the last piece
    localparam int unsigned StreamBytes = StreamBits / 8,
    localparam int unsigned DataBits = Words ? StreamBits : 8 * Slots * BlockBytes,
    localparam int unsigned SlotBits = $clog2(Slots + 1)
) (
    input  wire logic aclk,
    input  wire logic aresetn,
    output wire logic rst_o,    // aresetn, registered and inverted: the core's reset

    input wire pad_rule_t rule_i,

    input  wire logic [ StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBytes-1:0] s_axis_tkeep,
    input  wire logic                   s_axis_tlast,
    input  wire logic                   s_axis_tvalid,
    output wire logic                   s_axis_tready,

    // The next blocks, the oldest first, of which the core takes so many; with Words the beats of
    // the block that was taken, one in each of the following cycles.
    output wire logic         [    DataBits-1:0] data_o,
    output wire logic         [PositionBits-1:0] position_o,  // bytes up to and with the block
    output wire block_flags_t [       Slots-1:0] blocks_o,
    input  wire logic         [    SlotBits-1:0] take_i,

    input  wire logic         [8*PieceBytes-1:0] piece_i,
    input  wire piece_flags_t                    piece_flags_i,
    output wire logic                            piece_ready_o,

    output wire logic [ StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBytes-1:0] m_axis_tkeep,
    output wire logic                   m_axis_tlast,
    output wire logic                   m_axis_tuser,
    output wire logic                   m_axis_tvalid,
    input  wire logic                   m_axis_tready
);

  localparam int unsigned Beats = (StreamBytes < BlockBytes) ? BlockBytes / StreamBytes : 1;
  localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats);

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  assign rst_o = rst_q;

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
      .rule_i,
      .data_i  (s_axis_tdata),
      .keep_i  (s_axis_tkeep),
      .last_i  (s_axis_tlast),
      .valid_i (s_axis_tvalid),
      .ready_o (s_axis_tready),
      .data_o  (beat_data),
      .beat_o  (beat),
      .blocks_o(beat_blocks),
      .count_o (beat_count),
      .flags_o (beat_flags),
      .ready_i (beat_ready)
  );

  if (Words) begin : gen_words
    gh_word_buffer #(
        .WordBytes(StreamBytes),
        .Words    (Beats)
    ) u_buffer (
        .clk_i  (aclk),
        .rst_i  (rst_q),
        .data_i (beat_data),
        .beat_i (beat),
        .flags_i(beat_flags),
        .ready_o(beat_ready),
        .flags_o(blocks_o),
        .ready_i(take_i),
        .word_o (data_o)
    );
    assign position_o = '0;
    logic unused;
    assign unused = ^{beat_blocks, beat_count};
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
        .block_o (data_o),
        .flags_o (blocks_o),
        .take_i
    );
    assign position_o = '0;
    logic unused;
    assign unused = ^{beat, beat_count};
  end else begin : gen_block
    gh_block_buffer #(
        .StreamBytes(StreamBytes),
        .BlockBytes (BlockBytes),
        .CountBits  (PositionBits)
    ) u_buffer (
        .clk_i  (aclk),
        .rst_i  (rst_q),
        .data_i (beat_data),
        .beat_i (beat),
        .count_i(PositionBits'(beat_count)),
        .flags_i(beat_flags),
        .ready_o(beat_ready),
        .block_o(data_o),
        .count_o(position_o),
        .flags_o(blocks_o),
        .ready_i(take_i)
    );
    logic unused;
    assign unused = ^{beat_blocks, beat_count};
  end

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (PieceBytes),
      .LastBytes  (LastBytes)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .piece_i,
      .flags_i(piece_flags_i),
      .ready_o(piece_ready_o),
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready
  );

endmodule

`default_nettype wire
