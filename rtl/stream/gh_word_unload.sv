// SPDX-License-Identifier: Apache-2.0
//
// Sends words of WordBytes bytes as beats of Bytes: takes a word, and holds it until its beats have
// left, one a cycle. The next word enters in the cycle of a word's last beat.
//
// The lowest count_i bytes of an answer's last word leave, without beats after them; bytes after
// them in the last beat are zero. All bytes of the other words leave. With count_i = 0 one beat
// leaves that has no byte. When none is held the word is zero: it is erased.

`include "gh_assert.svh"

`default_nettype none

module gh_word_unload #(
    parameter int unsigned WordBytes = 8,
    parameter int unsigned Bytes = 2,
    localparam int unsigned Parts = WordBytes / Bytes,
    localparam int unsigned PartBits = $clog2(Parts),
    localparam int unsigned CountBits = $clog2(WordBytes + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Exclusive-or to the number of a part: all ones send the highest part first.
    input wire logic [PartBits-1:0] order_i,

    input  wire logic [8*WordBytes-1:0] word_i,
    input  wire logic [  CountBits-1:0] count_i,  // with last_i
    input  wire logic                   last_i,
    input  wire logic                   error_i,  // with last_i
    input  wire logic                   valid_i,
    output wire logic                   ready_o,

    output wire logic [8*Bytes-1:0] data_o,
    output wire logic [  Bytes-1:0] keep_o,
    output wire logic               last_o,
    output wire logic               user_o,
    output wire logic               valid_o,
    input  wire logic               ready_i
);

  if (Bytes < 1 || WordBytes != Bytes << PartBits || PartBits == 0) begin : gen_check
    $fatal(
        1,
        "gh_word_unload: WordBytes is %0d; it must be Bytes, %0d, times a power of 2 from 2 on",
        WordBytes,
        Bytes
    );
  end

  logic [Parts-1:0][8*Bytes-1:0] word_q;
  logic [PartBits-1:0] part_q;
  logic [CountBits-1:0] count_q, sent;
  logic valid_q, last_q, error_q, ends, clears;

  assign sent    = CountBits'(part_q) * CountBits'(Bytes);  // before this beat
  assign ends    = (part_q == '1) || last_q && sent + CountBits'(Bytes) >= count_q;
  assign ready_o = !valid_q || (ready_i && ends);
  assign clears  = rst_i || (ready_o && !valid_i);

  logic [8*Bytes-1:0] part, data;
  logic [Bytes-1:0] keep;
  if (Parts == 4) begin : gen_mux4
    gh_mux4 #(
        .Width(8 * Bytes)
    ) u_part (
        .data_i  (word_q),
        .select_i(part_q ^ order_i),
        .data_o  (part)
    );
  end else begin : gen_mux
    assign part = word_q[part_q^order_i];
  end

  always_comb begin
    data = part;
    for (int unsigned i = 0; i < Bytes; i++) begin
      keep[i] = !last_q || sent + CountBits'(i) < count_q;
      if (i > 0 && !keep[i]) data[8*i+:8] = '0;
    end
  end
  assign data_o  = data;
  assign keep_o  = keep;
  assign last_o  = last_q && ends;
  assign user_o  = error_q && last_o;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      valid_q <= valid_i;
      word_q  <= word_i;
      last_q  <= last_i;
      error_q <= error_i;
      count_q <= count_i;
      part_q  <= '0;
    end else if (ready_i) part_q <= part_q + 1'b1;
    if (rst_i) valid_q <= 1'b0;
    if (clears) word_q <= '0;
  end

  `GH_REQUIRE(order_is_still, !$past(valid_q && !ready_o && !rst_i) || order_i == $past(order_i),
              clk_i, rst_i)
  `GH_REQUIRE(count_in_range, !(valid_i && last_i) || count_i <= CountBits'(WordBytes), clk_i,
              rst_i)
  `GH_REQUIRE(nothing_is_zero, word_i == '0 || !(valid_i && last_i) || count_i != '0, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i, rst_i)
  `GH_ASSERT(erased, valid_q || word_q == '0, clk_i, rst_i)

endmodule

`default_nettype wire
