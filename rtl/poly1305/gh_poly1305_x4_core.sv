// SPDX-License-Identifier: Apache-2.0
//
// Poly1305 (RFC 8439, section 2.5), four blocks of 16 bytes in eight cycles: a key and beats of a message
// in, the tag out. The accumulator h goes over four blocks at once, with powers of r:
//
//   h = (h + m1) r^4 + m2 r^3 + m3 r^2 + m4 r   (modulo 2^130 - 5)
//
// The product of h comes last in a chunk of 64 bytes, when h of the chunk before is there. The last chunk
// may have fewer blocks, and then uses lower powers.
//
//   key ---> r --+                      +---------------- h --------------+
//                v                      v                                |
//   beats --> beats of two chunks --> factor --> gh_poly1305_product --> sum --> reduced, + s --> tag
//                                                  ^                     |
//                        powers of r, and 2^64 times them <--------------+
//
// Each power is there twice, for both halves of a block. They are made of r when the key is there, by
// a program of 13 products; the first chunks may arrive meanwhile.
//
// Contract: the five words of a packet come first, a head, which is 1, and the key, r and s of 16 bytes
// each. Beats of 8 bytes follow, in whole chunks; behind the message's end are the byte 1 that completes
// its last block, unless that is whole, and zeros. whole_i goes with the second beat of a block that is
// whole, blocks_i, modulo 4, and ends_i with the last beat of a chunk. A last chunk without a block is that
// of an empty message. Then the tag leaves in two words. If the packet is malformed, or refuse_i was with
// the message's last beat, one word with an error leaves in its place. Afterwards, and after reset, key and
// message are overwritten in 24 cycles, in which nothing is taken.
//
// Cycles: 37 behind the key, 8 for each chunk, and 16 to the tag's first word.

`include "gh_assert.svh"

`default_nettype none

module gh_poly1305_x4_core
  import gh_poly1305_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [63:0] key_i,
    input  wire logic        key_last_i,
    input  wire logic        key_valid_i,
    output wire logic        key_ready_o,
    output wire logic        open_o,       // the key is there, and the tag is not

    input  wire logic [63:0] data_i,
    input  wire logic        whole_i,
    input  wire logic [ 1:0] blocks_i,
    input  wire logic        chunk_last_i,
    input  wire logic        ends_i,
    input  wire logic        refuse_i,
    input  wire logic        valid_i,
    output wire logic        ready_o,

    output wire logic [63:0] tag_o,
    output wire logic        tag_last_o,
    output wire logic        tag_error_o,
    output wire logic        tag_valid_o,
    input  wire logic        tag_ready_i
);

  typedef enum logic [1:0] {
    Erase,
    Key,  // its words
    Work,  // powers, chunks, the tag
    Tag  // the answer
  } state_e;
  state_e state_q;

  // Steps of the program. In Work 3 to 42 are those of the powers, of which the first chunk may use the
  // first ones from Ready on, and Last and more are those of the tag.
  typedef logic [5:0] step_t;
  localparam step_t Load = 6'd3;
  localparam step_t StoreR = 6'd7;
  localparam step_t Shift = 6'd8;
  localparam step_t StoreShifted = 6'd15;
  localparam step_t Multiply = 6'd16;
  localparam step_t Multiplied = 6'd36;
  localparam step_t Ready = 6'd39;
  localparam step_t Stored = 6'd43;
  localparam step_t Last = 6'd48;
  localparam step_t Low = 6'd54;
  localparam step_t High = 6'd55;
  localparam step_t LowAgain = 6'd57;
  localparam step_t HighAgain = 6'd58;
  localparam step_t LowTag = 6'd59;
  localparam step_t HighTag = 6'd60;
  localparam step_t Done = 6'd61;
  localparam step_t Erased = 6'd23;
  step_t step_q;
  logic working, setting;
  assign working = (state_q == Work);
  assign setting = working && (step_q < Stored);

  // The key's words: a head; r, which is clamped, to the first beats of the memory; s.
  localparam logic [63:0] Head = 64'd1;
  logic [2:0] word_q;
  logic over_q, refuse_q;  // more words than there are; there will be an error
  logic key_taken, of_r, of_s, key_ends;
  assign key_ready_o = (state_q == Key) && !rst_i;
  assign key_taken   = key_valid_i && key_ready_o;
  assign of_r        = (word_q == 3'd1) || (word_q == 3'd2);
  assign of_s        = (word_q == 3'd3) || (word_q == 3'd4);
  assign key_ends    = (word_q == 3'd4);

  // Operations on both memories and the sums, decided a cycle before.
  typedef enum logic [1:0] {
    Beat,
    LowSum,
    HighSum,
    Shifted   // 2^64
  } source_e;
  typedef struct packed {
    logic       issues;         // a factor and a number
    logic       first;          // of a sum
    logic       last;
    source_e    source;         // of the factor
    logic [3:0] beat_at;
    logic [2:0] power_at;
    logic       loads_high;     // halves of a block, into the addend
    logic       loads_low;
    logic       clears;         // the addend
    logic       clears_folded;
    logic       power_writes;
    logic [2:0] power_to;
    logic       upper;          // the factor is the upper half of h
    logic       again;          // it is the lower one, for the tag
    logic       adds;           // s is added
  } operation_t;
  operation_t now, now_q;
  always_ff @(posedge clk_i) now_q <= now;

  // Beats of two chunks. The second place is filled first: r is in the other one.
  localparam int unsigned BeatBits = 65;
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [BeatBits-1:0] beats[16];
  logic [BeatBits-1:0] beat;
  logic [3:0] beat_to;
  logic beat_writes, taken;
  logic to_q, from_q;  // places of the chunk that arrives, and of the next one to be worked on
  logic [2:0] to_beat_q;
  logic [1:0] full_q;  // there is a whole chunk
  logic ended_q;  // the message's last beat is there
  logic [1:0][1:0] blocks_q;
  logic [1:0] ends_q;
  assign open_o  = working;
  assign ready_o = working && !ended_q && !full_q[to_q] && !rst_i;
  assign taken   = valid_i && ready_o;

  localparam logic [63:0] ClampLow = 64'h0fff_fffc_0fff_ffff;
  localparam logic [63:0] ClampHigh = 64'h0fff_fffc_0fff_fffc;
  logic [63:0] clamped;
  assign clamped = key_i & (word_q[1] ? ClampHigh : ClampLow);
  logic [BeatBits-1:0] beat_d;
  always_comb begin
    unique case (state_q)
      Key: beat_d = {1'b0, clamped};
      Work: beat_d = {whole_i, data_i};
      default: beat_d = '0;
    endcase
  end
  assign beat_writes = taken || (key_taken && of_r) || (state_q == Erase);
  always_comb begin
    unique case (state_q)
      Key: beat_to = {3'b000, word_q[1]};
      Work: beat_to = {to_q, to_beat_q};
      default: beat_to = step_q[3:0];
    endcase
  end
  always_ff @(posedge clk_i) begin
    if (beat_writes) beats[beat_to] <= beat_d;
  end
  assign beat = beats[now_q.beat_at];

  // A chunk: two cycles read m1, in each further one half a block is multiplied, in two more h.
  logic active_q, begins;
  logic [2:0] phase_q;
  logic [1:0] tail_q;  // h is multiplied: its upper half, the lower one
  logic fresh_q;  // h is 0: the first chunk of a message is to come
  logic last_tail_q;  // of the message's last chunk
  logic [1:0] power_q;
  assign begins = working && (step_q >= Ready) && (step_q < Last)
      && (active_q ? (&phase_q) && full_q[!from_q] : full_q[from_q]);

  // Powers, 1 to 4 and 2^64 times them.
  localparam int unsigned NumberBits = $bits(number_t);
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [NumberBits-1:0] powers[8];
  number_t sum;
  always_ff @(posedge clk_i) begin
    if (now_q.power_writes) powers[now_q.power_to] <= sum;
  end

  logic high, squares;
  assign squares = setting && (step_q >= Multiply) && (step_q < Multiplied) && !step_q[2];
  always_comb begin
    now = '0;
    high = !phase_q[0];
    now.beat_at = {from_q, phase_q[2:1], !phase_q[0]};
    now.power_at = {high, power_q};
    if (setting && step_q < Ready) begin
      high = !step_q[0];
      now.beat_at = {3'b000, (step_q < StoreR) ? step_q[0] : high};
      now.power_at = {high && squares, 2'b00};
      now.issues = squares || (step_q == Shift);
      now.first = now.issues && high;
      now.last = now.issues && !(high && squares);
      now.source = !squares ? Shifted : high ? HighSum : LowSum;
      // r itself.
      if (step_q < Multiply + 6'd4 && step_q[1]) now.source = Beat;
    end else if (working && step_q < Last) begin
      now.issues = active_q && (phase_q[2:1] != '0) || (|tail_q);
      now.first  = active_q && (phase_q == 3'd2);
      now.last   = tail_q[1];
      if (|tail_q) begin
        high = tail_q[0];
        now.source = tail_q[0] ? HighSum : LowSum;
        now.power_at = {high, power_q};
      end
    end else if (working) begin
      now.issues = step_q inside {Low, High, LowAgain, HighAgain};
      now.upper  = step_q inside {High, HighAgain};
      now.again  = (step_q == LowAgain);
      now.source = now.upper ? HighSum : LowSum;
      now.adds   = step_q inside {LowTag, HighTag};
    end

    now.loads_high = active_q && (phase_q == 3'd0) || setting && (step_q == Load);
    now.loads_low = active_q && (phase_q == 3'd1) || setting && (step_q == Load + 6'd1);
    now.clears = active_q && (&phase_q) || setting && (step_q == StoreR);
    now.clears_folded = fresh_q && active_q && (phase_q == 3'd5);
    // From step 24 on each second one of four, r^2 to r^4.
    now.power_writes  = setting && ((step_q == StoreR) || (step_q == StoreShifted)
        || (step_q >= Multiply + 6'd8) && !step_q[2] && !step_q[0]);
    now.power_to = {!step_q[1], 2'(step_q[5:3] - 3'd2)};
    if (step_q < Multiply) now.power_to = {step_q == StoreShifted, 2'b00};
    if (state_q == Erase) begin
      now.first         = 1'b1;
      now.clears        = 1'b1;
      now.clears_folded = 1'b1;
      now.power_writes  = 1'b1;
      now.power_to      = step_q[2:0];
    end
  end

  factor_t factor_d, factor_q;
  number_t number_q;
  logic first_q, last_q;
  always_comb begin
    unique case (now_q.source)
      Beat: factor_d = factor_of(beat);
      LowSum: factor_d = factor_of_low(sum.low);
      HighSum: factor_d = factor_of_high(sum.high);
      default: factor_d = {18'h8000, 54'h0};
    endcase
  end
  always_ff @(posedge clk_i) begin
    if (now_q.issues) factor_q <= factor_d;
    else factor_q <= '0;
    number_q <= powers[now_q.power_at];
    first_q  <= now_q.first;
    last_q   <= now_q.last;
  end

  // m1, which is added to h; or r.
  logic [128:0] addend_q;
  always_ff @(posedge clk_i) begin
    if (now_q.loads_high) addend_q[128:64] <= beat;
    if (now_q.loads_low) addend_q[63:0] <= beat[63:0];
    if (now_q.clears) addend_q <= '0;
  end

  gh_poly1305_product u_product (
      .clk_i,
      .factor_i(factor_q),
      .number_i(number_q),
      .first_i (first_q),
      .last_i  (last_q),
      .clear_i (now_q.clears_folded),
      .addend_i(addend_q),
      .sum_o   (sum)
  );

  // The tag: 64 bits of h a cycle, to see whether 2^130 - 5 is reached, then to add 5 if so.
  logic [66:0] reduced_d, reduced_q;
  logic upper_q, again_q, ones_q, over_prime_q;
  logic [2:0] extra;
  assign extra = upper_q ? reduced_q[66:64] : (again_q && over_prime_q) ? 3'd5 : 3'd0;
  always_comb begin
    reduced_d = '0;
    reduced_d[2:0] = extra;
    // Bits of limbs beyond their own.
    reduced_d[17] = factor_q[0][17];
    reduced_d[34:33] = factor_q[1][17:16];
    reduced_d[50:49] = factor_q[2][17:16];
    reduced_d += {factor_q[3], factor_q[2][15:0], factor_q[1][15:0], factor_q[0][16:0]};
  end
  always_ff @(posedge clk_i) begin
    reduced_q <= reduced_d;
    upper_q <= now_q.upper;
    again_q <= now_q.again;
    ones_q <= (&reduced_q[63:3]) && (reduced_q[2] || (&reduced_q[1:0]));
    over_prime_q <= reduced_q[66] || (ones_q && (&reduced_q[65:0]));
    if (state_q == Erase) {reduced_q, ones_q, over_prime_q} <= '0;
  end

  // s, then the tag in its place.
  logic [127:0] s_q;
  logic [ 63:0] s_d;
  logic [ 64:0] tag;
  logic carry_q, shifts, leaves;
  assign tag = {1'b0, reduced_q[63:0]} + {1'b0, s_q[63:0]} + 65'(carry_q);
  assign s_d = ({64{state_q == Key}} & key_i) | ({64{now_q.adds && !refuse_q}} & tag[63:0]);
  assign leaves = tag_valid_o && tag_ready_i;
  assign shifts = key_taken && of_s || now_q.adds || leaves || (state_q == Erase);
  always_ff @(posedge clk_i) begin
    if (shifts) s_q <= {s_d, s_q[127:64]};
    carry_q <= now_q.adds && tag[64];
  end

  logic second_q;
  assign tag_o       = s_q[63:0];
  assign tag_last_o  = second_q || refuse_q;
  assign tag_error_o = refuse_q;
  assign tag_valid_o = (state_q == Tag) && !rst_i;

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Erase: if (step_q == Erased) state_q <= Key;
      Key:   if (key_taken && key_last_i) state_q <= Work;
      Work:  if (step_q == Done) state_q <= Tag;
      Tag:   if (leaves && tag_last_o) state_q <= Erase;
    endcase
    if (rst_i) state_q <= Erase;

    step_q <= step_q + 1'b1;
    if (working && step_q == Stored) step_q <= step_q;
    if (working && last_tail_q && tail_q[1]) step_q <= Last;
    if (state_q == Key) step_q <= Load;
    if (state_q == Tag || rst_i) step_q <= '0;

    if (key_taken) begin
      word_q <= word_q + 1'b1;
      if (key_ends) over_q <= 1'b1;
      if (key_last_i != key_ends || over_q) refuse_q <= 1'b1;
      if (word_q == '0 && key_i != Head) refuse_q <= 1'b1;
    end
    if (taken && ends_i && chunk_last_i && refuse_i) refuse_q <= 1'b1;
    if (state_q == Erase || rst_i) {word_q, over_q, refuse_q} <= '0;

    if (taken) to_beat_q <= to_beat_q + 1'b1;
    if (taken && chunk_last_i) begin
      to_q <= !to_q;
      full_q[to_q] <= 1'b1;
      blocks_q[to_q] <= blocks_i;
      ends_q[to_q] <= ends_i;
      ended_q <= ends_i;
    end
    if (working && step_q == Multiplied) full_q[0] <= 1'b0;

    if (active_q) phase_q <= phase_q + 1'b1;
    // The next beats arrive in order, and none of them before the one in its place has been read.
    if (active_q && phase_q == 3'd1) full_q[from_q] <= 1'b0;
    if (active_q && (&phase_q)) begin
      active_q <= 1'b0;
      from_q <= !from_q;
      fresh_q <= 1'b0;
      last_tail_q <= ends_q[from_q];
    end
    if (begins) active_q <= 1'b1;
    tail_q <= {tail_q[0], active_q && (&phase_q)};
    // n - 2, n - 3, n - 4, and for h of the same chunk n - 1.
    if (active_q && phase_q == 3'd1) power_q <= blocks_q[from_q] - 2'd2;
    else if (phase_q[0]) power_q <= power_q - 1'b1;
    if (!working || rst_i) begin
      {active_q, phase_q, tail_q, last_tail_q, ended_q, to_beat_q} <= '0;
      fresh_q <= 1'b1;
      to_q <= 1'b1;
      from_q <= 1'b1;
      full_q <= 2'b01;
    end

    if (leaves) second_q <= 1'b1;
    if (state_q != Tag) second_q <= 1'b0;
  end

  `GH_REQUIRE(whole_chunks, !valid_i || chunk_last_i == (&to_beat_q), clk_i, rst_i || !working)
  `GH_REQUIRE(whole_blocks, !valid_i || !whole_i || to_beat_q[0], clk_i, rst_i)
  `GH_ASSERT(steps_in_turn, !active_q || step_q >= Ready && step_q < Last, clk_i, rst_i)
  `GH_ASSERT(tag_behind_all, step_q < Last || !working || !active_q && full_q == '0, clk_i, rst_i)

endmodule

`default_nettype wire
