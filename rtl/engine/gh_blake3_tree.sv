// SPDX-License-Identifier: Apache-2.0
//
// Parents of BLAKE3's chunks (BLAKE3.pdf, sections 2.1 and 5.1.2), one at a time and in order.
//
// Chunk i that is not the last one completes as many subtrees as i ends in ones in binary; the last one
// completes one for each one of its number, of which the highest is the root. A chaining value that waits
// for its sibling is in the row of its level, and in its chunk's row where it is a chunk's.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_tree
  import gh_blake3_pkg::*;
#(
    localparam int unsigned NumberBits = 54  // of a chunk: 2**64 bytes
) (
    input wire logic clk_i,
    input wire logic rst_i,  // no chunk is left

    input  wire logic start_i,      // a chunk begins
    output wire logic may_start_o,  // in the next cycle a chunk may begin
    input  wire logic complete_i,   // a chunk that is not the last one has its chaining value
    input  wire logic final_i,      // no chunk follows
    input  wire logic last_i,       // the last chunk has its chaining value, and it is not the root

    output wire logic    valid_o,
    output wire parent_t parent_o,
    input  wire logic    take_i,
    input  wire logic    done_i     // the parent has its chaining value
);

  // Chunks that wait in their rows, of which there are 64, have numbers that differ in the lower 6 bits.
  localparam logic [5:0] Most = 6'd60;

  logic [NumberBits-1:0] number_q;  // chunks that are part of the tree
  logic [NumberBits-1:0] ones_q;  // the number, shifted by the levels that are complete
  logic [5:0] level_q;
  logic [5:0] started_q;  // chunks that are no part of the tree yet
  logic [5:0] complete_q;  // of them, those with a chaining value, but for the last one
  logic works_q, fold_q, asked_q, may_start_q;

  logic begins, folds, ends, steps;
  assign folds = !works_q && final_i && last_i && started_q == 6'd1;
  assign begins = !works_q && complete_q != '0;
  assign steps = works_q && (ones_q[0] ? asked_q && done_i : fold_q);
  assign ends = works_q && !ones_q[0] && !fold_q;

  assign valid_o = works_q && ones_q[0] && !asked_q;
  assign parent_o = '{
          left: (level_q == '0) ? chunk_row({number_q[5:1], 1'b0}) : level_row(level_q),
          right: chunk_row(number_q[5:0]),
          result: (fold_q || ones_q[1]) ? chunk_row(number_q[5:0]) : level_row(level_q + 1'b1),
          root: fold_q && ones_q[NumberBits-1:1] == '0
      };
  assign may_start_o = may_start_q;

  always_ff @(posedge clk_i) begin
    if (begins || folds) begin
      {ones_q, level_q} <= {number_q, 6'd0};
      fold_q <= folds;
    end else if (steps) begin
      {ones_q, level_q} <= {ones_q >> 1, level_q + 1'b1};
    end

    if (rst_i) begin
      {number_q, started_q, complete_q, works_q, asked_q} <= '0;
      may_start_q <= 1'b1;
    end else begin
      if (begins || folds) works_q <= 1'b1;
      else if (ends) works_q <= 1'b0;
      if (valid_o && take_i) asked_q <= 1'b1;
      else if (done_i) asked_q <= 1'b0;
      if (ends) number_q <= number_q + 1'b1;
      started_q   <= started_q + 6'(start_i) - 6'(ends);
      complete_q  <= complete_q + 6'(complete_i) - 6'(begins);
      may_start_q <= started_q < Most;
    end
  end

  `GH_REQUIRE(room, !start_i || started_q <= Most, clk_i, rst_i)
  `GH_REQUIRE(done_is_asked, !done_i || asked_q, clk_i, rst_i)
  `GH_ASSERT(complete_is_started, complete_q <= started_q, clk_i, rst_i)

endmodule

`default_nettype wire
