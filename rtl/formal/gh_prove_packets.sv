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

  logic rst, reset_q, last_o, user_o, valid_o, ready_o;
  logic [8*OutBytes-1:0] data_o;
  logic [  OutBytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_width #(
      .InBytes (InBytes),
      .OutBytes(OutBytes)
  ) u_width (
      .rst_i (rst),
      .open_i(1'b1),
      .*
  );

  logic in_bad, in_user, in_first, out_bad, out_user, out_first;
  gh_prove_packet #(
      .Bytes(InBytes)
  ) u_in (
      .rst_i  (rst),
      .taken_i(valid_i && ready_o),
      .bad_o  (in_bad),
      .user_o (in_user),
      .first_o(in_first),
      .*
  );
  gh_prove_packet #(
      .Bytes(OutBytes)
  ) u_out (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .keep_i (keep_o),
      .last_i (last_o),
      .user_i (user_o),
      .taken_i(valid_o && ready_i),
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
      .entering_i(2'(valid_i && ready_o && last_i)),
      .out_i     ({out_bad, out_user}),
      .leaving_i (2'(valid_o && ready_i && last_o)),
      .held_o    (held)
  );

  logic unused;
  assign unused = ^{reset_q, data_o, in_first, out_first, held};

  always_comb begin
    malformed : cover (!rst && valid_o && last_o && out_bad && ready_i);
    well_formed : cover (!rst && valid_o && last_o && !out_bad && out_user && ready_i);
  end

endmodule

`default_nettype wire
