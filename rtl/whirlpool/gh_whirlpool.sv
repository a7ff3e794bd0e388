// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding (0x80, zeros, the length in
// bits as 32 bytes, big endian) is done here. Byte 0 of a message is s_axis_tdata[7:0] of its first
// beat; every beat but the last is full. A malformed packet is answered with one beat that has
// m_axis_tuser set.
//
// 10 cycles a block of 64 bytes; the next block loads meanwhile, the next message may follow at
// once. Messages of 2^64 bytes and more are not for this design: their length wraps.

`default_nettype none

module gh_whirlpool
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter int unsigned MixRows = MixLogic,
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

  if (StreamBits % 8 != 0 || 512 % StreamBits != 0) begin : gen_check_stream
    $fatal(1, "gh_whirlpool: StreamBits is %0d; it must be whole bytes and divide 512", StreamBits);
  end

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned BlockBytes = 64;
  localparam int unsigned BeatBits = (BlockBytes == StreamBytes) ? 1 : $clog2(
      BlockBytes / StreamBytes
  );
  localparam int unsigned CountBits = 64;

  localparam gh_stream_pkg::pad_rule_t Rule = '{
      block_bytes: 9'(BlockBytes),
      marker: 1'b1,
      length_bytes: 6'd32,
      closing: 1'b0,
      whole: 1'b0
  };

  logic rst_q;
  always_ff @(posedge aclk) rst_q <= !aresetn;

  logic [StreamBits-1:0] beat_data;
  logic [  BeatBits-1:0] beat;
  logic beat_valid, beat_ready, beat_block_last, beat_final, beat_error, beat_blank;
  logic beat_blocks;
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

  state_t block, digest;
  logic block_final, block_error, block_valid, block_ready, block_count;
  logic digest_error, digest_valid, digest_ready;

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
      .count_o     (block_count),
      .valid_o     (block_valid),
      .ready_i     (block_ready)
  );

  gh_whirlpool_core #(
      .SBox   (SBox),
      .MixRows(MixRows)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .block_i       (block),
      .final_i       (block_final),
      .error_i       (block_error),
      .valid_i       (block_valid),
      .ready_o       (block_ready),
      .digest_o      (digest),
      .digest_error_o(digest_error),
      .digest_valid_o(digest_valid),
      .digest_ready_i(digest_ready)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (BlockBytes),
      .LastBytes  (BlockBytes)
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

  // The core needs to know neither counts nor where messages end in padding alone.
  logic unused;
  assign unused = ^{beat_blank, beat_blocks, beat_count, block_count};

endmodule

`default_nettype wire
