// SPDX-License-Identifier: Apache-2.0
//
// UART transmitter: 8 data bits, low bit first, no parity, one stop bit.
//
// Contract: a byte is taken while ready_o is high, and is on the line for ten bits from the next cycle
// on. The line is high from the cycle after a reset on; a byte that a reset cuts off is lost.

`include "gh_assert.svh"

`default_nettype none

module gh_uart_tx #(
    parameter int unsigned ClocksPerBit = 50
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] data_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic tx_o
);

  if (ClocksPerBit < 8 || ClocksPerBit > 65535) begin : gen_check_clocks
    $fatal(1, "gh_uart_tx: ClocksPerBit is %0d; it must be from 8 to 65535", ClocksPerBit);
  end

  localparam int unsigned CountBits = $clog2(ClocksPerBit);

  logic [CountBits-1:0] count_q;
  logic [3:0] left_q;  // bits that are to be sent
  logic [9:0] bits_q;  // the one on the line is the lowest; ones follow
  logic busy_q;

  assign ready_o = !busy_q;
  assign tx_o    = bits_q[0];

  initial bits_q = '1;
  initial busy_q = 1'b1;
  always @(posedge clk_i) begin
    if (rst_i) begin
      busy_q <= 1'b0;
      bits_q <= '1;
    end else if (!busy_q) begin
      busy_q <= valid_i;
      if (valid_i) bits_q <= {1'b1, data_i, 1'b0};
      count_q <= CountBits'(ClocksPerBit - 1);
      left_q  <= 4'd10;
    end else if (count_q == '0) begin
      bits_q  <= {1'b1, bits_q[9:1]};
      count_q <= CountBits'(ClocksPerBit - 1);
      left_q  <= left_q - 1'b1;
      if (left_q == 4'd1) busy_q <= 1'b0;
    end else begin
      count_q <= count_q - 1'b1;
    end
  end

  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(idle_is_high, !known || busy_q || &bits_q, clk_i, rst_i)
  `GH_REQUIRE_STABLE(held, valid_i, ready_o, data_i, clk_i, rst_i)

endmodule

`default_nettype wire
