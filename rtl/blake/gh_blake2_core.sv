// SPDX-License-Identifier: Apache-2.0
//
// BLAKE2s or BLAKE2b (RFC 7693): parameter block and padded words in, chaining value out, little endian. Half a
// round a cycle: 21 cycles a block on words of 32 bits, 25 on words of 64, and one a message.
//
// The words of a block are written, as they come, into the memories of all operands of half a round,
// gh_blake2_word. While the core works on a block, those of the next one find places there.
//
//   count  0   at rest: the block is complete, and its first words are asked for
//          1   what the block before left in the state is added, exclusive-or, to the chaining value; the state is
//              this value, the constants, the counter and the flags, and a has its first words
//          2   the first half of a round
//         ...
//    Steps+1   the last half; the next block's first words are asked for
//    Steps+2   without a next block, the state is added to the chaining value here
//    Steps+3   within a message the state at rest is added, too
//
// At rest the state is constant. Within a message the chaining value has this constant added while the core rests,
// and the next block's count 1 adds it again. Words of the parameter block enter by the same adder, and bring the
// constant with them.

`include "gh_assert.svh"

`default_nettype none

module gh_blake2_core
  import gh_blake_constants_pkg::initial_word;
  import gh_blake2_order_pkg::rounds;
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBits = 32  // 32 or 64
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Between messages: all that the last one left is overwritten, for 16 cycles of zero words; then the parameter
    // block comes, word by word.
    input wire logic                hold_i,
    input wire logic                clear_i,
    input wire logic [         3:0] number_i,
    input wire logic                parameter_i,
    input wire logic [WordBits-1:0] value_i,
    input wire logic                last_node_i,

    // A key's block waits until it is known whether it is the message's last one.
    input wire logic wait_i,
    input wire logic close_i, // it is

    // Padded words, as gh_message_padder makes them.
    input  wire logic        [WordBits-1:0] data_i,
    input  wire logic        [         3:0] beat_i,
    input  wire logic        [        63:0] count_i,
    input  wire beat_flags_t                flags_i,
    output wire logic                       ready_o,

    // Once the message has ended, until hold_i is high.
    output wire logic [7:0][WordBits-1:0] digest_o,
    output wire logic                     digest_error_o,
    output wire logic                     digest_valid_o
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake2_core: WordBits is %0d; it must be 32 or 64", WordBits);
  end

  localparam int unsigned Steps = 2 * rounds(WordBits);
  // Before this count a word of the next block would find words of the block in work in its place.
  localparam int unsigned Room = Steps - 15;

  typedef logic [WordBits-1:0] word_t;
  typedef word_t [3:0] row_t;

  function automatic word_t [7:0] initial_value();
    word_t [7:0] y;
    for (int unsigned i = 0; i < 8; i++) y[i] = WordBits'(initial_word(8 * WordBits, i));
    return y;
  endfunction

  localparam word_t [7:0] Initial = initial_value();

  // The block that is gathered, or waits, and the one in work.
  logic waits_q, ends_q, error_q;
  logic [63:0] bytes_q;
  logic [ 4:0] count_q;
  logic [ 1:0] turn_q;
  logic
      closes_q,
      closes_error_q,
      valid_q;  // the message's last block is in work; its digest is there
  logic [4:0] count_d;
  logic load_q, fold_q, rest_q, start, taken;
  assign start   = waits_q && !wait_i && (count_q == '0 || count_q == 5'(Steps + 1));
  assign ready_o = !waits_q && (count_q == '0 || count_q >= 5'(Room)) && !hold_i;
  assign taken   = flags_i.valid && ready_o;
  always_comb begin
    count_d = count_q + 1'b1;
    if (start) count_d = 5'd1;
    else if (count_q == '0 || count_q == 5'(Steps + 3)) count_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (taken && flags_i.block_last) begin
      {ends_q, error_q} <= {flags_i.ends, flags_i.error};
      bytes_q <= count_i;
    end
    if (close_i) ends_q <= 1'b1;
    if (start) closes_error_q <= error_q;
    turn_q  <= turn_q + 2'(start);
    count_q <= count_d;
    load_q  <= start;
    // The chaining value of the message's last block is the digest, without the constant.
    fold_q  <= count_d == 5'(Steps + 2) || count_d == 5'(Steps + 3) && !closes_q;

    rest_q  <= count_d == '0 || count_d >= 5'(Steps + 2);

    if (taken) waits_q <= flags_i.block_last;
    else if (start) waits_q <= 1'b0;
    if (start) closes_q <= ends_q || close_i;
    if (count_q == 5'(Steps + 2)) valid_q <= closes_q;
    if (hold_i || rst_i) begin
      {waits_q, closes_q, valid_q, count_q, turn_q, load_q, fold_q} <= '0;
      rest_q <= 1'b1;
    end
  end

  row_t first, second;
  for (genvar i = 0; i < 8; i++) begin : gen_operand
    word_t word;
    gh_blake2_word #(
        .WordBits(WordBits),
        .Operand (i)
    ) u_word (
        .clk_i,
        .write_i (taken || clear_i),
        .clear_i (clear_i),
        .number_i(clear_i ? number_i : beat_i),
        .data_i,
        .turn_i  (turn_q),
        .count_i (count_q),
        .none_i  (i % 2 == 0 && count_q == 5'(Steps)),
        .word_o  (word)
    );
    if (i % 2 == 0) begin : gen_first
      assign first[i/2] = word;
    end else begin : gen_second
      assign second[i/2] = word;
    end
  end

  word_t [7:0] h_q;
  row_t a_q, b_q, c_q, d_q, a, b, c, d, first_a, counter;
  gh_blake_half #(
      .WordBits(WordBits),
      .Two     (1'b1)
  ) u_half (
      .a_i   (a_q),
      .b_i   (b_q),
      .c_i   (c_q),
      .d_i   (d_q),
      .even_i(second),
      .odd_i ('0),
      .a_o   (a),
      .b_o   (b),
      .c_o   (c),
      .d_o   (d)
  );

  // The function of {d, c, b}: c where b is 1, else d.
  localparam logic [7:0] Chosen = 8'hd8;
  word_t value;
  word_t [7:0] next_h;
  assign value = value_i & {WordBits{parameter_i}};
  for (genvar i = 0; i < 4; i++) begin : gen_unit
    assign next_h[i]   = h_q[i] ^ a_q[i] ^ c_q[i] ^ value;
    assign next_h[4+i] = h_q[4+i] ^ b_q[i] ^ d_q[i] ^ value;
    gh_add_of_table #(
        .Width(WordBits),
        .Table(Chosen)
    ) u_first (
        .a_i  (first[i]),
        .b_i  ({WordBits{load_q}}),
        .c_i  (next_h[i]),
        .d_i  (a[i]),
        .sum_o(first_a[i])
    );
  end

  logic [2*WordBits-1:0] bytes;
  assign bytes = (2 * WordBits)'(bytes_q);
  assign {counter[1], counter[0]} = bytes ^ Initial[5:4];
  assign counter[2] = {WordBits{ends_q}} ^ Initial[6];
  assign counter[3] = {WordBits{ends_q && last_node_i}} ^ Initial[7];

  always_ff @(posedge clk_i) begin
    a_q <= first_a;
    b_q <= load_q ? next_h[7:4] : b;
    c_q <= c;
    d_q <= load_q ? counter : d;
    if (rest_q) {d_q, b_q, a_q} <= '0;
    if (rest_q || load_q) c_q <= Initial[3:0];
    for (int unsigned i = 0; i < 8; i++) begin
      if (load_q || fold_q || parameter_i && number_i[2:0] == 3'(i)) h_q[i] <= next_h[i];
    end
    if (clear_i) h_q <= Initial;
  end

  assign digest_o = h_q;
  assign digest_error_o = closes_error_q;
  assign digest_valid_o = valid_q;

  `GH_REQUIRE(last_beat, !flags_i.valid || flags_i.block_last == &beat_i, clk_i, rst_i)
  `GH_REQUIRE(zeros_while_cleared, !clear_i || hold_i && data_i == '0, clk_i, rst_i)
  `GH_REQUIRE(closes_what_waits, !close_i || start, clk_i, rst_i)
  `GH_REQUIRE(parameters_between_messages, !parameter_i || hold_i && !clear_i, clk_i, rst_i)
  `GH_ASSERT(count_in_range, 32'(count_q) <= Steps + 3, clk_i, rst_i)
  `GH_ASSERT(loads_at_first, load_q == (count_q == 5'd1), clk_i, rst_i)
  `GH_ASSERT(rests, rest_q == (count_q == '0 || count_q >= 5'(Steps + 2)), clk_i, rst_i)
  `GH_ASSERT(constant_at_rest, $past(rst_i) || count_q != '0 || $past(count_q)
             != '0 || {d_q, c_q, b_q, a_q} == {row_t'('0), Initial[3:0], row_t'('0), row_t'('0)},
             clk_i, rst_i)
  `GH_ASSERT(counter_is_still, !load_q || $stable(bytes_q), clk_i, rst_i)

endmodule

`default_nettype wire
