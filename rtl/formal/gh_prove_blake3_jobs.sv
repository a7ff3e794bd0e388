// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_blake3_piped_core, without its data: what is told of a job goes along a row of as many places
// as the ring has jobs, a place for each job that enters; when it is at the end, the engine says that this
// job is done, and its result is written before the next one leaves. Bound to the core.

`default_nettype none

module gh_prove_blake3_jobs
  import gh_blake3_pkg::*;
(
    input wire logic         clk_i,
    input wire logic         rst_i,
    input wire logic         key_i,
    input wire logic         wipe_i,
    input wire logic         valid_i,
    input wire logic   [6:0] phase_q,
    input wire logic         take,
    input wire logic         go,
    input wire logic         done,
    input wire token_t       token,
    input wire token_t       leaves,
    input wire logic   [1:0] due_q
);

  logic enter, leave;
  assign enter = take && go && token.valid;
  assign leave = take && go && leaves.valid;

  always_comb begin
    assume (rst_i || !(valid_i && key_i) && !wipe_i);
    if (!rst_i) begin
      in_phase : assert (phase_q[0] == (take && go));
      one_phase : assert ($onehot(phase_q));
      in_time : assert (!leave || done);
      written : assert (!phase_q[0] || due_q == '0);
    end
    enters : cover (!rst_i && enter);
  end

  logic unused;
  assign unused = clk_i;

endmodule

bind gh_blake3_piped_core gh_prove_blake3_jobs u_jobs (.*);

`default_nettype wire
