// SPDX-License-Identifier: Apache-2.0
//
// A number of Words * Bytes bytes that is counted up, loaded and read a word of Bytes at a time, the
// lowest first: a shift register, which costs no look-up table, and an adder as wide as a word.
//
// A round is Words cycles with step_i and any cycles in between. In each step the lowest word, data_o,
// leaves and next_i enters at the top: sum_o, which is data_o + add_i and a carry, to count; any other
// word to load. After a round all words are in their places again, as number_o shows. The carry is
// that of the step before, or with first_i carry_i: the register can hold several numbers. clear_i
// makes all words and the carry zero.

`default_nettype none

module gh_serial_counter #(
    parameter int unsigned Bytes = 1,
    parameter int unsigned Words = 8
) (
    input wire logic clk_i,

    input  wire logic                            clear_i,
    input  wire logic                            step_i,
    input  wire logic                            first_i,
    input  wire logic                            carry_i,
    input  wire logic [8*Bytes-1:0]              add_i,
    output wire logic [8*Bytes-1:0]              data_o,
    output wire logic [8*Bytes-1:0]              sum_o,
    output wire logic                            carry_o,  // of the last step
    input  wire logic [8*Bytes-1:0]              next_i,
    output wire logic [  Words-1:0][8*Bytes-1:0] number_o
);

  if (Words < 2) begin : gen_check_words
    $fatal(1, "gh_serial_counter: Words is %0d; it must be at least 2", Words);
  end

  logic [Words-1:0][8*Bytes-1:0] words_q;
  logic carry_q, carry;

  assign data_o = words_q[0];
  assign number_o = words_q;
  assign carry_o = carry_q;
  assign {carry, sum_o} = (8 * Bytes + 1)'(words_q[0]) + (8 * Bytes + 1)'(add_i)
                        + (8 * Bytes + 1)'(first_i ? carry_i : carry_q);

  always_ff @(posedge clk_i) begin
    if (step_i) begin
      words_q <= {next_i, words_q[Words-1:1]};
      carry_q <= carry;
    end
    if (clear_i) {carry_q, words_q} <= '0;
  end

endmodule

`default_nettype wire
