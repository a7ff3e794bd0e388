// SPDX-License-Identifier: Apache-2.0
//
// A register in several copies, for what steers more bits than one register can reach in time.
//
// Each copy is meant for its own part of a wide datapath, so that a placer can put it there. Tools
// merge equal registers: the attributes are what Vivado (keep), Quartus (dont_merge) and Synplify
// (syn_preserve) obey, and gatehash's Yosys flow reads the first of them too. Yosys takes a register
// that addresses a memory into that memory, and what comes out again are no copies; a register that
// starts with a known value it leaves alone.

`default_nettype none

module gh_copies #(
    parameter int unsigned Width  = 1,
    parameter int unsigned Copies = 8
) (
    input wire logic clk_i,

    input  wire logic [ Width-1:0]            data_i,
    output wire logic [Copies-1:0][Width-1:0] data_o   // data_i of the cycle before; at first zero
);

  (* keep = "true", dont_merge, syn_preserve *)
  logic [Copies-1:0][Width-1:0] copy_q;
  initial copy_q = '0;

  assign data_o = copy_q;

  always @(posedge clk_i) begin
    for (int unsigned i = 0; i < Copies; i++) copy_q[i] <= data_i;
  end

endmodule

`default_nettype wire
