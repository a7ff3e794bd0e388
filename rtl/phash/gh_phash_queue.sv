// SPDX-License-Identifier: Apache-2.0
//
// Hands out padded blocks one or several a cycle, from beats that hold several blocks each.
//
// block_o holds the next Lanes blocks, the oldest first; take_i says how many of them leave. A beat
// enters whenever fewer than Lanes blocks stay, so a source that never pauses keeps Lanes at hand.

`default_nettype none

module gh_phash_queue
  import gh_phash_pkg::*;
#(
    parameter int unsigned Lanes = 2,  // blocks in a beat, and blocks that may leave in a cycle
    localparam int unsigned LaneBits = $clog2(Lanes + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them: blocks_i blocks, the last of which ends the
    // message (final_i) or is abandoned (error_i).
    input  wire block_t [   Lanes-1:0] data_i,
    input  wire logic   [LaneBits-1:0] blocks_i,
    input  wire logic                  final_i,
    input  wire logic                  error_i,
    input  wire logic                  valid_i,
    output wire logic                  ready_o,

    output wire block_t [   Lanes-1:0] block_o,
    output wire logic   [   Lanes-1:0] valid_o,
    output wire logic   [   Lanes-1:0] final_o,
    output wire logic   [   Lanes-1:0] error_o,
    input  wire logic   [LaneBits-1:0] take_i
);

  localparam int unsigned Places = 2 * Lanes - 1;
  localparam int unsigned CountBits = $clog2(Places + 1);
  typedef logic [CountBits-1:0] count_t;

  typedef struct packed {
    block_t block;
    logic   final_block;
    logic   error;
  } entry_t;

  entry_t [Lanes-1:0] entering;
  entry_t [Places-1:0] entry_q;
  // As many places on, so that an index never runs over.
  entry_t [Places+Lanes-1:0] shifted;
  count_t count_q, stay;

  assign stay    = count_q - count_t'(take_i);
  assign ready_o = (stay < count_t'(Lanes));
  assign shifted = {{($bits(entry_t) * Lanes) {1'b0}}, entry_q};

  for (genvar i = 0; i < Lanes; i++) begin : gen_lanes
    logic last;
    assign last        = (blocks_i == LaneBits'(i + 1));
    assign entering[i] = '{block: data_i[i], final_block: last && final_i, error: last && error_i};
    assign block_o[i]  = entry_q[i].block;
    assign valid_o[i]  = (count_q > count_t'(i));
    assign final_o[i]  = entry_q[i].final_block;
    assign error_o[i]  = entry_q[i].error;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) count_q <= '0;
    else count_q <= stay + ((valid_i && ready_o) ? count_t'(blocks_i) : '0);

    for (int unsigned i = 0; i < Places; i++) begin
      for (int unsigned j = 0; j <= Lanes; j++) begin
        if (take_i == LaneBits'(j)) entry_q[i] <= shifted[i+j];
      end
      for (int unsigned j = 0; j < Lanes; j++) begin
        if (i >= j && i - j < Lanes && stay == count_t'(i - j)) entry_q[i] <= entering[j];
      end
    end
  end

endmodule

`default_nettype wire
