// SPDX-License-Identifier: Apache-2.0
//
// Proof: what enters a row of places is at its end as many entries later, unchanged, and nothing else is there. A place
// may be empty.

`default_nettype none

module gh_prove_places #(
    parameter int unsigned Places = 10,
    parameter int unsigned Width  = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,  // all places are empty
    input wire logic shift_i,

    input wire logic             in_valid_i,
    input wire logic [Width-1:0] in_i,
    input wire logic             out_valid_i,
    input wire logic [Width-1:0] out_i
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

  always_comb begin
    if (!rst_i) begin
      none_lost : assert (out_valid_i == valid_q[Places-1]);
      unchanged : assert (!out_valid_i || out_i == place_q[Places-1]);
    end
    enters : cover (!rst_i && shift_i && in_valid_i);
  end

endmodule

`default_nettype wire
