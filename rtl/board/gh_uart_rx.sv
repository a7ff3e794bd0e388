// SPDX-License-Identifier: Apache-2.0
//
// UART receiver: 8 data bits, low bit first, no parity, one stop bit or more.
//
// Contract: valid_o is high for one cycle with each byte, broken_o with each start bit that no stop bit
// follows. A low level that is shorter than half a bit is ignored; after a missing stop bit the line
// must be high before the next start bit, so that a break is one broken byte.
//
// rx_i comes from another clock. Bits are sampled in their middle, counted from the start bit's edge.

`include "gh_assert.svh"

`default_nettype none

module gh_uart_rx #(
    parameter int unsigned ClocksPerBit = 50
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic rx_i,

    output wire logic [7:0] data_o,
    output wire logic       valid_o,
    output wire logic       broken_o
);

  if (ClocksPerBit < 8 || ClocksPerBit > 65535) begin : gen_check_clocks
    $fatal(1, "gh_uart_rx: ClocksPerBit is %0d; it must be from 8 to 65535", ClocksPerBit);
  end

  localparam int unsigned CountBits = $clog2(ClocksPerBit);

  logic rx;
  gh_synchroniser u_rx (
      .clk_i,
      .data_i(rx_i),
      .data_o(rx)
  );

  typedef enum logic [1:0] {
    Wait,   // for the line to be high
    Idle,
    Start,
    Bits
  } state_e;
  state_e state_d, state_q;
  logic [CountBits-1:0] count_q;  // cycles to the next sample
  logic [3:0] left_q;  // samples to come, the stop bit's included
  logic [8:0] bits_q;
  logic sample, ends, ends_q;

  assign sample   = count_q == '0;
  assign ends     = state_q == Bits && sample && left_q == 4'd1;
  assign data_o   = bits_q[7:0];
  assign valid_o  = ends_q && bits_q[8];
  assign broken_o = ends_q && !bits_q[8];

  always_comb begin
    state_d = state_q;
    case (state_q)
      Wait: if (rx) state_d = Idle;
      Idle: if (!rx) state_d = Start;
      Start: if (sample) state_d = rx ? Idle : Bits;
      Bits: if (ends) state_d = rx ? Idle : Wait;
      default: state_d = Wait;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Wait;
    else state_q <= state_d;

    if (state_q == Idle) count_q <= CountBits'(ClocksPerBit / 2 - 1);
    else if (sample) count_q <= CountBits'(ClocksPerBit - 1);
    else count_q <= count_q - 1'b1;

    if (state_q == Start) left_q <= 4'd9;
    else if (sample) left_q <= left_q - 1'b1;

    if (rst_i) bits_q <= '0;
    else if (state_q == Bits && sample) bits_q <= {rx, bits_q[8:1]};

    ends_q <= ends && !rst_i;
  end

  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(one_of_both, !(valid_o && broken_o), clk_i, rst_i)
  `GH_ASSERT(samples_left, !known || state_q != Bits || left_q inside {[4'd1 : 4'd9]}, clk_i, rst_i)

endmodule

`default_nettype wire
