// SPDX-License-Identifier: Apache-2.0
//
// The way of a core's answer to a FIFO of 32-bit words of the bus: another width, another clock.
//
// Contract: that of gh_width and of gh_bus_crossing; what has left is erased. An entry is user, last,
// keep and data, from the high bits down.

`default_nettype none

module gh_bus_answer #(
    parameter int unsigned StreamBytes = 8,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned SyncStages = 2
) (
    input  wire logic                     core_clk_i,
    input  wire logic                     core_rst_i,
    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     user_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    input  wire logic        clk_i,
    input  wire logic        rst_i,
    output wire logic [37:0] entry_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  logic [37:0] entry;
  logic valid, ready;
  gh_width #(
      .InBytes (StreamBytes),
      .OutBytes(4),
      .Erase   (1'b1)
  ) u_width (
      .clk_i  (core_clk_i),
      .rst_i  (core_rst_i),
      .open_i (1'b1),
      .data_o (entry[31:0]),
      .keep_o (entry[35:32]),
      .last_o (entry[36]),
      .user_o (entry[37]),
      .valid_o(valid),
      .ready_i(ready),
      .*
  );

  gh_bus_crossing #(
      .Width     (38),
      .TwoClocks (TwoClocks),
      .SyncStages(SyncStages)
  ) u_crossing (
      .wr_clk_i(core_clk_i),
      .wr_rst_i(core_rst_i),
      .data_i  (entry),
      .valid_i (valid),
      .ready_o (ready),
      .rd_clk_i(clk_i),
      .rd_rst_i(rst_i),
      .data_o  (entry_o),
      .valid_o,
      .ready_i
  );

endmodule

`default_nettype wire
