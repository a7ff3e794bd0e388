// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_stream_pins: as gh_prove_width, with a register slice at the pins; and nothing of a second
// packet is inside before the first has left.

`default_nettype none

module gh_prove_stream_pins #(
    parameter int unsigned InBytes = 2,
    parameter int unsigned OutBytes = 1,
    parameter bit Leaving = 1'b0,
    localparam int unsigned Wide = (InBytes > OutBytes) ? InBytes : OutBytes,
    localparam int unsigned Parts = Wide / ((InBytes > OutBytes) ? OutBytes : InBytes)
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

  logic rst, reset_q, last, user, valid, ready, waits;
  logic [8*OutBytes-1:0] data;
  logic [  OutBytes-1:0] keep;
  gh_prove_reset u_reset (.*);

  gh_stream_pins #(
      .InBytes   (InBytes),
      .OutBytes  (OutBytes),
      .Leaving   (Leaving),
      .Registered(1'b1),
      .Erase     (1'b1)
  ) u_pins (
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
      .ready_i(ready_i),
      .waits_o(waits)
  );

  gh_prove_bytes #(
      .InBytes (InBytes),
      .OutBytes(OutBytes),
      .Most    (3 * Wide),
      .Due     (1),
      .Latency (2),
      .Pause   (3 * Parts + 2)
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
    // The owner does not close the stream on what is inside.
    if (!rst && u_bytes.u_tokens.held_o != '0) assume (open_i);
    if (reset_q) begin
      silent_after_reset : assert (!ready && !valid && !waits);
    end
    if (!rst && !Leaving && valid_i && ready && first_q) begin
      one_packet : assert (u_bytes.u_tokens.held_o == '0);
    end
  end

endmodule

`default_nettype wire
