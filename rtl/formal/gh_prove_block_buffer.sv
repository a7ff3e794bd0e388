// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_block_buffer: every block of full beats leaves whole, in order, with its flags and count,
// and the next one enters without a gap, or where AtOnce is 0 behind a cycle.

`default_nettype none

module gh_prove_block_buffer
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 1,
    parameter int unsigned BlockBytes = 4,
    parameter bit AtOnce = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [7:0] place_i,

    input wire logic [8*StreamBytes-1:0] data_i,
    input wire logic [              2:0] count_i,
    input wire logic                     valid_i,
    input wire logic                     ends_i,
    input wire logic                     error_i,
    input wire logic                     ready_i
);

  localparam int unsigned Beats = BlockBytes / StreamBytes;
  localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats);

  logic rst, reset_q, ready_o, valid_o, ends_o, error_o, block_last, none_held;
  logic [8*BlockBytes-1:0] block;
  logic [2:0] count;
  logic [BeatBits-1:0] beat_q;
  gh_prove_reset u_reset (.*);

  assign block_last = 32'(beat_q) == Beats - 1;
  always_ff @(posedge clk_i) begin
    if (rst) beat_q <= '0;
    else if (valid_i && ready_o) beat_q <= block_last ? '0 : beat_q + 1'b1;
  end

  gh_block_buffer #(
      .StreamBytes(StreamBytes),
      .BlockBytes (BlockBytes),
      .CountBits  (3),
      .AtOnce     (AtOnce)
  ) u_buffer (
      .rst_i  (rst),
      .flags_i('{valid_i, block_last, ends_i, error_i}),
      .count_i({125'd0, count_i}),
      .block_o({count, block}),
      .*
  );

  gh_prove_bytes #(
      .InBytes (StreamBytes),
      .OutBytes(BlockBytes),
      .UserBits(5),
      .Most    (BlockBytes),
      .Due     (2),
      .Pause   (AtOnce ? 0 : 1)
  ) u_bytes (
      .rst_i (rst),
      .open_i(1'b1),
      .keep_i('1),
      .last_i(block_last),
      .user_i(block_last ? {ends_i, error_i, count_i} : 5'd0),
      .data_o(block),
      .keep_o('1),
      .last_o(1'b1),
      .user_o({ends_o, error_o, count}),
      .*
  );

  logic unused;
  assign unused = ^{reset_q, none_held};

endmodule

`default_nettype wire
