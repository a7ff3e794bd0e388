// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 (FIPS 180-4), message stream in, digest stream out: SHA-224 and -256 on words of 32 bits,
// SHA-384, -512, -512/224 and -512/256 on words of 64 bits.
//
// One packet in is one message, one packet out is its digest; padding (0x80, zeros, the length in
// bits as 8 or 16 bytes, big endian) and byte order are done here. Byte 0 of a message is
// s_axis_tdata[7:0] of its first beat; every beat but the last is full. A malformed packet is
// answered with one beat that has m_axis_tuser set.
//
// A block is 16 words, a beat is a word. 64 cycles a block on words of 32 bits, 80 on words of 64,
// and 6 a message; the next block loads meanwhile, the next message may follow at once. Messages of
// 2^61 bytes and more on words of 32 bits, of 2^64 bytes and more on words of 64, are not for this
// design: their length wraps.

`default_nettype none

module gh_sha2
  import gh_sha2_padding_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
    parameter bit BlockMemory = 1'b0,  // round constants in block memory, not in logic
    parameter int unsigned StreamBits = WordBits
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

  if (StreamBits != WordBits) begin : gen_check_stream
    $fatal(1, "gh_sha2: StreamBits is %0d; it must be WordBits, %0d", StreamBits, WordBits);
  end

  localparam int unsigned WordBytes = WordBits / 8;
  localparam sha2_padding_e Padding = (WordBits == 32) ? PadSha256 : PadSha512;

  logic rst, position, block_ready, digest_ready;
  gh_stream_pkg::block_flags_t flags;
  gh_stream_pkg::piece_flags_t digest_flags;

  // The standard's words are big endian.
  logic [WordBits-1:0] beat, word;
  logic [7:0][WordBits-1:0] digest;
  logic [8*WordBits-1:0] digest_bytes;
  for (genvar i = 0; i < WordBytes; i++) begin : gen_byte
    assign word[8*i+:8] = beat[8*(WordBytes-1-i)+:8];
    for (genvar j = 0; j < 8; j++) begin : gen_word
      assign digest_bytes[WordBits*j+8*i+:8] = digest[j][8*(WordBytes-1-i)+:8];
    end
  end

  gh_hash_shell #(
      .StreamBits(StreamBits),
      .BlockBytes(2 * WordBits),
      .Words     (1'b1),
      .PieceBytes(DigestBits / 8)
  ) u_shell (
      .rst_o        (rst),
      .rule_i       (sha2_padding(Padding)),
      .data_o       (beat),
      .position_o   (position),
      .blocks_o     (flags),
      .take_i       (block_ready),
      .piece_i      (digest_bytes[DigestBits-1:0]),
      .piece_flags_i(digest_flags),
      .piece_ready_o(digest_ready),
      .*
  );

  assign digest_flags.last = 1'b1;
  gh_sha2_core #(
      .WordBits   (WordBits),
      .DigestBits (DigestBits),
      .BlockMemory(BlockMemory)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .final_i       (flags.ends),
      .error_i       (flags.error),
      .valid_i       (flags.valid),
      .ready_o       (block_ready),
      .word_i        (word),
      .digest_o      (digest),
      .digest_error_o(digest_flags.error),
      .digest_valid_o(digest_flags.valid),
      .digest_ready_i(digest_ready)
  );

  // The core needs no count of the message's bytes.
  logic unused;
  assign unused = position;
  if (DigestBits < 8 * WordBits) begin : gen_unused
    logic unused_digest;
    assign unused_digest = ^digest_bytes[8*WordBits-1:DigestBits];
  end

endmodule

`default_nettype wire
