// SPDX-License-Identifier: Apache-2.0
//
// Reset of a board's clock: from power-up on, while the PLL is not locked, and while the button is pressed.
//
// Contract: rst_o is registered. It is high at power-up, and for Cycles cycles after locked_i is high and
// button_i low for as long as they have been so. Both may change at any time.

`include "gh_assert.svh"

`default_nettype none

module gh_board_reset #(
    parameter int unsigned Cycles = 16
) (
    input wire logic clk_i,
    input wire logic locked_i,
    input wire logic button_i,

    output wire logic rst_o
);

  if (Cycles < 1) begin : gen_check_cycles
    $fatal(1, "gh_board_reset: Cycles is %0d; it must be at least 1", Cycles);
  end

  localparam int unsigned CountBits = $clog2(Cycles + 1);

  logic locked, button;
  gh_synchroniser #(
      .Width(2)
  ) u_synchroniser (
      .clk_i,
      .data_i({locked_i, button_i}),
      .data_o({locked, button})
  );

  logic [CountBits-1:0] count_q;
  logic rst_q;
  initial count_q = '0;
  initial rst_q = 1'b1;
  assign rst_o = rst_q;
  always @(posedge clk_i) begin
    if (!locked || button) count_q <= '0;
    else if (count_q != CountBits'(Cycles)) count_q <= count_q + 1'b1;
    rst_q <= !(locked && !button && count_q == CountBits'(Cycles));
  end

  `GH_ASSERT(count_in_range, count_q <= CountBits'(Cycles), clk_i, 1'b0)

endmodule

`default_nettype wire
