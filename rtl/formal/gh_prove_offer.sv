// SPDX-License-Identifier: Apache-2.0
//
// Proof: a beat that is offered stays, unchanged, until it is taken or reset. For a sender outside
// the module it is an assumption.

`default_nettype none

module gh_prove_offer #(
    parameter int unsigned Width = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic assumed_i,

    input wire logic [Width-1:0] payload_i,
    input wire logic             valid_i,
    input wire logic             ready_i
);

  logic waits_q;
  logic [Width-1:0] payload_q;
  initial waits_q = 1'b0;
  always_ff @(posedge clk_i) begin
    waits_q   <= valid_i && !ready_i && !rst_i;
    payload_q <= payload_i;
  end

  always_comb begin
    if (waits_q && !rst_i && assumed_i) assume (valid_i && payload_i == payload_q);
    if (waits_q && !rst_i && !assumed_i) begin
      stays : assert (valid_i);
      unchanged : assert (payload_i == payload_q);
    end
    stalls : cover (waits_q && valid_i && !rst_i);
  end

endmodule

`default_nettype wire
