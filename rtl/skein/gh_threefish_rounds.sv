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
// groups of RoundsPerCycle rounds in the eight whose rotation distances differ; with all eight in
// one cycle no choice is left, so that the exclusive-or of a MIX moves into the adder that follows.

`default_nettype none

module gh_threefish_rounds
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
  localparam int unsigned End = RoundsPerCycle - 1;
  localparam bit FuseXor = (Phases == 1);

  for (genvar r = 0; r < RoundsPerCycle; r++) begin : gen_round
    localparam bit Inject = (r % 4 == 0);

    // Words as they arrive, each as the two terms of an exclusive-or: even words e ^ h, odd words
    // f ^ g.
    word_t [Pairs-1:0] e, f, g, h;
    // Words that enter MIX, and what it makes of them: y0 and the rotated x1 (y1 = z ^ y0).
    word_t [Pairs-1:0] x0, x1, y0, z;

    for (genvar j = 0; j < Pairs; j++) begin : gen_mix
      if (r == 0) begin : gen_first
        assign e[j] = state_i[2*j];
        assign f[j] = state_i[2*j+1];
        assign g[j] = entry_i[2*j+1];
        assign h[j] = entry_i[2*j];
      end else begin : gen_next
        localparam int unsigned Even = permutation(StateWords, 2 * j) / 2;
        localparam int unsigned Odd = permutation(StateWords, 2 * j + 1) / 2;
        assign e[j] = gen_round[r-1].y0[Even];
        assign f[j] = gen_round[r-1].z[Odd];
        assign g[j] = gen_round[r-1].y0[Odd];
        assign h[j] = '0;
      end

      if (Inject) begin : gen_inject
        localparam bit Gated = (RoundsPerCycle == 1);
        gh_arx_adder u_even (
            .a_i  (e[j]),
            .b_i  (h[j]),
            .c_i  (subkey_i[r/4][2*j]),
            .d_i  (!Gated || inject_i),
            .sum_o(x0[j])
        );
        gh_arx_adder u_odd (
            .a_i  (f[j]),
            .b_i  (g[j]),
            .c_i  (subkey_i[r/4][2*j+1]),
            .d_i  (!Gated || inject_i),
            .sum_o(x1[j])
        );
      end else begin : gen_pass
        assign x0[j] = e[j] ^ h[j];
        assign x1[j] = f[j] ^ g[j];
      end

      if (FuseXor && !Inject) begin : gen_fused
        gh_arx_adder u_sum (
            .a_i  (f[j]),
            .b_i  (g[j]),
            .c_i  (x0[j]),
            .d_i  (1'b1),
            .sum_o(y0[j])
        );
      end else begin : gen_plain
        assign y0[j] = x0[j] + x1[j];
      end

      word_t [Phases-1:0] rotated;
      for (genvar p = 0; p < Phases; p++) begin : gen_phase
        localparam int unsigned Distance = rotation(StateWords, p * RoundsPerCycle + r, j);
        assign rotated[p] = {x1[j][63-Distance:0], x1[j][63:64-Distance]};
      end
      if (Phases == 1) begin : gen_fixed
        assign z[j] = rotated[0];
      end else begin : gen_select
        assign z[j] = rotated[phase_i];
      end
    end
  end

  for (genvar i = 0; i < Pairs; i++) begin : gen_output
    localparam int unsigned Even = permutation(StateWords, 2 * i) / 2;
    localparam int unsigned Odd = permutation(StateWords, 2 * i + 1) / 2;
    assign injected_o[2*i] = gen_round[0].x0[i];
    assign injected_o[2*i+1] = gen_round[0].x1[i];
    assign state_o[2*i] = gen_round[End].y0[Even];
    assign state_o[2*i+1] = gen_round[End].z[Odd] ^ gen_round[End].y0[Odd];
  end

  // One group: nothing to choose. Several rounds: every cycle adds its subkey.
  logic unused;
  assign unused = ^{(Phases == 1) ? phase_i : '0, (RoundsPerCycle != 1) ? inject_i : 1'b0};

endmodule

`default_nettype wire
