// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 PDPW16KD (FPGA-TN-02204), for simulation of what instantiates it; synthesis has its own. Both
// clocks are one, and words of 36 bits are written whole.

// verilator lint_off UNUSEDSIGNAL

`default_nettype none

module PDPW16KD #(
    parameter string REGMODE = "NOREG",
    parameter string GSR = "ENABLED"
) (
    input  wire logic DI0,
    input  wire logic DI1,
    input  wire logic DI2,
    input  wire logic DI3,
    input  wire logic DI4,
    input  wire logic DI5,
    input  wire logic DI6,
    input  wire logic DI7,
    input  wire logic DI8,
    input  wire logic DI9,
    input  wire logic DI10,
    input  wire logic DI11,
    input  wire logic DI12,
    input  wire logic DI13,
    input  wire logic DI14,
    input  wire logic DI15,
    input  wire logic DI16,
    input  wire logic DI17,
    input  wire logic DI18,
    input  wire logic DI19,
    input  wire logic DI20,
    input  wire logic DI21,
    input  wire logic DI22,
    input  wire logic DI23,
    input  wire logic DI24,
    input  wire logic DI25,
    input  wire logic DI26,
    input  wire logic DI27,
    input  wire logic DI28,
    input  wire logic DI29,
    input  wire logic DI30,
    input  wire logic DI31,
    input  wire logic DI32,
    input  wire logic DI33,
    input  wire logic DI34,
    input  wire logic DI35,
    input  wire logic ADW0,
    input  wire logic ADW1,
    input  wire logic ADW2,
    input  wire logic ADW3,
    input  wire logic ADW4,
    input  wire logic ADW5,
    input  wire logic ADW6,
    input  wire logic ADW7,
    input  wire logic ADW8,
    input  wire logic BE0,
    input  wire logic BE1,
    input  wire logic BE2,
    input  wire logic BE3,
    input  wire logic CEW,
    input  wire logic CLKW,
    input  wire logic CSW0,
    input  wire logic CSW1,
    input  wire logic CSW2,
    input  wire logic ADR0,
    input  wire logic ADR1,
    input  wire logic ADR2,
    input  wire logic ADR3,
    input  wire logic ADR4,
    input  wire logic ADR5,
    input  wire logic ADR6,
    input  wire logic ADR7,
    input  wire logic ADR8,
    input  wire logic ADR9,
    input  wire logic ADR10,
    input  wire logic ADR11,
    input  wire logic ADR12,
    input  wire logic ADR13,
    input  wire logic CER,
    input  wire logic OCER,
    input  wire logic CLKR,
    input  wire logic CSR0,
    input  wire logic CSR1,
    input  wire logic CSR2,
    input  wire logic RST,
    output wire logic DO0,
    output wire logic DO1,
    output wire logic DO2,
    output wire logic DO3,
    output wire logic DO4,
    output wire logic DO5,
    output wire logic DO6,
    output wire logic DO7,
    output wire logic DO8,
    output wire logic DO9,
    output wire logic DO10,
    output wire logic DO11,
    output wire logic DO12,
    output wire logic DO13,
    output wire logic DO14,
    output wire logic DO15,
    output wire logic DO16,
    output wire logic DO17,
    output wire logic DO18,
    output wire logic DO19,
    output wire logic DO20,
    output wire logic DO21,
    output wire logic DO22,
    output wire logic DO23,
    output wire logic DO24,
    output wire logic DO25,
    output wire logic DO26,
    output wire logic DO27,
    output wire logic DO28,
    output wire logic DO29,
    output wire logic DO30,
    output wire logic DO31,
    output wire logic DO32,
    output wire logic DO33,
    output wire logic DO34,
    output wire logic DO35
);

  if (REGMODE != "OUTREG" || GSR != "DISABLED") begin : gen_check_form
    $fatal(1, "PDPW16KD: REGMODE must be OUTREG and GSR DISABLED: other forms are not modelled");
  end

  logic [35:0] memory[512];
  logic [35:0] read_q, data_q;
  always_ff @(posedge CLKW) begin
    if (CEW && BE0) begin
      memory[{
        ADW8, ADW7, ADW6, ADW5, ADW4, ADW3, ADW2, ADW1, ADW0
      }] <= {
        DI35,
        DI34,
        DI33,
        DI32,
        DI31,
        DI30,
        DI29,
        DI28,
        DI27,
        DI26,
        DI25,
        DI24,
        DI23,
        DI22,
        DI21,
        DI20,
        DI19,
        DI18,
        DI17,
        DI16,
        DI15,
        DI14,
        DI13,
        DI12,
        DI11,
        DI10,
        DI9,
        DI8,
        DI7,
        DI6,
        DI5,
        DI4,
        DI3,
        DI2,
        DI1,
        DI0
      };
    end
  end
  always_ff @(posedge CLKR) begin
    if (CER) begin
      read_q <= memory[{ADR13, ADR12, ADR11, ADR10, ADR9, ADR8, ADR7, ADR6, ADR5}];
    end
    if (OCER) data_q <= read_q;
  end
  assign {
      DO35, DO34, DO33, DO32, DO31, DO30, DO29, DO28, DO27,
      DO26, DO25, DO24, DO23, DO22, DO21, DO20, DO19, DO18,
      DO17, DO16, DO15, DO14, DO13, DO12, DO11, DO10, DO9,
      DO8, DO7, DO6, DO5, DO4, DO3, DO2, DO1, DO0
    } = data_q;

endmodule

`default_nettype wire
