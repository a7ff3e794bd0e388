// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_word_buffer: word i of a block is there in cycle 1 + i after the block was taken, whatever
// enters meanwhile; blocks and their flags come in order, each once.

`default_nettype none

module gh_prove_word_buffer
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 1,
    parameter int unsigned WordBytes   = 2,
    parameter int unsigned BlockBytes  = 4
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [7:0] place_i,

    input wire logic [8*StreamBytes-1:0] data_i,
    input wire logic                     valid_i,
    input wire logic                     ends_i,
    input wire logic                     error_i,
    input wire logic                     ready_i
);

  localparam int unsigned Beats = BlockBytes / StreamBytes;
  localparam int unsigned Words = BlockBytes / WordBytes;
  localparam int unsigned Most = 2 * BlockBytes;
  localparam int unsigned CountBits = $clog2(Most + StreamBytes + 1);

  logic rst, reset_q, ready, valid, ends, error, block_last, taken;
  logic [8*WordBytes-1:0] word;
  logic [$clog2(Beats)-1:0] beat_q;
  logic [$clog2(Words+1)-1:0] reading_q;  // words still to come
  gh_prove_reset u_reset (.*);

  assign block_last = 32'(beat_q) == Beats - 1;
  assign taken      = valid && ready_i;
  always_ff @(posedge clk_i) begin
    if (valid_i && ready) beat_q <= block_last ? '0 : beat_q + 1'b1;
    if (taken) reading_q <= $bits(reading_q)'(Words);
    else if (reading_q != '0) reading_q <= reading_q - 1'b1;
    if (rst) {beat_q, reading_q} <= '0;
  end

  gh_word_buffer #(
      .StreamBytes(StreamBytes),
      .WordBytes  (WordBytes),
      .BlockBytes (BlockBytes)
  ) u_buffer (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .data_i (data_i),
      .beat_i (beat_q),
      .flags_i('{valid_i, block_last, ends_i, error_i}),
      .ready_o(ready),
      .valid_o(valid),
      .ends_o (ends),
      .error_o(error),
      .ready_i(ready_i),
      .word_o (word)
  );

  logic [CountBits-1:0] held;
  gh_prove_tokens #(
      .Width    (8),
      .InTokens (StreamBytes),
      .OutTokens(WordBytes),
      .Most     (Most)
  ) u_bytes (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (place_i),
      .in_i      (data_i),
      .entering_i((valid_i && ready) ? CountBits'(StreamBytes) : '0),
      .out_i     (word),
      .leaving_i ((reading_q != '0) ? CountBits'(WordBytes) : '0),
      .held_o    (held)
  );

  logic [1:0] blocks;
  gh_prove_tokens #(
      .Width(2),
      .Most (1)
  ) u_blocks (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (8'd0),
      .in_i      ({ends_i, error_i}),
      .entering_i(2'(valid_i && ready && block_last)),
      .out_i     ({ends, error}),
      .leaving_i (2'(taken)),
      .held_o    (blocks)
  );

  always_comb begin
    // A block is taken when the one before has been read, but for its last word.
    if (!rst) begin
      if (32'(reading_q) > 1) assume (!taken);
      in_time : assert (valid == (blocks != '0));
    end
  end

  logic unused;
  assign unused = ^{reset_q, held};

endmodule

`default_nettype wire
