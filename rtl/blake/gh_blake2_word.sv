// SPDX-License-Identifier: Apache-2.0
//
// One of the eight words that half a round of BLAKE2 (RFC 7693, section 3.1) adds: a memory of 16 words for the
// block in work and for what has come of the next one. The places of gh_blake2_order_pkg let no word of the block in
// work be overwritten before it is read for the last time. From block to block each place moves on by one in a ring
// of four, as turn_i counts.

`default_nettype none

module gh_blake2_word
  import gh_blake2_order_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned Operand = 0,  // of G number i word 2 i or 2 i + 1
    localparam int unsigned Steps = 2 * rounds(WordBits)
) (
    input wire logic clk_i,

    // A word of the next block; while all places are overwritten, their numbers.
    input wire logic                write_i,
    input wire logic                clear_i,
    input wire logic [         3:0] number_i,
    input wire logic [WordBits-1:0] data_i,

    input  wire logic [         1:0] turn_i,   // blocks that have been in work, with this one
    input  wire logic [         4:0] count_i,  // of gh_blake2_core
    input  wire logic                none_i,   // no word is asked for: zero
    output wire logic [WordBits-1:0] word_o    // a cycle later
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake2_word: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (Operand > 7) begin : gen_check_operand
    $fatal(1, "gh_blake2_word: Operand is %0d; it must be 0 to 7", Operand);
  end

  typedef logic [3:0] place_t;

  function automatic place_t place_written(logic [3:0] number);
    place_t found;
    found = '0;
    for (int unsigned w = 0; w < 16; w++)
    if (number == 4'(w)) found = written(WordBits, Operand, w);
    return found;
  endfunction

  function automatic place_t place_asked(logic [4:0] count);
    place_t found;
    found = '0;
    for (int unsigned c = 0; c < Steps + 2; c++) begin
      if (count == 5'(c)) found = asked(WordBits, Operand, c);
    end
    return found;
  endfunction

  function automatic place_t turned(place_t place, logic [1:0] turn);
    return {place[3:2], place[1:0] + turn};
  endfunction

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [WordBits-1:0] words[16];
  logic [WordBits-1:0] word_q;
  place_t written_at;
  assign written_at = clear_i ? number_i : turned(place_written(number_i), turn_i);
  always_ff @(posedge clk_i) begin
    if (write_i) words[written_at] <= data_i;
    word_q <= words[turned(place_asked(count_i), turn_i)];
    if (none_i) word_q <= '0;
  end
  assign word_o = word_q;

endmodule

`default_nettype wire
