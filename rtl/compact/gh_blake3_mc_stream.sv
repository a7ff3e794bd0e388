// SPDX-License-Identifier: Apache-2.0
//
// The stream of messages of a BLAKE3 coprocessor, a byte at a time: configuration, chunks, the tree over
// them, and the output. Every byte goes straight to its place in the core's register file, and every byte
// of the output comes straight out of it.
//
//   Erase --> Config --> Data --> Tail --> Wait --> Out --> Erase
//                         ^        ^ ^      | |      |
//                         |        | parent + |      another block of the output
//                         |        +----------|------+
//                         +-- next block -----+
//   Config, Data --> Drain --> Fail --> Erase                 malformed
//
// A block is loaded into the bank that the core does not work on; a tail is its t, length and flags.
// Whether a block is the message's last one shows with its last byte. The tree is therefore known
// block by block: after a chunk's end follow its parents, each a tail of its own, while another
// subtree of the same size is to the left or, at the end of the message, any. The stack of chaining
// values is in the register file: top_q is the entry of the chaining value that is made, over_q the
// one behind it. The root is run again for each block of the output.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_mc_stream
  import gh_blake3_microcode_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] config_data_i,
    input  wire logic       config_last_i,
    input  wire logic       config_valid_i,
    output wire logic       config_ready_o,
    output wire logic       config_open_o,   // a configuration's bytes may come

    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] data_o,
    output wire logic       last_o,
    output wire logic       error_o,
    output wire logic       valid_o,
    input  wire logic       ready_i,

    // A run: started, under way, given up; and what it works on.
    output wire logic       start_o,
    input  wire logic       running_i,
    output wire logic       leaves_o,
    output wire logic [5:0] chaining_o,
    output wire logic [5:0] low_o,
    output wire logic [5:0] high_o,
    output wire logic [5:0] result_o,

    // The register file.
    output wire logic [ 3:0] load_valid_o,
    output wire logic [ 8:0] load_address_o,
    output wire logic [ 7:0] load_data_o,     // a cycle later
    input  wire logic        load_ready_i,
    output wire logic [ 3:0] read_address_o,
    input  wire logic [31:0] read_data_i
);

  typedef logic [5:0] place_t;

  // Where a configuration begins.
  localparam place_t Head = 6'd8;
  // The stack's last entry.
  localparam logic [5:0] Deepest = VectorEntry - 1'b1;

  typedef struct packed {logic erase, configure, data, tail, waits, out, drain, fail;} state_t;
  state_t state_d, state_q;

  // The message: its mode; it has no byte yet, no byte behind; its last block is under way.
  logic [1:0] mode_q;
  logic first_q, complete_q, final_q;
  // The chunk's block, the bank that it is in; the chunk is not the first.
  logic [3:0] block_q;
  logic bank_q, later_q;
  // The next run is a parent's, of so many over the chunk; it is the root's, and not the first of it.
  logic parent_q, again_q, root_q;
  logic [5:0] level_q;
  logic [5:0] top_q, over_q;
  // A word of the answer has been asked for, is offered byte by byte.
  logic asked_q, offers_q;
  logic [3:0][7:0] word_q;

  place_t place_q, next;
  logic place_last;
  assign place_last = &place_q;
  assign next       = place_q + 1'b1;

  // The configuration.
  logic keyed, config_taken, config_ends, bad_q, some_q, wrong;
  assign keyed          = mode_q[0];
  assign config_open_o  = state_q.configure;
  assign config_ready_o = state_q.configure && load_ready_i && !rst_i;
  assign config_taken   = state_q.configure && load_ready_i && config_valid_i;
  assign config_ends    = place_q == {keyed, 5'd31};
  always_comb begin
    wrong = 1'b0;
    unique case (place_q[5:3])
      // What to do, and whole bytes of output, one at least.
      3'd1:    wrong = |config_data_i[7:2] || place_q[2:0] != '0 && config_data_i != '0;
      3'd2:    wrong = place_q[2:0] == '0 && config_data_i[2:0] != '0;
      3'd3:    wrong = !some_q;
      default: ;
    endcase
    if (config_last_i != config_ends) wrong = 1'b1;
  end

  // The message. Only its first beat may be empty, as the whole of it.
  logic malformed, data_taken;
  assign malformed = !keep_i && !(first_q && last_i);
  assign ready_o = !rst_i && (state_q.drain || state_q.data && load_ready_i && !complete_q);
  assign data_taken = state_q.data && load_ready_i && !complete_q && valid_i;

  // Words of the answer: one is asked for, comes out of the register file, and is offered.
  logic asks, answer_taken, answered, last_piece, out_ends;
  place_t last_place;
  assign asks           = state_q.out && !running_i && !asked_q && !offers_q;
  assign read_address_o = place_q[5:2];
  assign valid_o        = !rst_i && (state_q.fail || offers_q);
  assign error_o        = state_q.fail;
  assign last_o         = state_q.fail || state_q.out && last_piece && place_q == last_place;
  assign answer_taken   = offers_q && ready_i;
  assign answered       = answer_taken && last_piece && place_q == last_place;
  assign out_ends       = answer_taken && place_last && !last_piece;
  logic [7:0] answer;
  gh_mux4 #(
      .Width(8)
  ) u_part (
      .data_i  (word_q),
      .select_i(place_q[1:0]),
      .data_o  (answer)
  );
  assign data_o = state_q.out ? answer : '0;

  logic configured, block_valid, filled, tail_ends, loads, moves, restarts, erase_ends;
  assign configured = config_taken && config_last_i && !bad_q && !wrong;
  assign block_valid = valid_i || complete_q;
  assign filled = state_q.data && load_ready_i && block_valid && place_last;
  assign tail_ends = state_q.tail && load_ready_i && place_last;
  assign loads       = state_q.erase || state_q.tail || state_q.configure && config_valid_i
                    || state_q.data && block_valid;
  assign moves = loads && load_ready_i || answer_taken;
  assign restarts = state_q.fail || answered;
  assign erase_ends  = state_q.erase && load_ready_i && &place_q[2:0]
                    && top_q == (later_q ? Deepest : '0);

  // What follows a run that starts.
  logic start, begins, ends, ascends, pushes, joins;
  assign begins  = !parent_q && block_q == '0;
  assign ends    = !parent_q && (&block_q || final_q);
  assign start   = state_q.waits && !running_i;
  assign ascends = (parent_q || ends) && (final_q ? !root_q : joins);
  assign pushes  = (parent_q || ends) && !final_q && !joins;

  always_comb begin
    state_d = '0;
    state_d.erase = state_q.erase && !erase_ends || state_q.fail && ready_i || answered;
    state_d.configure = erase_ends || state_q.configure && !(config_taken && config_last_i);
    state_d.data = configured || start && !root_q && !ascends
                || state_q.data && !(data_taken && malformed) && !filled;
    state_d.tail = filled && !(data_taken && malformed) || start && ascends || out_ends
                || state_q.tail && !tail_ends;
    state_d.waits = tail_ends || state_q.waits && !start;
    state_d.out = start && root_q || state_q.out && !answered && !out_ends;
    state_d.drain = config_taken && config_last_i && !configured
                 || data_taken && malformed && !last_i || state_q.drain && !(valid_i && last_i);
    state_d.fail = state_q.drain && valid_i && last_i || data_taken && malformed && last_i
                || state_q.fail && !ready_i;
  end

  assign start_o  = start;
  assign leaves_o = state_q.erase || state_q.fail;

  // What the run works on.
  logic [5:0] chaining_q, low_q, high_q, result_q;
  assign chaining_o = chaining_q;
  assign low_o      = low_q;
  assign high_o     = high_q;
  assign result_o   = result_q;

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    // Not yet in a tail's first cycle, in which it doesn't matter.
    root_q  <= final_q && top_q == '0;
    if (moves) place_q <= next;
    // A tail behind a block or an output begins where it counts.
    if (filled || out_ends) place_q <= 6'd32;
    if (configured || restarts || rst_i) place_q <= '0;
    if (erase_ends) place_q <= Head;

    // Nothing is learnt from what follows a fault.
    if (config_taken && !bad_q) begin
      if (place_q == Head) mode_q <= config_data_i[1:0];
      if (place_q[5:3] == 3'd2) some_q <= some_q || config_data_i != '0;
      if (wrong) bad_q <= 1'b1;
    end
    if (data_taken) first_q <= 1'b0;
    if (data_taken && last_i) complete_q <= 1'b1;
    if (filled) final_q <= complete_q || last_i;

    // The stack's entries are those that are erased, too.
    if (state_q.erase && load_ready_i && &place_q[2:0] || start && pushes) top_q <= top_q + 1'b1;
    if (start && ascends) top_q <= top_q - 1'b1;
    if (restarts) top_q <= StateEntry;
    if (start) begin
      over_q   <= top_q;
      parent_q <= ascends || root_q && parent_q;
      level_q  <= ascends ? level_q + 1'b1 : '0;
      if (!parent_q) bank_q <= !bank_q;
      if (!parent_q && !ascends && !root_q) block_q <= block_q + 1'b1;
      if (pushes) begin
        block_q <= '0;
        later_q <= 1'b1;
      end
      if (!again_q) begin
        chaining_q <= !(parent_q || begins) ? top_q : keyed ? KeyEntry : VectorEntry;
        low_q      <= parent_q ? top_q : {BlockEntry[5:3], bank_q, !bank_q, 1'b0};
        high_q     <= parent_q ? over_q : {BlockEntry[5:3], bank_q, !bank_q, 1'b1};
        result_q   <= root_q ? StateEntry : top_q;
      end
    end
    if (out_ends) again_q <= 1'b1;

    if (state_q.configure) begin
      {later_q, parent_q, again_q, final_q, complete_q} <= '0;
      {top_q, level_q, block_q} <= '0;
      first_q <= 1'b1;
    end
    if (state_q.erase || rst_i) begin
      {mode_q, bad_q, some_q, bank_q} <= '0;
      {chaining_q, low_q, high_q, result_q, over_q} <= '0;
    end

    asked_q  <= asks;
    offers_q <= asked_q || offers_q && !(answer_taken && (&place_q[1:0] || last_o));
    if (asked_q) word_q <= read_data_i;
    if (state_q.erase || rst_i) begin
      word_q   <= '0;
      asked_q  <= 1'b0;
      offers_q <= 1'b0;
    end
    if (rst_i) begin
      state_q       <= '0;
      state_q.erase <= 1'b1;
      top_q         <= StateEntry;
      // There may be something of before everywhere.
      later_q       <= 1'b1;
    end
  end

  // The byte that is loaded, and where.
  gh_blake3_mc_loader u_loader (
      .clk_i,
      .erase_i       (state_q.erase),
      .configure_i   (state_q.configure),
      .fill_i        (state_q.data),
      .tail_i        (state_q.tail),
      .place_i       (place_q),
      .erased_i      ({top_q, place_q[2:0]}),
      .bad_i         (bad_q),
      .moves_i       (moves),
      .bank_i        (bank_q),
      .mode_i        (mode_q),
      .begins_i      (begins),
      .ends_i        (ends),
      .parent_i      (parent_q),
      .root_i        (root_q),
      .again_i       (again_q),
      .level_i       (level_q),
      .config_data_i (config_data_i),
      .data_i        (data_i),
      .keep_i        (keep_i),
      .complete_i    (complete_q),
      .joins_o       (joins),
      .last_o        (last_piece),
      .last_place_o  (last_place),
      .load_valid_o  (load_valid_o),
      .load_address_o(load_address_o),
      .load_data_o   (load_data_o)
  );

  `GH_ASSERT(one_state, $onehot(state_q), clk_i, rst_i)
  `GH_ASSERT(takes_one_stream, !config_ready_o || !ready_o, clk_i, rst_i)
  `GH_ASSERT(answers_with_a_word, !valid_o || state_q.fail || offers_q && state_q.out, clk_i, rst_i)
  `GH_ASSERT(refused_does_nothing,
             !bad_q || !(state_q.data || state_q.tail || state_q.waits || state_q.out), clk_i,
             rst_i)

endmodule

`default_nettype wire
