// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_width, and by it of gh_width_up and gh_width_down: bytes of well-formed packets in order,
// each once, unchanged; tuser stays; a packet enters when the one before has left.

`default_nettype none

module gh_prove_width #(
    parameter int unsigned InBytes = 4,
    parameter int unsigned OutBytes = 2,
    parameter bit Erase = 1'b0,
    localparam int unsigned Parts = (InBytes > OutBytes) ? InBytes / OutBytes : OutBytes / InBytes
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic open_i,

    input wire logic       mark_i,
    input wire logic [7:0] place_i,

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
      .OutBytes(OutBytes),
      .Erase   (Erase)
  ) u_width (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .open_i (open_i),
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

  gh_prove_bytes #(
      .InBytes (InBytes),
      .OutBytes(OutBytes),
      .Most    ((InBytes > OutBytes) ? InBytes : OutBytes),
      .Due     (1),
      .Pause   (Parts)
  ) u_bytes (
      .clk_i      (clk_i),
      .rst_i      (rst),
      .open_i     (open_i),
      .mark_i     (mark_i),
      .place_i    (place_i),
      .in_data_i  (data_i),
      .in_keep_i  (keep_i),
      .in_last_i  (last_i),
      .in_user_i  (user_i),
      .in_valid_i (valid_i),
      .in_ready_i (ready),
      .out_data_i (data),
      .out_keep_i (keep),
      .out_last_i (last),
      .out_user_i (user),
      .out_valid_i(valid),
      .out_ready_i(ready_i)
  );

  gh_prove_offer #(
      .Width(9 * OutBytes + 2)
  ) u_offer (
      .clk_i    (clk_i),
      .rst_i    (rst),
      .assumed_i(1'b0),
      .payload_i({user, last, keep, data}),
      .valid_i  (valid),
      .ready_i  (ready_i)
  );

  logic first_q;
  always_ff @(posedge clk_i) begin
    if (rst) first_q <= 1'b1;
    else if (valid_i && ready) first_q <= last_i;
  end
  always_comb begin
    if (reset_q) begin
      silent_after_reset : assert (!ready && !valid);
    end
    if (!rst && valid_i && ready && first_q) begin
      one_packet : assert (u_bytes.u_tokens.held_o == '0);
    end
    if (!rst && Erase && u_bytes.u_tokens.held_o == '0) begin
      erased : assert (data == '0);
    end
  end

endmodule

`default_nettype wire
