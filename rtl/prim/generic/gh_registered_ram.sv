// SPDX-License-Identifier: Apache-2.0
//
// Memory in block RAM with a port that writes and one that reads, and the register behind a block's output: a word
// is read in the first cycle with advance_i behind its address, and at data_o from the second one on. A word is not
// read in the cycle in which it is written. The register makes the difference between a slow and a fast path from
// a block; Vivado and Quartus take it into the block.

`default_nettype none

module gh_registered_ram #(
    parameter int unsigned Width = 64,
    parameter int unsigned Depth = 512,
    localparam int unsigned AddressBits = $clog2(Depth)
) (
    input wire logic clk_i,

    input wire logic                   write_i,
    input wire logic [AddressBits-1:0] write_address_i,
    input wire logic [      Width-1:0] data_i,

    input  wire logic                   advance_i,
    input  wire logic [AddressBits-1:0] address_i,
    output wire logic [      Width-1:0] data_o
);

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [Width-1:0] memory[Depth];
  logic [Width-1:0] read_q, data_q;

  always_ff @(posedge clk_i) begin
    if (write_i) memory[write_address_i] <= data_i;
    if (advance_i) begin
      read_q <= memory[address_i];
      data_q <= read_q;
    end
  end
  assign data_o = data_q;

endmodule

`default_nettype wire
