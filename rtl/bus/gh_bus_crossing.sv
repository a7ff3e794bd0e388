// SPDX-License-Identifier: Apache-2.0
//
// Beats from one clock to another through gh_async_fifo, which it overwrites when they have passed; with
// TwoClocks = 0 both clocks are one, and it is wires.
//
// Contract: that of gh_async_fifo. While no beat is offered, blank entries of zeros are sent until as
// many in a row have entered as the FIFO has places. They do not leave at the output. Therefore no
// place holds a beat a few cycles after the last one has left, or after a reset.

`include "gh_assert.svh"

`default_nettype none

module gh_bus_crossing #(
    parameter int unsigned Width = 38,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned Depth = 8,
    parameter int unsigned SyncStages = 2
) (
    input  wire logic             wr_clk_i,
    input  wire logic             wr_rst_i,
    input  wire logic [Width-1:0] data_i,
    input  wire logic             valid_i,
    output wire logic             ready_o,

    input  wire logic             rd_clk_i,
    input  wire logic             rd_rst_i,
    output wire logic [Width-1:0] data_o,
    output wire logic             valid_o,
    input  wire logic             ready_i
);

  if (!TwoClocks) begin : gen_wires
    logic unused;
    assign unused  = ^{wr_clk_i, wr_rst_i, rd_clk_i, rd_rst_i};
    assign data_o  = data_i;
    assign valid_o = valid_i;
    assign ready_o = ready_i;
  end else begin : gen_fifo
    localparam int unsigned CountBits = $clog2(Depth + 1);
    logic [CountBits-1:0] blanks_q;  // that are still to be sent
    logic blank, ready, beat, valid;
    assign blank   = !valid_i && blanks_q != '0;
    assign ready_o = ready;

    always_ff @(posedge wr_clk_i) begin
      if (wr_rst_i || (valid_i && ready)) blanks_q <= CountBits'(Depth);
      else if (blank && ready) blanks_q <= blanks_q - 1'b1;
    end

    gh_async_fifo #(
        .Width     (Width + 1),
        .Depth     (Depth),
        .SyncStages(SyncStages)
    ) u_fifo (
        .wr_clk_i,
        .wr_rst_i,
        .data_i ({valid_i, valid_i ? data_i : {Width{1'b0}}}),
        .valid_i(valid_i || blank),
        .ready_o(ready),
        .rd_clk_i,
        .rd_rst_i,
        .data_o ({beat, data_o}),
        .valid_o(valid),
        .ready_i(ready_i || !beat)
    );
    assign valid_o = valid && beat;
  end

endmodule

`default_nettype wire
