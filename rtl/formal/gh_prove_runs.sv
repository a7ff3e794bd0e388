// SPDX-License-Identifier: Apache-2.0
//
// Proof: what stands in for a coprocessor's core in formal/runs does all that the core does, as far as
// its user sees when words are loaded and read, whatever the program. It is bound to the core that macros
// name: GH_CORE, and of its signals GH_STREAMS, the streams of a run, and GH_LOADS, where words may be
// loaded; GH_HALVES, whether each of two streams has a half of its own.

`default_nettype none

module gh_prove_runs #(
    parameter bit Halves = 1'b0  // with a stream each
) (
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
      loads_beside : assert (!Halves || &(load_ready_o | streams_q));
    end
    starts : cover (!rst_i && start_i && !busy_o);
    runs : cover (!rst_i && busy_o);
    rests : cover (!rst_i && !busy_o);
  end

endmodule

bind `GH_CORE gh_prove_runs #(
    .Halves(`GH_HALVES)
) u_runs (
    .streams_i(`GH_STREAMS),
    .load_ready_o(`GH_LOADS),
    .*
);

`default_nettype wire
