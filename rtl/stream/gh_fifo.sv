// SPDX-License-Identifier: Apache-2.0
//
// First-in-first-out memory of look-up tables, one entry in and one out a cycle.
//
// An entry can leave in the cycle after it entered. There is no ready_o: a
// pipeline that can't stop has its places booked beforehand.

`include "gh_assert.svh"

`default_nettype none

module gh_fifo #(
    parameter int unsigned Width = 512,
    parameter int unsigned Depth = 16,
    localparam int unsigned AddressBits = (Depth == 1) ? 1 : $clog2(Depth)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [Width-1:0] data_i,
    input wire logic             valid_i,

    output wire logic [Width-1:0] data_o,
    output wire logic             valid_o,
    input  wire logic             ready_i
);

  if (Depth < 2 || Depth != 1 << AddressBits) begin : gen_check_depth
    $fatal(1, "gh_fifo: Depth is %0d; it must be a power of 2 from 2 on", Depth);
  end

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [Width-1:0] memory[Depth];

  // One bit more than an address tells full from empty.
  logic [AddressBits:0] write_q, read_q;

  assign valid_o = (write_q != read_q);
  assign data_o  = memory[read_q[AddressBits-1:0]];

  always_ff @(posedge clk_i) begin
    if (valid_i) memory[write_q[AddressBits-1:0]] <= data_i;

    if (rst_i) write_q <= '0;
    else if (valid_i) write_q <= write_q + 1'b1;

    if (rst_i) read_q <= '0;
    else if (valid_o && ready_i) read_q <= read_q + 1'b1;
  end

  `GH_ASSERT(count_in_range, write_q - read_q <= (AddressBits + 1)'(Depth), clk_i, rst_i)
  `GH_REQUIRE(no_overflow, !valid_i || ready_i || write_q - read_q != (AddressBits + 1)'(Depth),
              clk_i, rst_i)

endmodule

`default_nettype wire
