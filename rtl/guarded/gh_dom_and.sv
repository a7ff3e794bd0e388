// SPDX-License-Identifier: Apache-2.0
//
// Masked AND of two shares (domain-oriented masking, Gross, Mangard and Korak, TIS 2016).
//
// Latency 1, one operation a cycle, Width random bits a cycle. A value is the sum of its shares; a and b
// must be shared independently of each other. rnd_i must be uniform and fresh in each cycle. The shares
// of q_o are sums of two registers behind the registers: whoever combines them with others needs the
// registers of a further gadget or of gh_refresh between both shares of one value.
//
//   q0 = [a0 b0] ^ [a0 b1 ^ rnd]     [ ] is a register
//   q1 = [a1 b1] ^ [a1 b0 ^ rnd]

`default_nettype none

module gh_dom_and #(
    parameter int unsigned Width = 1
) (
    input wire logic             clk_i,
    input wire logic             clear_i,   // erase
    input wire logic             enable_i,
    input wire logic [Width-1:0] a0_i,
    input wire logic [Width-1:0] a1_i,
    input wire logic [Width-1:0] b0_i,
    input wire logic [Width-1:0] b1_i,
    input wire logic [Width-1:0] rnd_i,

    output wire logic [Width-1:0] q0_o,
    output wire logic [Width-1:0] q1_o
);

  // Tools must neither merge these registers nor move logic across them.
  (* keep = "true", dont_merge, syn_preserve *)
  logic [Width-1:0] inner0_q, inner1_q, cross0_q, cross1_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      inner0_q <= '0;
      inner1_q <= '0;
      cross0_q <= '0;
      cross1_q <= '0;
    end else if (enable_i) begin
      inner0_q <= a0_i & b0_i;
      inner1_q <= a1_i & b1_i;
      cross0_q <= (a0_i & b1_i) ^ rnd_i;
      cross1_q <= (a1_i & b0_i) ^ rnd_i;
    end
  end

  assign q0_o = inner0_q ^ cross0_q;
  assign q1_o = inner1_q ^ cross1_q;

endmodule

`default_nettype wire
