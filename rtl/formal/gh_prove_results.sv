// SPDX-License-Identifier: Apache-2.0
//
// Proof: the tags of BLAKE3's jobs enter a row of places and reach its end as many entries later,
// unchanged, and nothing else is there; a place may be empty. The result of a job that leaves is
// due at once, of the root both halves, and no longer when the next one leaves.

`default_nettype none

module gh_prove_results #(
    parameter int unsigned Places = 10,
    parameter int unsigned Width  = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,   // all places are empty
    input wire logic shift_i,

    input wire logic             in_valid_i,
    input wire logic [Width-1:0] in_i,
    input wire logic             out_valid_i,
    input wire logic             out_root_i,
    input wire logic [Width-1:0] out_i,

    input  wire logic [1:0] due_i,
    output wire logic       leaves_o,
    output wire logic       root_o,    // the job that left last is the root
    output wire logic [1:0] written_o  // what was due in the cycle before is no longer
);

  logic [Places-1:0] valid_q;
  logic [Places-1:0][Width-1:0] place_q;
  always_ff @(posedge clk_i) begin
    if (shift_i) begin
      valid_q <= {valid_q[Places-2:0], in_valid_i};
      place_q <= {place_q[Places-2:0], in_i};
    end
    if (rst_i) valid_q <= '0;
  end

  logic started_q, left_q, root_q;
  logic [1:0] due_q;
  assign leaves_o  = shift_i && out_valid_i;
  assign root_o    = root_q;
  assign written_o = due_q & ~due_i & {2{started_q}};
  always_ff @(posedge clk_i) begin
    started_q <= !rst_i;
    left_q <= leaves_o && !rst_i;
    due_q <= due_i;
    if (leaves_o) root_q <= out_root_i;
  end

  always_comb begin
    if (!rst_i) begin
      none_lost : assert (out_valid_i == valid_q[Places-1]);
      unchanged : assert (!out_valid_i || out_i == place_q[Places-1]);
      due : assert (!left_q || due_i == {root_q, 1'b1});
      written_before : assert (!shift_i || due_i == '0);
    end
    enters : cover (!rst_i && shift_i && in_valid_i);
  end

endmodule

`default_nettype wire
