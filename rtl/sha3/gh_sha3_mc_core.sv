// SPDX-License-Identifier: Apache-2.0
//
// SHA3-224, -256, -384, -512, SHAKE128 and SHAKE256 (FIPS 202) on a state in distributed memory: padded
// blocks in, bytes of the digest out, the function by the message.
//
//   bytes --> memories of a block --> gh_keccak_slices --> memories of two lanes --> bytes
//
// A pass of gh_keccak_slices takes 20 cycles, and the passes of a message are these:
//
//   Idle --> First --> Middle, 23 times --> Next --> Middle, 23 times --> Out, one a lane of the digest
//            block 1                        block 2                        |
//            enters         ^               enters                         +--> Idle, with the last byte
//                           +--------------------- behind a whole rate ----+
//
// First adds a block to zeros. Middle is a round from the first to the last but one, Next the last with the
// block that follows, Out the last again and again: it does not write the state, and so repeats, but for a
// rate's last lane. A block takes 480 cycles where the next one has been loaded meanwhile, in two cycles a
// byte; a lane of the digest leaves while the next one is made, in 20.
//
// An erroneous block's last byte makes the core idle, and so does the digest's last byte, in the cycle after
// next; what is in the memories then is never used. Byte 0 of a block comes first. function_i is still during a message.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mc_core
  import gh_keccak_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [$bits(function_e)-1:0] function_i,  // a function_e

    input  wire logic [7:0] byte_i,
    input  wire logic       last_i,   // of its block
    input  wire logic       final_i,  // with last_i: the block is the message's last
    input  wire logic       error_i,  // with last_i: abandon the message
    input  wire logic       valid_i,
    output wire logic       ready_o,
    output wire logic       failed_o, // two cycles behind the erroneous block's last byte

    output wire logic [7:0] digest_o,
    output wire logic [2:0] place_o,         // of the byte in its lane
    output wire logic       digest_valid_o,
    input  wire logic       digest_ready_i,
    input  wire logic       digest_last_i    // the digest ends with this byte
);

  // Cycles of a pass are counted such that the lower bits are the step.
  localparam logic [4:0] FirstCycle = 5'd14;
  localparam logic [4:0] LastCycle = 5'd1;

  typedef struct packed {logic idle, first, middle, next, out;} pass_t;
  pass_t pass_d, pass_q;

  logic clear, digest_taken, lane_read;
  logic block_end, digest_end_q;
  logic [7:0] byte_q;
  logic held_q, last_q, ends_q, error_q;  // a byte, and what it is
  logic full_q;  // a whole block is in the memories, and has not been added
  logic final_q;  // the message's last block has come

  assign failed_o = block_end && error_q;
  assign clear    = rst_i || digest_end_q || failed_o;

  // Cycles of a pass. Before some it waits, in the last cycle of the one before.
  logic [4:0] cycle_d, cycle_q;
  logic ends, go, starts, advance, write_q, writes;
  // From the second cycle of a pass on: a round behind which the last one comes, and a rate's last lane.
  logic round_22_q, lane_last_q;
  logic reading_q;
  logic [4:0] out_lane_q;
  assign ends = (cycle_q == LastCycle);
  assign starts = ends && go;
  assign advance = !ends || go;
  assign cycle_d = ends ? FirstCycle : cycle_q + 1'b1;
  // The first pass waits for a block, the last round for the next block or the message's end, and a lane of
  // the digest until the one before it has left.
  assign go = !(pass_q.idle && !full_q) && !(pass_q.out && reading_q)
           && !(pass_q.middle && round_22_q && !full_q && !final_q);
  always_comb begin
    pass_d = '0;
    pass_d.first = pass_q.idle;
    pass_d.middle = pass_q.first || pass_q.next || pass_q.middle && !round_22_q
                 || pass_q.out && lane_last_q;
    pass_d.next = pass_q.middle && round_22_q && full_q;
    pass_d.out = pass_q.middle && round_22_q && !full_q || pass_q.out && !lane_last_q;
  end
  always_ff @(posedge clk_i) begin
    if (starts) pass_q <= pass_d;
    if (advance) cycle_q <= cycle_d;
    if (clear) begin
      pass_q  <= '{idle: 1'b1, default: 1'b0};
      cycle_q <= LastCycle;
    end
    // From the fifth cycle on, and not in those in which the next pass waits.
    write_q <= (cycle_q[4] && cycle_q != 5'd16) || cycle_q == '0;
  end

  // Bits of iota's constants (section 3.2.5, algorithm 5): those of a round, which stand at the places
  // 2**j - 1, and the first one of the next.
  function automatic logic [7:0] rc_of(int unsigned round);
    for (int unsigned j = 0; j < 7; j++) rc_of[j] = RoundConstants[round][2**j-1];
    rc_of[7] = RoundConstants[round+1][0];
  endfunction
  logic [ 7:0] rc_q;
  logic [14:0] rc;
  always_comb begin
    rc = 15'(rc_q);
    for (int unsigned t = 8; t < 15; t++) rc[t] = rc[t-2] ^ rc[t-3] ^ rc[t-4] ^ rc[t-8];
  end
  always_ff @(posedge clk_i) begin
    round_22_q <= (rc_q == rc_of(Rounds - 2));
    if (starts) begin
      if (pass_q.middle) rc_q <= rc[14:7];
      else if (!pass_d.out) rc_q <= rc_of(0);
    end
  end
  logic [3:0] step, write_step, iota;
  assign step       = cycle_q[3:0];
  assign write_step = step - 4'd2;
  always_comb begin
    iota = '0;
    if (step == '0) {iota[1], iota[0]} = rc_q[1:0];
    unique case (step)
      4'd0: iota[3] = rc_q[2];
      4'd1: iota[3] = rc_q[3];
      4'd3: iota[3] = rc_q[4];
      4'd7: iota[3] = rc_q[5];
      4'd15: iota[3] = rc_q[6];
      default: ;
    endcase
    if (pass_q.first) iota = '0;
  end

  // A block, a lane a memory and half a byte a cycle. Where nothing comes the next place is written again.
  logic [MaxRateLanes-1:0] lane_q;  // which is written; none while the memories are full
  logic [3:0] half_q;
  logic added;
  assign ready_o   = !full_q && !final_q && !(held_q && (last_q || !half_q[0])) && !rst_i;
  assign block_end = held_q && half_q[0] && last_q;
  assign added     = starts && (pass_q.first || pass_q.next);
  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      byte_q  <= byte_i;
      last_q  <= last_i;
      ends_q  <= final_i;
      error_q <= error_i;
    end
    if (ready_o || half_q[0]) held_q <= ready_o && valid_i;
    if (held_q) half_q <= half_q + 1'b1;
    if (held_q && (&half_q)) lane_q <= lane_q << 1;
    if (block_end) begin
      lane_q  <= '0;
      full_q  <= 1'b1;
      final_q <= ends_q;
    end
    if (added) begin
      lane_q <= MaxRateLanes'(1);
      full_q <= 1'b0;
    end
    if (clear) begin
      held_q  <= 1'b0;
      half_q  <= '0;
      lane_q  <= MaxRateLanes'(1);
      full_q  <= 1'b0;
      final_q <= 1'b0;
    end
  end

  logic [3:0] half;
  logic [24:0] lanes;
  logic adds;
  logic [MaxRateLanes-1:0][3:0] block, block_q;
  assign half  = half_q[0] ? byte_q[7:4] : byte_q[3:0];
  assign lanes = block_lanes(function_e'(function_i));
  assign adds  = pass_q.first || pass_q.next;
  for (genvar i = 0; i < MaxRateLanes; i++) begin : gen_block
    (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
    logic [3:0] words_q[16];
    always_ff @(posedge clk_i) begin
      if (lane_q[i]) words_q[half_q] <= half;
    end
    assign block[i] = words_q[step];
    always_ff @(posedge clk_i) begin
      block_q[i] <= block[i] ^ ((i == 0) ? iota : '0);
      if (!adds || !lanes[i]) block_q[i] <= (i == 0) ? iota : '0;
    end
  end

  logic [24:0][3:0] slices;
  assign writes = !pass_q.out || lane_last_q;
  gh_keccak_slices u_slices (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .advance_i(advance),
      .step_i   (cycle_d[3:0]),
      .turn_i   (writes && cycle_q == '0),
      .clear_i  (pass_q.first),
      .write_i  (write_q && writes),
      .block_i  (block_q),
      .slices_o (slices)
  );

  // The digest: a lane is written while the one before leaves.
  logic [4:0] last_lane;
  always_comb begin
    unique case (function_e'(function_i))
      Sha3Bits224: last_lane = 5'd17;
      Sha3Bits384: last_lane = 5'd12;
      Sha3Bits512: last_lane = 5'd8;
      Shake128:    last_lane = 5'd20;
      default:     last_lane = 5'd16;
    endcase
  end
  always_ff @(posedge clk_i) lane_last_q <= (out_lane_q == last_lane);

  // A lane is chosen in two steps, with a register between them.
  localparam int unsigned Groups = (MaxRateLanes + 7) / 8;
  logic [Groups-1:0][3:0] group_q;
  logic [1:0] chosen_q;
  logic [3:0] word;
  for (genvar k = 0; k < Groups; k++) begin : gen_group
    localparam int unsigned Own = (MaxRateLanes - 8 * k < 8) ? MaxRateLanes - 8 * k : 8;
    logic [3:0] chosen;
    gh_mux #(
        .Words(Own),
        .Width(4)
    ) u_lane (
        .data_i  (slices[8*k+:Own]),
        .select_i(out_lane_q[2:0]),
        .data_o  (chosen)
    );
    always_ff @(posedge clk_i) group_q[k] <= chosen;
  end
  gh_mux #(
      .Words(Groups),
      .Width(4)
  ) u_group (
      .data_i  (group_q),
      .select_i(chosen_q),
      .data_o  (word)
  );

  logic part_q;  // which is written
  logic [4:0] word_at_q;
  logic word_q;  // a word is chosen
  logic [2:0] place_q;
  assign digest_valid_o = reading_q && !rst_i;
  assign place_o        = place_q;
  assign digest_taken   = reading_q && digest_ready_i;
  assign lane_read      = digest_taken && (&place_q);
  for (genvar i = 0; i < 2; i++) begin : gen_digest
    (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
    logic [3:0] words_q[16];
    always_ff @(posedge clk_i) begin
      if (word_q && word_at_q[0] == 1'(i)) words_q[word_at_q[4:1]] <= word;
    end
    assign digest_o[4*i+:4] = words_q[{!part_q, place_q}];
  end
  always_ff @(posedge clk_i) begin
    word_q    <= write_q;
    chosen_q  <= out_lane_q[4:3];
    word_at_q <= {part_q, write_step};
    if (starts && pass_q.out) part_q <= !part_q;
    if (starts) out_lane_q <= (pass_q.out && !lane_last_q) ? out_lane_q + 1'b1 : '0;
    if (digest_taken) place_q <= place_q + 1'b1;
    if (lane_read) reading_q <= 1'b0;
    if (starts && pass_q.out) reading_q <= 1'b1;
    digest_end_q <= digest_taken && digest_last_i;
    if (digest_taken && digest_last_i) reading_q <= 1'b0;
    if (clear) begin
      part_q       <= 1'b0;
      place_q      <= '0;
      reading_q    <= 1'b0;
      digest_end_q <= 1'b0;
    end
  end

  logic unused;
  assign unused = ^{lanes[24:MaxRateLanes], slices[24:MaxRateLanes]};

  `GH_ASSERT(one_pass, $onehot(pass_q), clk_i, rst_i)
  `GH_ASSERT(cycle_in_range, cycle_q <= LastCycle || cycle_q >= FirstCycle, clk_i, rst_i)
  `GH_STABLE(held, digest_valid_o, digest_ready_i, {place_o, digest_o}, clk_i, rst_i)

endmodule

`default_nettype wire
