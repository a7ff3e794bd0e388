// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_blake3_piped_core, without its data: what is told of a job goes along a row of as many places
// as the ring has jobs, a place for each job that enters; when it is at the end, the engine says that this
// job is done, and its result is written, of the root both halves, before the next one leaves. Bound to the core.

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

  logic shift, leave;
  assign shift = take && go;
  assign leave = shift && leaves.valid;
  gh_prove_places #(
      .Places(Stages),
      .Width ($bits(token_t))
  ) u_places (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .shift_i    (shift),
      .in_valid_i (token.valid),
      .in_i       (token),
      .out_valid_i(leaves.valid),
      .out_i      (leaves)
  );

  // The job that left last, and what was due in the cycle before.
  logic started_q, left_q, root_q;
  row_t row_q;
  logic [1:0] due_before_q, written;
  assign written = due_before_q & ~due_q & {2{started_q}};
  always_ff @(posedge clk_i) begin
    started_q <= !rst_i;
    left_q <= leave && !rst_i;
    due_before_q <= due_q;
    if (leave) {root_q, row_q} <= {leaves.root, leaves.row};
  end

  always_comb begin
    assume (rst_i || !(valid_i && key_i) && !wipe_i);
    if (!rst_i) begin
      in_phase : assert (phase_q[0] == shift);
      one_phase : assert ($onehot(phase_q));
      in_time : assert (!leave || done);
      due : assert (!left_q || due_q == {root_q, 1'b1});
      in_order : assert (due_q != 2'b01 || !root_q);
      written_before : assert (!phase_q[0] || due_q == '0);
      is_written : assert (written == '0 || write_q);
      at_its_row : assert (!written[0] || root_q || write_row_q == row_q);
    end
  end

endmodule

bind gh_blake3_piped_core gh_prove_blake3_jobs #(.Stages(Stages)) u_jobs (.*);

`default_nettype wire
