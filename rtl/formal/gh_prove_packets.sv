// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_width: each packet, malformed ones too, leaves as one packet, in order, malformed if it
// was, with tuser if it had it.

`default_nettype none

module gh_prove_packets #(
    parameter int unsigned InBytes  = 2,
    parameter int unsigned OutBytes = 1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic mark_i,

    input wire logic [8*InBytes-1:0] data_i,
    input wire logic [  InBytes-1:0] keep_i,
    input wire logic                 last_i,
    input wire logic                 user_i,
    input wire logic                 valid_i,
    input wire logic                 ready_i
);

  logic rst, reset_q, last, user, valid, ready;
  logic [8*OutBytes-1:0] data;
  logic [  OutBytes-1:0] keep;
  gh_prove_reset u_reset (.*);

  gh_width #(
      .InBytes (InBytes),
      .OutBytes(OutBytes)
  ) u_width (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .open_i (1'b1),
      .data_i (data_i),
      .keep_i (keep_i),
      .last_i (last_i),
      .user_i (user_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_o (data),
      .keep_o (keep),
      .last_o (last),
      .user_o (user),
      .valid_o(valid),
      .ready_i(ready_i)
  );

  logic in_bad, in_user, in_first, out_bad, out_user, out_first;
  gh_prove_packet #(
      .Bytes(InBytes)
  ) u_in (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .keep_i (keep_i),
      .last_i (last_i),
      .user_i (user_i),
      .taken_i(valid_i && ready),
      .bad_o  (in_bad),
      .user_o (in_user),
      .first_o(in_first)
  );
  gh_prove_packet #(
      .Bytes(OutBytes)
  ) u_out (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .keep_i (keep),
      .last_i (last),
      .user_i (user),
      .taken_i(valid && ready_i),
      .bad_o  (out_bad),
      .user_o (out_user),
      .first_o(out_first)
  );

  logic [1:0] held;
  gh_prove_tokens #(
      .Width(2),
      .Most (1)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (8'd0),
      .in_i      ({in_bad, in_user}),
      .entering_i(2'(valid_i && ready && last_i)),
      .out_i     ({out_bad, out_user}),
      .leaving_i (2'(valid && ready_i && last)),
      .held_o    (held)
  );

  logic unused;
  assign unused = ^{reset_q, data, in_first, out_first, held};

  always_comb begin
    malformed : cover (!rst && valid && last && out_bad && ready_i);
    well_formed : cover (!rst && valid && last && !out_bad && out_user && ready_i);
  end

endmodule

`default_nettype wire
