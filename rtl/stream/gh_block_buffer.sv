// SPDX-License-Identifier: Apache-2.0
//
// Gathers the beats of padded blocks, so that a block loads while a core works on the one before.
//
// The next block's first beat may enter in the cycle in which a full block is taken: a core that
// takes a block every n cycles is fed without a gap if a block has at most n beats.

`default_nettype none

module gh_block_buffer
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned BlockBytes = 64,
    parameter int unsigned CountBits = 64,
    localparam int unsigned Beats = BlockBytes / StreamBytes,
    localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic        [8*StreamBytes-1:0] data_i,
    input  wire logic        [     BeatBits-1:0] beat_i,
    input  wire beat_flags_t                     flags_i,
    output wire logic                            ready_o,
    input  wire logic        [    CountBits-1:0] count_i,

    output wire logic         [8*BlockBytes-1:0] block_o,
    output wire block_flags_t                    flags_o,
    output wire logic         [   CountBits-1:0] count_o,
    input  wire logic                            ready_i
);

  logic [Beats-1:0][8*StreamBytes-1:0] block_q;
  logic [CountBits-1:0] count_q;
  logic full_q, ends_q, error_q, taken;

  assign ready_o = !full_q || ready_i;
  assign block_o = block_q;
  assign taken   = flags_i.valid && ready_o;
  assign count_o = count_q;
  assign flags_o = '{valid: full_q, ends: ends_q, error: error_q};

  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (taken) full_q <= flags_i.block_last;
    else if (ready_i) full_q <= 1'b0;

    if (taken) begin
      for (int unsigned i = 0; i < Beats; i++) begin
        if (beat_i == BeatBits'(i)) block_q[i] <= data_i;
      end
      if (flags_i.block_last) begin
        ends_q  <= flags_i.ends;
        error_q <= flags_i.error;
        count_q <= count_i;
      end
    end
  end

endmodule

`default_nettype wire
