// SPDX-License-Identifier: Apache-2.0
//
// BLAKE3 of one message at a time on several rings, with the ports of gh_blake3_piped_core, whose words here are
// as many as there are lanes.
//
//   message --> run 0 --> lane 0 --> chaining values of its runs --+--> tree of runs --> parents --> lane 0 --> output
//           --> run 1 --> lane 1 --> chaining values of its runs --+
//               ...
//
// A run is as many chunks as there are lanes. Therefore, in the time in which a lane gets a chunk's
// bytes, one run has its value, and a tree with one parent at a time keeps up with a whole message,
// as with one ring.
//
// A value comes from the memory of its lane when phase 5 has asked for it. It enters lane 0 as a row of the
// message does, while no chunk does there: so values come while other lanes get their runs.
//
// Before a message, in reset, four words with key_i load the key. Each cycle of wipe_i, in reset, clears a row of
// the memories, and after 32 of them no register depends on what was there; a message of one chunk, for which
// many_o is 0, has written the first 64 rows only.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_lanes_core
  import gh_blake3_lanes_pkg::*;
#(
    parameter int unsigned Lanes = 2,  // 2 or 4
    localparam int unsigned SizeBits = $clog2(8 * Lanes + 1)
) (
    input wire logic clk_i,

    input wire logic rst_i,   // there is no message
    input wire logic wipe_i,
    input wire row_t row_i,   // to be cleared

    input wire logic [ 2:0] mode_i,   // flags KEYED_HASH, DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL
    // The number of the output's first block is still out of reset, as the mode.
    input wire logic [63:0] number_i,

    input wire logic key_i,  // data_i is a word of the key, in each of its words
    input wire logic [Lanes-1:0][63:0] data_i,  // bytes behind the message's last are 0
    input wire logic [SizeBits-1:0] size_i,  // bytes of the beat
    input wire logic last_i,
    input wire logic valid_i,
    output wire logic ready_o,
    output wire logic many_o,  // the message has more than a chunk

    output wire logic [63:0] data_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  if (Lanes != 2 && Lanes != 4) begin : gen_check
    $fatal(1, "gh_blake3_lanes_core: Lanes is %0d; it must be 2 or 4", Lanes);
  end

  localparam int unsigned RunBits = $clog2(Lanes);
  localparam int unsigned UpperBits = 50 - RunBits;
  localparam int unsigned BeatBits = 3 - RunBits;  // beats of a block
  localparam int unsigned RowBeats = 4 / Lanes;
  localparam int unsigned Pace = 7;

  // The phase of all lanes, in a copy for each and one for what is here.
  logic [Lanes:0][Pace-1:0] phase_q;
  logic [Pace-1:0] phase;
  assign phase = phase_q[Lanes];
  gh_copies #(
      .Width (Pace),
      .Copies(Lanes + 1)
  ) u_phase (
      .clk_i,
      .data_i(rst_i ? Pace'(1) << (Pace - 1) : {phase[Pace-2:0], phase[Pace-1]}),
      .data_o(phase_q)
  );

  // The beat that comes next, or the last one: its place in the block and so on, up to the number of its chunk,
  // in which the lane's is in the middle.
  typedef struct packed {
    logic [UpperBits-1:0] upper;
    logic [3-RunBits:0]   row;    // of slots, of all lanes
    logic [RunBits-1:0]   lane;
    logic [RunBits-1:0]   chunk;  // of the run
    logic [3:0]           block;
    logic [BeatBits-1:0]  beat;
  } position_t;
  position_t at_q;
  logic [UpperBits-1:0] before_q;
  logic inside_q, final_q, many_q, runs_q;  // inside a chunk; more than a chunk, more than a run
  logic [6:0] size_q;  // of the last block
  logic short_q;  // the last block has one row
  logic taken, begins, block_ends, first_ends, chunk_ends, run_ends, holds;
  logic [Lanes-1:0] may_start;
  logic tree_may_start;
  assign ready_o = !final_q && (inside_q || may_start[at_q.lane] && tree_may_start) && !holds;
  assign taken = valid_i && ready_o && !key_i && !rst_i;
  assign begins = taken && !inside_q;
  assign block_ends = &at_q.beat;
  assign first_ends = at_q.block == '0 && (block_ends || last_i);
  assign chunk_ends = block_ends && (&at_q.block);
  assign run_ends = chunk_ends && (&at_q.chunk);
  assign many_o = many_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      {at_q, inside_q, final_q, many_q, runs_q} <= '0;
    end else begin
      at_q <= position_t'($bits(position_t)'(at_q) + $bits(position_t)'(taken && !last_i));
      if (taken) begin
        inside_q <= !chunk_ends;
        final_q  <= last_i;
        if (chunk_ends && !last_i) many_q <= 1'b1;
        if (run_ends && !last_i) runs_q <= 1'b1;
      end
    end
    if (taken && run_ends && (&at_q.lane) && (&at_q.row)) before_q <= at_q.upper;
    if (taken) begin
      size_q  <= {1'b0, at_q.beat, (3 + RunBits)'(0)} + 7'(size_i);
      short_q <= !at_q.beat[BeatBits-1];
    end
  end

  // The value of a run enters lane 0 from phase 0 on.
  logic [Lanes-1:0] pending, send;
  logic [5:0] run_q;  // the run whose value is waited for, modulo 64
  logic [RunBits-1:0] source;
  logic own_waits, open, near, sends_q, value, value_ends, arrives, is_last;
  assign source = run_q[RunBits-1:0];
  assign near = (&at_q.lane) && (&at_q.chunk) && (&at_q.block[3:1]);
  // No value comes when a chunk is entering lane 0, or will be soon.
  assign open = final_q || (at_q.lane != '0 ? !near : !inside_q && !may_start[0]);
  assign holds = sends_q && at_q.lane == '0;
  assign value = sends_q && (|phase[RowBeats-1:0]);
  assign value_ends = sends_q && phase[RowBeats-1];
  assign arrives = source == '0 ? own_waits : value_ends;
  assign is_last = final_q && run_q == 6'({at_q.upper, at_q.row, at_q.lane});

  // Runs of lane 0 with a value, and of others.
  logic [Lanes-1:0] run;
  logic [Lanes-1:0][5:0] pending_q;
  for (genvar i = 0; i < Lanes; i++) begin : gen_pending
    assign pending[i] = pending_q[i] != '0;
    assign send[i] = i != 0 && phase[5] && open && pending[i] && source == RunBits'(i);
    always_ff @(posedge clk_i) begin
      if (rst_i) pending_q[i] <= '0;
      else begin
        pending_q[i] <= pending_q[i] + 6'(run[i])
            - 6'(i == 0 ? own_waits && source == '0 : send[i]);
      end
    end
  end
  assign own_waits = pending[0];

  logic last_q, joint_valid, joint_take, joint_done;
  gh_blake3_pkg::parent_t joint;
  always_ff @(posedge clk_i) begin
    if (rst_i) {run_q, sends_q, last_q} <= '0;
    else begin
      if (|send) sends_q <= 1'b1;
      // A cycle later than the value ends, so that no row of the message follows at once.
      else if (phase[RowBeats]) sends_q <= 1'b0;
      if (arrives) run_q <= run_q + 1'b1;
      if (arrives && is_last) last_q <= 1'b1;
    end
  end
  gh_blake3_tree u_tree (
      .clk_i,
      .rst_i,
      .start_i    (begins && at_q.chunk == '0),
      .may_start_o(tree_may_start),
      .complete_i (arrives && !is_last),
      .final_i    (final_q),
      .last_i     (last_q),
      .valid_o    (joint_valid),
      .parent_o   (joint),
      .take_i     (joint_take),
      .done_i     (joint_done)
  );

  // What enters: a beat of the message or a word of the key, and in lane 0 a part of a value as well, while a beat
  // may enter another lane.
  logic [3:0] words, beat_words, value_words;
  logic [1:0] word_q;  // of the key
  logic [Lanes-1:0][63:0] data_q, main_data_q, part;
  logic [Lanes-1:0][3:0][63:0] values;
  place_t place;
  if (RowBeats == 1) begin : gen_whole_rows
    assign {beat_words, value_words} = '1;
    assign part = values[source];
  end else begin : gen_half_rows
    assign beat_words = at_q.beat[0] ? 4'b1100 : 4'b0011;
    assign value_words = phase[1] ? 4'b1100 : 4'b0011;
    assign part = phase[1] ? values[source][3:2] : values[source][1:0];
  end
  assign words = key_i ? 4'b0001 << word_q : beat_words;
  always_comb begin
    place = '{second: at_q.beat[BeatBits-1], row: block_row({at_q.row, at_q.chunk}, at_q.block)};
    if (key_i) place = '{second: 1'b0, row: KeyRow};
  end
  always_ff @(posedge clk_i) begin
    data_q <= data_i;
    main_data_q <= value ? part : data_i;
    // The last word of a key leaves 0.
    if (wipe_i) word_q <= '0;
    else if (valid_i && key_i) word_q <= word_q + 1'b1;
  end

  logic [Lanes-1:0][63:0] output_data;
  logic [Lanes-1:0] output_valid, joint_takes, joint_dones;
  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic here, takes, brings;
    assign here   = at_q.lane == RunBits'(i);
    assign takes  = taken && here;
    assign brings = i == 0 && value;
    gh_blake3_lane #(
        .Lanes(Lanes),
        .Lane (i)
    ) u_lane (
        .clk_i,
        .rst_i,
        .wipe_i,
        .row_i,
        .phase_i(phase_q[i]),
        .mode_i,
        .number_i,
        .enter_i(takes || valid_i && key_i || brings),
        .words_i(brings ? value_words : words),
        .end_i(takes && last_i),
        .place_i(brings ? '{second: run_q[0] || is_last, row: run_row(run_q)} : place),
        .data_i({RowBeats{i == 0 ? main_data_q : data_q}}),
        .taken_i(takes),
        .begins_i(begins && here),
        .first_ends_i(first_ends),
        .chunk_ends_i(chunk_ends),
        .last_i,
        .block_i(at_q.block),
        .final_i(final_q && here),
        .many_i(many_q),
        .only_i(!runs_q),
        .size_i(size_q),
        .short_i(short_q),
        .upper_i(at_q.upper),
        .before_i(before_q),
        .may_start_o(may_start[i]),
        .run_o(run[i]),
        .send_i(send[i]),
        .value_o(values[i]),
        .joint_valid_i(i == 0 && joint_valid),
        .joint_i(
        '{
            left: tree_row(joint.left),
            right: tree_row(joint.right),
            result: '{second: joint.result[2], row: tree_row(joint.result)},
            run: 1'b0,
            root: joint.root
        }
        ),
        .joint_take_o(joint_takes[i]),
        .joint_done_o(joint_dones[i]),
        .data_o(output_data[i]),
        .valid_o(output_valid[i]),
        .ready_i(i == 0 && ready_i)
    );
  end
  assign joint_take = joint_takes[0];
  assign joint_done = joint_dones[0];
  assign data_o     = output_data[0];
  assign valid_o    = output_valid[0];

  // The main lane's alone.
  logic unused;
  assign unused = ^{output_data >> 64, output_valid >> 1, joint_takes >> 1, joint_dones >> 1};

  `GH_ASSERT(one_enters, !(value && taken && at_q.lane == '0), clk_i, rst_i)
  `GH_REQUIRE(key_at_rest, !(valid_i && key_i) || rst_i && !wipe_i, clk_i, 1'b0)

endmodule

`default_nettype wire
