// SPDX-License-Identifier: Apache-2.0
//
// Parents of the chunks of a lane (BLAKE3.pdf, sections 2.1 and 5.1.2), one at a time and in order: those of a
// run, which is as many chunks as there are lanes.
//
// Chunk i of a run completes as many subtrees as i ends in ones in binary, like in gh_blake3_tree.
// With the last one of a run they are all of the run. The message's last chunk completes one for
// each one of its number; where that is none, its chaining value is that of a run.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_run
  import gh_blake3_lanes_pkg::*;
#(
    parameter int unsigned RunBits = 1,    // 2**RunBits chunks are a run
    parameter bit          Main    = 1'b0  // the runs' parents are made in this lane
) (
    input wire logic clk_i,
    input wire logic rst_i,  // no chunk is left

    input wire logic start_i,  // a chunk begins
    output wire logic may_start_o,  // in the next cycle a chunk may begin
    input wire logic complete_i,  // a chunk that is not the last one has its chaining value
    input wire logic last_i,  // the last chunk has its chaining value, and no other is in the lane
    input wire logic only_i,  // there is one run

    output wire logic valid_o,
    output wire parent_t parent_o,
    output wire logic alone_o,  // the last run is a chunk, and those before it have their values
    input wire logic take_i,
    input wire logic done_i  // the parent has its chaining value
);

  if (RunBits < 1 || RunBits > 2) begin : gen_check
    $fatal(1, "gh_blake3_run: RunBits is %0d; it must be 1 or 2", RunBits);
  end

  // Chunks that wait in their rows, of which there are 32, have numbers that differ in the lower 5 bits.
  localparam logic [4:0] Most = 5'd28;

  logic [5:0] number_q;  // chunks of the lane that are part of their run
  logic [RunBits-1:0] ones_q;  // the number in the run, shifted by the levels that are complete
  logic [1:0] level_q;
  logic [4:0] started_q;  // chunks that are no part of their run yet
  logic [4:0] complete_q;  // of them, those with a chaining value, but for the last one
  logic works_q, fold_q, asked_q, may_start_q;

  logic begins, folds, ends, steps, whole;
  logic [RunBits-1:0] ones_next;
  assign folds = !works_q && last_i && started_q == 5'd1;
  assign begins = !works_q && complete_q != '0;
  assign steps = works_q && (ones_q[0] ? asked_q && done_i : fold_q);
  assign ends = works_q && !ones_q[0] && !fold_q;
  assign ones_next = ones_q >> 1;
  assign whole = fold_q ? ones_next == '0 : level_q == 2'(RunBits - 1);

  assign valid_o = works_q && ones_q[0] && !asked_q;
  assign alone_o = folds && number_q[RunBits-1:0] == '0;
  assign may_start_o = may_start_q;
  parent_t parent;
  assign parent_o = parent;
  always_comb begin
    parent.left   = (level_q == '0) ? chunk_row({number_q[4:1], 1'b0}) : part_row(level_q);
    parent.right  = chunk_row(number_q[4:0]);
    parent.result = '{second: 1'b0, row: part_row(level_q + 1'b1)};
    if (fold_q || ones_next[0]) parent.result = '{second: 1'b1, row: chunk_row(number_q[4:0])};
    // The last run is the right one of two.
    if (whole) begin
      parent.result = '{second: Main && fold_q, row: run_row({number_q[5:RunBits], RunBits'(0)})};
    end
    parent.run  = whole;
    parent.root = whole && fold_q && only_i;
  end

  always_ff @(posedge clk_i) begin
    if (begins || folds) begin
      {ones_q, level_q} <= {number_q[RunBits-1:0], 2'd0};
      fold_q <= folds;
    end else if (steps) begin
      {ones_q, level_q} <= {ones_next, level_q + 1'b1};
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
      started_q   <= started_q + 5'(start_i) - 5'(ends);
      complete_q  <= complete_q + 5'(complete_i) - 5'(begins);
      may_start_q <= started_q < Most;
    end
  end

  `GH_REQUIRE(room, !start_i || started_q <= Most, clk_i, rst_i)
  `GH_REQUIRE(done_is_asked, !done_i || asked_q, clk_i, rst_i)
  `GH_ASSERT(complete_is_started, complete_q <= started_q, clk_i, rst_i)

endmodule

`default_nettype wire
