// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_axis_sideband: whenever a core answers, each answer has the values of its message's first
// beat, in order, and a beat is bad exactly if it has another tid than that one.

`default_nettype none

module gh_prove_axis_sideband #(
    parameter int unsigned Depth = 2
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,  // free
    input wire logic [7:0] place_i, // free

    input wire logic [2:0] side_i,
    input wire logic       last_i,
    input wire logic       valid_i,
    input wire logic       ready_i,
    input wire logic       answers_i
);

  logic rst, reset_q, ready_o, valid_o, bad_o;
  logic [2:0] side_o, side_q;
  gh_prove_reset u_reset (.*);

  gh_axis_sideband #(
      .Width   (3),
      .SameBits(2),
      .Depth   (Depth)
  ) u_sideband (
      .rst_i(rst),
      .*
  );

  localparam int unsigned CountBits = $clog2(Depth + 2);
  logic taken, first_q;
  logic [CountBits-1:0] held;
  assign taken = valid_i && ready_o;
  gh_prove_tokens #(
      .Width(3),
      .Most (Depth)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (place_i),
      .in_i      (side_i),
      .entering_i(CountBits'(taken && first_q)),
      .out_i     (side_o),
      .leaving_i (CountBits'(answers_i)),
      .held_o    (held)
  );

  always_ff @(posedge clk_i) begin
    if (rst) first_q <= 1'b1;
    else if (taken) first_q <= last_i;
    if (taken && first_q) side_q <= side_i;
  end

  always_comb begin
    if (!rst) begin
      assume (!answers_i || held != '0);
      one_beat : assert (taken == (valid_o && ready_i));
      only_first_waits : assert (valid_o == (valid_i && (!first_q || 32'(held) != Depth)));
      bad_if_another : assert (bad_o == (!first_q && side_i[1:0] != side_q[1:0]));
    end
    full : cover (!rst && 32'(held) == Depth && valid_i && first_q);
  end

  logic unused;
  assign unused = reset_q;

endmodule

`default_nettype wire
