// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_engine: the jobs that enter a ring of any data leave it in order, each once, after as many
// passes as were asked for, and no faster than the pace. Bound to the engine.
//
// What is asserted of the slots is no promise of the engine: it is what every cycle leaves to the next one, so that
// the proof closes with the rings of the designs. A job has the sum of its passes behind and ahead, and one with fewer
// ways ahead, or further on in its last one, is older.

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

  // As in gh_prove_tokens, whose registers are needed below: jobs in the ring, and one job that the solver
  // chooses, with the number of those ahead of it.
  logic [CountBits-1:0] held_q, ahead_q, ahead;
  logic marked_q, leaves;
  logic [1:0] token_q, token;
  assign marks  = enter && mark && !marked_q;
  assign ahead  = marked_q ? ahead_q : held_q;
  assign leaves = (marked_q || marks) && leave && ahead == '0;
  assign token  = marked_q ? token_q : data;
  always_ff @(posedge clk_i) begin
    held_q   <= rst_i ? '0 : held_q + CountBits'(enter) - CountBits'(leave);
    marked_q <= !rst_i && (marked_q || marks) && !leaves;
    ahead_q  <= ahead - CountBits'(leave);
    token_q  <= token;
  end

  // The slots by themselves: how many have a job, and how many an older one than the token's is.
  logic [Stages-1:0] valid, last, marked, sound;
  logic [Stages-1:0][PassBits-1:0] to_come;
  logic [PassBits-1:0] token_to_come;  // passes of the token's job
  logic [1:0] token_data;
  logic [CountBits-1:0] valids, olders, token_stage;
  always_comb begin
    {valids, olders, token_stage, token_to_come, token_data} = '0;
    for (int unsigned i = 0; i < Stages; i++) begin
      {valid[i], last[i], to_come[i]} = slot_q[i];
      marked[i] = valid[i] && ring_q[i].marked;
      // The sum of passes is what was asked for, and the last one is told.
      sound[i] = {1'b0, ring_q[i].passes} + {1'b0, to_come[i]} == {1'b0, passes_i}
          && ring_q[i].passes != '0 && last[i] == (to_come[i] == '0);
      valids += CountBits'(valid[i]);
      if (marked[i]) begin
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
      told_before : assert (go_o == go_next_q);
      stops_for_one : assert (go_o || done_o && !ready_q);
    end
    if (!rst_i) begin
      has_room : assert (32'(held_q) <= Stages);
      nothing_else : assert (!leave || held_q != '0);
      in_order : assert (!leaves || exit.data == token);

      slots_are_sound : assert ((valid & ~sound) == '0);
      done_is_the_end : assert (done_o == (valid[Stages-1] && last[Stages-1]));
      free_is_taken : assert (!take_o || !valid[Stages-1] || last[Stages-1]);
      all_counted : assert (held_q == valids);
      token_is_one : assert (marked_q ? $onehot(marked) : marked == '0);
      older_leave_before : assert (!marked_q || ahead_q == olders);
      token_is_whole : assert (!marked_q || token_q == token_data);
      waits_enough : assert (since_q == '1 || 32'(since_q) + 32'(wait_q) >= Pace);
      enters_at_its_pace : assert (!take_o || wait_q == '0);
    end
    others_stay : cover (!rst_i && leave && held_q > CountBits'(1));
    comes_out : cover (!rst_i && marked_q && leaves);
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
