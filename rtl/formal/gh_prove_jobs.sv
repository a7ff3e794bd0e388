// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_engine: the jobs that enter a ring of any data leave it in order, each once, after as many
// passes as were asked for, and no faster than the pace. Bound to the engine.

`default_nettype none

module gh_prove_jobs #(
    parameter int unsigned Stages = 3,
    parameter int unsigned MaxPasses = 3,
    parameter int unsigned Pace = 4
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic [$clog2(MaxPasses+1)-1:0] passes_i,
    input wire logic offer_next_i,
    input wire logic take_o,
    input wire logic done_o,
    input wire logic ready_next_i,
    input wire logic go_o,
    input wire logic go_next_o
);

  localparam int unsigned PassBits = $clog2(MaxPasses + 1);
  localparam int unsigned CountBits = $clog2(Stages + 2);

  logic mark;
  gh_prove_any #(.Width(1)) u_mark (.any_o(mark));
  logic [1:0] data;
  gh_prove_any #(.Width(2)) u_data (.any_o(data));

  // The user's ring: any data, and the passes that were made.
  typedef struct packed {
    logic [1:0]          data;
    logic [PassBits-1:0] passes;
  } job_t;
  job_t [Stages-1:0] ring_q;
  job_t exit, enters;
  assign exit   = ring_q[Stages-1];
  assign enters = take_o ? '{data, PassBits'(1)} : '{exit.data, exit.passes + 1'b1};

  logic [PassBits-1:0] passes_q;
  logic started_q, ready_q, go_next_q, offer_q;
  logic [7:0] since_q;  // cycles of the ring since a job entered
  always_ff @(posedge clk_i) begin
    if (go_o) ring_q <= {ring_q[Stages-2:0], enters};
    if (go_o && take_o) since_q <= 8'd1;
    else if (go_o && since_q != '1) since_q <= since_q + 1'b1;
    passes_q  <= passes_i;
    started_q <= !rst_i;
    ready_q   <= ready_next_i;
    go_next_q <= go_next_o;
    offer_q   <= offer_next_i;
    if (rst_i) since_q <= '1;
  end

  logic enter, leave;
  assign enter = go_o && take_o;
  assign leave = go_o && done_o;
  logic [CountBits-1:0] unused_held;
  gh_prove_tokens #(
      .Width(2),
      .Most (Stages)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .mark_i    (mark),
      .place_i   (8'd0),
      .in_i      (data),
      .entering_i(CountBits'(enter)),
      .out_i     (exit.data),
      .leaving_i (CountBits'(leave)),
      .held_o    (unused_held)
  );

  always_comb begin
    if (started_q) assume (passes_i == passes_q);
    assume (passes_i != '0 && 32'(passes_i) <= MaxPasses);
    if (!rst_i && started_q) begin
      all_passes : assert (!leave || exit.passes == passes_i);
      paced : assert (!enter || 32'(since_q) >= Pace);
      offered : assert (!take_o || offer_q);
      told_before : assert (go_o == go_next_q);
      stops_for_one : assert (go_o || done_o && !ready_q);
    end
    both : cover (!rst_i && enter && leave);
    waits : cover (!rst_i && started_q && !go_o);
  end

endmodule

bind gh_engine gh_prove_jobs #(
    .Stages(Stages),
    .MaxPasses(MaxPasses),
    .Pace(Pace)
) u_jobs (.*);

`default_nettype wire
