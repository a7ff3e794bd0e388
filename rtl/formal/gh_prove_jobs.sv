// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_engine: the jobs that enter a ring of any data leave it in order, each once, after as many
// passes as were asked for, and no faster than the pace. Bound to the engine.
//
// The assertions on the slots are no promise of the engine: every cycle leaves them true for the
// next one, so that the proof closes with the rings of the designs. A job has the sum of its passes
// behind and ahead, and one with fewer ways ahead, or further on in its last one, is older.

`default_nettype none

module gh_prove_jobs #(
    parameter int unsigned Stages = 3,
    parameter int unsigned MaxPasses = 3,
    parameter int unsigned Pace = 4,
    localparam int unsigned PassBits = $clog2(MaxPasses + 1),
    localparam int unsigned WaitBits = $clog2(Pace)
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic [PassBits-1:0] passes_i,
    input wire logic offer_next_i,
    input wire logic take_o,
    input wire logic done_o,
    input wire logic ready_next_i,
    input wire logic go_o,
    input wire logic go_next_o,

    // Inside: valid, the last pass, passes ahead; cycles until a job may enter.
    input wire logic [Stages-1:0][PassBits+1:0] slot_q,
    input wire logic [WaitBits-1:0] wait_q
);

  localparam int unsigned CountBits = $clog2(Stages + 2);

  logic mark;
  gh_prove_any #(.Width(1)) u_mark (.any_o(mark));
  logic [1:0] data;
  gh_prove_any #(.Width(2)) u_data (.any_o(data));

  // The user's ring: any data, and the passes that were made.
  typedef struct packed {
    logic [1:0]          data;
    logic [PassBits-1:0] passes;
    logic                marked;
  } job_t;
  job_t [Stages-1:0] ring_q;
  job_t exit, enters;
  logic marks;  // the token is the job that enters
  assign exit = ring_q[Stages-1];
  assign enters = take_o ?
      '{data, PassBits'(1), marks} :
      '{exit.data, exit.passes + 1'b1, exit.marked};

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

  logic [CountBits-1:0] held, ahead;
  logic marked;
  logic [1:0] token;
  assign marks = enter && mark && !marked;
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
      .held_o    (held),
      .marked_o  (marked),
      .ahead_o   (ahead),
      .token_o   (token)
  );

  // The slots by themselves: how many have a job, and how many an older one than the token's is.
  logic [Stages-1:0] valid, last, is_token, sound;
  logic [Stages-1:0][PassBits-1:0] to_come;
  logic [PassBits-1:0] token_to_come;  // passes of the token's job
  logic [1:0] token_data;
  logic [CountBits-1:0] valids, olders, token_stage;
  always_comb begin
    {valids, olders, token_stage, token_to_come, token_data} = '0;
    for (int unsigned i = 0; i < Stages; i++) begin
      {valid[i], last[i], to_come[i]} = slot_q[i];
      is_token[i] = valid[i] && ring_q[i].marked;
      // The sum of passes is what was asked for, and the last one is told.
      sound[i] = {1'b0, ring_q[i].passes} + {1'b0, to_come[i]} == {1'b0, passes_i}
          && ring_q[i].passes != '0 && last[i] == (to_come[i] == '0);
      valids += CountBits'(valid[i]);
      if (is_token[i]) begin
        token_to_come |= to_come[i];
        token_data |= ring_q[i].data;
        token_stage |= CountBits'(i);
      end
    end
    for (int unsigned i = 0; i < Stages; i++) begin
      olders += CountBits'(valid[i] && (to_come[i] < token_to_come
          || to_come[i] == token_to_come && CountBits'(i) > token_stage));
    end
  end

  always_comb begin
    if (started_q) assume (passes_i == passes_q);
    assume (passes_i != '0 && 32'(passes_i) <= MaxPasses);
    if (!rst_i && started_q) begin
      all_passes : assert (!leave || exit.passes == passes_i);
      paced : assert (!enter || 32'(since_q) >= Pace);
      offered : assert (!take_o || offer_q);
      stops_for_one : assert (go_o == !(done_o && !ready_q));
    end
    told_before : assert (go_o == go_next_q);
    if (!rst_i) begin
      slots_are_sound : assert ((valid & ~sound) == '0);
      done_is_the_end : assert (done_o == (valid[Stages-1] && last[Stages-1]));
      free_is_taken : assert (!take_o || !valid[Stages-1] || last[Stages-1]);
      all_counted : assert (held == valids);
      token_is_one : assert (marked ? $onehot(is_token) : is_token == '0);
      older_leave_before : assert (!marked || ahead == olders);
      token_is_whole : assert (!marked || token == token_data);
      waits_enough : assert (since_q == '1 || 32'(since_q) + 32'(wait_q) >= Pace);
      enters_at_its_pace : assert (!take_o || wait_q == '0);
    end
    others_stay : cover (!rst_i && leave && held > CountBits'(1));
    waits : cover (!rst_i && started_q && !go_o);
  end

  // Far from the reset in a longer ring, with more passes.
  if (Stages < 4) begin : gen_small
    always_comb both : cover (!rst_i && enter && leave);
  end

endmodule

bind gh_engine gh_prove_jobs #(
    .Stages(Stages),
    .MaxPasses(MaxPasses),
    .Pace(Pace)
) u_jobs (.*);

`default_nettype wire
