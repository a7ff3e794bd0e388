// SPDX-License-Identifier: Apache-2.0
//
// The PLL of a board: a clock of OutMhz from one of InMhz.
//
// This form stands in for a PLL in simulation: the clock goes through, so that clk_i is to have OutMhz,
// and locked_o is high from the sixteenth edge on. Synthesis needs a vendor's form.

`default_nettype none

module gh_pll #(
    parameter int unsigned InMhz  = 25,
    parameter int unsigned OutMhz = 50
) (
    input  wire logic clk_i,
    output wire logic clk_o,
    output wire logic locked_o
);

  if (InMhz == 0 || OutMhz == 0) begin : gen_check
    $fatal(1, "gh_pll: InMhz is %0d, OutMhz %0d; both must be at least 1", InMhz, OutMhz);
  end

  logic [15:0] edges_q;
  initial edges_q = '0;
  always @(posedge clk_i) edges_q <= {edges_q[14:0], 1'b1};

  assign clk_o    = clk_i;
  assign locked_o = edges_q[15];

endmodule

`default_nettype wire
