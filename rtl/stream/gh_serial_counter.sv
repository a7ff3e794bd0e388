// SPDX-License-Identifier: Apache-2.0
//
// A number of Words * Bytes bytes that is counted up, loaded and read a word of Bytes at a time, the
// lowest first: a shift register, which costs no look-up table, and an adder as wide as a word.
//
// A round is Words cycles with step_i, first_i in the first of them, and any cycles in between. In
// each step the lowest word, data_o, leaves and next_i enters at the top: sum_o, which is data_o +
// add_i with the carry from the step before, to count; any other to load. After a round all words are
// in their places again. clear_i makes the number zero.

`default_nettype none

module gh_serial_counter #(
    parameter int unsigned Bytes = 1,
    parameter int unsigned Words = 8
) (
    input wire logic clk_i,

    input  wire logic               clear_i,
    input  wire logic               step_i,
    input  wire logic               first_i,
    input  wire logic [8*Bytes-1:0] add_i,
    output wire logic [8*Bytes-1:0] data_o,
    output wire logic [8*Bytes-1:0] sum_o,
    input  wire logic [8*Bytes-1:0] next_i
);

  if (Words < 2) begin : gen_check_words
    $fatal(1, "gh_serial_counter: Words is %0d; it must be at least 2", Words);
  end

  logic [Words-1:0][8*Bytes-1:0] words_q;
  logic carry_q, carry;

  assign data_o = words_q[0];
  assign {carry, sum_o} = (8 * Bytes + 1)'(words_q[0]) + (8 * Bytes + 1)'(add_i)
                        + (8 * Bytes + 1)'(carry_q && !first_i);

  always_ff @(posedge clk_i) begin
    if (step_i) begin
      words_q <= {next_i, words_q[Words-1:1]};
      carry_q <= carry;
    end
    if (clear_i) words_q <= '0;
  end

endmodule

`default_nettype wire
