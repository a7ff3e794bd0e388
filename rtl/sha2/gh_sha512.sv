// SPDX-License-Identifier: Apache-2.0
//
// SHA-384 and SHA-512 (FIPS 180-4), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding (0x80, zeros, the length in
// bits as 16 bytes, big endian) and byte order are done here. Byte 0 of a message is s_axis_tdata[7:0] of its first
// beat; every beat but the last is full. A malformed packet is answered with one beat that has
// m_axis_tuser set.
//
// 80 cycles a block of 128 bytes and 6 a message; the next block loads meanwhile, the next message may
// follow at once. Messages of 2^64 bytes and more are not for this design: their length wraps.

`default_nettype none

module gh_sha512
  import gh_sha512_pkg::*;
#(
    parameter int unsigned DigestBits = 512,  // 384 or 512
    parameter bit BlockMemory = 1'b0,  // round constants in block memory, not in logic
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

  if (StreamBits != 64) begin : gen_check_stream
    $fatal(1, "gh_sha512: StreamBits is %0d; it must be 64, a word", StreamBits);
  end

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned BlockBytes = 128;
  localparam int unsigned DigestBytes = DigestBits / 8;
  localparam int unsigned BeatBits = $clog2(BlockBytes / StreamBytes);
  localparam int unsigned CountBits = 64;

  localparam gh_stream_pkg::pad_rule_t Rule = '{
      block_bytes: 9'(BlockBytes),
      marker: 1'b1,
      length_bytes: 6'd16,
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

  logic block_final, block_error, block_valid, block_ready;
  logic [StreamBits-1:0] word;

  gh_word_buffer #(
      .WordBytes(StreamBytes),
      .Words    (BlockBytes / StreamBytes)
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
      .final_o     (block_final),
      .error_o     (block_error),
      .valid_o     (block_valid),
      .ready_i     (block_ready),
      .word_o      (word)
  );

  // The standard's words are big endian.
  word_t [  7:0] digest;
  logic  [511:0] digest_bytes;
  logic digest_error, digest_valid, digest_ready;
  word_t word_in;
  for (genvar i = 0; i < 8; i++) begin : gen_byte
    assign word_in[8*i+:8] = word[8*(7-i)+:8];
    for (genvar j = 0; j < 8; j++) begin : gen_word
      assign digest_bytes[64*j+8*i+:8] = digest[j][8*(7-i)+:8];
    end
  end

  gh_sha512_core #(
      .DigestBits (DigestBits),
      .BlockMemory(BlockMemory)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .final_i       (block_final),
      .error_i       (block_error),
      .valid_i       (block_valid),
      .ready_o       (block_ready),
      .word_i        (word_in),
      .digest_o      (digest),
      .digest_error_o(digest_error),
      .digest_valid_o(digest_valid),
      .digest_ready_i(digest_ready)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (DigestBytes),
      .LastBytes  (DigestBytes)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .piece_i(digest_bytes[DigestBits-1:0]),
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
  assign unused = ^{beat_blank, beat_blocks, beat_count};
  if (DigestBits < 512) begin : gen_unused
    logic unused_digest;
    assign unused_digest = ^digest_bytes[511:DigestBits];
  end

endmodule

`default_nettype wire
