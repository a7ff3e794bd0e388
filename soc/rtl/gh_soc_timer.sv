// SPDX-License-Identifier: Apache-2.0
//
// Timer of the system: a counter of 64 bits that counts clock cycles from reset on, and an interrupt
// while it is at least as large as a number.
//
//   0x0  time, low half      0x8  compare, low half
//   0x4  time, high half     0xc  compare, high half
//
// The time can be read only. After a reset all bits of the number are 1.

`default_nettype none

module gh_soc_timer
  import gh_soc_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire request_t wb_i,
    output answer_t       wb_o,
    output wire logic     irq_o
);

  logic request, write, irq_q;
  logic [ 1:0] index;
  logic [31:0] wdata;
  logic [1:0][31:0] time_q, compare_q;
  logic [3:0][31:0] registers;

  assign registers = {compare_q, time_q};

  gh_soc_port #(
      .Registers(4)
  ) u_port (
      .clk_i,
      .rst_i,
      .wb_i,
      .wb_o,
      .request_o(request),
      .write_o  (write),
      .index_o  (index),
      .wdata_o  (wdata),
      .rdata_i  (registers[index]),
      .error_i  (write && !index[1])
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      time_q    <= '0;
      compare_q <= '1;
      irq_q     <= 1'b0;
    end else begin
      time_q <= time_q + 64'd1;
      if (request && write && index[1]) compare_q[index[0]] <= wdata;
      irq_q <= time_q >= compare_q;
    end
  end

  assign irq_o = irq_q;

endmodule

`default_nettype wire
