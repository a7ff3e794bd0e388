// SPDX-License-Identifier: Apache-2.0
//
// Proof: gh_threefish_mc_core becomes busy by a start or a reset only, in the cycle after it. This is
// what stands in for it in formal/cores.

`default_nettype none

module gh_prove_busy (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic start_i,
    input wire logic busy_o
);

  logic may_q;
  always_ff @(posedge clk_i) may_q <= busy_o || start_i || rst_i;

  always_comb begin
    if (!rst_i) only_then : assert (!busy_o || may_q);
    starts : cover (!rst_i && start_i && !busy_o);
    rests : cover (!rst_i && !busy_o);
  end

endmodule

bind gh_threefish_mc_core gh_prove_busy u_busy (.*);

`default_nettype wire
