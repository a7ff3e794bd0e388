// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_synchroniser in proofs: of each bit that has changed in the step before an edge of
// clk_i, the first register takes the old or the new value, as the solver chooses.

`default_nettype none

module gh_synchroniser #(
    parameter int unsigned Width  = 1,
    parameter int unsigned Stages = 2
) (
    input wire logic clk_i,

    input  wire logic [Width-1:0] data_i,
    output wire logic [Width-1:0] data_o
);

  logic tick;
  logic [Width-1:0] before_q;
  logic [Width-1:0] late;
  logic [Stages-1:0][Width-1:0] stage_q;
  gh_prove_any #(.Width(Width)) u_late (.any_o(late));

  assign tick   = 1'b1;
  assign data_o = stage_q[Stages-1];

  initial {before_q, stage_q} = '0;
  always @(posedge tick) before_q <= data_i;
  always @(posedge clk_i) begin
    stage_q <= {stage_q[Stages-2:0], (late & before_q) | (~late & data_i)};
  end

endmodule

`default_nettype wire
