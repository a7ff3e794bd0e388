// SPDX-License-Identifier: Apache-2.0
//
// A lane of BLAKE3's engine: a ring with ten compressions in flight, and the chunks of a message that are dealt
// to it. They come in runs of as many as there are lanes. The lane makes the chaining value of each of its runs.
// Others' are brought to the main lane, which has the parents of runs among its jobs, and the output.
//
// It is gh_blake3_piped_core's datapath with two memories, one for each half of a block and for each of two
// chaining values, so that a row can be written in each cycle and both are read at once. In the seven cycles
// from job to job:
//
//   phase    5 what becomes of the job that leaves the ring next is known; a run's value is addressed
//            6 the next job: a parent, else the chunk that has waited longest
//            0 a job enters the ring, and the oldest one leaves it; the next job is ready, or there is none;
//              from now to phase 4 a run's value is at value_o
//            1 the job's rows and numbers are taken down
//            3 its chaining value is addressed, and comes in phase 5
//            4 both halves of its block are, and come in phase 6
//
// Rows of the message and results are written in between, before anyone reads them.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_lane
  import gh_blake3_lanes_pkg::*;
#(
    parameter int unsigned Lanes = 2,
    parameter int unsigned Lane = 0,
    localparam int unsigned RunBits = $clog2(Lanes),
    localparam int unsigned UpperBits = 50 - RunBits
) (
    input wire logic clk_i,

    input wire logic       rst_i,   // there is no message
    input wire logic       wipe_i,
    input wire row_t       row_i,   // to be cleared
    input wire logic [6:0] phase_i,

    input wire logic [ 2:0] mode_i,   // flags KEYED_HASH, DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL
    input wire logic [63:0] number_i, // of the output's first block

    // Words of a row: of the message, of the key, or, in the main lane, of another lane's value.
    input wire logic               enter_i,
    input wire logic   [3:0]       words_i,  // which of the row's enter
    input wire logic               end_i,    // the row has no others, or they are 0
    input wire place_t             place_i,
    input wire logic   [3:0][63:0] data_i,   // a cycle later

    // The message: what enters is a beat of the lane's, and the chunk, the block and the beat that come next,
    // or the last ones.
    input  wire logic                 taken_i,
    input  wire logic                 begins_i,      // a chunk
    input  wire logic                 first_ends_i,  // the first block of a chunk
    input  wire logic                 chunk_ends_i,
    input  wire logic                 last_i,
    input  wire logic [          3:0] block_i,
    input  wire logic                 final_i,       // the message has ended, in this lane
    input  wire logic                 many_i,        // it has more than a chunk
    input  wire logic                 only_i,        // and no more than a run
    input  wire logic [          6:0] size_i,        // of the last block
    input  wire logic                 short_i,       // the last block has one row
    input  wire logic [UpperBits-1:0] upper_i,       // of chunks' numbers but for slot and lane
    input  wire logic [UpperBits-1:0] before_i,      // the one before
    output wire logic                 may_start_o,   // a chunk may begin

    output wire logic         run_o,   // a run has its chaining value
    input  wire logic         send_i,  // in phase 5: the next one's leaves
    output wire logic [255:0] value_o,

    // Parents of runs, in the main lane.
    input  wire logic    joint_valid_i,
    input  wire parent_t joint_i,
    output wire logic    joint_take_o,
    output wire logic    joint_done_o,

    output wire logic [63:0] data_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  localparam bit Main = (Lane == 0);
  // A row of a message comes in each cycle: each memory has what it writes to itself.
  localparam bit Wide = (Lanes == 4);
  localparam int unsigned Stages = 10;
  localparam int unsigned Pace = 7;
  localparam int unsigned Rounds = 7;

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

  // The slot of the chunk that comes next to this lane, or of the last one; the lowest bit of what is above it.
  logic [3:0] slot_q;
  logic odd_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) {odd_q, slot_q} <= '0;
    else if (taken_i && chunk_ends_i && !last_i) {odd_q, slot_q} <= {odd_q, slot_q} + 1'b1;
  end

  // A word comes into its row's register, and the row is written two cycles after its last word has been
  // taken; the message's last row, where its end is missing, a cycle later, so that a result waits for one
  // row at most. Of the root, the second half of the result passes through the same register.
  logic [3:0][63:0] row_q;
  logic [3:0] enable_q, clear_q, second_q;
  logic [1:0] wipe_q;
  logic complete_q, short_end_q, second_next;
  place_t entry_q;
  logic [7:0][31:0] h_q, result_first_q, result_second_q;
  if (Main) begin : gen_second
    gh_copies #(
        .Copies(4)
    ) u_second (
        .clk_i,
        .data_i(second_next),
        .data_o(second_q)
    );
  end else begin : gen_no_second
    assign second_q = '0;
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 4; i++) begin
      enable_q[i] <= Main && second_next || enter_i && words_i[i];
      clear_q[i]  <= wipe_i || enter_i && words_i >> i == '0;
      if (enable_q[i]) begin
        row_q[i] <= second_q[i] ? result_second_q[2*i+:2] ^ h_q[2*i+:2] : data_i[i];
      end
      if (clear_q[i]) row_q[i] <= '0;
    end
    wipe_q <= {wipe_q[0], wipe_i};
    short_end_q <= enter_i && end_i && !words_i[3];
    complete_q <= enter_i && words_i[3] || short_end_q;
    if (wipe_i) entry_q <= '{second: 1'b0, row: row_i};
    else if (enter_i) entry_q <= place_i;
  end

  // Chunks that wait for the ring, by slot and block.
  logic new_q;
  logic [3:0] new_slot_q;
  logic back, push_new, waits, takes_chunk;
  logic [3:0] slot, block;
  token_t [Stages-1:0] token_q;
  token_t leaves;
  assign leaves   = token_q[Stages-1];
  assign back     = phase_i[5] && leaves.valid && leaves.again;
  assign push_new = new_q && !phase_i[5];
  gh_fifo #(
      .Width(8),
      .Depth(16)
  ) u_waiting (
      .clk_i,
      .rst_i  (rst_i),
      .data_i (phase_i[5] ? {leaves.place.row[8:5], leaves.block + 1'b1} : {new_slot_q, 4'd0}),
      .valid_i(back || push_new),
      .data_o ({slot, block}),
      .valid_o(waits),
      .ready_i(takes_chunk)
  );
  always_ff @(posedge clk_i) begin
    if (taken_i && first_ends_i) new_slot_q <= slot_q;
    if (rst_i || push_new) new_q <= 1'b0;
    if (!rst_i && taken_i && first_ends_i) new_q <= 1'b1;
  end

  // Slots in use: one less than there are, so that each has one number.
  logic [3:0] used_q;
  logic frees, run_may_start, may_start_q;
  assign may_start_o = may_start_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      used_q <= '0;
      may_start_q <= 1'b1;
    end else begin
      used_q <= used_q + 4'(begins_i) - 4'(frees);
      may_start_q <= used_q != '1 && run_may_start;
    end
  end

  // The runs.
  logic last_q, alone, own_valid, takes_own;
  parent_t own;
  gh_blake3_run #(
      .RunBits(RunBits),
      .Main   (Main)
  ) u_run (
      .clk_i,
      .rst_i,
      .start_i    (begins_i),
      .may_start_o(run_may_start),
      .complete_i (phase_i[5] && leaves.valid && leaves.complete),
      .last_i     (last_q),
      .only_i     (Main && only_i),
      .valid_o    (own_valid),
      .parent_o   (own),
      .alone_o    (alone),
      .take_i     (takes_own),
      .done_i     (phase_i[5] && leaves.valid && leaves.parent)
  );
  always_ff @(posedge clk_i) begin
    if (rst_i) last_q <= 1'b0;
    else if (phase_i[5] && leaves.valid && leaves.last) last_q <= 1'b1;
  end
  assign run_o        = phase_i[5] && leaves.valid && leaves.run || alone;
  assign joint_done_o = phase_i[5] && leaves.valid && leaves.joint;

  // The choice. The root is a job again and again, with another number each time.
  token_t token;
  row_t left_q, right_q, chaining_q, chunk;
  logic [ 5:0] number;
  logic [63:0] t_q;
  logic [6:0] job_size_q, flags_q;
  logic [3:0] chosen_slot_q, chosen_block_q;
  logic joint_q, own_q, chosen_q;  // a parent of runs, of a run's parts; a chunk waits
  logic here_q, at_last_q, at_end_q, roots_q;  // a job is ready, and which one
  logic [UpperBits-1:0] chosen_upper_q;
  logic root_q, load_q, room, at_last, parent_q, odd, part;
  parent_t parent;
  assign at_last = final_i && chosen_slot_q == slot_q && chosen_block_q == block_i;
  assign odd = odd_q ^ (chosen_slot_q > slot_q);
  assign parent_q = joint_q || own_q;
  assign parent = joint_q ? joint_i : own;
  always_ff @(posedge clk_i) begin
    if (phase_i[6]) begin
      {joint_q, own_q, chosen_q} <= {joint_valid_i, !joint_valid_i && own_valid, waits};
      {chosen_slot_q, chosen_block_q} <= {slot, block};
    end
    here_q <= parent_q
        || chosen_q && (final_i || chosen_slot_q != slot_q || chosen_block_q < block_i);
    chosen_upper_q <= (odd == upper_i[0]) ? upper_i : before_i;
    at_last_q <= !parent_q && at_last;
    at_end_q <= !parent_q && (at_last || (&chosen_block_q));
    roots_q <= Main && (parent_q ? parent.root : chosen_q && at_last && !many_i);
  end

  assign joint_take_o = phase_i[1] && !root_q && joint_q;
  assign takes_own    = phase_i[1] && !root_q && own_q;
  assign takes_chunk  = phase_i[1] && !root_q && !parent_q && here_q;
  assign frees        = takes_chunk && at_end_q;
  assign number       = {chosen_upper_q[1:0], chosen_slot_q};
  assign chunk        = chunk_row(number[4:0]);
  assign part         = chosen_slot_q[RunBits-1:0] != '0;  // of a run, and not its first chunk
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      token.valid <= 1'b0;
      {root_q, load_q} <= '0;
    end else if (phase_i[1]) begin
      token.valid <= root_q ? room : here_q;
      load_q <= !root_q && here_q;
      if (roots_q) root_q <= 1'b1;
    end
    if (phase_i[1] && !root_q) begin
      token.again <= !parent_q && !at_end_q;
      token.complete <= at_end_q && !at_last_q;
      token.last <= at_last_q && !roots_q;
      token.parent <= own_q && !roots_q;
      token.run <= parent_q && parent.run && !roots_q;
      token.joint <= joint_q && !roots_q;
      token.root <= roots_q;
      token.block <= chosen_block_q;
      // The message's last chunk is the right one of two, and a last run is.
      token.place <= '{second: at_end_q && (chosen_slot_q[0] || at_last_q), row: chunk};
      if (at_last_q && !part) token.place <= '{second: Main, row: run_row(number)};
      if (parent_q) token.place <= parent.result;
      left_q  <= block_row(chosen_slot_q, chosen_block_q);
      right_q <= block_row(chosen_slot_q, chosen_block_q);
      if (at_last_q && short_i) right_q <= RestRow;
      if (parent_q) {left_q, right_q} <= {parent.left, parent.right};
      chaining_q <= (parent_q || chosen_block_q == '0) ? KeyRow : chunk;
      job_size_q <= at_last_q ? size_i : 7'd64;
      flags_q <= {mode_i, roots_q, parent_q, at_end_q, !parent_q && chosen_block_q == '0};
    end
    if (phase_i[1]) begin
      if (root_q) t_q <= t_q + 64'(token.valid);
      else if (roots_q) t_q <= number_i;
      else begin
        t_q <= {
          10'd0,
          chosen_upper_q,
          chosen_slot_q[3:RunBits],
          RunBits'(Lane),
          chosen_slot_q[RunBits-1:0]
        } & {64{!parent_q}};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (phase_i[0]) token_q <= {token_q[Stages-2:0], token};
    if (rst_i) for (int unsigned i = 0; i < Stages; i++) token_q[i].valid <= 1'b0;
  end

  // Writes. A row of the message is written when it is complete, and a result when there is none: of the root
  // both halves, one after the other. One row a cycle is enough where a row has two beats.
  logic [1:0] entry_writes, blocked, write_q;
  logic first_writes, second_writes;
  logic [1:0] due_q;
  place_t result_q;
  row_t [1:0] write_row_q;
  logic result_root_q;
  logic [5:0] written_q;  // rows of the output
  assign entry_writes  = {2{wipe_q[0]}} | {2{complete_q}} & {entry_q.second, !entry_q.second};
  assign blocked       = Wide ? entry_writes : {2{|entry_writes}};
  assign first_writes  = due_q[0] && !blocked[result_q.second];
  assign second_writes = Main && due_q == 2'b10 && !blocked[0];
  assign second_next   = phase_i[0] && leaves.valid && leaves.root;
  always_ff @(posedge clk_i) begin
    if (phase_i[0]) begin
      result_q <= leaves.place;
      if (leaves.root) result_q <= '{second: 1'b0, row: output_row(written_q[4:0])};
      result_root_q <= leaves.root;
    end else if (first_writes) begin
      result_q.row[0] <= 1'b1;
    end
    if (rst_i) begin
      {due_q, written_q} <= '0;
    end else begin
      if (phase_i[0]) due_q <= {leaves.root, 1'b1} & {2{leaves.valid}};
      else if (first_writes) due_q[0] <= 1'b0;
      else if (second_writes) due_q[1] <= 1'b0;
      if (result_root_q && (first_writes || second_writes)) written_q <= written_q + 1'b1;
    end
    for (int unsigned i = 0; i < 2; i++) begin
      write_q[i] <= entry_writes[i] || first_writes && result_q.second == 1'(i)
          || second_writes && i == 0;
      write_row_q[i] <= blocked[i] ? entry_q.row : result_q.row;
    end
  end

  // Reads: of the job that is chosen, of a run's value that leaves, then of the output. What is in the registers
  // of a job without a message is what was overwritten last.
  logic fetch;
  logic [4:0] fetch_row;
  logic [1:0] read_on_q;
  row_t [1:0] read_row_q;
  logic [5:RunBits] send_q;  // the run whose value leaves next
  always_ff @(posedge clk_i) begin
    read_on_q[0] <= rst_i || fetch || send_i || load_q && (phase_i[3] || phase_i[4]);
    read_on_q[1] <= rst_i || load_q && phase_i[4];
    if (phase_i[3]) read_row_q[0] <= chaining_q;
    if (phase_i[4]) read_row_q <= {right_q, left_q};
    if (send_i) read_row_q[0] <= run_row({send_q, RunBits'(0)});
    if (fetch) read_row_q[0] <= output_row(fetch_row);
    if (rst_i) read_row_q <= wipe_q[1] ? write_row_q : {2{RestRow}};
    if (rst_i) send_q <= '0;
    else if (send_i) send_q <= send_q + 1'b1;
  end

  logic [1:0][255:0] read_q;
  logic [255:0] write[2];
  for (genvar i = 0; i < 2; i++) begin : gen_memory
    (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
       ramstyle = "no_rw_check", no_rw_check *)
    logic [255:0] memory[512];
    always_ff @(posedge clk_i) begin
      if (write_q[i]) memory[write_row_q[i]] <= write[i];
      if (read_on_q[i]) read_q[i] <= memory[read_row_q[i]];
    end

    if (Wide || i == 0) begin : gen_own
      logic [7:0] from_row_q;
      gh_copies #(
          .Copies(8)
      ) u_from_row (
          .clk_i,
          .data_i(blocked[i] || i == 0 && second_writes),
          .data_o(from_row_q)
      );
      for (genvar j = 0; j < 8; j++) begin : gen_part
        assign write[i][32*j+:32] = from_row_q[j] ? row_q[j/2][32*(j%2)+:32]
            : result_first_q[j] ^ result_second_q[j];
      end
    end else begin : gen_same
      assign write[i] = write[0];
    end
  end
  assign value_o = read_q[0];

  // Registers of a job and of a result, each word of which has its copy of what enables it.
  logic [7:0][31:0] first_half, second_half;
  logic [15:0][31:0] m_q;
  logic [ 7:0][ 2:0] take_q;
  gh_copies #(
      .Width (3),
      .Copies(8)
  ) u_take (
      .clk_i,
      .data_i({phase_i[Pace-1], phase_i[5:4] & {2{load_q}}} | {3{rst_i}}),
      .data_o(take_q)
  );
  for (genvar i = 0; i < 8; i++) begin : gen_part
    always_ff @(posedge clk_i) begin
      if (take_q[i][0]) h_q[i] <= read_q[0][32*i+:32];
      if (take_q[i][1]) begin
        m_q[i]   <= read_q[0][32*i+:32];
        m_q[8+i] <= read_q[1][32*i+:32];
      end
      if (take_q[i][2]) begin
        result_first_q[i]  <= first_half[i];
        result_second_q[i] <= second_half[i];
      end
    end
  end

  gh_blake3_ring u_ring (
      .clk_i,
      .enter_next_i(phase_i[Pace-1] || rst_i),
      .h_i         (h_q),
      .m_i         (m_q),
      .t_i         (t_q),
      .size_i      (job_size_q),
      .flags_i     (flags_q),
      .first_o     (first_half),
      .second_o    (second_half)
  );

  // The output: there is room for sixteen blocks.
  if (Main) begin : gen_output
    logic [4:0] held_q;
    assign room = !held_q[4];
    always_ff @(posedge clk_i) begin
      if (rst_i) held_q <= '0;
      else begin
        held_q <= held_q + 5'(phase_i[1] && (root_q ? room : roots_q)) - 5'(fetch && fetch_row[0]);
      end
    end
    gh_blake3_output u_output (
        .clk_i,
        .rst_i,
        .written_i(written_q),
        .fetch_o  (fetch),
        .row_o    (fetch_row),
        .read_i   (read_q[0]),
        .data_o,
        .valid_o,
        .ready_i
    );
  end else begin : gen_no_output
    assign {room, fetch, fetch_row, data_o, valid_o} = '0;
    logic unused;
    assign unused = ^{number_i, ready_i, many_i, only_i};
  end

  `GH_ASSERT(phase_is_the_engines, phase_i[0] == (take && go), clk_i, rst_i)
  `GH_ASSERT(jobs_leave_in_time, !(phase_i[0] && leaves.valid) || done, clk_i, rst_i)
  `GH_ASSERT(results_are_written, !phase_i[0] || due_q == '0, clk_i, rst_i)
  for (genvar i = 0; i < 2; i++) begin : gen_assert
    `GH_ASSERT(none_is_read_while_written,
               !(write_q[i] && read_on_q[i] && write_row_q[i] == read_row_q[i]), clk_i,
               rst_i && !(&wipe_q))
  end
  `GH_REQUIRE(a_row_is_free, due_q == '0 || (blocked & $past(blocked)) == '0, clk_i, rst_i)
  `GH_REQUIRE(sends_in_phase, !send_i || phase_i[5], clk_i, rst_i)
  `GH_REQUIRE(wipes_at_rest, !wipe_i || rst_i, clk_i, 1'b0)
  `GH_REQUIRE(another_row, !wipe_i || row_i != (wipe_q[0] ? entry_q.row : RestRow), clk_i, 1'b0)

endmodule

`default_nettype wire
