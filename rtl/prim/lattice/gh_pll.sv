// SPDX-License-Identifier: Apache-2.0
//
// The PLL of a board: a clock of OutMhz from one of InMhz. Lattice ECP5 (FPGA-TN-02200): EHXPLLL.
//
// The oscillator runs at 600 MHz, within its 400 to 800, and is compared at InMhz, which must be at
// least 10 and divide 600; clk_o is another divided output, so that OutMhz is any divisor of 600.

`default_nettype none

module gh_pll #(
    parameter int unsigned InMhz  = 25,
    parameter int unsigned OutMhz = 50
) (
    input  wire logic clk_i,
    output wire logic clk_o,
    output wire logic locked_o
);

  localparam int unsigned VcoMhz = 600;
  localparam int unsigned MostDivided = 128;

  if (InMhz < 10 || VcoMhz % InMhz != 0) begin : gen_check_in
    $fatal(1, "gh_pll: InMhz is %0d; it must be a divisor of %0d from 10 on", InMhz, VcoMhz);
  end
  if (OutMhz == 0 || VcoMhz % OutMhz != 0 || VcoMhz / OutMhz > MostDivided) begin : gen_check_out
    $fatal(1, "gh_pll: OutMhz is %0d; it must be a divisor of %0d from 5 on", OutMhz, VcoMhz);
  end

  logic feedback;
  // What Lattice's tools set of the loop filter.
  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
      .PLLRST_ENA     ("DISABLED"),
      .INTFB_WAKE     ("DISABLED"),
      .STDBY_ENABLE   ("DISABLED"),
      .DPHASE_SOURCE  ("DISABLED"),
      .OUTDIVIDER_MUXA("DIVA"),
      .OUTDIVIDER_MUXB("DIVB"),
      .OUTDIVIDER_MUXC("DIVC"),
      .OUTDIVIDER_MUXD("DIVD"),
      .CLKI_DIV       (1),
      .CLKFB_DIV      (1),
      .FEEDBK_PATH    ("CLKOP"),
      .CLKOP_ENABLE   ("ENABLED"),
      .CLKOP_DIV      (VcoMhz / InMhz),
      .CLKOP_CPHASE   (VcoMhz / InMhz / 2 - 1),
      .CLKOP_FPHASE   (0),
      .CLKOS_ENABLE   ("ENABLED"),
      .CLKOS_DIV      (VcoMhz / OutMhz),
      .CLKOS_CPHASE   (VcoMhz / InMhz / 2 - 1),
      .CLKOS_FPHASE   (0)
  ) u_pll (
      .RST         (1'b0),
      .STDBY       (1'b0),
      .CLKI        (clk_i),
      .CLKFB       (feedback),
      .CLKOP       (feedback),
      .CLKOS       (clk_o),
      .PHASESEL0   (1'b0),
      .PHASESEL1   (1'b0),
      .PHASEDIR    (1'b1),
      .PHASESTEP   (1'b1),
      .PHASELOADREG(1'b1),
      .PLLWAKESYNC (1'b0),
      .ENCLKOP     (1'b0),
      .ENCLKOS     (1'b0),
      .LOCK        (locked_o)
  );

endmodule

`default_nettype wire
