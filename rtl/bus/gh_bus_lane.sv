// SPDX-License-Identifier: Apache-2.0
//
// The way of 32-bit words from a FIFO of the bus to a stream of the core: another clock, another width.
//
// Contract: that of gh_bus_crossing and of gh_width; what has left is erased. An entry is last, keep and
// data, from the high bits down.

`default_nettype none

module gh_bus_lane #(
    parameter int unsigned StreamBytes = 8,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned SyncStages = 2
) (
    input  wire logic        clk_i,
    input  wire logic        rst_i,
    input  wire logic [36:0] entry_i,
    input  wire logic        valid_i,
    output wire logic        ready_o,

    input  wire logic                     core_clk_i,
    input  wire logic                     core_rst_i,
    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [  StreamBytes-1:0] keep_o,
    output wire logic                     last_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  logic [36:0] entry;
  logic valid, ready, user;
  gh_bus_crossing #(
      .Width     (37),
      .TwoClocks (TwoClocks),
      .SyncStages(SyncStages)
  ) u_crossing (
      .wr_clk_i(clk_i),
      .wr_rst_i(rst_i),
      .data_i  (entry_i),
      .valid_i,
      .ready_o,
      .rd_clk_i(core_clk_i),
      .rd_rst_i(core_rst_i),
      .data_o  (entry),
      .valid_o (valid),
      .ready_i (ready)
  );

  gh_width #(
      .InBytes (4),
      .OutBytes(StreamBytes),
      .Erase   (1'b1)
  ) u_width (
      .clk_i  (core_clk_i),
      .rst_i  (core_rst_i),
      .open_i (1'b1),
      .data_i (entry[31:0]),
      .keep_i (entry[35:32]),
      .last_i (entry[36]),
      .user_i (1'b0),
      .valid_i(valid),
      .ready_o(ready),
      .user_o (user),
      .*
  );
  logic unused;
  assign unused = user;

endmodule

`default_nettype wire
