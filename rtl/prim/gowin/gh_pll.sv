// SPDX-License-Identifier: Apache-2.0
//
// The PLL of a board: a clock of OutMhz from one of 27 MHz. Gowin GW2A (UG286, DS102): rPLL.
//
// The input is compared at 9 MHz, so that OutMhz is a multiple of 9; the oscillator runs at OutMhz times
// an even divider, within its 500 to 1250 MHz.

`default_nettype none

module gh_pll #(
    parameter int unsigned InMhz  = 27,
    parameter int unsigned OutMhz = 54
) (
    input  wire logic clk_i,
    output wire logic clk_o,
    output wire logic locked_o
);

  localparam int unsigned StepMhz = 9;
  localparam int unsigned LeastVcoMhz = 500;
  localparam int unsigned MostVcoMhz = 1250;

  // The least of the cell's dividers that brings the oscillator into its range.
  function automatic int unsigned divider(input int unsigned mhz);
    int unsigned result;
    result = 128;
    for (int unsigned i = 112; i >= 48; i -= 16) if (mhz * i >= LeastVcoMhz) result = i;
    for (int unsigned i = 32; i >= 2; i /= 2) if (mhz * i >= LeastVcoMhz) result = i;
    return result;
  endfunction

  if (InMhz != 27) begin : gen_check_in
    $fatal(1, "gh_pll: InMhz is %0d; it must be 27", InMhz);
  end
  if (OutMhz == 0 || OutMhz % StepMhz != 0 || OutMhz / StepMhz > 64 || OutMhz * divider(
          OutMhz
      ) < LeastVcoMhz || OutMhz * divider(
          OutMhz
      ) > MostVcoMhz) begin : gen_check_out
    $fatal(1, "gh_pll: OutMhz is %0d; it must be a multiple of 9 from 9 to 576", OutMhz);
  end

  rPLL #(
      .FCLKIN   ("27"),
      .IDIV_SEL (InMhz / StepMhz - 1),
      .FBDIV_SEL(OutMhz / StepMhz - 1),
      .ODIV_SEL (divider(OutMhz)),
      .DEVICE   ("GW2A-18C")
  ) u_pll (
      .CLKIN  (clk_i),
      .CLKFB  (1'b0),
      .RESET  (1'b0),
      .RESET_P(1'b0),
      .FBDSEL (6'd0),
      .IDSEL  (6'd0),
      .ODSEL  (6'd0),
      .PSDA   (4'd0),
      .DUTYDA (4'd0),
      .FDLY   (4'd0),
      .CLKOUT (clk_o),
      .LOCK   (locked_o)
  );

endmodule

`default_nettype wire
