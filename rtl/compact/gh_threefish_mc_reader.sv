// SPDX-License-Identifier: Apache-2.0
//
// Reads words of the Threefish and Skein coprocessor's register file, one after the other, and gives
// them as beats: to the answer's stream, or back to where words are written. A word comes two cycles
// after its address. The state says which words; they and their addresses hold till start_i.

`default_nettype none

module gh_threefish_mc_reader
  import gh_threefish_mc_pkg::*;
#(
    parameter int unsigned ErrorBytes = 2  // of the one beat that answers a malformed packet
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire state_e       state_i,
    input  wire logic         start_i,
    input  wire logic         hashes_i,
    input  wire logic   [1:0] size_i,
    input  wire logic         more_i,       // pieces of the digest follow
    input  wire logic   [6:0] last_byte_i,  // of the last piece
    output wire logic         reading_o,    // words are to be taken from the file

    output wire logic [ 6:0] address_o,
    input  wire logic [63:0] word_i,

    output wire beat_t       data_o,
    output wire logic  [1:0] keep_o,
    output wire logic        last_o,
    output wire logic        error_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  logic [2:0] region_q;
  logic reading_q;
  logic [3:0] index_q, limit;
  logic [1:0] age_q;
  logic at_limit, word_valid, word_ready, word_taken, last_piece;
  logic [3:0] bytes;
  assign last_piece = (state_i == Unload) && !(hashes_i && more_i);
  assign at_limit   = (index_q == limit);
  assign word_valid = reading_q && age_q[1];
  assign word_taken = word_valid && word_ready;
  always_comb begin
    limit = {size_i[1], |size_i, 2'b11};
    if (state_i == Copy || state_i == Left) limit = 4'd1;
    else if (state_i == Fail) limit = '0;
    else if (hashes_i && last_piece) limit &= last_byte_i[6:3];

    bytes = 4'd8;
    if (state_i == Fail) bytes = 4'(ErrorBytes);
    else if (hashes_i) bytes = {1'b0, last_byte_i[2:0]} + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    age_q <= {age_q[0], 1'b1};
    if (word_taken) begin
      index_q   <= index_q + 1'b1;
      reading_q <= !at_limit;
      age_q     <= '0;
    end
    if (start_i) begin
      index_q   <= '0;
      reading_q <= 1'b1;
      age_q     <= '0;
      unique case (state_i)
        Copy, Left: region_q <= HashWords;
        Restore:    region_q <= SavedWords;
        Fail:       region_q <= ZeroWords;
        default:    region_q <= hashes_i ? KeyWords : StateWords;
      endcase
    end
    if (rst_i) reading_q <= 1'b0;
  end

  gh_word_unload #(
      .WordBytes(8),
      .Bytes    (Bytes)
  ) u_unload (
      .clk_i,
      .rst_i,
      .order_i('0),
      .word_i,
      .count_i(bytes),
      .last_i (at_limit && (state_i == Fail || last_piece)),
      .error_i(state_i == Fail),
      .valid_i(word_valid),
      .ready_o(word_ready),
      .data_o,
      .keep_o,
      .last_o,
      .user_o (error_o),
      .valid_o,
      .ready_i
  );
  assign reading_o = reading_q;
  assign address_o = {region_q, index_q};

endmodule

`default_nettype wire
