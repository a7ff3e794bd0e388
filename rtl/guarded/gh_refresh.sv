// SPDX-License-Identifier: Apache-2.0
//
// New shares of the same value: a random bit is added to both.
//
// Latency 1, Width random bits a cycle, which must be uniform and fresh in each cycle.

`default_nettype none

module gh_refresh #(
    parameter int unsigned Width = 1
) (
    input wire logic             clk_i,
    input wire logic             clear_i,   // erase
    input wire logic             enable_i,
    input wire logic [Width-1:0] d0_i,
    input wire logic [Width-1:0] d1_i,
    input wire logic [Width-1:0] rnd_i,

    output wire logic [Width-1:0] q0_o,
    output wire logic [Width-1:0] q1_o
);

  // Tools must neither merge these registers nor move logic across them.
  (* keep = "true", dont_merge, syn_preserve *)
  logic [Width-1:0] share0_q, share1_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      share0_q <= '0;
      share1_q <= '0;
    end else if (enable_i) begin
      share0_q <= d0_i ^ rnd_i;
      share1_q <= d1_i ^ rnd_i;
    end
  end

  assign q0_o = share0_q;
  assign q1_o = share1_q;

endmodule

`default_nettype wire
