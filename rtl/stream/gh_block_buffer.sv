// SPDX-License-Identifier: Apache-2.0
//
// Gathers the beats of padded blocks, so that a block loads while a core works on the one before.
//
// The next block's first beat may enter in the cycle in which a full block is taken: a core that
// takes a block every n cycles is fed without a gap if a block has at most n beats. Where a block has fewer
// than n, AtOnce = 0 spares the path from the core to the message. Beats move down from the highest place:
// every block has all of them, so none needs an address.

`include "gh_assert.svh"

`default_nettype none

module gh_block_buffer
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned BlockBytes = 64,
    parameter int unsigned CountBits = 0,  // of the count that leaves on top of a block
    parameter bit AtOnce = 1'b1,  // whether a beat may enter in the cycle in which a block is taken
    localparam int unsigned BlockBits = 8 * BlockBytes
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic        [8*StreamBytes-1:0] data_i,
    input  wire beat_flags_t                     flags_i,
    output wire logic                            ready_o,
    input  wire logic        [            127:0] count_i,

    output wire logic [CountBits+BlockBits-1:0] block_o,
    output wire logic                           valid_o,
    output wire logic                           ends_o,
    output wire logic                           error_o,
    input  wire logic                           ready_i
);

  logic [BlockBits-1:0] block_q;
  logic [127:0] count_q;
  logic full_q, ends_q, error_q, taken;

  if (AtOnce) begin : gen_at_once
    assign ready_o = !full_q || ready_i;
  end else begin : gen_later
    assign ready_o = !full_q;
  end
  assign taken   = flags_i.valid && ready_o;
  assign block_o = (CountBits + BlockBits)'({count_q, block_q});
  assign valid_o = full_q;
  assign ends_o  = ends_q;
  assign error_o = error_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (taken) full_q <= flags_i.block_last;
    else if (ready_i) full_q <= 1'b0;

    if (taken) begin
      block_q <= BlockBits'({data_i, block_q} >> 8 * StreamBytes);
      if (flags_i.block_last) begin
        ends_q  <= flags_i.ends;
        error_q <= flags_i.error;
        count_q <= count_i;
      end
    end
  end

  logic unused;
  assign unused = ^count_q;

  `GH_STABLE(held, valid_o, ready_i, {error_o, ends_o, block_o}, clk_i, rst_i)

endmodule

`default_nettype wire
