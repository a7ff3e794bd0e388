// SPDX-License-Identifier: Apache-2.0
//
// The program of gh_sha2_mc_core and the places of its memory, for words of 32 and of 64 bits.
//
// An instruction reads a word, and does all else in the cycle after that. A word that it writes can be
// read two instructions later. The number of the turn is added to the places that an instruction reads
// and writes: turn t of a block is its round t.
//
//   Initial --> Wait --+----------> First --> Count --> Later --> Sum --+--> Out --> Initial
//    4 turns     ^     |            ^ rounds          | other     4     |    a digest, or an error
//    H := IV     |     +-> Length --+ 0 to 15         | rounds   turns, |
//                |      last block            length += block    H += a |
//                +------------------------------------------------------+
//
// A summand is s ? y : x, bit by bit. It is x if s is zero; s if y is ones and x is zero; Ch(e, f, g) if s
// is e, y is f and x is g; Maj(a, b, c) if s is ~(a ^ b), y is b and x is c.

`default_nettype none

package gh_sha2_mc_pkg;

  typedef enum logic [2:0] {
    Initial,
    Wait,
    Length,
    First,
    Count,
    Later,
    Sum,
    Out
  } phase_e;
  localparam int unsigned StepBits = 5;

  // Where a phase repeats itself: until the last of 4 or 16 turns, or of all rounds.
  typedef enum logic [1:0] {
    Once,
    Turns4,
    Turns16,
    AllRounds
  } until_e;

  // Functions of a word w that s may take; otherwise ~(w ^ y).
  typedef enum logic [1:0] {
    BigSigma0,
    BigSigma1,
    SmallSigma0,
    SmallSigma1
  } sigma_e;

  localparam int unsigned PlaceBits = 9;
  typedef logic [PlaceBits-1:0] place_t;

  typedef struct packed {
    place_t read;
    place_t place;    // with write: where acc goes, as it was before this instruction
    logic   write;
    logic   clear;    // acc
    logic   add;      // to acc what the registers held before this instruction
    logic   carry;    // read the place behind, if the last addition had a carry
    logic   x;        // x takes the word; s becomes zero, unless it takes something, too
    logic   s;
    logic   equal;    // with s: it takes ~(w ^ y); otherwise a sigma, y becomes ones, and x zero
    sigma_e sigma;
    logic   y;        // y takes the word that was read before
    logic   w;        // w takes the word
    logic   waits;    // for a block
    logic   sends;    // w, and waits until it has left
    logic   turn;     // the next instruction belongs to the next turn,
    logic   back;     // with turn: which is turn 0 behind the last one
    logic   ends;     // in the last instruction but two of a phase
    until_e repeats;  // with ends
  } instruction_t;

  // Places, of words with a number that of number 0. The words a_t and e_t begin with t = -4: the first
  // four are H3 to H0 and H7 to H4, the chaining value. The initial value has the same order.
  localparam place_t PlaceK = '0;
  localparam place_t PlaceInitialA = 9'd480;
  localparam place_t PlaceInitialE = 9'd484;
  localparam place_t PlaceCount = 9'd488;  // bits of blocks: the lower word, and the upper one
  localparam place_t PlaceBlock = 9'd492;  // bits of a block
  localparam place_t PlaceCarry = 9'd494;  // 0 and 1
  localparam place_t PlaceMessage = 9'd496;  // 16 words
  // With so many rounds in total. Behind the last word a there are three places more, where turns of Sum
  // write what nothing reads.
  function automatic place_t place_a(int unsigned total);
    return place_t'(total + 4);
  endfunction
  function automatic place_t place_e(int unsigned total);
    return place_t'(2 * total + 11);
  endfunction
  function automatic place_t place_w(int unsigned total);
    return place_t'(3 * total + 11);
  endfunction

  // No case below: read_slang of pyosys 0.70 takes its default where an initial block calls it.

  // Words that instructions read, and registers that take them.
  localparam instruction_t Nothing = '{
      sigma: BigSigma0,
      repeats: Once,
      read: PlaceK,
      place: PlaceK,
      default: 1'b0
  };
  function automatic instruction_t summand(place_t read);
    summand = Nothing;
    summand.read = read;
    summand.x = 1'b1;
  endfunction
  function automatic instruction_t takes_w(place_t read);
    takes_w = Nothing;
    takes_w.read = read;
    takes_w.w = 1'b1;
  endfunction
  function automatic instruction_t reads(place_t read);
    reads = Nothing;
    reads.read = read;
  endfunction

  // Parts of an instruction besides what it reads.
  function automatic instruction_t adding(instruction_t i);
    adding = i;
    adding.add = 1'b1;
  endfunction
  function automatic instruction_t clearing(instruction_t i);
    clearing = i;
    clearing.clear = 1'b1;
  endfunction
  function automatic instruction_t writing(instruction_t i, place_t place);
    writing = i;
    writing.place = place;
    writing.write = 1'b1;
  endfunction
  function automatic instruction_t with_sigma(instruction_t i, sigma_e sigma);
    with_sigma = i;
    with_sigma.s = 1'b1;
    with_sigma.sigma = sigma;
  endfunction
  function automatic instruction_t with_equal(instruction_t i);
    with_equal = i;
    with_equal.s = 1'b1;
    with_equal.equal = 1'b1;
  endfunction
  function automatic instruction_t with_y(instruction_t i);
    with_y   = i;
    with_y.y = 1'b1;
  endfunction
  function automatic instruction_t with_carry(instruction_t i);
    with_carry = i;
    with_carry.carry = 1'b1;
  endfunction
  function automatic instruction_t ending(instruction_t i, until_e repeats);
    ending = i;
    ending.ends = 1'b1;
    ending.repeats = repeats;
  endfunction
  function automatic instruction_t turning(instruction_t i, logic back);
    turning = i;
    turning.turn = 1'b1;
    turning.back = back;
  endfunction

  function automatic instruction_t initial_step(logic [StepBits-1:0] step, int unsigned total);
    if (step == 5'd0) return clearing(summand(PlaceInitialE));
    if (step == 5'd1) return adding(writing(Nothing, PlaceCount));
    if (step == 5'd2)
      return ending(clearing(writing(summand(PlaceInitialA), place_e(total) - 9'd4)), Turns4);
    if (step == 5'd3) return adding(Nothing);
    if (step == 5'd4) return turning(writing(Nothing, place_a(total) - 9'd4), 1'b1);
    return Nothing;
  endfunction

  // When a round begins, w is e_{t-1} (in Later: W_{t-15}), and acc is a_{t-1}, which the round writes.
  function automatic instruction_t wait_step(logic [StepBits-1:0] step, int unsigned total);
    wait_step = takes_w(place_e(total) - 9'd1);
    if (step == '0) begin
      wait_step = ending(wait_step, Once);
      wait_step.waits = 1'b1;
    end
  endfunction

  // The last two words of the message have the length but for that of the blocks before.
  function automatic instruction_t length_step(logic [StepBits-1:0] step, int unsigned total);
    if (step == 5'd0) return clearing(summand(PlaceMessage + 9'd15));
    if (step == 5'd1) return adding(summand(PlaceCount));
    if (step == 5'd2) return adding(Nothing);
    if (step == 5'd3) return clearing(writing(summand(PlaceMessage + 9'd14), PlaceMessage + 9'd15));
    if (step == 5'd4) return adding(with_carry(summand(PlaceCarry)));
    if (step == 5'd5) return adding(summand(PlaceCount + 9'd1));
    if (step == 5'd6) return ending(adding(Nothing), Once);
    if (step == 5'd7)
      return clearing(writing(summand(place_a(total) - 9'd1), PlaceMessage + 9'd14));
    if (step == 5'd8) return adding(takes_w(place_e(total) - 9'd1));
    return Nothing;
  endfunction

  // Rounds 0 to 15. T1 stands in the place of a_t until that is there.
  function automatic instruction_t first_step(logic [StepBits-1:0] step, int unsigned total);
    automatic place_t a = place_a(total);
    automatic place_t e = place_e(total);
    if (step == 5'd0) return clearing(writing(summand(PlaceMessage), a - 9'd1));
    if (step == 5'd1) return adding(summand(e - 9'd4));
    if (step == 5'd2) return adding(writing(summand(PlaceK), place_w(total)));
    if (step == 5'd3) return adding(with_sigma(reads(e - 9'd2), BigSigma1));
    if (step == 5'd4) return adding(with_y(with_equal(summand(e - 9'd3))));
    if (step == 5'd5) return adding(summand(a - 9'd4));
    if (step == 5'd6) return adding(writing(takes_w(a - 9'd1), a));
    if (step == 5'd7) return clearing(writing(with_sigma(reads(a - 9'd2), BigSigma0), e));
    if (step == 5'd8) return ending(adding(with_y(summand(a))), Turns16);
    if (step == 5'd9) return adding(with_equal(summand(a - 9'd3)));
    if (step == 5'd10) return turning(adding(takes_w(e)), 1'b0);
    return Nothing;
  endfunction

  // Behind round 15, in turn 16.
  function automatic instruction_t count_step(logic [StepBits-1:0] step, int unsigned total);
    automatic place_t a = place_a(total);
    if (step == 5'd0) return clearing(writing(summand(PlaceCount - 9'd16), a - 9'd1));
    if (step == 5'd1) return adding(summand(PlaceBlock - 9'd16));
    if (step == 5'd2) return adding(Nothing);
    if (step == 5'd3) return clearing(writing(summand(PlaceCount - 9'd15), PlaceCount - 9'd16));
    if (step == 5'd4) return adding(with_carry(summand(PlaceCarry - 9'd16)));
    if (step == 5'd5) return ending(adding(Nothing), Once);
    if (step == 5'd6) return clearing(writing(summand(a - 9'd1), PlaceCount - 9'd15));
    if (step == 5'd7) return adding(takes_w(place_w(total) - 9'd15));
    return Nothing;
  endfunction

  function automatic instruction_t later_step(logic [StepBits-1:0] step, int unsigned total);
    automatic place_t a = place_a(total);
    automatic place_t e = place_e(total);
    automatic place_t w = place_w(total);
    if (step == 5'd0) return clearing(writing(summand(w - 9'd16), a - 9'd1));
    if (step == 5'd1) return adding(with_sigma(takes_w(w - 9'd2), SmallSigma0));
    if (step == 5'd2) return adding(summand(w - 9'd7));
    if (step == 5'd3) return adding(with_sigma(takes_w(e - 9'd1), SmallSigma1));
    if (step == 5'd4) return adding(summand(e - 9'd4));
    if (step == 5'd5) return adding(writing(summand(PlaceK), w));
    if (step == 5'd6) return adding(with_sigma(reads(e - 9'd2), BigSigma1));
    if (step == 5'd7) return adding(with_y(with_equal(summand(e - 9'd3))));
    if (step == 5'd8) return adding(summand(a - 9'd4));
    if (step == 5'd9) return adding(writing(takes_w(a - 9'd1), a));
    if (step == 5'd10) return clearing(writing(with_sigma(reads(a - 9'd2), BigSigma0), e));
    if (step == 5'd11) return ending(adding(with_y(summand(a))), AllRounds);
    if (step == 5'd12) return adding(with_equal(summand(a - 9'd3)));
    if (step == 5'd13) return turning(adding(takes_w(w - 9'd14)), 1'b0);
    return Nothing;
  endfunction

  function automatic instruction_t sum_step(logic [StepBits-1:0] step, int unsigned total);
    automatic place_t a = place_a(total);
    automatic place_t e = place_e(total);
    automatic place_t back = place_t'(total + 4);
    if (step == 5'd0) return clearing(writing(summand(e - back), a - 9'd1));
    if (step == 5'd1) return adding(summand(e - 9'd4));
    if (step == 5'd2) return adding(Nothing);
    if (step == 5'd3) return clearing(writing(summand(a - back), e - back));
    if (step == 5'd4) return ending(adding(summand(a - 9'd4)), Turns4);
    if (step == 5'd5) return adding(Nothing);
    if (step == 5'd6) return turning(writing(Nothing, a - back), 1'b1);
    return Nothing;
  endfunction

  // Four steps a word. Sum's last instruction writes H0 in the first one.
  function automatic instruction_t out_step(logic [StepBits-1:0] step, int unsigned total);
    automatic place_t first = step[4] ? place_e(total) : place_a(total);
    if (step[1:0] == 2'd1) return takes_w(first - 9'd1 - 9'(step[3:2]));
    out_step = Nothing;
    if (step[1:0] == 2'd3) out_step.sends = 1'b1;
  endfunction

  function automatic instruction_t instruction(phase_e phase, logic [StepBits-1:0] step,
                                               int unsigned total);
    if (phase == Initial) return initial_step(step, total);
    if (phase == Wait) return wait_step(step, total);
    if (phase == Length) return length_step(step, total);
    if (phase == First) return first_step(step, total);
    if (phase == Count) return count_step(step, total);
    if (phase == Later) return later_step(step, total);
    if (phase == Sum) return sum_step(step, total);
    return out_step(step, total);
  endfunction

endpackage

`default_nettype wire
