// SPDX-License-Identifier: Apache-2.0
//
// Proof: what stands in for gh_blake3_mc_core in formal/runs does all that the core does, as far as its
// user sees when words are loaded and read, whatever the program. Bound to the core.

`default_nettype none

module gh_prove_blake3_runs (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic start_i,
    input wire logic leave_i,
    input wire logic busy_o,
    input wire logic load_ready_o,
    input wire logic read_busy_o
);

  logic may_q;
  always_ff @(posedge clk_i) may_q <= !rst_i && (start_i || busy_o && !leave_i);

  always_comb begin
    assume (!start_i || !busy_o);
    if (!rst_i) begin
      only_then : assert (!busy_o || may_q);
      reads_at_rest : assert (busy_o || !read_busy_o);
      loads_at_rest : assert (busy_o || load_ready_o);
    end
    starts : cover (!rst_i && start_i && !busy_o);
    runs : cover (!rst_i && busy_o);
    rests : cover (!rst_i && !busy_o);
  end

endmodule

bind gh_blake3_mc_core gh_prove_blake3_runs u_runs (.*);

`default_nettype wire
