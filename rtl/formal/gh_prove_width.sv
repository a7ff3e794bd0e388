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

  logic rst, reset_q, last_o, user_o, valid_o, ready_o, none_held;
  logic [8*OutBytes-1:0] data_o;
  logic [  OutBytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_width #(
      .InBytes (InBytes),
      .OutBytes(OutBytes),
      .Erase   (Erase)
  ) u_width (
      .rst_i(rst),
      .*
  );

  gh_prove_bytes #(
      .InBytes (InBytes),
      .OutBytes(OutBytes),
      .Most    ((InBytes > OutBytes) ? InBytes : OutBytes),
      .Due     (1),
      .Pause   (Parts),
      .Alone   (1'b1),
      .Erase   (Erase)
  ) u_bytes (
      .rst_i(rst),
      .*
  );

  always_comb begin
    if (reset_q) begin
      silent_after_reset : assert (!ready_o && !valid_o);
    end
  end

  logic unused;
  assign unused = none_held;

endmodule

`default_nettype wire
