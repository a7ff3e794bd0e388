// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_block_queue: blocks of beats of one to Slots blocks leave one or several a cycle, in
// order, each once, with their flags; Slots of them are at hand while the source never pauses.

`default_nettype none

module gh_prove_block_queue
  import gh_stream_pkg::*;
#(
    parameter  int unsigned Slots    = 2,
    localparam int unsigned SlotBits = $clog2(Slots + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [7:0] place_i,

    input wire logic [   Slots-1:0][7:0] data_i,
    input wire logic [SlotBits-1:0]      blocks_i,
    input wire logic                     valid_i,
    input wire logic                     ends_i,
    input wire logic                     error_i,
    input wire logic [SlotBits-1:0]      take_i
);

  localparam int unsigned Most = 2 * Slots - 1;
  localparam int unsigned CountBits = $clog2(Most + Slots + 1);

  logic rst, reset_q, ready, fed_q;
  logic [Slots-1:0][7:0] block;
  logic [Slots-1:0] valid, ends, error;
  logic [Slots-1:0][9:0] in, out;
  logic [CountBits-1:0] held;
  gh_prove_reset u_reset (.*);

  gh_block_queue #(
      .BlockBytes(1),
      .Slots     (Slots)
  ) u_queue (
      .clk_i   (clk_i),
      .rst_i   (rst),
      .data_i  (data_i),
      .blocks_i(blocks_i),
      .flags_i ('{valid_i, 1'b1, ends_i, error_i}),
      .ready_o (ready),
      .block_o (block),
      .valid_o (valid),
      .ends_o  (ends),
      .error_o (error),
      .take_i  (take_i)
  );

  always_comb begin
    for (int unsigned i = 0; i < Slots; i++) begin
      in[i]  = {data_i[i], 2'b00};
      out[i] = {block[i], ends[i], error[i]};
      if (32'(blocks_i) == i + 1) in[i][1:0] = {ends_i, error_i};
    end
  end

  gh_prove_tokens #(
      .Width    (10),
      .InTokens (Slots),
      .OutTokens(Slots),
      .Most     (Most)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (place_i),
      .in_i      (in),
      .entering_i((valid_i && ready) ? CountBits'(blocks_i) : '0),
      .out_i     (out),
      .leaving_i (CountBits'(take_i)),
      .held_o    (held)
  );

  // The source has never paused, and sends full beats.
  always_ff @(posedge clk_i)
    fed_q <= !rst && (fed_q || held == '0) && valid_i && 32'(blocks_i) == Slots;

  always_comb begin
    if (!rst) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        if (!valid[i]) assume (32'(take_i) <= i);
      end
      assume (32'(take_i) <= Slots);
      assume (!valid_i || blocks_i != '0 && 32'(blocks_i) <= Slots);
      at_hand :
      assert (valid == Slots'((33'd1 << ((32'(held) < Slots) ? 32'(held) : Slots)) - 1'b1));
    end
    if (!rst && fed_q) begin
      enough : assert (32'(held) >= Slots);
    end
    if (reset_q) begin
      silent_after_reset : assert (valid == '0);
    end
  end

endmodule

`default_nettype wire
