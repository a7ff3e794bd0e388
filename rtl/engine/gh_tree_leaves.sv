// SPDX-License-Identifier: Apache-2.0
//
// Leaves of a tree: the words of a message go to slots, a leaf of 2**LeafBits blocks after another, and blocks
// of leaves in different slots are offered in turn, those of a leaf one after the other. A slot buffers
// SlotBlocks blocks; where a leaf has more, its rest waits until the first ones have been read.
//
// A leaf is complete when its last block is done; it keeps its slot until it is freed. Bytes behind the
// message's last one are zero.

`include "gh_assert.svh"

`default_nettype none

module gh_tree_leaves #(
    parameter int unsigned BlockWords = 8,  // words of 64 bits; a power of 2
    parameter int unsigned LeafBits = 5,
    parameter int unsigned Slots = 16,  // a power of 2
    parameter int unsigned SlotBlocks = 32,  // a power of 2
    localparam int unsigned SlotBits = $clog2(Slots),
    localparam int unsigned WordBits = $clog2(BlockWords),
    localparam int unsigned PlaceBits = $clog2(SlotBlocks),
    // Of the number of a block in its leaf; no message has more bytes than 2**64 - 1.
    localparam int unsigned MostBits = 60 - WordBits - SlotBits,
    localparam int unsigned BlockBits = (LeafBits < MostBits) ? LeafBits : MostBits,
    localparam int unsigned EarlierBits = 61 - WordBits,
    localparam int unsigned UpperBits = EarlierBits - SlotBits - BlockBits,
    localparam int unsigned SizeBits = WordBits + 4
) (
    input wire logic clk_i,
    input wire logic rst_i,  // there is no message

    // The message: bytes of a word from byte 0 on, all eight but in the last word.
    input  wire logic [63:0] word_i,
    input  wire logic [ 3:0] size_i,
    input  wire logic        last_i,
    input  wire logic        valid_i,
    output wire logic        ready_o,

    // A block that may be processed.
    output wire logic [   SlotBits-1:0] slot_o,
    output wire logic [  BlockBits-1:0] block_o,
    output wire logic                   first_o,    // of its leaf
    output wire logic                   ends_o,
    output wire logic                   only_o,     // the message has no other leaf
    output wire logic [EarlierBits-1:0] earlier_o,  // blocks of the message before it
    output wire logic [   SizeBits-1:0] size_o,     // its bytes
    output wire logic                   valid_o,
    input  wire logic                   ready_i,

    // The words of a block that was offered, from word 0 on, each here two cycles later.
    input  wire logic                 read_i,        // word 0 is asked for
    input  wire logic [ SlotBits-1:0] read_slot_i,
    input  wire logic [BlockBits-1:0] read_block_i,
    input  wire logic                 read_ends_i,
    input  wire logic [ WordBits-1:0] number_i,
    output wire logic [         63:0] word_o,

    // A block of a slot's leaf is done.
    input wire logic                done_i,
    input wire logic [SlotBits-1:0] done_slot_i,

    // Slot of the leaf that is asked about: it is complete, and is the message's last one.
    input  wire logic [SlotBits-1:0] next_i,
    output wire logic                complete_o,
    output wire logic                last_o,
    input  wire logic                free_i
);

  if (SlotBlocks < 2 || SlotBlocks != 1 << PlaceBits) begin : gen_check_slot
    $fatal(1, "gh_tree_leaves: SlotBlocks is %0d; it must be a power of 2 from 2 on", SlotBlocks);
  end

  // The word that comes next: of which leaf, block and word; the leaves' upper numbers before a slot is
  // used again.
  logic [UpperBits-1:0] upper_q, before_q;
  logic [ SlotBits-1:0] slot_q;
  logic [BlockBits-1:0] block_q;
  logic [ WordBits-1:0] word_q;
  logic [ SizeBits-1:0] size_q;  // of the message's last block
  logic inside_q, ended_q, free_q, taken, room, block_ends, leaf_ends;

  // Of each slot: it has a leaf; a block waits; a block is under way, or the leaf is complete; a block has
  // been read; the last one has been; the leaf is complete.
  logic [Slots-1:0] live_q, some_q, busy_q, begun_q, final_q, complete_q;
  logic [Slots-1:0] live_d, some_d, busy_d, begun_d, final_d, complete_d;
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [BlockBits-1:0] newest[Slots];  // block that waits
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [BlockBits-1:0] reads [Slots];  // next block to be read, if one was

  assign ready_o    = !ended_q && (inside_q || free_q) && room && !rst_i;
  assign taken      = valid_i && ready_o;
  assign block_ends = last_i || (&word_q);
  assign leaf_ends  = (&word_q) && (&block_q) && BlockBits == LeafBits;

  if (BlockBits > PlaceBits) begin : gen_room
    logic [BlockBits-1:0] first;
    assign first = begun_q[slot_q] ? reads[slot_q] : '0;
    assign room  = !inside_q || block_q - first < BlockBits'(SlotBlocks);
  end else begin : gen_fits
    assign room = 1'b1;
  end

  logic [UpperBits-1:0] upper_next;
  logic [ SlotBits-1:0] slot_next;
  logic [BlockBits-1:0] block_next;
  logic [ WordBits-1:0] word_next;
  assign {upper_next, slot_next, block_next, word_next} =
      {upper_q, slot_q, block_q, word_q} + (UpperBits + SlotBits + BlockBits + WordBits)'(1);
  // free_q: the slot of the next leaf is free. It is valid between leaves only, and computed a cycle ahead, of
  // the slot that the next word has.
  function automatic logic is_free(logic [SlotBits-1:0] slot);
    return !live_q[slot] || free_i && next_i == slot;
  endfunction
  always_ff @(posedge clk_i) begin
    free_q <= rst_i || (taken && leaf_ends ? is_free(slot_q + 1'b1) : is_free(slot_q));
    if (rst_i) begin
      {upper_q, slot_q, block_q, word_q, inside_q, ended_q} <= '0;
    end else if (taken) begin
      if (last_i) ended_q <= 1'b1;
      else {upper_q, slot_q, block_q, word_q} <= {upper_next, slot_next, block_next, word_next};
      inside_q <= last_i || !leaf_ends;
    end
    if (taken && leaf_ends && (&slot_q)) before_q <= upper_q;
    if (taken) size_q <= SizeBits'({word_q, 3'd0}) + SizeBits'(size_i);
    if (taken && block_ends) newest[slot_q] <= block_q;
  end

  // The next block.
  logic [SlotBits-1:0] chosen;
  logic chosen_valid, last_leaf, last_block;
  logic [BlockBits-1:0] read_at;
  gh_round_robin #(
      .Requests(Slots)
  ) u_choice (
      .clk_i,
      .rst_i,
      .request_i(some_q & ~busy_q),
      .number_o (chosen),
      .valid_o  (chosen_valid),
      .ready_i
  );
  logic [UpperBits-1:0] chosen_upper;
  // Until the next leaf begins its slot has an old one.
  assign chosen_upper = (chosen > slot_q || chosen == slot_q && !inside_q) ? before_q : upper_q;
  assign read_at = begun_q[chosen] ? reads[chosen] : '0;
  assign last_leaf = ended_q && chosen == slot_q;
  assign last_block = last_leaf && newest[chosen] == read_at;
  assign slot_o = chosen;
  assign block_o = read_at;
  assign first_o = !begun_q[chosen];
  assign ends_o = last_block || (&read_at) && BlockBits == LeafBits;
  assign only_o = last_leaf && {upper_q, slot_q} == '0;
  assign earlier_o = {chosen_upper, chosen, read_at};
  assign size_o = last_block ? size_q : SizeBits'(8 * BlockWords);
  assign valid_o = chosen_valid;

  // The words of blocks.
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] words[Slots*SlotBlocks*BlockWords];
  logic [63:0] read_q, masked_q;
  logic [SlotBits+PlaceBits-1:0] place_q, place, filling;
  logic [WordBits-1:0] number_q;
  logic [SizeBits-1:0] left_q;
  logic whole, part;
  assign filling = {slot_q, PlaceBits'(block_q)};
  assign place   = read_i ? {read_slot_i, PlaceBits'(read_block_i)} : place_q;
  assign whole   = (WordBits + 1)'(number_q) < left_q[SizeBits-1:3];
  assign part    = (WordBits + 1)'(number_q) == left_q[SizeBits-1:3];
  always_ff @(posedge clk_i) begin
    if (taken) words[{filling, word_q}] <= word_i;
    read_q   <= words[{place, number_i}];
    number_q <= number_i;
    if (read_i) begin
      place_q <= place;
      left_q <= (read_ends_i && ended_q && read_slot_i == slot_q && newest[slot_q] == read_block_i)
          ? size_q : SizeBits'(8 * BlockWords);
    end
    for (int unsigned i = 0; i < 8; i++) begin
      masked_q[8*i+:8] <= (whole || part && 3'(i) < left_q[2:0]) ? read_q[8*i+:8] : '0;
    end
    if (read_i) reads[read_slot_i] <= read_block_i + 1'b1;
  end
  assign word_o     = masked_q;

  // What is asked for.
  assign complete_o = complete_q[next_i];
  assign last_o     = ended_q && next_i == slot_q;

  always_comb begin
    {live_d, some_d, busy_d} = {live_q, some_q, busy_q};
    {begun_d, final_d, complete_d} = {begun_q, final_q, complete_q};
    for (int unsigned i = 0; i < Slots; i++) begin
      if (read_i && read_slot_i == SlotBits'(i)) begin
        begun_d[i] = 1'b1;
        final_d[i] = read_ends_i;
        if (newest[read_slot_i] == read_block_i) some_d[i] = 1'b0;
      end
      if (taken && slot_q == SlotBits'(i)) live_d[i] = 1'b1;
      if (taken && block_ends && slot_q == SlotBits'(i)) some_d[i] = 1'b1;
      if (chosen_valid && ready_i && chosen == SlotBits'(i)) busy_d[i] = 1'b1;
      if (done_i && done_slot_i == SlotBits'(i)) begin
        busy_d[i]     = final_q[i];
        complete_d[i] = final_q[i];
      end
      if (free_i && next_i == SlotBits'(i)) begin
        {live_d[i], busy_d[i], begun_d[i], final_d[i], complete_d[i]} = '0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    {live_q, some_q, busy_q} <= rst_i ? '0 : {live_d, some_d, busy_d};
    {begun_q, final_q, complete_q} <= rst_i ? '0 : {begun_d, final_d, complete_d};
  end

  `GH_REQUIRE(frees_a_complete_one, !free_i || complete_q[next_i], clk_i, rst_i)
  `GH_REQUIRE(done_is_busy, !done_i || busy_q[done_slot_i], clk_i, rst_i)
  `GH_ASSERT(begins_in_a_free_slot, inside_q || ended_q || free_q == !live_q[slot_q], clk_i, rst_i)

endmodule

`default_nettype wire
