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

  logic rst, reset_q, last_o, user_o, valid_o, ready_o, waits_o, none_held;
  logic [8*OutBytes-1:0] data_o;
  logic [  OutBytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_stream_pins #(
      .InBytes   (InBytes),
      .OutBytes  (OutBytes),
      .Leaving   (Leaving),
      .Registered(1'b1),
      .Erase     (1'b1)
  ) u_pins (
      .rst_i(rst),
      .*
  );

  gh_prove_bytes #(
      .InBytes (InBytes),
      .OutBytes(OutBytes),
      .Most    (3 * Wide),
      .Due     (1),
      .Latency (2),
      .Pause   (3 * Parts + 2),
      .Alone   (!Leaving)
  ) u_bytes (
      .rst_i(rst),
      .*
  );

  always_comb begin
    // The owner does not close the stream on what is inside.
    if (!rst && !none_held) begin
      given_open : assume (open_i);
    end
    if (reset_q) begin
      silent_after_reset : assert (!ready_o && !valid_o && !waits_o);
    end
  end

endmodule

`default_nettype wire
