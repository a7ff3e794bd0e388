// SPDX-License-Identifier: Apache-2.0
//
// Proof: the reset of the first cycle, which finds the registers with any contents, and of any later
// one that the solver chooses.

`default_nettype none

module gh_prove_reset (
    input  wire logic clk_i,
    input  wire logic rst_i,
    output wire logic rst,
    output wire logic reset_q  // in the cycle before
);

  logic first_q, before_q;
  initial {first_q, before_q} = 2'b10;
  always_ff @(posedge clk_i) begin
    first_q  <= 1'b0;
    before_q <= rst;
  end
  assign rst     = rst_i || first_q;
  assign reset_q = before_q;

endmodule

`default_nettype wire
