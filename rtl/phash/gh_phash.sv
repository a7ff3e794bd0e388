// SPDX-License-Identifier: Apache-2.0
//
// PHASH on any number of W ciphers (Zalewski, section II), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding (0x80, zeros, the length in
// bits as 16 bytes, big endian), numbering and reduction are done here. With Padded = 1 messages
// come in whole blocks of 112 bytes and nothing is added. Byte 0 of a message is s_axis_tdata[7:0]
// of its first beat; every beat but the last is full. A malformed packet, a message of broken blocks
// where they must be whole and a message of more than 256 ** Levels blocks are answered with one
// beat that has m_axis_tuser set.
//
// N ciphers take a block every 10 / N cycles; of 257 starts of a cipher one is a reduction's. A
// block is a whole number of beats, or a beat a whole number of blocks: StreamBits divides 896 or is
// a multiple of it, at least 89.6 x N to run at full rate.
// Blocks enter in order, and digests leave in the order of the messages.

`default_nettype none

module gh_phash
  import gh_phash_pkg::*;
#(
    parameter int unsigned Ciphers = 1,
    parameter int unsigned Stages = 1,  // registers in a cipher's round: 1 or 3
    parameter int unsigned Levels = 4,  // of reduction: at most 256 ** Levels blocks
    parameter bit Padded = 1'b0,
    parameter int unsigned StreamBits = 128
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

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned Lanes = (Ciphers + Period - 1) / Period;
  localparam int unsigned LaneBits = $clog2(Lanes + 1);

  if (StreamBits % 8 != 0 || ((Lanes > 1) ? StreamBytes != Lanes * BlockBytes
                                          : BlockBytes % StreamBytes != 0)) begin : gen_check_stream
    $fatal(
        1,
        "gh_phash: StreamBits is %0d; it must divide 896 for up to 10 ciphers, be %0d for %0d",
        StreamBits,
        8 * BlockBytes * Lanes,
        Ciphers
    );
  end

  localparam int unsigned Beats = (Lanes > 1) ? 1 : BlockBytes / StreamBytes;
  localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats);
  // Bytes of the longest message, or what its length field holds.
  localparam int unsigned CountBits = (Levels < 15) ? 8 * Levels + 8 : 125;

  localparam gh_stream_pkg::pad_rule_t Rule = '{
      block_bytes: 9'(BlockBytes),
      marker: !Padded,
      length_bytes: Padded ? 6'd0 : 6'd16,
      closing: 1'b0,
      whole: Padded
  };

  logic rst_q;
  always_ff @(posedge aclk) rst_q <= !aresetn;

  logic [StreamBits-1:0] beat_data;
  logic [  BeatBits-1:0] beat;
  logic [  LaneBits-1:0] beat_blocks;
  logic beat_valid, beat_ready, beat_block_last, beat_final, beat_error, beat_blank;
  logic [CountBits-1:0] beat_count;

  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(BlockBytes),
      .CountBits    (CountBits)
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

  block_t [Lanes-1:0] block;
  logic [Lanes-1:0] block_valid, block_final, block_error;
  logic [LaneBits-1:0] take;

  if (Lanes == 1) begin : gen_buffer
    logic count;
    gh_block_buffer #(
        .StreamBytes(StreamBytes),
        .BlockBytes (BlockBytes),
        .CountBits  (1)
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
        .count_i     (1'b0),
        .block_o     (block),
        .final_o     (block_final),
        .error_o     (block_error),
        .count_o     (count),
        .valid_o     (block_valid),
        .ready_i     (take)
    );

    // The blocks are numbered in the core.
    logic unused;
    assign unused = ^{count, beat_blocks, beat_blank, beat_count};
  end else begin : gen_queue
    gh_phash_queue #(
        .Lanes(Lanes)
    ) u_queue (
        .clk_i   (aclk),
        .rst_i   (rst_q),
        .data_i  (beat_data),
        .blocks_i(beat_blocks),
        .final_i (beat_final),
        .error_i (beat_error),
        .valid_i (beat_valid),
        .ready_o (beat_ready),
        .block_o (block),
        .valid_o (block_valid),
        .final_o (block_final),
        .error_o (block_error),
        .take_i  (take)
    );

    logic unused;
    assign unused = ^{beat, beat_block_last, beat_blank, beat_count};
  end

  value_t digest;
  logic digest_error, digest_valid, digest_ready;

  gh_phash_core #(
      .Ciphers(Ciphers),
      .Stages (Stages),
      .Levels (Levels)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .block_i       (block),
      .valid_i       (block_valid),
      .final_i       (block_final),
      .error_i       (block_error),
      .take_o        (take),
      .digest_o      (digest),
      .digest_error_o(digest_error),
      .digest_valid_o(digest_valid),
      .digest_ready_i(digest_ready)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (64),
      .LastBytes  (64)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .piece_i(digest),
      .last_i (1'b1),
      .error_i(digest_error),
      .valid_i(digest_valid),
      .ready_o(digest_ready),
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready
  );

endmodule

`default_nettype wire
