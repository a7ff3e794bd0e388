// SPDX-License-Identifier: Apache-2.0
//
// Hands out padded blocks one or several a cycle, from beats that hold several blocks each.
//
// block_o holds the next Slots blocks, the oldest first; take_i says how many of them leave. A beat
// enters whenever fewer than Slots blocks stay, so a source that never pauses keeps Slots at hand.

`include "gh_assert.svh"

`default_nettype none

module gh_block_queue
  import gh_stream_pkg::*;
#(
    parameter int unsigned BlockBytes = 112,
    parameter int unsigned Slots = 2,  // blocks in a beat, and blocks that may leave in a cycle
    localparam int unsigned SlotBits = $clog2(Slots + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them: of blocks_i blocks the last one ends the
    // message, or is abandoned.
    input  wire logic        [   Slots-1:0][8*BlockBytes-1:0] data_i,
    input  wire logic        [SlotBits-1:0]                   blocks_i,
    input  wire beat_flags_t                                  flags_i,
    output wire logic                                         ready_o,

    output wire logic [   Slots-1:0][8*BlockBytes-1:0] block_o,
    output wire logic [   Slots-1:0]                   valid_o,
    output wire logic [   Slots-1:0]                   ends_o,
    output wire logic [   Slots-1:0]                   error_o,
    input  wire logic [SlotBits-1:0]                   take_i
);

  localparam int unsigned Places = 2 * Slots - 1;
  localparam int unsigned CountBits = $clog2(Places + 1);
  typedef logic [CountBits-1:0] count_t;

  typedef struct packed {
    logic [8*BlockBytes-1:0] block;
    logic                    ends;
    logic                    error;
  } entry_t;

  entry_t [Slots-1:0] entering;
  entry_t [Places-1:0] entry_q;
  // As many places on, so that an index never runs over.
  entry_t [Places+Slots-1:0] shifted;
  count_t count_q, stay;

  assign stay    = count_q - count_t'(take_i);
  assign ready_o = (stay < count_t'(Slots));
  assign shifted = {{($bits(entry_t) * Slots) {1'b0}}, entry_q};

  for (genvar i = 0; i < Slots; i++) begin : gen_slots
    logic last;
    assign last        = (blocks_i == SlotBits'(i + 1));
    assign entering[i] = '{data_i[i], last && flags_i.ends, last && flags_i.error};
    assign block_o[i]  = entry_q[i].block;
    assign valid_o[i]  = (count_q > count_t'(i));
    assign ends_o[i]   = entry_q[i].ends;
    assign error_o[i]  = entry_q[i].error;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) count_q <= '0;
    else count_q <= stay + ((flags_i.valid && ready_o) ? count_t'(blocks_i) : '0);

    for (int unsigned i = 0; i < Places; i++) begin
      for (int unsigned j = 0; j <= Slots; j++) begin
        if (take_i == SlotBits'(j)) entry_q[i] <= shifted[i+j];
      end
      for (int unsigned j = 0; j < Slots; j++) begin
        if (i >= j && i - j < Slots && stay == count_t'(i - j)) entry_q[i] <= entering[j];
      end
    end
  end

  // A beat is one block or more, so each is a block's last.
  logic unused;
  assign unused = flags_i.block_last;

  `GH_REQUIRE(takes_what_is_there, 32'(take_i) <= Slots && count_t'(take_i) <= count_q, clk_i,
              rst_i)
  `GH_REQUIRE(blocks_in_range, !flags_i.valid || 32'(blocks_i) inside {[1 : Slots]}, clk_i, rst_i)
  // A comparison of count_q itself would be constant where Places is all ones.
  `GH_ASSERT(beat_fits, !(flags_i.valid && ready_o) || 32'(stay) + 32'(blocks_i) <= Places, clk_i,
             rst_i)

endmodule

`default_nettype wire
