// SPDX-License-Identifier: Apache-2.0
//
// Skein-256, Skein-512 and Skein-1024 (version 1.3), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding, lengths and byte order are
// done here. Byte 0 of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is
// full. A malformed packet is answered with one beat that has m_axis_tuser set.
//
// Cycles per block: 73, 19 or 10 (Skein-256, -512) and 81, 21 or 11 (Skein-1024) at 1, 4 or 8
// rounds a cycle, plus as many for each StateBits bits of digest. The next block loads meanwhile,
// the next message may follow at once. Stream beats must not outnumber a block's cycles: Skein-1024
// at 8 rounds a cycle needs StreamBits = 128 to run at full rate.
// No keyed mode, no tree mode.

`default_nettype none

module gh_skein #(
    parameter int unsigned StateBits = 512,
    parameter int unsigned RoundsPerCycle = 8,
    parameter int unsigned DigestBits = StateBits,
    parameter int unsigned StreamBits = 64
) (
    input wire logic aclk,
    input wire logic aresetn,

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

  if (StateBits != 256 && StateBits != 512 && StateBits != 1024) begin : gen_check_state
    $fatal(1, "gh_skein: StateBits is %0d; it must be 256, 512 or 1024", StateBits);
  end
  if (StreamBits % 8 != 0 || StateBits % StreamBits != 0) begin : gen_check_stream
    $fatal(
        1,
        "gh_skein: StreamBits is %0d; it must be whole bytes and divide StateBits, %0d",
        StreamBits,
        StateBits
    );
  end

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned StateBytes = StateBits / 8;
  localparam int unsigned DigestBytes = DigestBits / 8;
  localparam int unsigned PieceBytes = (DigestBytes < StateBytes) ? DigestBytes : StateBytes;
  localparam int unsigned BeatBits = (StateBits == StreamBits) ? 1 : $clog2(StateBits / StreamBits);
  localparam int unsigned PositionBits = 96;

  localparam gh_stream_pkg::pad_rule_t Rule = '{
      block_bytes: 9'(StateBytes),
      marker: 1'b0,
      length_bytes: '0,
      closing: 1'b0,
      whole: 1'b0
  };

  logic rst_q;
  always_ff @(posedge aclk) rst_q <= !aresetn;

  logic [StreamBits-1:0] beat_data;
  logic [  BeatBits-1:0] beat;
  logic beat_valid, beat_ready, beat_block_last, beat_final, beat_error, beat_blank;
  logic beat_blocks;
  logic [PositionBits-1:0] beat_count;

  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(StateBytes),
      .CountBits    (PositionBits)
  ) u_padder (
      .clk_i       (aclk),
      .rst_i       (rst_q),
      .rule_i      (Rule),
      .data_i      (s_axis_tdata),
      .keep_i      (s_axis_tkeep),
      .last_i      (s_axis_tlast),
      .valid_i     (s_axis_tvalid),
      .ready_o     (s_axis_tready),
      .data_o      (beat_data),
      .beat_o      (beat),
      .valid_o     (beat_valid),
      .ready_i     (beat_ready),
      .blocks_o    (beat_blocks),
      .block_last_o(beat_block_last),
      .final_o     (beat_final),
      .error_o     (beat_error),
      .blank_o     (beat_blank),
      .count_o     (beat_count)
  );

  logic [StateBits-1:0] block, piece;
  logic [PositionBits-1:0] position;
  logic block_final, block_error, block_valid, block_ready;
  logic piece_last, piece_error, piece_valid, piece_ready;

  gh_block_buffer #(
      .StreamBytes(StreamBytes),
      .BlockBytes (StateBytes),
      .CountBits  (PositionBits)
  ) u_buffer (
      .clk_i       (aclk),
      .rst_i       (rst_q),
      .data_i      (beat_data),
      .beat_i      (beat),
      .valid_i     (beat_valid),
      .ready_o     (beat_ready),
      .block_last_i(beat_block_last),
      .final_i     (beat_final),
      .error_i     (beat_error),
      .count_i     (beat_count),
      .block_o     (block),
      .final_o     (block_final),
      .error_o     (block_error),
      .count_o     (position),
      .valid_o     (block_valid),
      .ready_i     (block_ready)
  );

  gh_skein_core #(
      .StateWords    (StateBits / 64),
      .RoundsPerCycle(RoundsPerCycle),
      .DigestBits    (DigestBits)
  ) u_core (
      .clk_i        (aclk),
      .rst_i        (rst_q),
      .block_i      (block),
      .position_i   (position),
      .final_i      (block_final),
      .error_i      (block_error),
      .valid_i      (block_valid),
      .ready_o      (block_ready),
      .piece_o      (piece),
      .piece_last_o (piece_last),
      .piece_error_o(piece_error),
      .piece_valid_o(piece_valid),
      .piece_ready_i(piece_ready)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (PieceBytes),
      .LastBytes  ((DigestBytes - 1) % StateBytes + 1)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .piece_i(piece[8*PieceBytes-1:0]),
      .last_i (piece_last),
      .error_i(piece_error),
      .valid_i(piece_valid),
      .ready_o(piece_ready),
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready
  );

  // No block of Skein's padding is without a message byte but an empty message's; no beat holds
  // more than one block.
  logic unused;
  assign unused = ^{beat_blank, beat_blocks};
  if (PieceBytes < StateBytes) begin : gen_unused
    logic unused_piece;
    assign unused_piece = ^piece[StateBits-1:8*PieceBytes];
  end

endmodule

`default_nettype wire
