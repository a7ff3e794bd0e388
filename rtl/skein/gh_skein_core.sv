// SPDX-License-Identifier: Apache-2.0
//
// UBI chaining of Skein (version 1.3, sections 3.4 and 3.5) over Threefish: padded blocks in,
// digest out in pieces of a state.
//
// Without Keyed, the configuration UBI is a constant of DigestBits. With Keyed, chaining begins with
// zeros: the blocks of arguments before the message, such as key and configuration, come as the
// message's do, each with its own type.
//
// A message of N blocks, with those of its arguments, takes N + P times the cycles of a Threefish
// block, where P = ceil(DigestBits / state bits) counts the pieces of the digest; the next message's
// first block follows without a gap.
// Word 0 is the low one; byte 0 of a block is block_i[7:0].

`include "gh_assert.svh"

`default_nettype none

module gh_skein_core
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned RoundsPerCycle = 8,
    parameter int unsigned DigestBits = 64 * StateWords,
    parameter bit Keyed = 1'b0,
    localparam int unsigned PositionBits = Keyed ? 105 : 96
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire word_t [StateWords-1:0] block_i,
    // Bytes of the message, or of the argument, up to and with this block. With Keyed they follow the
    // bit of an argument's block and 8 bits of its tweak: final, first, type.
    input wire logic [PositionBits-1:0] position_i,
    input wire logic final_i,
    input wire logic error_i,  // abandon the message, answer with an error
    input wire logic valid_i,
    output wire logic ready_o,

    output wire word_t [StateWords-1:0] piece_o,
    output wire logic                   piece_last_o,
    output wire logic                   piece_error_o,
    output wire logic                   piece_valid_o,
    input  wire logic                   piece_ready_i
);

  localparam int unsigned StateBits = 64 * StateWords;
  if (DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(1, "gh_skein_core: DigestBits is %0d; it must be a positive multiple of 8", DigestBits);
  end

  localparam int unsigned Pieces = (DigestBits - 1) / StateBits + 1;
  localparam int unsigned PieceBits = (Pieces == 1) ? 1 : $clog2(Pieces);

  // Controller: blocks of arguments and message, then output blocks (the UBI machine of Han's Figure 4).
  typedef enum logic {
    Message,
    Output
  } ubi_e;
  ubi_e ubi_d, ubi_q;
  logic first_q;  // the next block of a message is its first
  logic final_q;  // the block in the cipher is the last of its message
  logic [PieceBits-1:0] piece_q, piece_next;

  logic cipher_ready, cipher_done;
  logic ends_block, ends_piece, last_piece, ends_message;
  logic start_block, start_output, refuse, reset_chain, first_next;

  assign last_piece   = (piece_q == PieceBits'(Pieces - 1));
  assign ends_block   = cipher_done && (ubi_q == Message);
  assign ends_piece   = cipher_done && (ubi_q == Output);
  assign ends_message = ends_piece && last_piece;

  assign start_output = (ends_block && final_q) || (ends_piece && !last_piece);
  assign start_block  = cipher_ready && !start_output && valid_i && !error_i && !rst_i;
  // An error is answered when the cipher is at rest and the digest before it has left.
  assign refuse       = cipher_ready && !cipher_done && valid_i && error_i && piece_ready_i;
  assign reset_chain  = rst_i || ends_message || refuse;
  assign ready_o      = start_block || refuse;

  always_comb begin
    ubi_d = ubi_q;
    if (start_output) ubi_d = Output;
    else if (ends_message) ubi_d = Message;
  end

  always_ff @(posedge clk_i) begin
    ubi_q <= rst_i ? Message : ubi_d;
    if (start_block) begin
      first_q <= first_next;
      final_q <= final_i;
    end else if (reset_chain) begin
      first_q <= 1'b1;
    end
    piece_q <= rst_i ? '0 : piece_next;
  end

  // The first chaining value, and tweaks; a message's first block may follow the last output block at once.
  word_t [1:0] message_tweak, output_tweak;
  word_t message_high;
  word_t [StateWords-1:0] first_key;
  if (Keyed) begin : gen_arguments
    logic argument;
    assign first_key = '0;
    assign argument = position_i[104];
    assign first_next = argument && (first_q || ends_message);
    assign message_high = argument ? {position_i[103:96], 56'b0} : tweak_high(
        first_q || ends_message, final_i, TypeMsg, position_i[95:64]
    );
  end else begin : gen_message
    localparam block_t Initial = initial_chaining(StateWords, 64'(DigestBits));
    assign first_key = Initial[StateWords-1:0];
    assign first_next = 1'b0;
    assign message_high = tweak_high(first_q || ends_message, final_i, TypeMsg, position_i[95:64]);
  end
  assign message_tweak = {message_high, position_i[63:0]};
  assign output_tweak  = {tweak_high(1'b1, 1'b1, TypeOut, '0), 64'd8};

  word_t [StateWords-1:0] output_block;
  assign output_block = {{(StateBits - PieceBits) {1'b0}}, piece_next};

  // Feed-forward and the next chaining value.
  word_t [StateWords-1:0] plaintext_q, ciphertext, result, next_key;
  assign result = ciphertext ^ plaintext_q;

  always_ff @(posedge clk_i) begin
    if (start_output) plaintext_q <= output_block;
    else if (start_block) plaintext_q <= block_i;
  end

  if (Pieces == 1) begin : gen_one_piece
    assign piece_next = '0;
    assign next_key   = result;
  end else begin : gen_pieces
    // Every output block starts from the message's chaining value.
    word_t [StateWords-1:0] chain_q;
    always_ff @(posedge clk_i) if (ends_block) chain_q <= result;
    assign piece_next = !ends_piece ? piece_q : last_piece ? '0 : piece_q + 1'b1;
    assign next_key   = ends_piece ? chain_q : result;
  end

  gh_threefish #(
      .StateWords    (StateWords),
      .RoundsPerCycle(RoundsPerCycle)
  ) u_threefish (
      .clk_i,
      .rst_i,
      .key_preset_i      (reset_chain),
      .preset_key_i      (first_key),
      .key_load_i        (cipher_done),
      .key_i             (next_key),
      .start_i           (start_block),
      .plaintext_i       (block_i),
      .tweak_i           (message_tweak),
      .start_preset_i    (start_output),
      .preset_plaintext_i(output_block),
      .preset_tweak_i    (output_tweak),
      .hold_i            (ubi_q == Output && !piece_ready_i),
      .ready_o           (cipher_ready),
      .done_o            (cipher_done),
      .ciphertext_o      (ciphertext)
  );

  // The feed-forward of an output block is its counter, no more.
  assign piece_o       = ciphertext ^ {{(StateBits - PieceBits) {1'b0}}, piece_q};
  assign piece_last_o  = last_piece;
  assign piece_error_o = refuse;
  assign piece_valid_o = ends_piece || refuse;

  `GH_ASSERT(piece_in_range, 32'(piece_q) < Pieces, clk_i, rst_i)
  `GH_ASSERT(starts_one_block, !(start_block && start_output), clk_i, rst_i)
  `GH_ASSERT(leaves_when_ready, !ends_piece || piece_ready_i, clk_i, rst_i)

endmodule

`default_nettype wire
