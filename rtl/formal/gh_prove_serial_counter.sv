// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_serial_counter: a round of Words steps, with cycles between them, adds exactly; and the
// words are in their places again after it.

`default_nettype none

module gh_prove_serial_counter #(
    parameter int unsigned Bytes = 1,
    parameter int unsigned Words = 3
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic                     step_i,
    input wire logic                     carry_i,
    input wire logic [Words*8*Bytes-1:0] addend_i
);

  localparam int unsigned Bits = 8 * Bytes * Words;

  logic rst, reset_q, carry;
  logic [8*Bytes-1:0] data, sum;
  logic [Words-1:0][8*Bytes-1:0] number, addend, addend_q;
  logic [$clog2(Words)-1:0] word_q;
  logic [Bits:0] total_q;  // what the number is to be after the round, and the carry
  logic begins;
  gh_prove_reset u_reset (.*);

  assign begins = word_q == '0;
  assign addend = begins ? addend_i : addend_q;

  gh_serial_counter #(
      .Bytes(Bytes),
      .Words(Words)
  ) u_counter (
      .clk_i   (clk_i),
      .clear_i (rst),
      .step_i  (step_i),
      .first_i (begins),
      .carry_i (carry_i),
      .add_i   (addend[word_q]),
      .data_o  (data),
      .sum_o   (sum),
      .carry_o (carry),
      .next_i  (sum),
      .number_o(number)
  );

  always_ff @(posedge clk_i) begin
    if (step_i) begin
      word_q <= (32'(word_q) == Words - 1) ? '0 : word_q + 1'b1;
      if (begins) begin
        addend_q <= addend_i;
        total_q  <= (Bits + 1)'(number) + (Bits + 1)'(addend_i) + (Bits + 1)'(carry_i);
      end
    end
    if (rst) begin
      word_q  <= '0;
      total_q <= '0;
    end
  end

  always_comb begin
    if (!rst && begins && !reset_q) begin
      counts : assert ({carry, number} == total_q);
    end
    if (reset_q) begin
      cleared : assert ({carry, number} == '0);
    end
    carries : cover (!rst && begins && carry);
  end

  logic unused;
  assign unused = ^data;

endmodule

`default_nettype wire
