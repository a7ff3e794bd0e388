// SPDX-License-Identifier: Apache-2.0
//
// Proof: whatever the program of gh_arx_mc_core is, its runs begin and end as they are asked to, and words
// are loaded and read where they do not take part. Bound to the core.

`default_nettype none

module gh_prove_arx_runs (
    input wire logic       clk_i,
    input wire logic       rst_i,
    input wire logic       start_i,
    input wire logic [1:0] streams_i,
    input wire logic       busy_o,
    input wire logic [1:0] load_ready_o,
    input wire logic       read_busy_o
);

  logic may_q;
  logic [1:0] streams_q;
  always_ff @(posedge clk_i) begin
    may_q     <= !rst_i && (start_i || busy_o && streams_i != '0);
    streams_q <= streams_i;
  end

  always_comb begin
    assume (!start_i || !busy_o);
    if (!rst_i) begin
      only_then : assert (!busy_o || may_q);
      reads_at_rest : assert (busy_o || !read_busy_o);
      loads_at_rest : assert (busy_o || &load_ready_o);
      loads_beside : assert (&(load_ready_o | streams_q));
    end
    starts : cover (!rst_i && start_i && !busy_o);
    runs : cover (!rst_i && busy_o);
    rests : cover (!rst_i && !busy_o);
  end

endmodule

bind gh_arx_mc_core gh_prove_arx_runs u_runs (.*);

`default_nettype wire
