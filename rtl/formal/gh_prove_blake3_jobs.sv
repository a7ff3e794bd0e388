// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_blake3_piped_core, without its data: a job's tag goes along a row of as many places
// as the ring has jobs, a place for each job that enters; when it is at the end, the engine says
// that this job is done, and its result is written, of the root both halves, before the next one
// leaves. Bound to the core.

`default_nettype none

module gh_prove_blake3_jobs
  import gh_blake3_pkg::*;
#(
    parameter int unsigned Stages = 10
) (
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
    input wire logic   [1:0] due_q,
    input wire logic         write_q,
    input wire row_t         write_row_q
);

  logic shift, leave, root;
  logic [1:0] written;
  assign shift = take && go;
  gh_prove_results #(
      .Places(Stages),
      .Width ($bits(token_t))
  ) u_results (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .shift_i    (shift),
      .in_valid_i (token.valid),
      .in_i       (token),
      .out_valid_i(leaves.valid),
      .out_root_i (leaves.root),
      .out_i      (leaves),
      .due_i      (due_q),
      .leaves_o   (leave),
      .root_o     (root),
      .written_o  (written)
  );

  row_t row_q;  // of the result of the job that left last
  always_ff @(posedge clk_i) if (leave) row_q <= leaves.row;

  always_comb begin
    assume (rst_i || !(valid_i && key_i) && !wipe_i);
    if (!rst_i) begin
      in_phase : assert (phase_q[0] == shift);
      one_phase : assert ($onehot(phase_q));
      in_time : assert (!leave || done);
      in_order : assert (due_q != 2'b01 || !root);
      is_written : assert (written == '0 || write_q);
      at_its_row : assert (!written[0] || root || write_row_q == row_q);
    end
  end

endmodule

bind gh_blake3_piped_core gh_prove_blake3_jobs #(.Stages(Stages)) u_jobs (.*);

`default_nettype wire
