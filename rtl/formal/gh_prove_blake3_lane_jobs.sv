// SPDX-License-Identifier: Apache-2.0
//
// gh_prove_blake3_jobs of a lane, whose phase comes from outside, and so do rows: none follows another one at
// once into a memory for which a result waits.

`default_nettype none

module gh_prove_blake3_lane_jobs
  import gh_blake3_lanes_pkg::*;
#(
    parameter int unsigned Stages = 10
) (
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
    input wire logic   [1:0] due_q,
    input wire logic   [1:0] write_q,
    input wire row_t   [1:0] write_row_q
);

  logic shift, leave, root, half, rst_q;
  logic [1:0] written;
  logic [6:0] phase_q;
  logic [1:0] blocked_q;
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

  place_t place_q;  // of the result of the job that left last
  assign half = !root && place_q.second;
  initial rst_q = 1'b1;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    phase_q <= phase_i;
    blocked_q <= blocked;
    if (leave) place_q <= leaves.place;
  end

  always_comb begin
    assume (rst_i || !wipe_i);
    assume (phase_i == (rst_q ? 7'b1000000 : {phase_q[5:0], phase_q[6]}));
    assume (rst_i || due_q == '0 || (blocked & blocked_q) == '0);
    if (!rst_i) begin
      in_phase : assert (phase_i[0] == shift);
      in_time : assert (!leave || done);
      is_written : assert (!written[0] || write_q[half]);
      second_is_written : assert (!written[1] || write_q[0]);
      at_its_row : assert (!written[0] || root || write_row_q[place_q.second] == place_q.row);
    end
  end

endmodule

bind gh_blake3_lane gh_prove_blake3_lane_jobs #(.Stages(Stages)) u_jobs (.*);

`default_nettype wire
