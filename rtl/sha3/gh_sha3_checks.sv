// SPDX-License-Identifier: Apache-2.0
//
// Checks of the registers of gh_sha3_core, in each cycle:
//
//   state_i      the parity of each slice, which was computed in front of the registers, is that behind them
//   control      a second control has the same state; its registers hold the complements, and its next
//                state does not depend on the first one's
//   constants_i  the constants are those of the second control's step
//
// One bit that differs from what was written, in any of these registers, raises alarm_o in the same cycle.
// Faults in logic can enter a state with the parities of a wrong one, and are not detected. The alarm stays
// until reset.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_checks
  import gh_keccak_pkg::*;
#(
    parameter  int unsigned RoundsPerCycle = 1,
    localparam int unsigned Steps          = Rounds / RoundsPerCycle,
    localparam int unsigned StepBits       = $clog2(Steps)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // The core's registers, and what its state will be.
    input wire lanes_t                      state_i,
    input wire lanes_t                      next_state_i,
    input wire logic                        clear_i,
    input wire logic                        permutes_i,
    input wire logic   [      StepBits-1:0] step_i,
    input wire logic                        final_i,
    input wire lane_t  [RoundsPerCycle-1:0] constants_i,

    // The core's inputs.
    input wire logic valid_i,
    input wire logic error_i,
    input wire logic ends_i,
    input wire logic piece_ready_i,
    input wire logic piece_last_i,

    output wire logic alarm_o
);

  function automatic lane_t parities(input lanes_t state);
    parities = '0;
    for (int unsigned i = 0; i < 25; i++) parities ^= state[i];
  endfunction

  // Tools must not merge these registers with the core's, nor take them for their complements.
  (* keep = "true", dont_merge, syn_preserve *)
  lane_t parity_q;
  (* keep = "true", dont_merge, syn_preserve *)
  logic [StepBits-1:0] step_n_q;
  (* keep = "true", dont_merge, syn_preserve *)
  logic absorbs_q, final_n_q;

  logic [StepBits-1:0] step, step_next;
  logic permutes, final_block, last_step, take, offers, ends_message, advance, permutes_next;
  assign step         = ~step_n_q;
  assign permutes     = !absorbs_q;
  assign final_block  = !final_n_q;
  assign last_step    = (step == StepBits'(Steps - 1));
  assign step_next    = last_step ? '0 : step + 1'b1;
  assign take         = !permutes && valid_i && !error_i;
  assign offers       = last_step && final_block;
  assign ends_message = offers && piece_ready_i && piece_last_i;
  assign advance      = take || (permutes && (!offers || piece_ready_i));

  always_comb begin
    permutes_next = permutes;
    if (take) permutes_next = 1'b1;
    else if (last_step && !final_block || ends_message) permutes_next = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    absorbs_q <= rst_i || !permutes_next;
    if (rst_i) step_n_q <= '1;
    else if (advance) step_n_q <= ~step_next;
    if (take) final_n_q <= !ends_i;
    if (clear_i) parity_q <= '0;
    else if (advance) parity_q <= parities(next_state_i);
  end

  lane_t [RoundsPerCycle-1:0] constants;
  always_comb begin
    constants = '0;
    for (int unsigned s = 0; s < Steps; s++) begin
      for (int unsigned r = 0; r < RoundsPerCycle; r++) begin
        if (step == StepBits'(s)) constants[r] |= RoundConstants[s*RoundsPerCycle+r];
      end
    end
  end

  // final_i counts from the cycle on in which a block is taken.
  logic alarm_q, differs;
  assign differs = parity_q != parities(
      state_i
  ) || permutes != permutes_i || step != step_i || constants_i != constants ||
      permutes && final_block != final_i;
  assign alarm_o = alarm_q || differs;
  always_ff @(posedge clk_i) alarm_q <= !rst_i && alarm_o;

  `GH_ASSERT(no_false_alarm, !alarm_o, clk_i, rst_i)

endmodule

`default_nettype wire
