// SPDX-License-Identifier: Apache-2.0
//
// A register in several copies, for what steers more bits than one register can reach in time.
//
// Each copy is meant for its own part of a wide datapath, so that a placer can put it there. Tools
// merge equal registers: the attributes are what Vivado (keep) and Quartus (dont_merge) obey, and
// gatehash's Yosys flow reads the first of them too. Yosys takes a register that addresses a memory
// into that memory, and what comes out again are no copies, but not one whose bits differ in their
// reset: clear one of them.

`default_nettype none

module gh_copies #(
    parameter int unsigned Width = 1,
    parameter int unsigned Copies = 8,
    parameter logic [Width-1:0] Cleared = '0  // bits that rst_i clears
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [ Width-1:0]            data_i,
    output wire logic [Copies-1:0][Width-1:0] data_o   // data_i of the cycle before
);

  (* keep = "true", dont_merge *)
  logic [Copies-1:0][Width-1:0] copy_q;

  assign data_o = copy_q;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Copies; i++) begin
      for (int unsigned j = 0; j < Width; j++) begin
        copy_q[i][j] <= data_i[j];
        if (Cleared[j] && rst_i) copy_q[i][j] <= 1'b0;
      end
    end
  end

  if (Cleared == '0) begin : gen_no_reset
    logic unused;
    assign unused = rst_i;
  end

endmodule

`default_nettype wire
