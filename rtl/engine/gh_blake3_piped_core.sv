// SPDX-License-Identifier: Apache-2.0
//
// BLAKE3 of one message at a time, ten compressions in flight: the blocks of a chunk one after another, up
// to fifteen chunks side by side, and their parents.
//
// Before a message, in reset, four words with key_i load the key. Out of reset words of the message enter, 64
// bits each; behind the last one the output leaves, without an end. Reset ends a message: then nothing is in
// flight. Each cycle of wipe_i, in reset, clears a row of the memory, and after 32 of them no register depends
// on what was there; a message of one chunk, for which many_o is 0, has written the first 64 rows only.
//
// One memory holds blocks, chaining values and output, a row of 256 bits a cycle. A job enters the ring every
// seven cycles, and in these:
//
//   phase    5 what becomes of the job that leaves the ring next is known
//            6 the next job: a parent, else the chunk that has waited longest
//            0 a job enters the ring, and the oldest one leaves it; the next job is ready, or there is none
//            1 the job's rows and numbers are taken down
//            2 to 4 its rows are addressed: both halves of the block, chaining value
//            4 to 6 they come
//
// Rows of the message and results are written in between, before anyone reads them.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_piped_core
  import gh_blake3_pkg::*;
(
    input wire logic clk_i,

    input wire logic       rst_i,   // there is no message
    input wire logic       wipe_i,
    input wire logic [9:0] row_i,   // to be cleared

    input wire logic [ 2:0] mode_i,   // flags KEYED_HASH, DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL
    // The number of the output's first block is still out of reset, as the mode.
    input wire logic [63:0] number_i,

    input  wire logic        key_i,    // a word is of the key
    input  wire logic [63:0] data_i,   // bytes behind the message's last are 0
    input  wire logic [ 3:0] size_i,   // bytes of the word
    input  wire logic        last_i,
    input  wire logic        valid_i,
    output wire logic        ready_o,
    output wire logic        many_o,   // the message has more than a chunk

    output wire logic [63:0] data_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  localparam int unsigned Stages = 10;
  localparam int unsigned Pace = 7;
  localparam int unsigned Rounds = 7;

  // Phase 0 is that in which the engine takes.
  logic [Pace-1:0] phase_q;
  logic take, done, go, unused_go;
  gh_engine #(
      .Stages   (Stages),
      .MaxPasses(Rounds),
      .Pace     (Pace)
  ) u_engine (
      .clk_i,
      .rst_i       (rst_i),
      .passes_i    (3'(Rounds)),
      .offer_next_i(1'b1),
      .take_o      (take),
      .done_o      (done),
      .ready_next_i(1'b1),
      .go_o        (go),
      .go_next_o   (unused_go)
  );
  always_ff @(posedge clk_i) begin
    phase_q <= rst_i ? Pace'(1) << (Pace - 1) : {phase_q[Pace-2:0], phase_q[Pace-1]};
  end

  // The message: numbers of the chunk, the block and the word that come next, or of the last ones.
  logic [49:0] upper_q, before_q;  // of the chunk's number but for its slot; the one before
  logic [3:0] slot_q, block_q;
  logic [2:0] word_q;
  logic inside_q, final_q, many_q, may_start_q;  // inside a chunk
  logic [6:0] size_q;  // of the last block
  logic short_q;  // the last block has one row
  logic taken, begins, block_ends, chunk_ends;
  assign ready_o = !final_q && (inside_q || may_start_q);
  assign taken = valid_i && ready_o && !key_i && !rst_i;
  assign begins = taken && !inside_q;
  assign block_ends = &word_q;
  assign chunk_ends = block_ends && (&block_q);
  assign many_o = many_q;

  logic [49:0] upper_next;
  logic [3:0] slot_next, block_next;
  logic [2:0] word_next;
  assign {upper_next, slot_next, block_next, word_next} =
      {upper_q, slot_q, block_q, word_q} + 61'(taken && !last_i);
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      {upper_q, slot_q, block_q, inside_q, final_q, many_q} <= '0;
      if (wipe_i) word_q <= '0;
      // Words of a key; the last one leaves 0.
      else if (valid_i && key_i) word_q[1:0] <= word_q[1:0] + 1'b1;
    end else begin
      {upper_q, slot_q, block_q, word_q} <= {upper_next, slot_next, block_next, word_next};
      if (taken) begin
        inside_q <= !chunk_ends;
        final_q  <= last_i;
        if (chunk_ends && !last_i) many_q <= 1'b1;
      end
    end
    if (taken && chunk_ends && (&slot_q)) before_q <= upper_q;
    if (taken) {size_q, short_q} <= {{1'b0, word_q, 3'd0} + 7'(size_i), !word_q[2]};
  end

  // A word comes into a register, and from there into its row. The row is written two cycles after its last
  // word has come; the message's last row, where its end is missing, a cycle later, so that a result waits for
  // one row at most. Of the root, the second half of the result passes through the same register.
  logic [63:0] data_q;
  logic [3:0][63:0] row_q;
  logic [3:0] enable_q, clear_q, second_q;
  logic [1:0] wipe_q;
  logic complete_q, short_end_q, word_valid, second_next;
  row_t message_row_q;
  logic [7:0][31:0] h_q, result_first_q, result_second_q;
  assign word_valid = key_i ? valid_i : taken;
  gh_copies #(
      .Copies(4)
  ) u_second (
      .clk_i,
      .data_i(second_next),
      .data_o(second_q)
  );
  always_ff @(posedge clk_i) begin
    data_q <= data_i;
    for (int unsigned i = 0; i < 4; i++) begin
      enable_q[i] <= second_next || word_valid && word_q[1:0] == 2'(i);
      clear_q[i]  <= wipe_i || word_valid && 32'(word_q[1:0]) < i;
      if (enable_q[i]) begin
        row_q[i] <= second_q[i] ? result_second_q[2*i+:2] ^ h_q[2*i+:2] : data_q;
      end
      if (clear_q[i]) row_q[i] <= '0;
    end
    wipe_q <= {wipe_q[0], wipe_i};
    short_end_q <= taken && last_i && !(&word_q[1:0]);
    complete_q <= word_valid && (&word_q[1:0]) || short_end_q;
    if (wipe_i) message_row_q <= row_i;
    else if (word_valid) message_row_q <= key_i ? KeyRow : {slot_q, 1'b0, block_q, word_q[2]};
  end

  // Chunks that wait for the ring, by slot and block.
  logic new_q;
  logic [3:0] new_slot_q;
  logic back, push_new, waits, takes_chunk;
  logic [3:0] slot, block;
  token_t [Stages-1:0] token_q;
  token_t leaves;
  assign leaves   = token_q[Stages-1];
  assign back     = phase_q[5] && leaves.valid && leaves.again;
  assign push_new = new_q && !phase_q[5];
  gh_fifo #(
      .Width(8),
      .Depth(16)
  ) u_waiting (
      .clk_i,
      .rst_i  (rst_i),
      .data_i (phase_q[5] ? {leaves.row[9:6], leaves.block + 1'b1} : {new_slot_q, 4'd0}),
      .valid_i(back || push_new),
      .data_o ({slot, block}),
      .valid_o(waits),
      .ready_i(takes_chunk)
  );
  always_ff @(posedge clk_i) begin
    if (taken && block_q == '0 && (block_ends || last_i)) new_slot_q <= slot_q;
    if (rst_i || push_new) new_q <= 1'b0;
    if (!rst_i && taken && block_q == '0 && (block_ends || last_i)) new_q <= 1'b1;
  end

  // Slots in use: one less than there are, so that each has one number.
  logic [3:0] used_q;
  logic frees, tree_may_start;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      used_q <= '0;
      may_start_q <= 1'b1;
    end else begin
      used_q <= used_q + 4'(begins) - 4'(frees);
      may_start_q <= used_q != '1 && tree_may_start;
    end
  end

  // The tree.
  logic last_q, parent_valid, takes_parent;
  parent_t parent;
  gh_blake3_tree u_tree (
      .clk_i,
      .rst_i,
      .start_i    (begins),
      .may_start_o(tree_may_start),
      .complete_i (phase_q[5] && leaves.valid && leaves.complete),
      .final_i    (final_q),
      .last_i     (last_q),
      .valid_o    (parent_valid),
      .parent_o   (parent),
      .take_i     (takes_parent),
      .done_i     (phase_q[5] && leaves.valid && leaves.parent)
  );
  always_ff @(posedge clk_i) begin
    if (rst_i) last_q <= 1'b0;
    else if (phase_q[5] && leaves.valid && leaves.last) last_q <= 1'b1;
  end

  // The choice. The root is a job again and again, with another number each time.
  token_t token;
  row_t left_q, right_q, chaining_q, chunk;
  logic [63:0] t_q;
  logic [6:0] job_size_q, flags_q;
  logic [3:0] chosen_slot_q, chosen_block_q;
  logic parent_q, chosen_q;  // a parent; a chunk waits
  logic here_q, at_last_q, at_end_q, roots_q;  // a job is ready, and which one
  logic [49:0] chosen_upper_q;
  logic root_q, load_q, room, at_last;
  assign at_last = final_q && chosen_slot_q == slot_q && chosen_block_q == block_q;
  always_ff @(posedge clk_i) begin
    if (phase_q[6]) begin
      {parent_q, chosen_q} <= {parent_valid, waits};
      {chosen_slot_q, chosen_block_q} <= {slot, block};
    end
    here_q <= parent_q
        || chosen_q && (final_q || chosen_slot_q != slot_q || chosen_block_q < block_q);
    chosen_upper_q <= (chosen_slot_q > slot_q) ? before_q : upper_q;
    at_last_q <= !parent_q && at_last;
    at_end_q <= !parent_q && (at_last || (&chosen_block_q));
    roots_q <= parent_q ? parent.root : chosen_q && at_last && !many_q;
  end

  assign takes_parent = phase_q[1] && !root_q && parent_q;
  assign takes_chunk  = phase_q[1] && !root_q && !parent_q && here_q;
  assign frees        = takes_chunk && at_end_q;
  assign chunk        = chunk_row({chosen_upper_q[1:0], chosen_slot_q});
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      token.valid <= 1'b0;
      {root_q, load_q} <= '0;
    end else if (phase_q[1]) begin
      token.valid <= root_q ? room : here_q;
      load_q <= !root_q && here_q;
      if (roots_q) root_q <= 1'b1;
    end
    if (phase_q[1] && !root_q) begin
      token.again <= !parent_q && !at_end_q;
      token.complete <= at_end_q && !at_last_q;
      token.last <= at_last_q && !roots_q;
      token.parent <= parent_q && !roots_q;
      token.root <= roots_q;
      token.block <= chosen_block_q;
      token.row <= parent_q ? parent.result : chunk;
      left_q <= parent_q ? parent.left : {chosen_slot_q, 1'b0, chosen_block_q, 1'b0};
      right_q <= {chosen_slot_q, 1'b0, chosen_block_q, 1'b1};
      if (at_last_q && short_q) right_q <= RestRow;
      if (parent_q) right_q <= parent.right;
      chaining_q <= (parent_q || chosen_block_q == '0) ? KeyRow : chunk;
      job_size_q <= at_last_q ? size_q : 7'd64;
      flags_q <= {mode_i, roots_q, parent_q, at_end_q, !parent_q && chosen_block_q == '0};
    end
    if (phase_q[1]) begin
      if (root_q) t_q <= t_q + 64'(token.valid);
      else if (roots_q) t_q <= number_i;
      else t_q <= {10'd0, chosen_upper_q, chosen_slot_q} & {64{!parent_q}};
    end
  end

  always_ff @(posedge clk_i) begin
    if (phase_q[0]) token_q <= {token_q[Stages-2:0], token};
    if (rst_i) for (int unsigned i = 0; i < Stages; i++) token_q[i].valid <= 1'b0;
  end

  // The memory. A row of the message is written when it is complete, and a result when there is none: of the
  // root both halves, one after the other.
  logic message_writes, first_writes, second_writes, write_q, read_on_q;
  logic [1:0] due_q;
  logic [7:0] from_row_q;
  row_t result_row_q, write_row_q, read_row_q;
  logic result_root_q;
  logic [5:0] written_q;  // rows of the output
  assign message_writes = complete_q || wipe_q[0];
  assign first_writes   = due_q[0] && !message_writes;
  assign second_writes  = due_q == 2'b10 && !message_writes;
  assign second_next    = phase_q[0] && leaves.valid && leaves.root;
  gh_copies #(
      .Copies(8)
  ) u_from_row (
      .clk_i,
      .data_i(message_writes || second_writes),
      .data_o(from_row_q)
  );
  always_ff @(posedge clk_i) begin
    if (phase_q[0]) begin
      result_row_q  <= leaves.root ? output_row(written_q[4:0]) : leaves.row;
      result_root_q <= leaves.root;
    end else if (first_writes) begin
      result_row_q[0] <= 1'b1;
    end
    if (rst_i) begin
      {due_q, written_q} <= '0;
    end else begin
      if (phase_q[0]) due_q <= {leaves.root, 1'b1} & {2{leaves.valid}};
      else if (first_writes) due_q[0] <= 1'b0;
      else if (second_writes) due_q[1] <= 1'b0;
      if (result_root_q && (first_writes || second_writes)) written_q <= written_q + 1'b1;
    end
    write_q <= message_writes || first_writes || second_writes;
    write_row_q <= message_writes ? message_row_q : result_row_q;
  end

  // Rows of the job that is chosen are read, then those of the output. What is in the registers of a job
  // without a message is what was overwritten last.
  logic fetch;
  logic [4:0] fetch_row;
  always_ff @(posedge clk_i) begin
    read_on_q <= rst_i || fetch || load_q && (|phase_q[4:2]);
    if (phase_q[2]) read_row_q <= left_q;
    if (phase_q[3]) read_row_q <= right_q;
    if (phase_q[4]) read_row_q <= chaining_q;
    if (fetch) read_row_q <= output_row(fetch_row);
    if (rst_i) read_row_q <= wipe_q[1] ? write_row_q : RestRow;
  end

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [255:0] memory[1024];
  logic [255:0] read_q, write;
  always_ff @(posedge clk_i) begin
    if (write_q) memory[write_row_q] <= write;
    if (read_on_q) read_q <= memory[read_row_q];
  end

  // Registers of a job and of a result, each word of which has its copy of what enables it.
  logic [7:0][31:0] first_half, second_half;
  logic [15:0][31:0] m_q;
  logic [ 7:0][ 3:0] take_q;
  gh_copies #(
      .Width (4),
      .Copies(8)
  ) u_take (
      .clk_i,
      .data_i({phase_q[Pace-1], phase_q[5:3] & {3{load_q}}} | {4{rst_i}}),
      .data_o(take_q)
  );
  for (genvar i = 0; i < 8; i++) begin : gen_part
    always_ff @(posedge clk_i) begin
      if (take_q[i][0]) m_q[i] <= read_q[32*i+:32];
      if (take_q[i][1]) m_q[8+i] <= read_q[32*i+:32];
      if (take_q[i][2]) h_q[i] <= read_q[32*i+:32];
      if (take_q[i][3]) begin
        result_first_q[i]  <= first_half[i];
        result_second_q[i] <= second_half[i];
      end
    end
    assign write[32*i+:32] = from_row_q[i] ? row_q[i/2][32*(i%2)+:32]
        : result_first_q[i] ^ result_second_q[i];
  end

  gh_blake3_ring u_ring (
      .clk_i,
      .enter_next_i(phase_q[Pace-1] || rst_i),
      .h_i         (h_q),
      .m_i         (m_q),
      .t_i         (t_q),
      .size_i      (job_size_q),
      .flags_i     (flags_q),
      .first_o     (first_half),
      .second_o    (second_half)
  );

  // The output: there is room for as many blocks as a chunk has.
  logic [4:0] held_q;
  assign room = !held_q[4];
  always_ff @(posedge clk_i) begin
    if (rst_i) held_q <= '0;
    else begin
      held_q <= held_q + 5'(phase_q[1] && (root_q ? room : roots_q)) - 5'(fetch && fetch_row[0]);
    end
  end
  gh_blake3_output u_output (
      .clk_i,
      .rst_i,
      .written_i(written_q),
      .fetch_o  (fetch),
      .row_o    (fetch_row),
      .read_i   (read_q),
      .data_o,
      .valid_o,
      .ready_i
  );

  `GH_ASSERT(phase_is_the_engines, phase_q[0] == (take && go), clk_i, rst_i)
  `GH_ASSERT(jobs_leave_in_time, !(phase_q[0] && leaves.valid) || done, clk_i, rst_i)
  `GH_ASSERT(results_are_written, !phase_q[0] || due_q == '0, clk_i, rst_i)
  `GH_ASSERT(none_is_read_while_written, !(write_q && read_on_q && write_row_q == read_row_q),
             clk_i, rst_i && !(&wipe_q))
  `GH_REQUIRE(wipes_at_rest, !wipe_i || rst_i, clk_i, 1'b0)
  `GH_REQUIRE(another_row, !wipe_i || row_i != (wipe_q[0] ? message_row_q : RestRow), clk_i, 1'b0)
  `GH_REQUIRE(key_at_rest, !(valid_i && key_i) || rst_i && !wipe_i, clk_i, 1'b0)

endmodule

`default_nettype wire
