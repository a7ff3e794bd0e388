// SPDX-License-Identifier: Apache-2.0
//
// SHA-2's core, which may load a chaining value, between a buffer of padded beats and a stream of
// answers: what stands behind a padder in gh_sha2_resume and gh_sha2_hmac. An answer is all eight words,
// in the order in which the standard prints them.

`default_nettype none

module gh_sha2_blocks
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBits = 64,
    parameter int unsigned DigestBits = 8 * WordBits,  // of which the initial value is
    parameter bit BlockMemory = 1'b0,
    parameter int unsigned StreamBytes = 8,
    localparam int unsigned WordBytes = WordBits / 8,
    localparam int unsigned BlockBytes = 16 * WordBytes,
    localparam int unsigned BeatBits = $clog2(BlockBytes / StreamBytes)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // As gh_sha2_core takes a chaining value; byte 0 of a word is load_word_i[7:0].
    input wire logic                load_valid_i,
    input wire logic [         2:0] load_place_i,
    input wire logic [WordBits-1:0] load_word_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic        [8*StreamBytes-1:0] data_i,
    input  wire logic        [     BeatBits-1:0] beat_i,
    input  wire beat_flags_t                     flags_i,
    output wire logic                            ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [  StreamBytes-1:0] keep_o,
    output wire logic                     last_o,
    output wire logic                     user_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  logic block_valid, block_ends, block_error, take;
  logic piece_valid, piece_error, piece_ready;
  logic [WordBits-1:0] word;
  logic [7:0][WordBits-1:0] digest, piece;

  gh_word_buffer #(
      .StreamBytes(StreamBytes),
      .WordBytes  (WordBytes),
      .BlockBytes (BlockBytes)
  ) u_buffer (
      .clk_i,
      .rst_i,
      .data_i,
      .beat_i,
      .flags_i,
      .ready_o,
      .valid_o(block_valid),
      .ends_o (block_ends),
      .error_o(block_error),
      .ready_i(take),
      .word_o (word)
  );

  // The standard's words are big endian.
  for (genvar i = 0; i < 8; i++) begin : gen_word
    assign piece[i] = {<<8{digest[i]}};
  end

  gh_sha2_core #(
      .WordBits   (WordBits),
      .DigestBits (DigestBits),
      .BlockMemory(BlockMemory),
      .Resumes    (1'b1)
  ) u_core (
      .clk_i,
      .rst_i,
      .load_valid_i,
      .load_place_i,
      .load_word_i   ({<<8{load_word_i}}),
      .final_i       (block_ends),
      .error_i       (block_error),
      .valid_i       (block_valid),
      .ready_o       (take),
      .word_i        ({<<8{word}}),
      .digest_o      (digest),
      .digest_error_o(piece_error),
      .digest_valid_o(piece_valid),
      .digest_ready_i(piece_ready)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (8 * WordBytes)
  ) u_digest (
      .clk_i,
      .rst_i,
      .piece_i(piece),
      .valid_i(piece_valid),
      .last_i (1'b1),
      .error_i(piece_error),
      .ready_o(piece_ready),
      .data_o,
      .keep_o,
      .last_o,
      .user_o,
      .valid_o,
      .ready_i
  );

endmodule

`default_nettype wire
