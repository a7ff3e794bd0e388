// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_bus_fifo: entries leave in order, each once, unchanged, from the cycle after they entered
// on; room, level and erasure are what they say, and an idle FIFO is erased in Depth cycles.

`default_nettype none

module gh_prove_bus_fifo #(
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
  localparam int unsigned RoomBits = $clog2(Depth) + 1;

  logic rst, reset_q, ready, valid, erased;
  logic [1:0] data;
  logic [RoomBits-1:0] room, level;
  logic [CountBits-1:0] held;
  gh_prove_reset u_reset (.*);

  gh_bus_fifo #(
      .Width(2),
      .Depth(Depth)
  ) u_fifo (
      .clk_i   (clk_i),
      .rst_i   (rst),
      .data_i  (data_i),
      .valid_i (valid_i),
      .ready_o (ready),
      .data_o  (data),
      .valid_o (valid),
      .ready_i (ready_i),
      .room_o  (room),
      .level_o (level),
      .erased_o(erased)
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
      .entering_i(CountBits'(valid_i && ready)),
      .out_i     (data),
      .leaving_i (CountBits'(valid && ready_i)),
      .held_o    (held)
  );

  // Cycles without a transfer.
  logic [RoomBits-1:0] idle_q;
  always_ff @(posedge clk_i) begin
    if (rst || valid_i && ready || valid && ready_i) idle_q <= '0;
    else if (32'(idle_q) < Depth) idle_q <= idle_q + 1'b1;
  end

  always_comb begin
    if (!rst) begin
      in_time : assert (valid == (held != '0));
      level_told : assert (32'(level) == 32'(held));
      room_told : assert (32'(room) + 32'(held) <= Depth);
      ready_told : assert (ready == (room != '0));
      all_room : assert (!erased || 32'(room) + 32'(held) == Depth);
      erased_in_time : assert (32'(idle_q) < Depth || erased);
    end
    if (reset_q) begin
      silent_after_reset : assert (!valid && !ready);
    end
  end

endmodule

`default_nettype wire
