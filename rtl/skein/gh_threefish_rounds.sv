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
// an exclusive-or in front of an adder costs less than a multiplexer behind the rounds.
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

  for (genvar r = 0; r < RoundsPerCycle; r++) begin : gen_round
    // Words as they arrive, as they enter MIX, and as they leave it.
    word_t [StateWords-1:0] e, x, y;

    for (genvar i = 0; i < StateWords; i++) begin : gen_word
      if (r == 0) begin : gen_first
        assign e[i] = state_i[i] ^ entry_i[i];
      end else begin : gen_next
        assign e[i] = gen_round[r-1].y[permutation(StateWords, i)];
      end

      // The subkey stands first: synthesis feeds the first addend to the carry chain as it is.
      if (r % 4 != 0) begin : gen_pass
        assign x[i] = e[i];
      end else if (RoundsPerCycle == 1) begin : gen_gated
        assign x[i] = (subkey_i[0][i] & {64{inject_i}}) + e[i];
      end else begin : gen_inject
        assign x[i] = subkey_i[r/4][i] + e[i];
      end
    end

    for (genvar j = 0; j < Pairs; j++) begin : gen_mix
      word_t [Phases-1:0] rotated;
      for (genvar p = 0; p < Phases; p++) begin : gen_phase
        localparam int unsigned Distance = rotation(StateWords, p * RoundsPerCycle + r, j);
        assign rotated[p] = {x[2*j+1][63-Distance:0], x[2*j+1][63:64-Distance]};
      end

      assign y[2*j] = x[2*j] + x[2*j+1];
      if (Phases == 1) begin : gen_fixed
        assign y[2*j+1] = rotated[0] ^ y[2*j];
      end else begin : gen_select
        assign y[2*j+1] = rotated[phase_i] ^ y[2*j];
      end
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
