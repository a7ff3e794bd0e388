// SPDX-License-Identifier: Apache-2.0
//
// Rounds of Threefish (Skein 1.3, section 3.3) that one clock cycle carries out.
//
// Combinational. A cycle starts with the addition of a subkey, then come RoundsPerCycle rounds of
// MIX and permutation, with the second subkey between the fourth and the fifth of eight rounds:
//
//   state_i ^ entry_i --(+)-- injected_o -- MIX -- pi -- MIX -- pi -- ... --(+)-- ... -- state_o
//                    subkey_i[0]                                         subkey_i[1]
//
// A block enters through entry_i while state_i is zero, and entry_i is zero in all other cycles:
// an exclusive-or in front of an adder costs less than a multiplexer behind the rounds. An adder
// takes an exclusive-or of two words into its carry chain, so that this one costs nothing.
// With one round a cycle the addition is on only where inject_i says so. phase_i chooses among the
// groups of RoundsPerCycle rounds in the eight whose rotation distances differ.
//
// With all eight rounds in a cycle rotations are wires, and of two rounds the first one leaves the
// odd word of a MIX as the two words whose exclusive-or it is. The next round's adder takes both,
// and its exclusive-or has three words instead of two, in the same table. An adder does not take
// three, so that the second round computes the word. Where a rotation is chosen, one table has the
// choice and the exclusive-or, and each round computes the word.

`default_nettype none

module gh_threefish_rounds
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned RoundsPerCycle = 8,
    localparam int unsigned Subkeys = (RoundsPerCycle == 8) ? 2 : 1,
    localparam int unsigned Phases = 8 / RoundsPerCycle,
    localparam int unsigned PhaseBits = (Phases == 1) ? 1 : $clog2(Phases)
) (
    input  wire word_t [StateWords-1:0]                 state_i,
    input  wire word_t [StateWords-1:0]                 entry_i,
    input  wire word_t [   Subkeys-1:0][StateWords-1:0] subkey_i,
    input  wire logic                                   inject_i,
    input  wire logic  [ PhaseBits-1:0]                 phase_i,
    output wire word_t [StateWords-1:0]                 injected_o,
    output wire word_t [StateWords-1:0]                 state_o
);

  if (StateWords != 4 && StateWords != 8 && StateWords != 16) begin : gen_check_words
    $fatal(1, "gh_threefish_rounds: StateWords is %0d; it must be 4, 8 or 16", StateWords);
  end
  if (RoundsPerCycle != 1 && RoundsPerCycle != 4 && RoundsPerCycle != 8) begin : gen_check_rounds
    $fatal(1, "gh_threefish_rounds: RoundsPerCycle is %0d; it must be 1, 4 or 8", RoundsPerCycle);
  end

  localparam int unsigned Pairs = StateWords / 2;

  function automatic word_t rotl(word_t x, int unsigned distance);
    return 64'({x, x} >> (64 - distance));
  endfunction

  for (genvar r = 0; r < RoundsPerCycle; r++) begin : gen_round
    localparam bit Inject = r % 4 == 0;
    localparam bit Whole = Phases != 1 || r % 2 == 1;  // computes its odd words

    // Words as they enter MIX, and as they leave it; the odd ones leave it as y[2j+1] ^ part[j].
    word_t [StateWords-1:0] x, y;
    word_t [Pairs-1:0] part;

    for (genvar j = 0; j < Pairs; j++) begin : gen_pair
      // What arrives: a word, and another as the exclusive-or of two.
      word_t even, odd, odd_part;
      if (r == 0) begin : gen_first
        assign {even, odd, odd_part} = {state_i[2*j], state_i[2*j+1], entry_i[2*j+1]};
      end else begin : gen_next
        localparam int unsigned Even = permutation(StateWords, 2 * j);
        localparam int unsigned Odd = permutation(StateWords, 2 * j + 1);
        assign even = gen_round[r-1].y[Even];
        assign {odd, odd_part} = {gen_round[r-1].y[Odd], gen_round[r-1].part[Odd/2]};
      end

      // The odd word in front of MIX is x[2j+1], and b ^ c as well.
      word_t b, c;
      if (Inject) begin : gen_inject
        word_t [1:0] subkey;
        if (RoundsPerCycle == 1) begin : gen_gated
          assign subkey = subkey_i[0][2*j+:2] & {128{inject_i}};
        end else begin : gen_always
          assign subkey = subkey_i[r/4][2*j+:2];
        end
        gh_add_of_xor #(
            .Width(64)
        ) u_even (
            .a_i  (subkey[0]),
            .b_i  (even),
            .c_i  ((r == 0) ? entry_i[2*j] : '0),
            .sum_o(x[2*j])
        );
        gh_add_of_xor #(
            .Width(64)
        ) u_odd (
            .a_i  (subkey[1]),
            .b_i  (odd),
            .c_i  (odd_part),
            .sum_o(x[2*j+1])
        );
        assign {b, c} = {x[2*j+1], 64'd0};
      end else begin : gen_pass
        assign x[2*j+:2] = {odd ^ odd_part, even};
        assign {b, c} = {odd, odd_part};
      end

      gh_add_of_xor #(
          .Width(64)
      ) u_sum (
          .a_i  (x[2*j]),
          .b_i  (b),
          .c_i  (c),
          .sum_o(y[2*j])
      );

      word_t [Phases-1:0] rotations;
      word_t rotated;
      for (genvar p = 0; p < Phases; p++) begin : gen_phase
        localparam int unsigned Distance = rotation(StateWords, p * RoundsPerCycle + r, j);
        assign rotations[p] = rotl(x[2*j+1], Distance);
      end
      if (Phases == 1) begin : gen_fixed
        assign rotated = rotations[0];
      end else begin : gen_select
        assign rotated = rotations[phase_i];
      end
      assign y[2*j+1] = Whole ? rotated ^ y[2*j] : rotated;
      assign part[j]  = Whole ? '0 : y[2*j];
    end
  end

  assign injected_o = gen_round[0].x;
  for (genvar j = 0; j < Pairs; j++) begin : gen_output
    localparam int unsigned Even = permutation(StateWords, 2 * j);
    localparam int unsigned Odd = permutation(StateWords, 2 * j + 1);
    assign state_o[2*j] = gen_round[RoundsPerCycle-1].y[Even];
    assign state_o[2*j+1] = gen_round[RoundsPerCycle-1].y[Odd]
        ^ gen_round[RoundsPerCycle-1].part[Odd/2];
  end

  // One group: nothing to choose. Several rounds: every cycle adds its subkey.
  logic unused;
  assign unused = ^{(Phases == 1) ? phase_i : '0, (RoundsPerCycle != 1) ? inject_i : 1'b0};

endmodule

`default_nettype wire
