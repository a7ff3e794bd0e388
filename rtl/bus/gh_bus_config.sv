// SPDX-License-Identifier: Apache-2.0
//
// The way of a configuration from the registers of a bus to the core: whole 64-bit words, the low half
// first.
//
// Contract: a half is written while write_i is high; taken_o says in the same cycle whether it was. It
// is not taken without room, without all strobes, or as the last one where it is a low half.
// Packets at the core's stream are therefore whole words. Words that have left are erased.

`include "gh_assert.svh"

`default_nettype none

module gh_bus_config #(
    parameter int unsigned StreamBytes = 1,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned Depth = 16,
    parameter int unsigned SyncStages = 2,
    localparam int unsigned RoomBits = $clog2(Depth) + 1
) (
    input  wire logic                clk_i,
    input  wire logic                rst_i,
    input  wire logic                write_i,
    input  wire logic                last_i,
    input  wire logic [        31:0] data_i,
    input  wire logic [         3:0] strobe_i,
    output wire logic                taken_o,
    output wire logic                open_o,    // within a packet
    output wire logic [RoomBits-1:0] room_o,
    output wire logic                erased_o,

    input  wire logic                     core_clk_i,
    input  wire logic                     core_rst_i,
    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic                     last_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  logic ready, valid, leaves;
  logic [36:0] entry;
  logic [StreamBytes-1:0] keep;
  logic [RoomBits-1:0] level;
  logic unused;
  assign unused = ^{keep, level};

  logic open_q, half_q;  // within a packet, within a word
  assign open_o  = open_q;
  assign taken_o = write_i && (&strobe_i) && ready && (half_q || !last_i);
  always_ff @(posedge clk_i) begin
    if (rst_i) {open_q, half_q} <= '0;
    else if (taken_o) {open_q, half_q} <= {!last_i, !half_q};
  end

  gh_bus_fifo #(
      .Width(37),
      .Depth(Depth)
  ) u_fifo (
      .clk_i,
      .rst_i,
      .data_i ({last_i, strobe_i, data_i}),
      .valid_i(taken_o),
      .ready_o(ready),
      .data_o (entry),
      .valid_o(valid),
      .ready_i(leaves),
      .room_o,
      .level_o(level),
      .erased_o
  );
  gh_bus_lane #(
      .StreamBytes(StreamBytes),
      .TwoClocks  (TwoClocks),
      .SyncStages (SyncStages)
  ) u_lane (
      .clk_i,
      .rst_i,
      .core_clk_i,
      .core_rst_i,
      .entry_i(entry),
      .valid_i(valid),
      .ready_o(leaves),
      .data_o,
      .keep_o (keep),
      .last_o,
      .valid_o,
      .ready_i
  );

  `GH_ASSERT(full_beats, !valid_o || &keep, core_clk_i, core_rst_i)

endmodule

`default_nettype wire
