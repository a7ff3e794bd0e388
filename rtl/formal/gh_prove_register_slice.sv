// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_register_slice: beats in order, each once, unchanged, one a cycle; an offered beat is
// held; nothing outlives a reset.

`default_nettype none

module gh_prove_register_slice #(
    parameter int unsigned Mode  = 3,
    parameter bit          Erase = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [7:0] data_i,
    input wire logic       valid_i,
    input wire logic       ready_i
);

  localparam int unsigned Places = 32'(Mode[0]) + 32'(Mode[1]);

  logic rst, reset_q, ready, valid;
  logic [7:0] data;
  logic [2:0] held;
  gh_prove_reset u_reset (.*);

  gh_register_slice #(
      .Width(8),
      .Mode (Mode),
      .Erase(Erase)
  ) u_slice (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .data_i (data_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_o (data),
      .valid_o(valid),
      .ready_i(ready_i)
  );

  gh_prove_tokens #(
      .Width(8),
      .Most (Places)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (8'd0),
      .in_i      (data_i),
      .entering_i(valid_i && ready),
      .out_i     (data),
      .leaving_i (valid && ready_i),
      .held_o    (held)
  );

  gh_prove_offer #(
      .Width(8)
  ) u_offer_in (
      .clk_i    (clk_i),
      .rst_i    (rst),
      .assumed_i(1'b1),
      .payload_i(data_i),
      .valid_i  (valid_i),
      .ready_i  (ready)
  );
  gh_prove_offer #(
      .Width(8)
  ) u_offer_out (
      .clk_i    (clk_i),
      .rst_i    (rst),
      .assumed_i(1'b0),
      .payload_i(data),
      .valid_i  (valid),
      .ready_i  (ready_i)
  );

  always_comb begin
    if (reset_q) begin
      silent_after_reset : assert (!ready && !valid);
    end else if (!rst) begin
      in_time : assert (valid || held == '0);
      one_a_cycle : assert (ready || !ready_i && held != '0 || Mode[1] && held != '0);
    end
  end

endmodule

`default_nettype wire
