// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_fifo: entries leave in order, each once, unchanged, from the cycle after they entered on,
// if whoever writes keeps count.

`default_nettype none

module gh_prove_fifo #(
    parameter int unsigned Depth = 4
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [1:0] data_i,
    input wire logic       valid_i,
    input wire logic       ready_i
);

  localparam int unsigned CountBits = $clog2(Depth + 2);

  logic rst, reset_q, valid;
  logic [1:0] data;
  logic [CountBits-1:0] held;
  gh_prove_reset u_reset (.*);

  gh_fifo #(
      .Width(2),
      .Depth(Depth)
  ) u_fifo (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .data_i (data_i),
      .valid_i(valid_i),
      .data_o (data),
      .valid_o(valid),
      .ready_i(ready_i)
  );

  gh_prove_tokens #(
      .Width(2),
      .Most (Depth)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (8'd0),
      .in_i      (data_i),
      .entering_i(CountBits'(valid_i)),
      .out_i     (data),
      .leaving_i (CountBits'(valid && ready_i)),
      .held_o    (held)
  );

  always_comb begin
    if (!rst && 32'(held) == Depth) assume (!valid_i || ready_i);
    if (!rst) begin
      in_time : assert (valid == (held != '0));
    end
    if (reset_q) begin
      silent_after_reset : assert (!valid);
    end
  end

endmodule

`default_nettype wire
