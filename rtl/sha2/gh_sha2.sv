// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 (FIPS 180-4), message stream in, digest stream out, as gh_hash_shell has them: SHA-224 and
// -256 on words of 32 bits, SHA-384, -512, -512/224 and -512/256 on words of 64 bits.
//
// 64 cycles a block on words of 32 bits, 80 on words of 64, and 6 a message. Messages of 2^61 bytes
// and more on words of 32 bits, of 2^64 bytes and more on words of 64, are not for this design: their
// length wraps.

`default_nettype none

module gh_sha2
  import gh_sha2_padding_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
    parameter bit BlockMemory = 1'b0,  // round constants in block memory, not in logic
    parameter int unsigned StreamBits = 64,
    parameter bit Registered = 1'b0
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

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_error, piece_ready;
  logic [WordBits-1:0] block_data;
  logic [7:0][WordBits-1:0] digest, piece_data;

  gh_hash_shell #(
      .Rule      (sha2_padding((WordBits == 32) ? PadSha256 : PadSha512)),
      .StreamBits(StreamBits),
      .WordBits  (WordBits),
      .PieceBits (8 * WordBits),
      .DigestBits(DigestBits),
      .Registered(Registered)
  ) u_shell (
      .piece_last(1'b1),
      .*
  );

  // The standard's words are big endian.
  logic [WordBits-1:0] word;
  assign word = {<<8{block_data}};
  for (genvar i = 0; i < 8; i++) begin : gen_word
    assign piece_data[i] = {<<8{digest[i]}};
  end

  gh_sha2_core #(
      .WordBits   (WordBits),
      .DigestBits (DigestBits),
      .BlockMemory(BlockMemory)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .load_valid_i  (1'b0),
      .load_place_i  ('0),
      .load_word_i   ('0),
      .final_i       (block_ends),
      .error_i       (block_error),
      .valid_i       (block_valid),
      .ready_o       (take),
      .word_i        (word),
      .digest_o      (digest),
      .digest_error_o(piece_error),
      .digest_valid_o(piece_valid),
      .digest_ready_i(piece_ready)
  );

endmodule

`default_nettype wire
