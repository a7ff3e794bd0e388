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
//
// With all eight rounds in a cycle, rotations are wires, and of two rounds the first one leaves the
// odd word of a MIX as the two words whose exclusive-or it is: the next round's adder, or that of
// the subkey, takes both, and its exclusive-or has three words instead of two in the same table.
// Three would not fit into an adder, so the second round computes the word. Where a rotation is
// chosen, a table has the choice and the exclusive-or at once, and each round computes the word.
// With one round a cycle the addition is on only where inject_i says so. phase_i chooses among the
// groups of RoundsPerCycle rounds in the eight whose rotation distances differ.

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

    // Words as they arrive, as they enter MIX, and as they leave it: each is an exclusive-or of
    // two, of which the second is zero where the word is computed.
    word_t [StateWords-1:0] e, beside_e, x, beside_x, y, beside_y;

    for (genvar i = 0; i < StateWords; i++) begin : gen_word
      if (r == 0) begin : gen_first
        assign {e[i], beside_e[i]} = {state_i[i], entry_i[i]};
      end else begin : gen_next
        localparam int unsigned From = permutation(StateWords, i);
        assign {e[i], beside_e[i]} = {gen_round[r-1].y[From], gen_round[r-1].beside_y[From]};
      end

      if (Inject) begin : gen_inject
        gh_add_of_xor #(
            .Width(64)
        ) u_sum (
            .a_i  ((RoundsPerCycle == 1) ? subkey_i[0][i] & {64{inject_i}} : subkey_i[r/4][i]),
            .b_i  (e[i]),
            .c_i  (beside_e[i]),
            .sum_o(x[i])
        );
        assign beside_x[i] = '0;
      end else begin : gen_pass
        assign {x[i], beside_x[i]} = {e[i], beside_e[i]};
      end
    end

    for (genvar j = 0; j < Pairs; j++) begin : gen_mix
      word_t odd, rotated;
      word_t [Phases-1:0] rotations;
      assign odd = x[2*j+1] ^ beside_x[2*j+1];
      for (genvar p = 0; p < Phases; p++) begin : gen_phase
        localparam int unsigned Distance = rotation(StateWords, p * RoundsPerCycle + r, j);
        assign rotations[p] = rotl(odd, Distance);
      end
      if (Phases == 1) begin : gen_fixed
        assign rotated = rotations[0];
      end else begin : gen_select
        assign rotated = rotations[phase_i];
      end

      gh_add_of_xor #(
          .Width(64)
      ) u_sum (
          .a_i  (x[2*j]),
          .b_i  (x[2*j+1]),
          .c_i  (beside_x[2*j+1]),
          .sum_o(y[2*j])
      );
      assign beside_y[2*j] = '0;
      assign y[2*j+1] = Whole ? rotated ^ y[2*j] : rotated;
      assign beside_y[2*j+1] = Whole ? '0 : y[2*j];
    end
  end

  assign injected_o = gen_round[0].x;
  for (genvar i = 0; i < StateWords; i++) begin : gen_output
    assign state_o[i] = gen_round[RoundsPerCycle-1].y[permutation(StateWords, i)];
  end

  // One group: nothing to choose. Several rounds: every cycle adds its subkey.
  logic unused;
  assign unused = ^{(Phases == 1) ? phase_i : '0, (RoundsPerCycle != 1) ? inject_i : 1'b0};

endmodule

`default_nettype wire
