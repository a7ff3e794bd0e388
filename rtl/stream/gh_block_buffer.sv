// SPDX-License-Identifier: Apache-2.0
//
// Gathers the beats of padded blocks, so that a block loads while a core works on the one before.
//
// The next block's first beat may enter in the cycle in which a full block is taken: a core that
// takes a block every n cycles is fed without a gap if a block has at most n beats.

`default_nettype none

module gh_block_buffer #(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned BlockBytes = 64,
    parameter int unsigned CountBits = 64,
    localparam int unsigned Beats = BlockBytes / StreamBytes,
    localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [     BeatBits-1:0] beat_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,
    input  wire logic                     block_last_i,
    input  wire logic                     final_i,
    input  wire logic                     error_i,
    input  wire logic [    CountBits-1:0] count_i,

    output wire logic [8*BlockBytes-1:0] block_o,
    output wire logic                    final_o,
    output wire logic                    error_o,
    output wire logic [   CountBits-1:0] count_o,
    output wire logic                    valid_o,
    input  wire logic                    ready_i
);

  logic [Beats-1:0][8*StreamBytes-1:0] block_q;
  logic [CountBits-1:0] count_q;
  logic full_q, final_q, error_q;

  assign ready_o = !full_q || ready_i;
  assign block_o = block_q;
  assign final_o = final_q;
  assign error_o = error_q;
  assign count_o = count_q;
  assign valid_o = full_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (valid_i && ready_o) full_q <= block_last_i;
    else if (ready_i) full_q <= 1'b0;

    if (valid_i && ready_o) begin
      for (int unsigned i = 0; i < Beats; i++) begin
        if (beat_i == BeatBits'(i)) block_q[i] <= data_i;
      end
      if (block_last_i) begin
        final_q <= final_i;
        error_q <= error_i;
        count_q <= count_i;
      end
    end
  end

endmodule

`default_nettype wire
