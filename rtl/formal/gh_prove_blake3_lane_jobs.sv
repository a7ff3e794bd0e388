// SPDX-License-Identifier: Apache-2.0
//
// gh_prove_blake3_jobs of a lane, whose phase comes from outside, and so do rows: none follows another one at
// once into a memory for which a result waits.

`default_nettype none

module gh_prove_blake3_lane_jobs
  import gh_blake3_lanes_pkg::*;
(
    input wire logic         clk_i,
    input wire logic         rst_i,
    input wire logic         wipe_i,
    input wire logic   [6:0] phase_i,
    input wire logic         take,
    input wire logic         go,
    input wire logic         done,
    input wire token_t       token,
    input wire token_t       leaves,
    input wire logic   [1:0] blocked,
    input wire logic   [1:0] due_q
);

  logic enter, leave, rst_q;
  logic [6:0] phase_q;
  logic [1:0] blocked_q;
  assign enter = take && go && token.valid;
  assign leave = take && go && leaves.valid;

  initial rst_q = 1'b1;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    phase_q <= phase_i;
    blocked_q <= blocked;
  end

  always_comb begin
    assume (rst_i || !wipe_i);
    assume (phase_i == (rst_q ? 7'b1000000 : {phase_q[5:0], phase_q[6]}));
    assume (rst_i || due_q == '0 || (blocked & blocked_q) == '0);
    if (!rst_i) begin
      in_phase : assert (phase_i[0] == (take && go));
      in_time : assert (!leave || done);
      written : assert (!phase_i[0] || due_q == '0);
    end
    enters : cover (!rst_i && enter);
  end

endmodule

bind gh_blake3_lane gh_prove_blake3_lane_jobs u_jobs (.*);

`default_nettype wire
