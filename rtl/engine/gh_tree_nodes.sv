// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a tree above its leaves (Skein 1.3, section 3.5.6), one block at a time: the leaves' results are
// taken in order, and each is a block of a node of the lowest level. When a node has 2**FanBits blocks, or
// the message has no more, its result is a block of a node of the next level. On the level that makes the
// tree as high as it may be there is one node. The root is the node that is the only one of its level and
// has the message's last block.

`include "gh_assert.svh"

`default_nettype none

module gh_tree_nodes #(
    parameter int unsigned FanBits = 4,
    parameter int unsigned Height = 255,  // levels at most, with that of the leaves
    parameter int unsigned Slots = 16,  // of leaves
    parameter int unsigned NumberBits = 53,  // of a leaf's number
    parameter int unsigned Levels = 16,  // of nodes, at least; a power of 2
    localparam int unsigned SlotBits = $clog2(Slots),
    localparam int unsigned LevelBits = $clog2(Levels)
) (
    input wire logic clk_i,
    input wire logic rst_i,  // there is no message

    // The next leaf: it is complete, and the message's last one. It is freed when it is part of a node.
    output wire logic [SlotBits-1:0] next_o,
    input  wire logic                complete_i,
    input  wire logic                last_i,
    output wire logic                free_o,

    // A block of a node: a leaf's result, or that of a node of the level below.
    output wire logic [ LevelBits-1:0] level_o,    // of nodes, from 0
    output wire logic                  leaf_o,     // it is the next leaf
    output wire logic                  first_o,    // of its node
    output wire logic                  ends_o,
    output wire logic                  root_o,     // it ends the root
    output wire logic [NumberBits-1:0] earlier_o,  // blocks of its level before it
    output wire logic                  valid_o,
    input  wire logic                  ready_i,
    input  wire logic                  done_i
);

  typedef enum logic [1:0] {
    Wait,
    Look,   // what the level has
    Offer,
    Run
  } state_e;
  state_e state_q;
  logic [SlotBits-1:0] next_q;
  logic [LevelBits-1:0] level_q;
  logic [LevelBits:0] levels_q;  // that have a block
  logic leaf_q, last_q;

  // Blocks of each level.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [NumberBits-1:0] counts  [Levels];
  logic [NumberBits-1:0] count_q;
  logic first, full, only, new_level;
  assign new_level = {1'b0, level_q} >= levels_q;
  if (FanBits < NumberBits) begin : gen_fan
    logic highest;
    assign highest = 32'(level_q) + 2 == Height;
    assign first   = (highest || count_q[FanBits-1:0] == '0) && (!highest || count_q == '0);
    assign full    = !highest && (&count_q[FanBits-1:0]);
    assign only    = highest || count_q[NumberBits-1:FanBits] == '0;
  end else begin : gen_one
    assign {first, full, only} = {count_q == '0, 2'b01};
  end

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Wait: begin
        {level_q, leaf_q, last_q} <= {LevelBits'(0), 1'b1, last_i};
        if (complete_i) state_q <= Look;
      end
      Look: begin
        count_q <= new_level ? '0 : counts[level_q];
        state_q <= Offer;
      end
      Offer: if (ready_i) state_q <= Run;
      default: begin
        if (done_i && ends_o) begin
          {level_q, leaf_q} <= {level_q + 1'b1, 1'b0};
          state_q <= Look;
        end else if (done_i) begin
          state_q <= Wait;
        end
      end
    endcase
    if (state_q == Offer && ready_i) begin
      counts[level_q] <= count_q + 1'b1;
      if (new_level) levels_q <= {1'b0, level_q} + 1'b1;
    end
    if (free_o) next_q <= next_q + 1'b1;
    if (rst_i) begin
      state_q <= Wait;
      {next_q, levels_q} <= '0;
    end
  end

  assign next_o = next_q;
  assign free_o = state_q == Run && done_i && !ends_o;
  assign level_o = level_q;
  assign leaf_o = leaf_q;
  assign first_o = first;
  assign ends_o = last_q || full;
  assign root_o = last_q && only;
  assign earlier_o = count_q;
  assign valid_o = state_q == Offer;

  `GH_REQUIRE(done_runs, !done_i || state_q == Run, clk_i, rst_i)
  `GH_ASSERT(levels_suffice, state_q != Run || !done_i || !ends_o || level_q != '1, clk_i, rst_i)

endmodule

`default_nettype wire
